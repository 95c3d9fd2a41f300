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

	it.each([
		['when deduplication is switched off', {}, { deduplicate: '={{ "false" }}' }],
		["in the editor's test mode", { mode: 'manual' }, {}],
	] as const)(
		'starts it for each delivery, repeats included, %s',
		async (_when, options, settings) => {
			const { url, executions, column } = await start(options, settings);
			for (let i = 0; i < 2; i++) await deliver(url, EVENT);
			await settled();
			expect([executions.length, column.text, marks()]).toEqual([2, '{}', []]);
		},
	);

	describe('the response', () => {
		it.each([
			['webhookEventId', 1],
			['', 2],
		])(
			'is given when the event is on record, by %p with %i marks in one write',
			async (eventIdField, count) => {
				const { url } = await start({}, { eventIdField });
				const write = jest.spyOn(processedData, 'checkProcessedAndRecord');
				processedData.queryMs = 500;
				expect((await deliver(url, EVENT)).status).toBe(200);
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

	it.each([true, false])(
		'200 only for what has begun (Deduplicate: %p): 503 before, and an execution that begins late makes the repeat none',
		async (deduplicate) => {
			waitAtMost(1_000);
			const { url, executions, rows, options, logs, run } = await start({}, { deduplicate });
			options.elsewhere = () => {};
			expect(await deliver(url, EVENT)).toEqual({ status: 503, text: '' });
			expect(logs).toEqual([
				expect.stringContaining('an execution of the event that has not begun'),
			]);
			await run(rows[0]);
			options.elsewhere = undefined;
			const text = deduplicate ? 'Already processed' : 'Workflow started';
			expect(await deliver(url, EVENT)).toEqual({ status: 200, text });
			await settled();
			expect(executions).toHaveLength(deduplicate ? 1 : 2);
		},
	);

	it('in queue mode, 200 is for what is queued, at once', async () => {
		const { globalConfig } = Reflect.get(WebhookContext.prototype, 'logger', {}) as unknown as {
			globalConfig: { executions: { mode: string } };
		};
		const configuration = globalConfig.executions;
		configuration.mode = 'queue';
		const { url } = await start({ elsewhere: () => {} });
		const began = performance.now();
		for (const text of ['Workflow started', 'Already processed'])
			expect(await deliver(url, EVENT)).toEqual({ status: 200, text });
		configuration.mode = 'regular';
		expect(performance.now() - began).toBeLessThan(1_900);
	});

	it.each(['webhookEventId', ''])(
		'the record holds as many events as the option says, by %p, and a restart leaves it',
		async (eventIdField) => {
			const { url, executions } = await start({}, { eventsToRemember: 100, eventIdField });
			for (let n = 0; n < 130; n++) await deliver(url, event(n));
			await settled();
			expect(marks()).toHaveLength(eventIdField ? 100 : 200);
			restart();
			for (const [n, runs] of [
				[129, 130],
				[31, 130],
				[0, 131],
			]) {
				await deliver(url, event(n));
				await settled();
				expect(executions).toHaveLength(runs);
			}
		},
	);

	/** How often an event has run after each delivery. @param deliveries at so many hours from the first, and whether n8n restarts before */
	async function runsAt(
		settings: IDataObject,
		deliveries: ReadonlyArray<readonly [hours: number, isRestarted: boolean]>,
	): Promise<number[]> {
		const HALF_DAY_MS = 12 * 3_600_000;
		const begun = Math.floor(Date.now() / HALF_DAY_MS) * HALF_DAY_MS + HALF_DAY_MS / 12;
		const clock = jest.spyOn(Date, 'now');
		const running = jest.spyOn(performance, 'now').mockImplementation(() => Date.now());
		const { url, executions } = await start({}, settings);
		const ran: number[] = [];
		for (const [hours, isRestarted] of deliveries) {
			clock.mockReturnValue(begun + hours * 3_600_000);
			if (isRestarted) restart();
			await deliver(url, EVENT);
			await settled();
			ran.push(executions.length);
		}
		for (const each of [clock, running]) each.mockRestore();
		return ran;
	}

	it.each([
		[24, 24.1, 24.1],
		[24, 24.1, 11.5],
		[2, 2.1, 2.1],
		[2, 2.1, 0.9],
		[2, 2.1, 0],
	])(
		'a payload that names no ID is known for at most %d hours, repeats or not, until %d, restarted until %d',
		async (hoursToRememberPayloads, until, restarted) => {
			const settings = { eventIdField: '', hoursToRememberPayloads };
			const hours = [0, hoursToRememberPayloads / 24, hoursToRememberPayloads / 2 - 0.1, until];
			const deliveries = hours.map((at) => [at, at <= restarted] as const);
			expect(await runsAt(settings, deliveries)).toEqual([1, 1, 1, 2]);
		},
	);

	it.each([
		['webhookEventId', 480, 1],
		['webhookEventId', -480, 1],
		['', 12, 1],
		['', -12, 1],
		['', 30, 2],
		['', -30, 2],
	])(
		'by %p, after the clock jumped by %d hours and a restart, has run %d times in all',
		async (eventIdField, hours, runs) => {
			const deliveries = [
				[0, false],
				[hours, true],
				[0, true],
			] as const;
			const settings = { eventIdField, hoursToRememberPayloads: 24 };
			expect(await runsAt(settings, deliveries)).toEqual([1, runs, runs]);
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
		['in the contract by the payload', CONTRACT, '', {}, [0, 1, 2, 3]],
		['from HighLevel by its webhookId', HIGH_LEVEL, '', { contactId: 'c-1' }, [0, 3]],
		['from HighLevel by a field that is typed', HIGH_LEVEL, 'id', { contactId: 'c-1' }, [0]],
	])(
		'an event is told from others %s, also after a restart',
		async (_by, { form, signatureHeader }, eventIdField, ids, runs) => {
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
