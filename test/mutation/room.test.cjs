const { bundle } = require('../bundled/bundle.cjs');

// All test files of a room as one: n8n's modules are loaded once for each change, not once for each file.
const TESTS = new RegExp(`^(${process.env.MUTATION_TESTS})`);
bundle('.', (file) => TESTS.test(file));
