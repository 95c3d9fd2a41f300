import { FORMS } from '../../support/forms';
import { createSigningKey } from '../../support/keys';
import {
	deliver,
	deliverAndHangUp,
	EVENT,
	event,
	gate,
	key,
	pause,
	restart,
	settled,
	start,
	useReceivers,
} from './deliveries';

describe.each(FORMS)('$form', (form) => {
	useReceivers(form);

	it('shows the sender a bare 401 and the operator the reason, also where an option cannot be read', async () => {
		const { url, logs, executions } = await start({}, { eventsToRemember: 'many' });
		expect(await deliver(url, EVENT, createSigningKey())).toEqual({ status: 401, text: '' });
		await settled();
		expect(executions).toHaveLength(0);
		expect(logs).toEqual([
			expect.stringMatching(
				/^Node in workflow 'Workflow under test'.*The key may have been rotated/,
			),
		]);
	});

	it.each(['webhook', 'manual'] as const)(
		'one output per event sends each to its own (%s)',
		async (mode) => {
			const { url, executions } = await start({ mode }, { outputPerEvent: true, eventIdField: '' });
			// It also starts what chose App Uninstalled.
			const uninstalled = form.form === 'highLevel' ? 'UNINSTALL' : 'app.deleted';
			for (const type of ['ContactMerged', 'ContactCreate', uninstalled]) {
				await deliver(url, { ...EVENT, type });
				await settled();
			}
			expect(executions.map((outputs) => outputs.map((items) => items.length))).toEqual([
				[0, 0, 1],
				[1, 0, 0],
				[0, 1, 0],
			]);
		},
	);

	describe('a full queue', () => {
		/** So many wait for n8n, of which it starts so many at once. */
		const WAITING = 100;
		const STARTING = 20;

		it('answers what starts nothing at once, however many deliveries wait for n8n to start them', async () => {
			const { open, pass } = gate();
			const { url, executions, options, held } = await start();
			const finished = event(-1);
			await deliver(url, finished);
			await settled();
			options.start = pass;
			const slow = Array.from({ length: WAITING }, async (_, n) => await deliver(url, event(n)));
			while (held() < WAITING) await pause(5);
			expect((await deliver(url, event(WAITING))).status).toBe(429);
			// None of the others is started before `open`, so a delivery that waited for them would not be answered.
			const quick = [{ ...event(0), type: 'ContactDelete' }, { type: 'TaskCreate' }, finished];
			const told = await Promise.all(
				quick.map(async (payload) => (await deliver(url, payload)).text),
			);
			expect(told).toEqual(['Not selected', 'Not selected', 'Already processed']);
			// A repeat of what is in hand finds no room to wait.
			expect((await deliver(url, event(0))).status).toBe(429);
			open();
			await Promise.all(slow);
			await settled();
			expect(executions).toHaveLength(1 + WAITING);
		});

		it('starts what got no turn when it comes again, since its sender hung up', async () => {
			const { open, pass } = gate();
			const { url, executions, logs, held } = await start({ start: pass });
			const slow = Array.from({ length: STARTING }, async (_, n) => await deliver(url, event(n)));
			while (held() < STARTING) await pause(5);
			await deliverAndHangUp(url, event(STARTING), 200);
			while (held() > STARTING) await pause(5);
			expect(logs).toEqual([expect.stringContaining('The sender closed the connection')]);
			const again = deliver(url, event(STARTING));
			open();
			expect((await again).text).toBe('Workflow started');
			await Promise.all(slow);
			await settled();
			expect(executions).toHaveLength(STARTING + 1);
		});
	});
});

describe('the two forms', () => {
	useReceivers();

	const [CONTRACT, HIGH_LEVEL] = ['x-platform-signature', 'x-ghl-signature'];
	const contact = { type: 'ContactCreate', id: 'c-1', locationId: 'loc-1', webhookId: 'w-1' };
	/** A repeat may differ from the first delivery, here in its time. The last one has its own value of a field. */
	const payloads = [
		...['a', 'b', 'c'].map((timestamp) => ({ ...contact, timestamp })),
		{ ...contact, webhookId: 'w-2', contactId: null },
	];

	it.each([
		['in the contract by the payload', CONTRACT, '', {}, [0, 1, 2, 3]],
		['from HighLevel by its webhookId', HIGH_LEVEL, '', { contactId: 'c-1' }, [0, 3]],
		['from HighLevel by a field that is typed', HIGH_LEVEL, 'id', { contactId: 'c-1' }, [0]],
	])(
		'an event is told from others %s, also after a restart',
		async (_by, header, eventIdField, ids, runs) => {
			const credentials = {
				platformWebhookApi: { publicKeys: key.publicKeyPem, locationIds: 'loc-0, loc-1' },
			};
			const { url, executions } = await start({ credentials }, { eventIdField });
			for (const payload of payloads) {
				if (payload === payloads[2]) restart();
				await deliver(url, payload, key, header);
				await settled();
			}
			// The IDs stand beside its payload.
			expect(executions).toEqual(
				runs.map((n) => [[{ json: { ...ids, ...payloads[n] }, pairedItem: { item: 0 } }]]),
			);
		},
	);
});
