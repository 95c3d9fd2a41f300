const { projects } = require('../../jest.config.js');

// Stryker counts coverage by a test environment of its own, and knows no projects.
const { displayName, ...options } = projects.find(({ displayName: name }) => name === 'engine');

module.exports = { ...options, testMatch: ['<rootDir>/test/mutation/room.test.cjs'] };
