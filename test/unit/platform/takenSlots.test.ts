import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import { act, byId } from './nodeOnPlatform';

beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T12:00:00Z')));
afterEach(() => jest.restoreAllMocks());

/** Half an hour from this time of the 23rd on. */
const at = (hours: number) => {
	const start = Date.UTC(2026, 10, 23) + hours * 3_600_000;
	const text = (instant: number) => new Date(instant).toISOString().replace('.000Z', '+00:00');
	return { startTime: text(start), endTime: text(start + 1_800_000) };
};
const taken = failed(400, { message: 'The slot is not available' });
const silent = failed(400, '');
const done = { id: 'appt-1' };
const words = 'The platform says: "The slot is not available"';

interface Case {
	/** Answers to the writes. */
	writes: unknown[];
	/** Hours of free slots. */
	free?: number[];
	parameters?: IDataObject;
	operation?: 'book' | 'reschedule';
	node?: object;
}

async function run({ writes, free = [], parameters, operation = 'book', node }: Case) {
	const rest = [...writes];
	const fields = { calendarId: byId('cal-1'), contactId: 'ada', eventId: 'appt-1', slotSource: 'startEnd', timezone: byId('UTC'), ...at(9) };
	const result = await act(`appointment.${operation}`, { ...fields, ...parameters }, {
		node,
		responses: ({ method }) => (method === 'GET' ? { _dates_: { '2026-11-23': free.map(at) } } : (rest.shift() ?? new Error('No response is left'))),
	});
	expect(rest).toEqual([]);
	const starts = result.sent.filter(({ method }) => method !== 'GET').map(({ body }) => (body as IDataObject).startTime);
	const days = result.sent.filter(({ method }) => method === 'GET').map(({ qs }) => [qs?.startDate, qs?.endDate]);
	return { ...result, starts, days };
}

const operations = ['book', 'reschedule'] as const;

