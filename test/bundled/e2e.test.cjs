const { shareN8n } = require('../support/harness');
const { bundle } = require('./bundle.cjs');

/** They end, restart or start an n8n, some of them many times. They are a step of their own, beside the others. */
const RESTARTS = ['bookingPage', 'endlessBodies', 'slotTrigger', 'start', 'trigger'];
const restarts = (file) => RESTARTS.includes(file.replace('.test.ts', ''));

// One n8n for all that ask for no settings of their own: to start one takes longer than most of these files.
shareN8n();
bundle('e2e', (file) => restarts(file) === (process.env.TEST_RESTARTS === '1'));
