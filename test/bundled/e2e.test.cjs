const { shareN8n } = require('../support/harness');
const { bundle } = require('./bundle.cjs');

// One n8n for all that ask for no settings of their own: to start one takes longer than most of these files.
shareN8n();
bundle('e2e');