describe.each(operations)('Stop: %s', (operation) => {
	it('names the nearest free starts, and sends nothing more', async () => {
		const { error, starts, days } = await run({ operation, writes: [taken], free: [8, 10, 11, 15] });
		expect(error?.message).toMatch(/^The slot on Nov 23, 9:00 to 9:30 \(UTC\) is not available\. Nearest free starts on Nov 23: 8:00, 10:00, 11:00 \[/);
		expect(error).toMatchObject({ httpCode: '400', description: `Choose another slot, or set 'When Slot Is Taken' to return or use another one. ${words}` });
		expect(starts).toEqual([at(9).startTime]);
		// From the day before on, a week, and a day more at both ends.
		expect(days).toEqual([['2026-11-21', '2026-12-02']]);
	});

	it('says so where none is free, and nothing for a platform that says nothing', async () => {
		const { error } = await run({ operation, writes: [silent] });
		expect(error?.message).toMatch(/is not available: the calendar has no free slot of this length within 7 days/);
		expect(error?.description).toBe('Choose another day or length.');
	});

	it('leaves out the slot itself where the list still has it', async () => {
		const { error } = await run({ operation, writes: [taken], free: [9, 10] });
		expect(error?.message).toMatch(/is not available\. Nearest free starts on Nov 23: 10:00 \[/);
		expect(error?.description).toContain(words);
	});

	it("tells a model only what it can do", async () => {
		const node = { type: 'n8n-nodes-crm-platform.platformTool' };
		const { error } = await run({ operation, writes: [taken], free: [10], node });
		expect(error?.message).toMatch(/Nearest free starts on Nov 23: 10:00\. Choose another slot\. The platform says: "The slot is not available"$/);
	});

	it('looks at the day before too', async () => {
		const { error } = await run({ operation, writes: [taken], free: [-8, 30] });
		expect(error?.message).toMatch(/Nearest free starts on Nov 22: 16:00; Nov 24: 6:00 \[/);
	});

	it.each([{}, { whenTaken: 'nextFree' }])('says where the length is the reason (%j)', async (parameters) => {
		const { error } = await run({ operation, writes: [taken], free: [10, 11], parameters: { ...at(9), endTime: '2026-11-23T09:45:00Z', ...parameters } });
		expect(error?.message).toMatch(/is not available: free slots have 30 minutes at most, so 45 minutes fit in none/);
		expect(error?.description).toMatch(/^Choose (another day or|a shorter) length\./);
	});

	it('looks from today on for a slot that has begun', async () => {
		const begun = { startTime: '2026-11-20T12:00:00Z', endTime: '2026-11-21T13:00:00Z' };
		const { days } = await run({ operation, writes: [taken], parameters: begun });
		expect(days).toEqual([['2026-11-20', '2026-11-30']]);
	});
});

describe.each(operations)('Return Alternatives: %s', (operation) => {
	const word = operation === 'book' ? 'booked' : 'rescheduled';
	const parameters = { whenTaken: 'alternatives', maxAlternatives: 2 };

	it.each([true, false])('puts them out, nearest first (simplified: %s)', async (simplify) => {
		const { json } = await run({ operation, writes: [taken], free: [10, 11, 15], parameters: { ...parameters, simplify } });
		expect(json).toMatchObject([{ [word]: false, reason: 'slotTaken', timezone: 'UTC', ...at(9), alternatives: [at(10), at(11)] }]);
		expect(json[0].message).toBe(`The slot is not available. Choose one of the alternatives and send its startTime and endTime. ${words}`);
		expect('startLocal' in json[0]).toBe(!simplify);
		expect(json[0]).not.toHaveProperty('appointment');
	});

	it('says so where there are none', async () => {
		const { json } = await run({ operation, writes: [taken], parameters });
		expect(json).toMatchObject([{ [word]: false, alternatives: [] }]);
		expect(json[0].message).toBe(
			`The slot is not available: the calendar has no free slot of this length within 7 days. Choose another day or length. ${words}`,
		);
	});

	it.each([[taken, /^The slot is not available\./], [silent, /^The slot was refused\./]])('puts them out without the slot where the list still has it', async (refusal, message) => {
		const { json } = await run({ operation, writes: [refusal], free: [9, 10], parameters });
		expect(json).toMatchObject([{ [word]: false, alternatives: [at(10)], message: expect.stringMatching(message) as string }]);
	});
});

describe.each(operations)('Use Next Free Slot: %s', (operation) => {
	const parameters = { whenTaken: 'nextFree' };

	it('goes on while the next ones are taken too', async () => {
		const free = [[10, 11], [11]];
		const rest = [taken, taken, done];
		const { sent, json } = await act(
			`appointment.${operation}`,
			{ calendarId: byId('cal-1'), contactId: 'ada', eventId: 'appt-1', slotSource: 'startEnd', timezone: byId('UTC'), ...at(9), ...parameters },
			{ responses: ({ method }) => (method === 'GET' ? { _dates_: { '2026-11-23': free.shift()?.map(at) } } : rest.shift()) },
		);
		expect(sent.filter(({ method }) => method !== 'GET').map(({ body }) => (body as IDataObject).startTime)).toEqual([9, 10, 11].map((hour) => at(hour).startTime));
		expect(json).toMatchObject([{ ...at(11), wantedStartTime: at(9).startTime }]);
	});

	it('stops at a slot that is refused although it stays free, without a word of the slot', async () => {
		const unknownUser = failed(400, { message: 'The user is unknown' });
		const { error, starts } = await run({ operation, writes: [taken, unknownUser], free: [10, 11], parameters });
		expect(error?.message).toMatch(/did not accept the request/);
		expect(starts).toEqual([at(9).startTime, at(10).startTime]);
	});

	it.each(['The slot is not available', 'This time is no longer available'])('goes on at a slot that is still listed, where the platform says: %s', async (message) => {
		const { json } = await run({ operation, writes: [failed(400, { message }), done], free: [9, 10], parameters });
		expect(json).toMatchObject([{ ...at(10), wantedStartTime: at(9).startTime }]);
	});

	it('says so without words of the platform where nothing is left', async () => {
		const { error } = await run({ operation, writes: [silent], parameters });
		expect(error?.description).toBe("Raise 'Max Delay (Hours)', or choose another time.");
	});

	it('tries 25 more at most', async () => {
		const rest = Array.from({ length: 40 }, (_, index) => 10 + index / 2);
		const { sent, error } = await act(
			`appointment.${operation}`,
			{ calendarId: byId('cal-1'), contactId: 'ada', eventId: 'appt-1', slotSource: 'startEnd', timezone: byId('UTC'), ...at(9), ...parameters, withinHours: 48 },
			// The slot that was refused is no longer listed.
			{ responses: ({ method }) => (method === 'GET' ? { _dates_: { all: rest.splice(0, 1) && rest.map(at) } } : taken) },
		);
		expect(error?.message).toMatch(/no free slot of this length within 48 hours/);
		expect(sent.filter(({ method }) => method !== 'GET')).toHaveLength(26);
	});
});

describe('Reschedule', () => {
	it("needs 'Calendar' only to look for other slots", async () => {
		const without = { calendarId: byId('') };
		expect((await run({ operation: 'reschedule', writes: [done], parameters: without })).json).toMatchObject([{ rescheduled: true }]);
		const { error, days } = await run({ operation: 'reschedule', writes: [taken], parameters: without });
		expect(error?.description).toBe(`Read its response and change the values. ${words} Fill in 'Calendar' to list the nearest free slots.`);
		expect(days).toEqual([]);
		const { error: missing } = await run({ operation: 'reschedule', writes: [], parameters: { ...without, whenTaken: 'nextFree' } });
		expect(missing?.message).toContain("'Calendar' is empty");
	});

	it('takes no conflict for its own', async () => {
		jest.spyOn(globalThis, 'setTimeout').mockImplementation(((go: () => void) => queueMicrotask(go)) as never);
		const parameters = { eventId: 'appt-2', options: { ifAnswerLost: 'findOut' } };
		const { error } = await run({ operation: 'reschedule', writes: [lost(), failed(409)], parameters });
		expect(error?.message).toMatch(/^Outcome unknown: the connection ended/);
	});
});

it.each([
	[{ appointmentStatus: 'new' }, 'new'],
	[{ appointmentStatus: 'new', otherStatus: ' showed ' }, 'showed'],
	[{}, undefined],
])('the status of %j is %s', async (options, status) => {
	for (const operation of operations) {
		const { sent } = await run({ operation, writes: [done], parameters: { options } });
		expect((sent[0].body as IDataObject).appointmentStatus).toBe(status);
	}
});

it('a cancellation says what was canceled', async () => {
	const { json } = await act('appointment.cancel', { eventId: 'appt-1' }, { responses: [''] });
	expect(json).toEqual([{ deleted: true, eventId: 'appt-1' }]);
});
