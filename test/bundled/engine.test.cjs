const { bundle } = require('./bundle.cjs');

// The profiles are a suite of their own.
bundle('engine', (file) => !file.startsWith('profiles/'));
