const { E2E_ALONE } = require('../../scripts/test/steps');
const { shareN8n } = require('../support/harness');
const { bundle } = require('./bundle.cjs');

// One n8n for all of them: to start one takes longer than most of these files.
shareN8n();
bundle('e2e', (file) => !E2E_ALONE.includes(file.replace('.test.ts', '')));
