const { bundle } = require('../bundled/bundle.cjs');
const rooms = require('./rooms.json');

// All test files of a room as one: n8n's modules are loaded once for each change, not once for each file.
const TESTS = new RegExp(`^(${rooms[process.env.MUTATION_ROOM].tests})`);
bundle('.', (file) => TESTS.test(file));
