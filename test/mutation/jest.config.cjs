const { projects } = require('../../jest.config.js');

// Stryker counts coverage by a test environment of its own, and knows no projects.
const { displayName, ...options } = projects.find(({ displayName: name }) => name === 'unit');

module.exports = { ...options, testMatch: ['<rootDir>/test/bundled/unit.test.cjs'] };
