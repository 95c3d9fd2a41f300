import { nodeItems } from '../../runtime/execution';
import { bookAt } from '../support/e2e/platformParameters';
import { freeSlots } from '../support/e2e/slots';
import { openHarness } from '../support/harness';
import type { Harness } from '../support/harness';
import { platformRuns } from './platform/runs';
import { wrongResults } from './platform/wrongResults';

/** One n8n for all of it: to start one takes longer than these tests. Each operation runs once in test/smoke. */
let harness: Harness;

beforeAll(async () => {
	harness = await openHarness();
}, 180_000);

afterAll(async () => await harness?.close(), 60_000);

const { run } = platformRuns(() => harness);

wrongResults(() => harness);

test('what fails goes to the error output, paired to its item', async () => {
	const slots = (await freeSlots(harness.sandbox, 'cal-onboarding')).slice(0, 3);
	const [first, taken, last] = slots;
	harness.sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...taken });
	const times = { startTime: '={{ $json.startTime }}', endTime: '={{ $json.endTime }}' };
	const { execution } = await run(bookAt(first, { ...times, options: { allowSeveral: true } }), {
		items: slots.map((slot) => ({ ...slot })),
		node: { onError: 'continueErrorOutput' },
	});
	const booked = nodeItems(execution, 'Node', 0);
	expect(booked.map(({ json, pairedItem }) => [json.startTime, pairedItem])).toEqual([
		[first.startTime, { item: 0 }],
		[last.startTime, { item: 2 }],
	]);
	expect(nodeItems(execution, 'Node', 1)).toMatchObject([
		{ json: { error: expect.stringMatching(/is not available.*\[Item 1\]$/) as string }, pairedItem: { item: 1 } },
	]);
});

test('Webhook > Create registers once, however often it runs', async () => {
	const url = 'http://127.0.0.1:9/ledger';
	const create = { resource: 'webhook', operation: 'create', name: 'To the ledger', url, actions: ['OpportunityCreate'] };
	const { json } = await run({ ...create, otherActions: ['InvoicePaid'] });
	expect(json).toMatchObject([{ created: true, actions: ['OpportunityCreate', 'InvoicePaid'] }]);
	const again = await run({ ...create, otherActions: ['InvoicePaid'] });
	expect(again.json).toEqual([{ ...json[0], created: false }]);
});
