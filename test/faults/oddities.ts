import { print } from '../support/print';
import type { FaultHarness } from '../support/faults/faultHarness';
import { CONTACT } from '../support/faults/lines';
import { onceEach, tallyText } from '../support/faults/tally';
import { until } from '../support/faults/until';
import { LOCATION } from '../support/harness';

/** Above n8n's limit of 16 MB. */
const LARGE_BYTES = 17_000_000;

const DAMAGED = 'Damaged';

/** Texts that something else might have left in a record or in static data; all are JSON. */
const DAMAGES: Record<string, string> = {
	'a text': '"garbage"',
	'a list': '[1, 2, 3]',
	'nothing at all': '{}',
	'entries that are a text': '{"mode":"entries","data":"garbage"}',
	'entries that are an object': '{"mode":"entries","data":{"a":1}}',
	'another mode': '{"mode":"latestDate","data":"2026-01-01"}',
	'the trigger keeps garbage': '{"node:Platform Trigger":"garbage","global":[1]}',
	'an older form': '{"node:Platform Trigger":{"events":{"ids":["evt-1"],"version":1}}}',
};

/** What people and other nodes may leave behind, and what n8n itself makes of it. */
export function oddities(harness: () => FaultHarness): void {
	it('expressions in options that take none are no expressions: events are accepted', async () => {
		const { draft, publish, settled, deliver } = harness();
		const settings = { eventIdField: '={{ $json.webhookEventId }}' };
		const line = await publish(draft('Expressed', { settings }));
		const event = { type: 'Expressed', webhookEventId: 'evt-expressed', locationId: LOCATION };
		expect(await deliver(line, event)).toMatchObject({ status: 200, body: 'Workflow started' });
		expect(await deliver(line, event)).toMatchObject({ status: 200, body: 'Already processed' });
		expect(await settled(['evt-expressed'], line)).toMatchObject({ once: 1 });
	}, 60_000);

	it(`a genuine event of ${LARGE_BYTES / 1e6} MB: 413, and the log names n8n's limit`, async () => {
		const { line, settledExecutions, logFromNow, deliver } = harness();
		const log = logFromNow();
		const event = { type: CONTACT, webhookEventId: 'evt-large', locationId: LOCATION };
		const response = await deliver(line, { ...event, note: 'x'.repeat(LARGE_BYTES) });
		print(`a genuine event of ${LARGE_BYTES / 1e6} MB: ${response.status}`);
		expect(response.status).toBe(413);
		await until("n8n's limit in the log", () => log().includes('N8N_PAYLOAD_SIZE_MAX'));
		expect(await settledExecutions(['evt-large'])).toEqual([]);
	}, 60_000);

	it('records and static data that are damaged cost no event', async () => {
		const { database, draft, publish, emit, settled, deliverAgain, deliveriesOf } = harness();
		const damaged = await publish(draft(DAMAGED));
		const events = emit(1, DAMAGED);
		await settled(events, damaged);
		for (const text of Object.values(DAMAGES)) {
			await database.setStaticData(damaged.workflowId, text.startsWith('{') ? text : '{}');
			await database.setProcessed(damaged.workflowId, text);
			const [event] = emit(1, DAMAGED);
			await settled([event], damaged);
			await deliverAgain([event]);
			events.push(event);
		}
		const result = await settled(events, damaged);
		const kinds = Object.keys(DAMAGES).length;
		print(`records damaged in ${kinds} ways, each event delivered twice after: ${tallyText(result)}`);
		const statuses = deliveriesOf(events).flatMap(({ attempts }) => attempts.map(({ status }) => status));
		expect(new Set(statuses)).toEqual(new Set([200]));
		expect(result).toMatchObject(onceEach(events));
	}, 120_000);
}
