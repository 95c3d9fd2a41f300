import type { IDataObject } from 'n8n-workflow';

import { failed } from '../platformApi/fakePlatform';
import { at, last, NOW } from './bookings';
import { act, byId } from './nodeOnPlatform';
import { stopClockAt } from '../../support/clock';

stopClockAt(NOW);

const taken = failed(400, { message: 'The slot is not available' });
const silent = failed(400, '');
const done = { id: 'appt-1' };
const words = 'The platform says: "The slot is not available"';

const operations = ['book', 'reschedule'] as const;

describe.each(operations)('Stop: %s', (operation) => {
	it('names the nearest free starts, and sends nothing more', async () => {
		const { error, starts, days } = await last({ operation, tries: [[taken]], free: [8, 10, 11, 15] });
		expect(error?.message).toMatch(/^The slot on Nov 23, 9:00 to 9:30 \(UTC\) is not available\. Nearest free starts on Nov 23: 8:00, 10:00, 11:00 \[/);
		expect(error).toMatchObject({ httpCode: '400', description: `Choose another slot, or set 'When Slot Is Taken' to return or use another one. ${words}` });
		expect(starts).toEqual([at(9).startTime]);
		// From the day before on, a week, and a day more at both ends.
		expect(days).toEqual([['2026-11-21', '2026-12-02']]);
	});

	it('says so where none is free, and nothing for a platform that says nothing', async () => {
		const { error } = await last({ operation, tries: [[silent]], free: [] });
		expect(error?.message).toMatch(/is not available: the calendar has no free slot of this length within 7 days/);
		expect(error?.description).toBe('Choose another day or length.');
	});

	it('tells a model only what it can do, and returns it alternatives unless it is told to stop', async () => {
		const asTool = { operation, tries: [[taken]], free: [-8, 30], node: { type: 'n8n-nodes-crm-platform.platformTool' } };
		const { error } = await last({ ...asTool, parameters: { whenTaken: 'stop' } });
		expect(error?.message).toMatch(/Nearest free starts on Nov 22: 16:00; Nov 24: 6:00\. Choose another slot\. The platform says: "The slot is not available"$/);
		expect((await last(asTool)).json).toMatchObject([{ reason: 'slotTaken', alternatives: [at(-8), at(30)] }]);
	});

	it('looks from today on for a slot that has begun', async () => {
		const begun = { startTime: '2026-11-20T12:00:00Z', endTime: '2026-11-21T13:00:00Z' };
		const { days } = await last({ operation, tries: [[taken]], parameters: begun });
		expect(days).toEqual([['2026-11-20', '2026-11-30']]);
	});
});

describe.each(operations)('Return Alternatives: %s', (operation) => {
	const word = operation === 'book' ? 'booked' : 'rescheduled';
	const parameters = { whenTaken: 'alternatives', maxAlternatives: 2 };

	it.each([true, false])('puts them out, nearest first (simplified: %s)', async (simplify) => {
		const { json } = await last({ operation, tries: [[taken]], free: [10, 11, 15], parameters: { ...parameters, options: { simplify } } });
		expect(json).toMatchObject([{ [word]: false, reason: 'slotTaken', timezone: 'UTC', ...at(9), alternatives: [at(10), at(11)] }]);
		expect(json[0].message).toBe(`The slot is not available. Choose one of the alternatives and send its startTime and endTime. ${words}`);
		expect('startLocal' in json[0]).toBe(!simplify);
		expect(json[0]).not.toHaveProperty('appointment');
	});

	it('says so where there are none', async () => {
		const { json } = await last({ operation, tries: [[taken]], free: [], parameters });
		expect(json).toMatchObject([{ [word]: false, alternatives: [] }]);
		expect(json[0].message).toBe(
			`The slot is not available: the calendar has no free slot of this length within 7 days. Choose another day or length. ${words}`,
		);
	});

	it.each([[taken, /^The slot is not available\./], [silent, /^The slot was refused\./]])('puts them out without the slot where the list still has it', async (refusal, message) => {
		const { json } = await last({ operation, tries: [[refusal]], free: [9, 10], parameters });
		expect(json).toMatchObject([{ [word]: false, alternatives: [at(10)], message: expect.stringMatching(message) as string }]);
	});
});

describe.each(operations)('Use Next Free Slot: %s', (operation) => {
	const parameters = { whenTaken: 'nextFree' };

	it('goes on while the next ones are taken too', async () => {
		const free = [[10, 11], [11]];
		const { starts, json } = await last({ operation, tries: [[taken, taken, done]], free: () => free.shift() ?? [], parameters });
		expect(starts).toEqual([9, 10, 11].map((hour) => at(hour).startTime));
		expect(json).toMatchObject([{ ...at(11), wantedStartTime: at(9).startTime }]);
	});

	it('stops at a slot that is refused although it stays free, without a word of the slot', async () => {
		const unknownUser = failed(400, { message: 'The user is unknown' });
		const { error, starts } = await last({ operation, tries: [[taken, unknownUser]], free: [10, 11], parameters });
		expect(error?.message).toMatch(/did not accept the request/);
		expect(starts).toEqual([at(9).startTime, at(10).startTime]);
	});

	it.each(['The slot is not available', 'This time is no longer available'])('goes on at a slot that is still listed, where the platform says: %s', async (message) => {
		const { json } = await last({ operation, tries: [[failed(400, { message }), done]], free: [9, 10], parameters });
		expect(json).toMatchObject([{ ...at(10), wantedStartTime: at(9).startTime }]);
	});

	it('says so without words of the platform where nothing is left', async () => {
		const { error } = await last({ operation, tries: [[silent]], free: [], parameters });
		expect(error?.description).toBe("Raise 'Max Delay (Hours)', or choose another time.");
	});

	it('tries 25 more at most', async () => {
		const rest = Array.from({ length: 40 }, (_, index) => 10 + index / 2);
		// The slot that was refused is no longer listed.
		const free = () => rest.splice(0, 1) && rest;
		const { error } = await last({ operation, tries: [Array(26).fill(taken)], free, parameters: { ...parameters, withinHours: 48 } });
		expect(error?.message).toMatch(/no free slot of this length within 48 hours/);
	});
});

it('each item has its own policy', async () => {
	const [nine, more] = [at(9), { contactId: '={{ $json.max }}', whenTaken: 'alternatives', maxAlternatives: '={{ $json.max }}' }];
	const { json } = await act('appointment.book', { calendarId: byId('cal-1'), slotSource: 'startEnd', ...nine, ...more }, {
		items: [{ max: 1 }, { max: 2 }],
		responses: ({ method }) => (method === 'GET' ? { _dates_: { all: [10, 11, 12].map(at) } } : taken),
	});
	expect(json.map(({ alternatives }) => (alternatives as unknown[]).length)).toEqual([1, 2]);
});

describe('Reschedule', () => {
	it("needs 'Calendar' only to look for other slots", async () => {
		const without = { calendarId: byId('') };
		expect((await last({ operation: 'reschedule', tries: [[done]], parameters: without })).json).toMatchObject([{ rescheduled: true }]);
		const { error, days } = await last({ operation: 'reschedule', tries: [[taken]], parameters: without });
		expect(error?.description).toBe(`See its message below, then correct the fields. ${words} Fill in 'Calendar' to list the nearest free slots.`);
		expect(days).toEqual([]);
		const { error: missing } = await last({ operation: 'reschedule', tries: [[]], parameters: { ...without, whenTaken: 'nextFree' } });
		expect(missing?.message).toContain("'Calendar' is empty");
	});
});

it.each(operations)('%s sends a status only where one is chosen', async (operation) => {
	const ends = [{ appointmentStatus: 'new' }, { appointmentStatus: ' showed ' }, {}].map(async (options) => await last({ operation, tries: [[done]], parameters: { options } }));
	expect((await Promise.all(ends)).map(({ sent }) => (sent[0].body as IDataObject).appointmentStatus)).toEqual(['new', 'showed', undefined]);
});
