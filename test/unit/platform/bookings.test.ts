import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import { at, last, run, withoutPauses } from './bookings';
import { byId, TOOL } from './nodeOnPlatform';

withoutPauses();

const [nine, ten, eleven] = [9, 10, 11].map((hour) => at(hour));
const done = { id: 'appt-1' };
const words = 'The platform says: "The slot is not available"';
const taken = failed(400, { message: 'The slot is not available' });
const silent = failed(400, '');
const conflict = failed(409, { message: 'Conflict' });
/** Responses to one write, which say that nothing was changed. */
const unsent = [
	Array.from({ length: 4 }, () => lost('ENOTFOUND')),
	[failed(429, {}, { 'retry-after': '3600' })],
	[failed(401)],
	[failed(403)],
];

const nextFree = { whenTaken: 'nextFree' };
const alternatives = { whenTaken: 'alternatives', maxAlternatives: 2 };
const tool = { node: TOOL };

const daysOf = ({ sent }: Awaited<ReturnType<typeof last>>) =>
	sent.flatMap(({ method, qs }) => (method === 'GET' ? [[qs?.startDate, qs?.endDate]] : []));
const startsOf = (...slots: Array<typeof nine>) => slots.map(({ startTime }) => startTime);

describe.each([
	['book', 'booked'],
	['reschedule', 'rescheduled'],
])('%s', (operation, word) => {
	it('Stop: names the nearest free starts, and sends nothing more', async () => {
		const ended = await last(operation, { write: taken, free: [8, 10, 11, 15] });
		expect(ended.error).toMatchObject({
			message: expect.stringMatching(
				/^The slot on Nov 23, 9:00 to 9:30 \(UTC\) is not available\. Nearest free starts on Nov 23: 8:00, 10:00, 11:00 \[/,
			) as string,
			httpCode: '400',
			description: `Choose another slot, or set 'When Slot Is Taken' to return or use another one. ${words}`,
		});
		expect(ended.starts).toEqual([nine.startTime]);
		// From the day before on, a week, and a day more at both ends.
		expect(daysOf(ended)).toEqual([['2026-11-21', '2026-12-02']]);
	});

	it.each([
		['stop', '7 days', /Choose another day or length\.$/],
		['nextFree', '24 hours', /Raise 'Max Delay \(Hours\)', or choose another time\.$/],
		['alternatives', '7 days', /Choose another day or length\.$/],
	])(
		'%s: says so where none is free, and nothing for a platform that says nothing',
		async (whenTaken, within, whatToDo) => {
			const { told } = await last(operation, { write: silent, free: [] }, { whenTaken });
			expect(told).toContain(
				`is not available: the calendar has no free slot of this length within ${within}`,
			);
			expect(told).toMatch(whatToDo);
		},
	);

	it('Stop: tells a model only what it can do, and returns it alternatives unless it is told to stop', async () => {
		const platform = { write: taken, free: [-8, 30] };
		expect((await last(operation, platform, { whenTaken: 'stop' }, tool)).told).toMatch(
			/Nearest free starts on Nov 22: 16:00; Nov 24: 6:00\. Choose another slot\. The platform says: "The slot is not available"$/,
		);
		const { json, told } = await last(operation, platform, {}, tool);
		expect(told).toMatch(/^The slot is not available\. Offer the alternatives/);
		expect(json).toMatchObject([
			{
				reason: 'slotNotFree',
				alternatives: [
					{ Sun: ['2026-11-22T16:00+00:00/2026-11-22T16:30+00:00'] },
					{ Tue: ['2026-11-24T06:00+00:00/2026-11-24T06:30+00:00'] },
				],
			},
		]);
	});

	it('Stop: looks from today on for a slot that has begun', async () => {
		const begun = { startTime: '2026-11-20T12:00:00Z', endTime: '2026-11-21T13:00:00Z' };
		const platform = { write: taken, free: [-37, -36, -35.5] };
		expect(daysOf(await last(operation, platform, begun))).toEqual([['2026-11-20', '2026-11-30']]);
		const now = { startTime: at(-36.25).startTime, endTime: at(-35.75).startTime };
		expect((await last(operation, platform, now)).told).toMatch(
			/Nearest free starts on Nov 21: 12:30 \[/,
		);
	});

	it.each([true, false])(
		'Return Alternatives: puts them out, nearest first (simplified: %s)',
		async (simplify) => {
			const parameters = { ...alternatives, options: { simplify } };
			const { json } = await last(operation, { write: taken, free: [10, 11, 15] }, parameters);
			const offered = { reason: 'slotNotFree', timezone: 'UTC', alternatives: [ten, eleven] };
			expect(json).toMatchObject([{ [word]: false, ...nine, ...offered }]);
			expect(json[0].message).toBe(
				`The slot is not available. Choose one of the alternatives and send its startTime and endTime. ${words}`,
			);
			expect('startLocal' in json[0]).toBe(!simplify);
			expect(json[0]).not.toHaveProperty('appointment');
		},
	);

	it.each([
		[[9], /although the calendar lists it as free: the calendar has no other free slot/],
		[[9, 10], /as free\. Nearest free starts on.*Correct what the platform's message names/],
	])(
		'Stop: asks to correct what the platform names, where the list still has the slot: %j',
		async (free, expected) => {
			expect((await last(operation, { write: silent, free })).told).toMatch(expected);
		},
	);

	it.each([
		[taken, /^The slot is not available\./],
		[silent, /^The slot was refused, although the calendar lists it as free\./],
	])(
		'Return Alternatives: puts them out without the slot where the list still has it',
		async (write, message) => {
			const { json, told } = await last(operation, { write, free: [9, 10] }, alternatives);
			expect(json).toMatchObject([{ [word]: false, alternatives: [ten] }]);
			expect(told).toMatch(message);
		},
	);

	it('Use Next Free Slot: goes on while the next ones are taken too', async () => {
		const free = [[10, 11], [11]];
		const platform = { write: [taken, taken, done], free: () => free.shift() ?? [] };
		const { starts, json } = await last(operation, platform, nextFree);
		expect(starts).toEqual(startsOf(nine, ten, eleven));
		expect(json).toMatchObject([{ ...eleven, wantedStartTime: nine.startTime }]);
	});

	it('Use Next Free Slot: stops at a slot that is refused although it stays free, without a word of the slot', async () => {
		const unknownUser = failed(400, { message: 'The user is unknown' });
		const platform = { write: [taken, unknownUser], free: [10, 11] };
		const { told, starts } = await last(operation, platform, nextFree);
		expect(told).toMatch(/did not accept the request.*The user is unknown/);
		expect(starts).toEqual(startsOf(nine, ten));
	});

	it.each([
		'The slot is not available',
		'This time is no longer available',
		'The user is already booked',
	])(
		'Use Next Free Slot: goes on at a slot that is still listed, where the platform says: %s',
		async (message) => {
			const platform = { write: [failed(400, { message }), done], free: [9, 10] };
			const { json } = await last(operation, platform, nextFree);
			expect(json).toMatchObject([{ ...ten, wantedStartTime: nine.startTime }]);
		},
	);

	it('Use Next Free Slot: tries 25 more at most', async () => {
		const rest = Array.from({ length: 40 }, (_, index) => 10 + index / 2);
		// The slot that was refused is no longer listed.
		const free = () => rest.splice(0, 1) && rest;
		const write = [taken, ...Array(30).fill(failed(400, { message: 'Taken, too' }))];
		const { told, starts } = await last(
			operation,
			{ write, free },
			{ ...nextFree, withinHours: 48 },
		);
		expect(starts).toHaveLength(26);
		expect(told).toContain('no free slot of this length within 48 hours');
		expect(told).toContain(words);
	});

	it('Use Next Free Slot: counts the delay from the wanted slot, also once the next one is taken, too', async () => {
		const platform = { write: [taken, taken], free: [10, 33.5] };
		expect((await last(operation, platform, nextFree)).told).toContain('within 24 hours');
	});

	it.each(operation === 'book' ? [taken] : [taken, conflict])(
		'books nothing around what may be its own, and says so',
		async (second) => {
			const ended = await last(operation, { tries: [[lost()], [second]] }, nextFree);
			expect(ended.error).toMatchObject({
				httpCode: String(second.response.status),
				context: { outcomeUnknown: true },
			});
			expect(ended.told).toMatch(
				/No other slot was tried.*The platform says: "(Conflict|The slot is not available)"$/,
			);
			expect([ended.starts, daysOf(ended)]).toEqual([[nine.startTime], []]);
		},
	);

	it.each(unsent)(
		'says that it still is unknown where a further try cannot be sent',
		async (...second) => {
			const { error, told } = await last(operation, { tries: [[lost()], second] });
			expect(told).toMatch(/Check on the platform what was booked\. \S/);
			expect(told).not.toContain('Nothing was changed');
			expect(error).toMatchObject({ context: { outcomeUnknown: true } });
		},
	);

	it('says of a missing calendar or appointment what it is, on a further try too', async () => {
		const { told } = await last(operation, { tries: [[lost()], [failed(404)]] });
		expect(told).toContain('was not found');
	});

	it('sends the slot of the lost response at a further try, not the wanted one', async () => {
		const ends = await run(operation, { tries: [[taken, lost()], [done]] }, nextFree);
		expect(ends.map(({ starts }) => starts)).toEqual([startsOf(nine, ten), startsOf(ten)]);
		expect(ends[1].json).toMatchObject([
			{ [word]: true, startTime: ten.startTime, wantedStartTime: nine.startTime },
		]);
	});

	it('tells that nothing else was tried where the free slots cannot be read', async () => {
		const { told } = await last(operation, { write: taken, free: failed(403) });
		expect(told).toContain(`${words} The free slots could not be read`);
	});

	it('sends a status only where one is chosen, as the choice that is meant or as it is', async () => {
		for (const [appointmentStatus, sent] of [
			['blocked', 'blocked'],
			[' No Show ', 'noshow'],
			[''],
		]) {
			const options = { appointmentStatus };
			const { writes } = await last(operation, { write: done }, { options });
			expect((writes[0].body as IDataObject).appointmentStatus).toBe(sent);
		}
	});
});

it('each item has its own policy', async () => {
	const max = '={{ $json.max }}';
	const parameters = { contactId: max, whenTaken: 'alternatives', maxAlternatives: max };
	const items = [{ max: 1 }, { max: 2 }];
	const platform = { write: [taken, taken], free: [10, 11, 12] };
	const { json } = await last('book', platform, parameters, { items });
	expect(json).toMatchObject([{ alternatives: [ten] }, { alternatives: [ten, eleven] }]);
});

it("Reschedule needs 'Calendar' only to look for other slots", async () => {
	const move = async (write: unknown, more = {}) =>
		await last('reschedule', { write }, { calendarId: byId(''), ...more });
	expect((await move(done)).json).toMatchObject([{ rescheduled: true }]);
	const { told, sent } = await move(taken);
	expect(told).toContain(`${words} Fill in 'Calendar'`);
	expect(sent).toHaveLength(1);
	expect((await move([], nextFree)).told).toContain("'Calendar' is empty");
});

it.each(['book', 'reschedule', 'cancel'])(
	'%s sends nothing again without being told to',
	async (operation) => {
		const { error, writes } = await last(operation, { write: lost() });
		expect(error).toMatchObject({ context: { outcomeUnknown: true } });
		expect(writes).toHaveLength(1);
	},
);

it.each([
	['on a further try', [[lost()], [conflict]], {}, nine],
	['on a further try for the next slot', [[taken, lost()], [conflict]], nextFree, ten],
])('book takes a conflict %s for its own booking', async (_, tries, parameters, slot) => {
	const { json, told } = await last(
		'book',
		{ tries },
		{ options: { title: 'Call' }, ...parameters },
	);
	expect(json).toMatchObject([{ booked: true, alreadyBooked: true, ...slot }]);
	expect(told).toContain('a person has to look up its ID in the calendar');
	// n8n's guideline for 'Simplify'.
	expect(Object.keys(json[0]).length).toBeLessThanOrEqual(10);
});

it('book treats a conflict as done when told to, and by default for a model, which takes a stop for a failure', async () => {
	const meet = async (whenAlreadyBooked?: string, given = {}) =>
		await last('book', { write: conflict }, { options: { whenAlreadyBooked } }, given);
	expect((await meet()).told).toContain('already has an appointment in this calendar');
	for (const ended of [await meet('done'), await meet(undefined, tool)]) {
		expect(ended.json).toMatchObject([{ booked: true, alreadyBooked: true, ...nine }]);
		expect(ended.told).toContain('look up its ID');
	}
	const { error } = await meet('stop', tool);
	expect(error?.message).toContain('a person has to look up its ID in the calendar');
});

it('book goes on to another slot where the contact has one at the next', async () => {
	const platform = { write: [taken, conflict, done], free: [10, 15] };
	const { json, starts } = await last('book', platform, nextFree);
	expect(json).toMatchObject([{ booked: true, startTime: at(15).startTime }]);
	expect(starts).toEqual(startsOf(nine, ten, at(15)));
});

it.each([404, 410])('cancel finds out by a further try: %d', async (status) => {
	const { json } = await last('cancel', { tries: [[lost()], [failed(status)]] });
	expect(json).toMatchObject([{ canceled: true, appointmentId: 'appt-1', alreadyCanceled: true }]);
});

it('cancel treats what is gone as done only when told to, and a refusal never', async () => {
	const cancel = async (write: Error, whenAlreadyCanceled?: string) =>
		await last('cancel', { write }, { options: { whenAlreadyCanceled } });
	expect((await cancel(failed(404))).told).toContain('was not found');
	expect((await cancel(failed(404), 'done')).json).toMatchObject([
		{ canceled: true, alreadyCanceled: true },
	]);
	for (const refusal of [taken, conflict])
		expect((await cancel(refusal, 'done')).told).toMatch(/^The platform refused to cancel/);
});
