import {
	CARRIED,
	startExecution,
	type EventKey,
} from '../../../nodes/PlatformTrigger/deduplicate/startExecution';
import { waitAtMost } from '../../support/clock';
import { fakeTrigger } from './fakeTrigger';
import { startProcess } from './triggerWith';

const HOUR_MS = 3_600_000;

let now: number;
beforeEach(() => {
	startProcess();
	// Workers gather marks for a moment.
	waitAtMost(1);
	now = Date.parse('2026-03-02T01:00:00Z');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});

/** A trigger that remembers payloads for 24 hours, with a record of its own. */
function triggerWithRecord() {
	const record = new Set<string>();
	const writes: string[][] = [];
	/** How many marks n8n is told to keep, at each call. */
	const bounds: number[] = [];
	const helpers = {
		checkProcessedAndRecord: async (
			marks: string[],
			_scope: string,
			{ maxEntries }: { maxEntries: number },
		) => {
			bounds.push(maxEntries);
			writes.push(marks);
			const processed = marks.filter((mark) => record.has(mark));
			for (const mark of marks) record.add(mark);
			return await Promise.resolve({ processed });
		},
		removeProcessed: async (marks: string[]) => {
			for (const mark of marks) record.delete(mark);
			await Promise.resolve();
		},
	};
	const settings = { hoursToRememberPayloads: 24, eventsToRemember: 500 };
	const { context } = fakeTrigger();

	/** @returns true where the workflow continues behind the trigger */
	async function runs(key: EventKey, mode = 'webhook'): Promise<boolean> {
		const execution = Object.assign(Object.create(context) as never, {
			getInputData: () => [{ json: {}, [CARRIED]: key }],
			getMode: () => mode,
			getNodeParameter: (name: string) => (name === 'settings' ? settings : ''),
			addExecutionHints: () => {},
			helpers,
		});
		const [items] = await startExecution.call(execution);
		return items.length > 0;
	}

	return { runs, bounds, writes };
}

it('n8n is told to keep the marks of as many events as are to be remembered: a payload has two, or three', async () => {
	const { runs, bounds } = triggerWithRecord();

	await runs({ event: 'by ID', isPayload: false });
	await runs({ event: 'by payload', isPayload: true });
	await runs({ event: 'by payload in a delivery', isPayload: true, deliveryId: 'd-1' });

	expect([...new Set(bounds)]).toEqual([500, 1_000, 1_500]);
});

it.each([
	['its ID', false],
	['its payload', true],
])(
	'an event that is known by %s runs once, and again where a person retries it',
	async (_by, isPayload) => {
		const key = { event: 'event', isPayload };
		const { runs } = triggerWithRecord();
		expect(await runs(key)).toBe(true);
		expect(await runs(key)).toBe(false);
		expect(await runs(key, 'retry')).toBe(true);
	},
);

it('a worker, which has not received the delivery, writes its event again: the write of another worker can lose it', async () => {
	const { runs, writes } = triggerWithRecord();

	await runs({ event: 'event', isPayload: false });
	// Its turn comes after all writes of the first one.
	await runs({ event: 'next', isPayload: false });

	expect(writes.slice(0, 3)).toEqual([['event'], ['event'], ['next']]);
});

it('a payload is forgotten when its hours are over, also where it was repeated within them', async () => {
	const key = { event: 'event', isPayload: true };
	const { runs } = triggerWithRecord();
	expect(await runs(key)).toBe(true);
	now += 12 * HOUR_MS;
	expect(await runs(key)).toBe(false);
	now += 12 * HOUR_MS;
	expect(await runs(key)).toBe(true);
});

it.each([
	['the same delivery', 'd-1', false],
	['another delivery', 'd-2', true],
	['a delivery without an ID', undefined, true],
])('after the hours of a payload, it runs again in %s (%j): %j', async (_in, deliveryId, again) => {
	const key = { event: 'event', isPayload: true };
	const { runs } = triggerWithRecord();
	expect(await runs({ ...key, deliveryId: 'd-1' })).toBe(true);
	now += 48 * HOUR_MS;
	expect(await runs({ ...key, deliveryId })).toBe(again);
});

it('another payload runs also in the same delivery, whose ID nobody signs', async () => {
	const { runs } = triggerWithRecord();
	await runs({ event: 'event', isPayload: true, deliveryId: 'd-1' });

	expect(await runs({ event: 'other event', isPayload: true, deliveryId: 'd-1' })).toBe(true);
});

it.each([
	['ContactCreate', 0],
	// HighLevel's name for it.
	['UNINSTALL', 1],
])('with an output for each event, %s leaves by its own: %d', async (type, output) => {
	const events = ['ContactCreate', 'app.deleted'];
	const parameters = { events, settings: { outputPerEvent: true } };
	const { context } = fakeTrigger(parameters, {
		getInputData: () => [{ json: { type } }],
		getNodeOutputs: () => events.map((displayName) => ({ displayName })),
	});
	const outputs = await startExecution.call(context);
	expect(outputs.map((items) => items.length)).toEqual(output === 0 ? [1, 0] : [0, 1]);
});

describe('what the workflow is told', () => {
	const key: EventKey = { event: 'event', isPayload: true };

	/** The execution of an event, with a record that works or not. */
	function executionOf(checkProcessedAndRecord: (marks: string[]) => Promise<object>) {
		const hints: string[] = [];
		const { context, lines } = fakeTrigger(
			{ events: ['ContactCreate'], settings: {} },
			{
				getInputData: () => [{ json: { type: 'ContactCreate' }, [CARRIED]: key }],
				addExecutionHints: (hint: { message: string }) => hints.push(hint.message),
				helpers: { checkProcessedAndRecord, removeProcessed: async () => await Promise.resolve() },
			},
		);
		return { context, lines, hints };
	}

	it('is the event alone, without what the trigger carries for itself', async () => {
		const { context } = executionOf(async () => await Promise.resolve({ processed: [] }));
		expect(await startExecution.call(context)).toEqual([[{ json: { type: 'ContactCreate' } }]]);
	});

	it('of a repeat is a hint, which says why nothing goes on', async () => {
		const { context, hints } = executionOf(
			async (marks) => await Promise.resolve({ processed: marks }),
		);
		expect(await startExecution.call(context)).toEqual([[]]);
		expect(hints).toEqual([
			"A delivery with the same payload started the workflow within the last 24 hours, so nothing after the trigger runs. If it was another event, enter the field with an event's unique ID as 'Event ID Field', or lower 'Hours to Remember Payloads'.",
		]);
	});

	it('goes on where the event cannot be recorded, which the log says', async () => {
		const { context, lines } = executionOf(async () => {
			throw await Promise.resolve(new Error('SQLITE_BUSY'));
		});
		expect(await startExecution.call(context)).toHaveLength(1);
		expect(lines).toEqual([
			"Trigger in workflow 'Bookings' (w-1) could not record that an event was started: The event runs anyway, and may run again if it is repeated after a restart. Check n8n's database.",
		]);
	});
});
