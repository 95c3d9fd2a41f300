import { print } from '../support/print';
import type { FaultHarness, Line } from '../support/faults/faultHarness';
import { CONTACT } from '../support/faults/lines';
import { send } from '../support/faults/send';
import type { Answer } from '../support/faults/send';
import { until } from '../support/faults/until';
import { LOCATION } from '../support/harness';

/** Above n8n's limit of 16 MB. */
const LARGE_BYTES = 17_000_000;

const NUMBERED = 'Numbered';
const ANYWHERE = 'Anywhere';

/** Signed deliveries that are told apart, or turned away, by what they say. */
export function rejections(harness: () => FaultHarness): void {
	async function deliver({ url }: Line, body: string): Promise<Answer> {
		const headers = { 'x-platform-signature': harness().sandbox.control.sign(body) };
		return await send(url, body, { headers });
	}

	it("'Event ID Field' tells numbers apart that JavaScript does not, and knows equal ones again", async () => {
		const { draft, publish, ledger, settled } = harness();
		const numbered = await publish(draft(NUMBERED, { settings: { eventIdField: 'number' } }));
		const event = (id: string, number: string) =>
			`{"type":"${NUMBERED}","webhookEventId":"${id}","locationId":"${LOCATION}","number":${number}}`;
		const ids = ['evt-number-1', 'evt-number-2'];
		const [first, second] = ['1234567890123456789', '1234567890123456790'];
		expect(Number(first)).toBe(Number(second));
		const answers = [
			await deliver(numbered, event(ids[0], first)),
			await deliver(numbered, event(ids[1], second)),
			// The same two again, and a small number in other bytes: repeats all.
			await deliver(numbered, event(ids[0], first)),
			await deliver(numbered, event('evt-number-3', '7')),
			await deliver(numbered, event('evt-number-4', '7').replace(':7', ': 7')),
		];
		await settled(ids, numbered);
		const runs = [...ids, 'evt-number-3', 'evt-number-4'].map(ledger.runs);
		print(`numbers beyond 2^53 as event IDs: ${runs.slice(0, 2).join(' and ')} runs`);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		expect(runs).toEqual([1, 1, 1, 0]);
	}, 60_000);

	it('expressions in options that take none are no expressions: events are accepted', async () => {
		const { draft, publish, settled } = harness();
		const settings = { eventIdField: '={{ $json.webhookEventId }}', eventsToRemember: '={{ $json.count }}' };
		const line = await publish(draft('Expressed', { settings }));
		const body = JSON.stringify({ type: 'Expressed', webhookEventId: 'evt-expressed', locationId: LOCATION });
		expect(await deliver(line, body)).toMatchObject({ status: 200, body: 'Workflow started' });
		expect(await deliver(line, body)).toMatchObject({ status: 200, body: 'Already processed' });
		expect(await settled(['evt-expressed'], line)).toMatchObject({ once: 1 });
	}, 60_000);

	it.each([
		['two million levels of nesting', `{"type":"${CONTACT}","a":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`, 400],
		['two types, the last one selected', `{"type":"x","type":"${CONTACT}","webhookEventId":"evt-odd-1"}`, 200],
		['a key __proto__', `{"__proto__":{"type":"x"},"type":"${CONTACT}","webhookEventId":"evt-odd-2"}`, 200],
		['a lone surrogate', `{"type":"${CONTACT}","a":"\\ud800","webhookEventId":"evt-odd-3"}`, 200],
		['a number for a type', '{"type":7}', 200],
	])('a signed body with %s is answered at once', async (_what, body, status) => {
		const answer = await deliver(harness().line, body);
		expect(answer.status).toBe(status);
		expect(answer.took).toBeLessThan(3_000);
	}, 60_000);

	it('an event of another location starts nothing, unless the option says so', async () => {
		const { draft, publish, line, ledger, settledExecutions, settled, logFromNow } = harness();
		const anywhere = await publish(draft(ANYWHERE, { settings: { acceptOtherLocations: true } }));
		const event = (type: string, id: string) =>
			JSON.stringify({ type, webhookEventId: id, locationId: 'loc-of-somebody-else' });
		const log = logFromNow();
		const strange = await deliver(line, event(CONTACT, 'evt-elsewhere'));
		const welcome = await deliver(anywhere, event(ANYWHERE, 'evt-anywhere'));
		await settled(['evt-anywhere'], anywhere);
		expect([strange.status, welcome.status]).toEqual([200, 200]);
		expect(await settledExecutions(['evt-elsewhere'])).toEqual([]);
		expect(['evt-elsewhere', 'evt-anywhere'].map(ledger.runs)).toEqual([0, 1]);
		await until('a line in the log', () => log().includes('names a location other than'));
		print('a signed event of another location: answered 200, 0 executions, a line in the log');
	}, 60_000);

	it(`a genuine event of ${LARGE_BYTES / 1e6} MB: 413, and the log names n8n's limit`, async () => {
		const { line, settledExecutions, logFromNow } = harness();
		const log = logFromNow();
		const event = { type: CONTACT, webhookEventId: 'evt-large', locationId: LOCATION };
		const answer = await deliver(line, JSON.stringify({ ...event, note: 'x'.repeat(LARGE_BYTES) }));
		print(`a genuine event of ${LARGE_BYTES / 1e6} MB: ${answer.status}`);
		expect(answer.status).toBe(413);
		await until("n8n's limit in the log", () => log().includes('N8N_PAYLOAD_SIZE_MAX'));
		expect(await settledExecutions(['evt-large'])).toEqual([]);
	}, 60_000);
}
