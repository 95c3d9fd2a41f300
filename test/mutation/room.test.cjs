const { bundle } = require('../bundled/bundle.cjs');
const rooms = require('./rooms.json');

const room = rooms[process.env.MUTATION_ROOM];
if (room === undefined) throw new Error(`MUTATION_ROOM is one of ${Object.keys(rooms).join(', ')}`);

// All test files of a room as one: n8n's modules are loaded once for each change, not once for each file.
const TESTS = new RegExp(`^(${room.tests})`);
bundle('.', (file) => TESTS.test(file));
