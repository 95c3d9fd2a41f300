import { CredentialStore } from '../../support/credentialStore';
import { FORMS } from '../../support/forms';
import { pauseBeforeRetry, type RetryPage } from '../../support/retrySchedule';
import { deliver, key, restart, settled, start, useReceivers } from './deliveries';

const [, highLevel] = FORMS;
useReceivers(highLevel);

const HOUR_MS = 3_600_000;
const EVENT = { type: 'ContactCreate', id: 'c-1', locationId: 'loc-harbor', webhookId: 'w-1' };
const SIGNING = { api: 'highLevel', publicKeys: key.publicKeyPem, locationIds: 'loc-harbor' };

/**
 * A sender that sends an event again as a page of HighLevel has it, until it is accepted. Time is turned, not waited.
 *
 * @returns the status of each attempt
 */
async function sendUntilAccepted(
	page: RetryPage,
	url: string,
	onTime: (sinceFirstMs: number) => void,
): Promise<number[]> {
	const began = Date.now();
	const clock = jest.spyOn(performance, 'now');
	const statuses: number[] = [];
	let sinceFirstMs = 0;
	for (;;) {
		clock.mockReturnValue(began + sinceFirstMs);
		onTime(sinceFirstMs);
		const { status } = await deliver(url, EVENT);
		statuses.push(status);
		if (status === 200) return statuses;
		const pauseMs = pauseBeforeRetry(page, statuses, sinceFirstMs);
		if (pauseMs === undefined) return statuses;
		sinceFirstMs += pauseMs;
	}
}

describe.each(['helpPage', 'guide'] as const)('a sender that retries by the %s', (page) => {
	it.each([
		{ what: 'the credential can be read again', hours: 3, broken: undefined },
		{ what: 'the credential can be read again', hours: 48, broken: undefined },
		{ what: "'Location IDs' are entered", hours: 48, broken: { ...SIGNING, locationIds: '' } },
		{
			what: 'the key can be used',
			hours: 48,
			broken: { ...SIGNING, publicKeys: 'ssh-ed25519 AAAA' },
		},
	])('runs an event once when $what after $hours hours', async ({ hours, broken }) => {
		const store = new CredentialStore(broken ? { platformWebhookApi: broken } : {});
		const { url, executions } = await start({ store });
		const statuses = await sendUntilAccepted(page, url, (sinceFirstMs) => {
			if (sinceFirstMs >= hours * HOUR_MS) store.write('platformWebhookApi', SIGNING);
		});
		await settled();
		expect(statuses.slice(0, -1)).toEqual(statuses.slice(0, -1).map(() => 503));
		expect(statuses.at(-1)).toBe(200);
		expect(executions).toHaveLength(1);

		// The sender has not seen the response, and n8n has restarted since.
		restart();
		expect((await deliver(url, EVENT)).status).toBe(200);
		await settled();
		expect(executions).toHaveLength(1);
	});
});

describe('an event without an ID of its own, in deliveries that have IDs', () => {
	const { webhookId: _none, ...PAYLOAD } = EVENT;
	const DAY_MS = 24 * HOUR_MS;

	/** Delivers the same payload after each of the pauses. @returns how often it has run after each */
	async function runsAfter(deliveries: Array<{ afterMs: number; deliveryId?: string }>) {
		const { url, executions } = await start({}, { eventIdField: '' });
		const clock = jest.spyOn(Date, 'now');
		const runs: number[] = [];
		let now = Date.now();
		for (const { afterMs, deliveryId } of deliveries) {
			now += afterMs;
			clock.mockReturnValue(now);
			// The process remembers nothing.
			restart();
			const headers: Record<string, string> = deliveryId ? { deliveryId } : {};
			await deliver(url, PAYLOAD, key, highLevel.signatureHeader, headers);
			await settled();
			runs.push(executions.length);
		}
		return runs;
	}

	it('is a repeat in the same delivery, after the hours of its payload, too', async () => {
		const first = { afterMs: 0, deliveryId: 'd-1' };
		const repeat = { afterMs: 2 * DAY_MS, deliveryId: 'd-1' };
		expect(await runsAfter([first, repeat, repeat])).toEqual([1, 1, 1]);
	});

	it('is a second event in another delivery after these hours, and without an ID', async () => {
		const first = { afterMs: 0, deliveryId: 'd-1' };
		const second = { afterMs: 2 * DAY_MS, deliveryId: 'd-2' };
		const third = { afterMs: 2 * DAY_MS };
		expect(await runsAfter([first, second, third])).toEqual([1, 2, 3]);
	});

	it('does not run again within these hours under another ID, which a stranger could make up', async () => {
		const first = { afterMs: 0, deliveryId: 'd-1' };
		const replayed = { afterMs: 1, deliveryId: 'd-2' };
		expect(await runsAfter([first, replayed])).toEqual([1, 1]);
	});

	it('two payloads under one ID are two events', async () => {
		const { url, executions } = await start({}, { eventIdField: '' });
		for (const id of ['c-1', 'c-2']) {
			const headers = { deliveryId: 'd-1' };
			await deliver(url, { ...PAYLOAD, id }, key, highLevel.signatureHeader, headers);
		}
		await settled();
		expect(executions).toHaveLength(2);
	});
});
