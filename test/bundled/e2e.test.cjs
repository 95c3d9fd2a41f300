const { shareN8n } = require('../support/harness');
const { bundle } = require('./bundle.cjs');

/** They end, restart or start an n8n. They are a step of their own, beside the others. */
const RESTARTS = ['bookingPage', 'endlessBodies', 'slotTrigger', 'start', 'trigger'];
const isStep = (file) =>
	RESTARTS.includes(file.replace('.test.ts', '')) === (process.env.TEST_RESTARTS === '1');

/** It has an n8n of its own, and waits for minutes. */
const UNDISTURBED = 'undisturbed.test.ts';

bundle('e2e', (file) => file !== UNDISTURBED && isStep(file));
// Not in a `describe`: so its wait begins before all other files, and its tests are the last.
if (isStep(UNDISTURBED)) require(`../e2e/${UNDISTURBED}`);

// One n8n for all that ask for no settings of their own: to start one takes longer than most of these files.
shareN8n();
