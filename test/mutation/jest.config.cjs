const { projects } = require('../../jest.config.js');

// Stryker counts coverage by a test environment of its own, and knows no projects.
const { displayName, ...options } = projects.find(({ displayName: name }) => name === 'engine');

module.exports = {
	...options,
	testMatch: undefined,
	// Set by scripts/mutation.ts: loading all tests that could reach a change would take a minute for each.
	testRegex: `/test/(${process.env.MUTATION_TESTS}).*\\.test\\.ts$`,
};
