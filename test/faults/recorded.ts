import { print } from '../support/print';
import type { FaultHarness, Line } from '../support/faults/faultHarness';
import { send } from '../support/faults/send';
import { onceEach, tallyText } from '../support/faults/tally';
import { LOCATION } from '../support/harness';

const EVENTS = 10;
const RECORDED = 'Recorded';
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

/** n8n's record of what has been processed. */
export function recorded(harness: () => FaultHarness): void {
	/** How many events the record of a line's trigger holds. */
	async function entriesOf({ workflowId }: Line): Promise<number> {
		const records = await harness().database.processed(workflowId);
		return records
			.map(({ value }) => (JSON.parse(value) as { data: unknown[] }).data.length)
			.reduce((sum, count) => sum + count, 0);
	}

	it('an event that is answered has been recorded', async () => {
		const { n8n, sandbox, draft, publish, settled } = harness();
		const published = await publish(draft(RECORDED));
		const ids = Array.from({ length: EVENTS }, (_, n) => `evt-recorded-${n}`);
		const entries: number[] = [await entriesOf(published)];
		for (const id of ids) {
			const body = JSON.stringify({ type: RECORDED, webhookEventId: id, locationId: LOCATION });
			const headers = { 'x-platform-signature': sandbox.control.sign(body) };
			const { status } = await send(published.url, body, { headers });
			// n8n stands still while it is looked at, so what is seen is what was there at the response.
			process.kill(n8n.pid, 'SIGSTOP');
			entries.push(await entriesOf(published).finally(() => process.kill(n8n.pid, 'SIGCONT')));
			expect(status).toBe(200);
		}
		const result = await settled(ids, published);
		// Beside each event the mark of one whose sender has no response yet, which goes after a while.
		const grew = entries.slice(1).filter((count, index) => count - entries[0] > index).length;
		print(`${grew} of ${EVENTS} events were recorded when they were answered; ${tallyText(result)}`);
		expect(grew).toBe(EVENTS);
		expect(result).toMatchObject(onceEach(ids));
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
