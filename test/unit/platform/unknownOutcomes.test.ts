import { failed, lost } from '../platformApi/fakePlatform';
import { at, last, run, withoutPauses } from './bookings';

withoutPauses();

const [nine, ten] = [at(9), at(10)];
const done = { id: 'appt-1' };
const refused = failed(400, { message: 'The slot is not available' });
const conflict = failed(409, { message: 'Conflict' });
/** What says of itself that nothing was changed. */
const unsent = [lost('ENOTFOUND'), failed(429, {}, { 'retry-after': '3600' }), failed(401), failed(403)];
const sendOnceMore = { options: { onUnknownOutcome: 'sendOnceMore' } };

describe.each(['book', 'reschedule', 'cancel'] as const)('%s', (operation) => {
	it('sends nothing again without being told to', async () => {
		const { error, starts } = await last({ operation, tries: [[lost()]] });
		expect(error).toMatchObject({ context: { outcomeUnknown: true } });
		expect(starts).toHaveLength(1);
	});

	it('keeps the outcome unknown where the repeat tells nothing', async () => {
		const others = { book: [failed(404)], reschedule: [failed(404), conflict], cancel: [conflict] }[operation];
		for (const second of [lost(), refused, ...others, ...unsent]) {
			const { error } = await last({ operation, parameters: sendOnceMore, tries: [[lost(), second]] });
			expect(error).toMatchObject({ context: { outcomeUnknown: true } });
		}
	});
});

describe.each(['book', 'reschedule'] as const)('%s', (operation) => {
	const word = operation === 'book' ? 'booked' : 'rescheduled';

	it('finds out by the same write, three seconds later', async () => {
		const { json, starts } = await last({ operation, parameters: sendOnceMore, tries: [[lost(), done]] });
		expect(json).toMatchObject([{ [word]: true, startTime: nine.startTime }]);
		expect(starts).toEqual([nine.startTime, nine.startTime]);
		expect(jest.mocked(setTimeout).mock.calls.map(([, ms]) => ms)).toEqual([3_000]);
	});

	it.each([refused, conflict])('books nothing around what may be its own, and says so', async (second) => {
		const parameters = { whenTaken: 'nextFree', options: { simplify: false } };
		const { error, starts, days } = await last({ operation, parameters, tries: [[lost()], [second]]});
		expect(error).toMatchObject({ httpCode: String(second.response.status), context: { outcomeUnknown: true } });
		expect(error?.description).toMatch(/^No other slot was tried.*The platform says: "(Conflict|The slot is not available)"$/);
		expect([starts, days]).toEqual([[nine.startTime], []]);
	});

	it.each(unsent)('says that it still is unknown where a further try cannot be sent', async (second) => {
		const { error } = await last({ operation, tries: [[lost()], [second]] });
		expect(error?.description).toMatch(/Check on the platform what was booked\. \S/);
		expect(error?.description).not.toContain('Nothing was changed');
		expect(error).toMatchObject({ context: { outcomeUnknown: true } });
	});

	it('says of a missing calendar or appointment what it is, on a further try too', async () => {
		const { error } = await last({ operation, tries: [[lost()], [failed(404)]] });
		expect(error?.message).toMatch(/was not found/);
	});

	it.each([
		['once more', sendOnceMore, [[refused, lost(), done]]],
		['at a further try', {}, [[refused, lost()], [done]]],
	])('sends the slot of the lost response %s, not the wanted one', async (_, options, tries) => {
		const ends = await run({ operation, parameters: { ...options, whenTaken: 'nextFree' }, tries });
		expect(ends.flatMap(({ starts }) => starts)).toEqual([nine, ten, ten].map(({ startTime }) => startTime));
		expect(ends.at(-1)?.json).toMatchObject([{ [word]: true, startTime: ten.startTime, wantedStartTime: nine.startTime }]);
	});

	it('stops with a refusal for another reason than the slot', async () => {
		const { error, starts } = await last({ operation, tries: [[refused, failed(404)]], parameters: { whenTaken: 'nextFree' } });
		expect(error?.message).toMatch(/was not found/);
		expect(starts).toEqual([nine.startTime, ten.startTime]);
	});

	it('tells that nothing else was tried where the free slots cannot be read', async () => {
		const { error } = await last({ operation, tries: [[refused]], free: failed(403) });
		expect(error?.description).toMatch(/The platform says: "The slot is not available" The free slots could not be read/);
	});
});

describe('book', () => {
	it.each([
		['a conflict on the repeat', [[lost(), conflict]], {}],
		['a conflict on a further try', [[lost(), lost()], [conflict]], {}],
		['a conflict on the repeat for the next slot', [[refused, lost(), conflict]], { whenTaken: 'nextFree' }],
	])('takes %s for its own booking', async (_, tries, parameters) => {
		const { json } = await last({ operation: 'book', parameters: { options: { ...sendOnceMore.options, title: 'Call' }, ...parameters }, tries });
		expect(json).toMatchObject([{ booked: true, alreadyBooked: true }]);
		// n8n's guideline for 'Simplify'.
		expect(Object.keys(json[0]).length).toBeLessThanOrEqual(10);
	});

	it("takes a refusal on a further try for none, though a conflict would be one", async () => {
		const { error } = await last({ operation: 'book', parameters: sendOnceMore, tries: [[lost(), lost()], [refused]] });
		expect(error).toMatchObject({ context: { outcomeUnknown: true } });
	});

	it('treats a conflict as done only when told to', async () => {
		const { error } = await last({ operation: 'book', tries: [[conflict]] });
		expect(error?.message).toMatch(/already has an appointment in this calendar/);
		const { json } = await last({ operation: 'book', tries: [[conflict]], parameters: { options: { whenAlreadyBooked: 'done' } } });
		expect(json).toMatchObject([{ booked: true, alreadyBooked: true, startTime: nine.startTime }]);
	});

	it('goes on to another slot where the contact has one at the next', async () => {
		const { json, starts } = await last({ operation: 'book', parameters: { whenTaken: 'nextFree' }, tries: [[refused, conflict, done]], free: [10, 15] });
		expect(json).toMatchObject([{ booked: true, startTime: at(15).startTime }]);
		expect(starts).toEqual([nine.startTime, ten.startTime, at(15).startTime]);
	});
});

describe('cancel', () => {
	it.each([
		['done', sendOnceMore, [[lost(), done]], {}],
		['nothing being left', sendOnceMore, [[lost(), failed(404)]], { alreadyCanceled: true }],
		['nothing being left at a further try', {}, [[lost()], [failed(410)]], { alreadyCanceled: true }],
	])('finds out by the repeat: %s', async (_, parameters, tries, more) => {
		const { json, request } = await last({ operation: 'cancel', parameters, tries });
		expect(json).toEqual([{ canceled: true, appointmentId: request, ...more }]);
	});

	it('treats what is gone as done only when told to, and a refusal never', async () => {
		const options = { options: { whenAlreadyCanceled: 'done' } };
		expect((await last({ operation: 'cancel', tries: [[failed(404)]] })).error?.message).toMatch(/was not found/);
		expect((await last({ operation: 'cancel', tries: [[failed(404)]], parameters: options })).json).toMatchObject([{ canceled: true, alreadyCanceled: true }]);
		for (const other of [refused, conflict]) {
			expect((await last({ operation: 'cancel', tries: [[other]], parameters: options })).error?.message).toMatch(/^The platform refused to cancel/);
		}
	});
});
