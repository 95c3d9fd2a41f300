import { ExecuteContext, WebhookContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { waitAtMost } from '../../support/clock';
import { FORMS } from '../../support/forms';
import { processedData } from '../../support/processedData';
import {
	deliver,
	EVENT,
	event,
	failWrites,
	isOwn,
	key,
	marks,
	restart,
	settled,
	start,
	useReceivers,
} from './deliveries';

describe.each(FORMS)('$form', (form) => {
	useReceivers(form);

	it.each(['{}', '{"global":"garbage","node:Node":[1]}'])(
		'starts the workflow once for a repeated delivery, with the payload as it is, says so once, and leaves static data (%s)',
		async (text) => {
			const { url, executions, column, logs } = await start();
			column.text = text;
			for (let i = 0; i < 3; i++) {
				expect((await deliver(url, EVENT)).status).toBe(200);
				await settled();
			}
			expect(executions).toEqual([[[{ json: EVENT, pairedItem: { item: 0 } }]]]);
			expect(column.text).toBe(text);
			expect(logs).toEqual([expect.stringContaining('already started the workflow')]);
		},
	);

	it('starts it for each delivery, repeats included, when deduplication is switched off', async () => {
		const { url, executions, column } = await start({}, { deduplicate: '={{ "false" }}' });

		await deliver(url, EVENT);
		await deliver(url, EVENT);
		await settled();

		expect(executions).toHaveLength(2);
		expect(column.text).toBe('{}');
		expect(marks()).toEqual([]);
	});

	it("starts it for each delivery, repeats included, in the editor's test mode", async () => {
		const { url, executions, column } = await start({ mode: 'manual' });

		await deliver(url, EVENT);
		await deliver(url, EVENT);
		await settled();

		expect(executions).toHaveLength(2);
		expect(column.text).toBe('{}');
		expect(marks()).toEqual([]);
	});

	describe('the response', () => {
		it.each([
			{ by: 'its ID', eventIdField: 'webhookEventId', count: 1 },
			{ by: 'its payload', eventIdField: '', count: 2 },
		])(
			'is given when the event is on record: by $by, $count marks in one write',
			async ({ eventIdField, count }) => {
				const { url } = await start({}, { eventIdField });
				const write = jest.spyOn(processedData, 'checkProcessedAndRecord');
				processedData.queryMs = 500;

				const { status } = await deliver(url, EVENT);

				expect(status).toBe(200);
				expect(marks()).toHaveLength(count);
				await settled();
				expect(write.mock.calls.filter(([, , { workflow }]) => isOwn(workflow))).toHaveLength(1);
				expect(marks()).toHaveLength(count);
			},
		);

		it('is not held up by a record that cannot be written: the event runs, and a line says so', async () => {
			const { url, executions } = await start();
			const warn = jest.fn();
			jest.spyOn(ExecuteContext.prototype, 'logger', 'get').mockReturnValue({ warn } as never);
			failWrites(2);
			expect((await deliver(url, EVENT)).status).toBe(200);
			await settled();
			expect(executions).toHaveLength(1);
			expect(warn.mock.calls.join()).toContain('could not record that an event was started');
		});
	});

	describe('where the execution of an event has not begun in time', () => {
		it('the response is 503, and the log says so', async () => {
			waitAtMost(1_000);
			const { url, options, logs } = await start();
			options.elsewhere = () => {};

			expect(await deliver(url, EVENT)).toEqual({ status: 503, text: '' });
			expect(logs).toEqual([
				expect.stringContaining('an execution of the event that has not begun'),
			]);
		});

		it.each([
			{
				what: 'a repeat of it, which starts nothing',
				deduplicate: true,
				text: 'Already processed',
				runs: 1,
			},
			{
				what: 'another event where deduplication is switched off',
				deduplicate: false,
				text: 'Workflow started',
				runs: 2,
			},
		])(
			'the delivery that comes once it has begun is $what',
			async ({ deduplicate, text, runs }) => {
				waitAtMost(1_000);
				const { url, executions, rows, options, run } = await start({}, { deduplicate });
				options.elsewhere = () => {};
				await deliver(url, EVENT);
				await run(rows[0]);
				options.elsewhere = undefined;

				expect(await deliver(url, EVENT)).toEqual({ status: 200, text });
				await settled();
				expect(executions).toHaveLength(runs);
			},
		);
	});

	it('in queue mode, 200 is for what is queued, at once', async () => {
		const { globalConfig } = Reflect.get(WebhookContext.prototype, 'logger', {}) as unknown as {
			globalConfig: { executions: { mode: string } };
		};
		jest.replaceProperty(globalConfig.executions, 'mode', 'queue');
		const { url } = await start({ elsewhere: () => {} });
		const began = performance.now();
		for (const text of ['Workflow started', 'Already processed'])
			expect(await deliver(url, EVENT)).toEqual({ status: 200, text });
		expect(performance.now() - began).toBeLessThan(1_900);
	});

	it.each([
		{ by: 'ID', eventIdField: 'webhookEventId', marksOfRecord: 100 },
		{ by: 'payload', eventIdField: '', marksOfRecord: 200 },
	])(
		'the record holds as many events as the option says, by their $by, and a restart leaves it',
		async ({ eventIdField, marksOfRecord }) => {
			const { url, executions } = await start({}, { eventsToRemember: 100, eventIdField });
			for (let number = 0; number < 130; number += 1) await deliver(url, event(number));
			await settled();
			expect(marks()).toHaveLength(marksOfRecord);
			restart();

			for (const remembered of [event(129), event(31)]) {
				await deliver(url, remembered);
				await settled();
				expect({ remembered, runs: executions.length }).toEqual({ remembered, runs: 130 });
			}
			await deliver(url, event(0));
			await settled();
			expect(executions).toHaveLength(131);
		},
	);

	/** A delivery of the event, and n8n before it. */
	interface TimedDelivery {
		/** Hours from the first delivery. */
		at: number;
		/** n8n was restarted before it. */
		isAfterRestart?: boolean;
	}

	/** How often the event has run after each delivery. */
	async function runsAt(settings: IDataObject, deliveries: TimedDelivery[]): Promise<number[]> {
		const HALF_DAY_MS = 12 * 3_600_000;
		const begun = Math.floor(Date.now() / HALF_DAY_MS) * HALF_DAY_MS + HALF_DAY_MS / 12;
		const clock = jest.spyOn(Date, 'now');
		const running = jest.spyOn(performance, 'now').mockImplementation(() => Date.now());
		const { url, executions } = await start({}, settings);
		const ran: number[] = [];
		for (const { at, isAfterRestart } of deliveries) {
			clock.mockReturnValue(begun + at * 3_600_000);
			if (isAfterRestart) restart();
			await deliver(url, EVENT);
			await settled();
			ran.push(executions.length);
		}
		clock.mockRestore();
		running.mockRestore();
		return ran;
	}

	it.each([
		{ hours: 24, repeats: [1, 11.9], end: 24.1, lastRestart: 24.1 },
		{ hours: 24, repeats: [1, 11.9], end: 24.1, lastRestart: 11.5 },
		{ hours: 2, repeats: [1 / 12, 0.9], end: 2.1, lastRestart: 2.1 },
		{ hours: 2, repeats: [1 / 12, 0.9], end: 2.1, lastRestart: 0.9 },
		{ hours: 2, repeats: [1 / 12, 0.9], end: 2.1, lastRestart: 0 },
	])(
		'a payload that names no ID is known for $hours hours at most, and starts the workflow again after $end, with restarts until $lastRestart',
		async ({ hours, repeats, end, lastRestart }) => {
			const settings = { eventIdField: '', hoursToRememberPayloads: hours };
			const deliveries = [0, ...repeats, end].map((at) => ({
				at,
				isAfterRestart: at <= lastRestart,
			}));

			expect(await runsAt(settings, deliveries)).toEqual([1, 1, 1, 2]);
		},
	);

	it.each([
		{ by: 'ID', eventIdField: 'webhookEventId', jump: 480, runs: 1 },
		{ by: 'ID', eventIdField: 'webhookEventId', jump: -480, runs: 1 },
		{ by: 'payload', eventIdField: '', jump: 12, runs: 1 },
		{ by: 'payload', eventIdField: '', jump: -12, runs: 1 },
		{ by: 'payload', eventIdField: '', jump: 30, runs: 2 },
		{ by: 'payload', eventIdField: '', jump: -30, runs: 2 },
	])(
		'known by its $by, an event whose clock jumped by $jump hours, with a restart, has run $runs times in all',
		async ({ eventIdField, jump, runs }) => {
			const settings = { eventIdField, hoursToRememberPayloads: 24 };

			const ran = await runsAt(settings, [
				{ at: 0 },
				{ at: jump, isAfterRestart: true },
				{ at: 0, isAfterRestart: true },
			]);

			expect(ran).toEqual([1, runs, runs]);
		},
	);

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
});

describe('the two forms', () => {
	useReceivers();

	const [CONTRACT, HIGH_LEVEL] = FORMS;
	const contact = { type: 'ContactCreate', id: 'c-1', locationId: 'loc-1', webhookId: 'w-1' };
	/** A repeat may differ from the first delivery, here in its time. The last one has its own value of a field. */
	const payloads = [
		...['a', 'b', 'c'].map((timestamp) => ({ ...contact, timestamp })),
		{ ...contact, webhookId: 'w-2', contactId: null },
	];

	it.each([
		{
			by: 'in the contract by the payload',
			form: CONTRACT,
			eventIdField: '',
			ids: {},
			runs: [0, 1, 2, 3],
		},
		{
			by: 'from HighLevel by its webhookId',
			form: HIGH_LEVEL,
			eventIdField: '',
			ids: { contactId: 'c-1' },
			runs: [0, 3],
		},
		{
			by: 'from HighLevel by a field that is typed',
			form: HIGH_LEVEL,
			eventIdField: 'id',
			ids: { contactId: 'c-1' },
			runs: [0],
		},
	])(
		'an event is told from others $by, also after a restart',
		async ({ form: { form, signatureHeader }, eventIdField, ids, runs }) => {
			const credentials = {
				platformWebhookApi: {
					api: form,
					publicKeys: key.publicKeyPem,
					locationIds: 'loc-0, loc-1',
				},
			};
			const { url, executions } = await start({ credentials }, { eventIdField });
			for (const payload of payloads) {
				if (payload === payloads[2]) restart();
				await deliver(url, payload, key, signatureHeader);
				await settled();
			}
			// The IDs stand beside its payload.
			expect(executions).toEqual(
				runs.map((n) => [[{ json: { ...ids, ...payloads[n] }, pairedItem: { item: 0 } }]]),
			);
		},
	);
});
