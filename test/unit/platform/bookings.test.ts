import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import { at, last, run, withoutPauses } from './bookings';
import { act, byId, TOOL } from './nodeOnPlatform';

withoutPauses();

const [nine, ten] = [at(9), at(10)];
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

const operations = ['book', 'reschedule'] as const;
const nextFree = { whenTaken: 'nextFree' };

describe.each(operations)('%s', (operation) => {
	const word = { book: 'booked', reschedule: 'rescheduled' }[operation];

	it('Stop: names the nearest free starts, and sends nothing more', async () => {
		const { error, starts, days } = await last({
			operation,
			tries: [[taken]],
			free: [8, 10, 11, 15],
		});
		expect(error?.message).toMatch(
			/^The slot on Nov 23, 9:00 to 9:30 \(UTC\) is not available\. Nearest free starts on Nov 23: 8:00, 10:00, 11:00 \[/,
		);
		expect(error).toMatchObject({
			httpCode: '400',
			description: `Choose another slot, or set 'When Slot Is Taken' to return or use another one. ${words}`,
		});
		expect(starts).toEqual([nine.startTime]);
		// From the day before on, a week, and a day more at both ends.
		expect(days).toEqual([['2026-11-21', '2026-12-02']]);
	});

	it.each([
		[{ whenTaken: 'stop' }, '7 days', 'Choose another day or length.'],
		[nextFree, '24 hours', "Raise 'Max Delay (Hours)', or choose another time."],
		[{ whenTaken: 'alternatives' }, '7 days', 'Choose another day or length.'],
	])(
		'%j says so where none is free, and nothing for a platform that says nothing',
		async (parameters, within, whatToDo) => {
			const none = { operation, tries: [[silent]], free: [], parameters };
			const { error, json } = await last(none);
			const [{ message, alternatives } = { message: `${error?.message} ${error?.description}` }] =
				json;
			expect(message).toContain(
				`is not available: the calendar has no free slot of this length within ${within}`,
			);
			expect(String(message).endsWith(whatToDo)).toBe(true);
			expect(alternatives).toEqual(error ? undefined : []);
		},
	);

	it('Stop: tells a model only what it can do, and returns it alternatives unless it is told to stop', async () => {
		const asTool = { operation, tries: [[taken]], free: [-8, 30], node: TOOL };
		const { error } = await last({ ...asTool, parameters: { whenTaken: 'stop' } });
		expect(error?.message).toMatch(
			/Nearest free starts on Nov 22: 16:00; Nov 24: 6:00\. Choose another slot\. The platform says: "The slot is not available"$/,
		);
		expect((await last(asTool)).json).toMatchObject([
			{
				reason: 'slotNotFree',
				message: expect.stringMatching(
					/^The slot is not available\. Offer the alternatives/,
				) as string,
				alternatives: [
					{ Sun: ['2026-11-22T16:00+00:00/2026-11-22T16:30+00:00'] },
					{ Tue: ['2026-11-24T06:00+00:00/2026-11-24T06:30+00:00'] },
				],
			},
		]);
	});

	it('Stop: looks from today on for a slot that has begun', async () => {
		const begun = { startTime: '2026-11-20T12:00:00Z', endTime: '2026-11-21T13:00:00Z' };
		const { days } = await last({ operation, tries: [[taken]], parameters: begun });
		const now = { startTime: at(-36.25).startTime, endTime: at(-35.75).startTime };
		const { error } = await last({
			operation,
			tries: [[taken]],
			parameters: now,
			free: [-37, -36, -35.5],
		});
		expect(error?.message).toMatch(/Nearest free starts on Nov 21: 12:30 \[/);
		expect(days).toEqual([['2026-11-20', '2026-11-30']]);
	});

	const alternatives = { whenTaken: 'alternatives', maxAlternatives: 2 };

	it.each([true, false])(
		'Return Alternatives: puts them out, nearest first (simplified: %s)',
		async (simplify) => {
			const { json } = await last({
				operation,
				tries: [[taken]],
				free: [10, 11, 15],
				parameters: { ...alternatives, options: { simplify } },
			});
			expect(json).toMatchObject([
				{
					[word]: false,
					reason: 'slotNotFree',
					timezone: 'UTC',
					...nine,
					alternatives: [ten, at(11)],
				},
			]);
			expect(json[0].message).toBe(
				`The slot is not available. Choose one of the alternatives and send its startTime and endTime. ${words}`,
			);
			expect('startLocal' in json[0]).toBe(!simplify);
			expect(json[0]).not.toHaveProperty('appointment');
		},
	);

	it('Stop: asks to correct what the platform names, where the list still has the slot, and no other', async () => {
		const { error } = await last({ operation, tries: [[silent]], free: [9] });
		expect(error?.message).toContain(
			'was refused, although the calendar lists it as free: the calendar has no other free slot',
		);
		const { error: another } = await last({ operation, tries: [[silent]], free: [9, 10] });
		expect([another?.message, another?.description]).toEqual([
			expect.stringContaining('lists it as free. Nearest free starts on'),
			expect.stringContaining("Correct what the platform's message names"),
		]);
	});

	it.each([
		[taken, /^The slot is not available\./],
		[silent, /^The slot was refused, although the calendar lists it as free\./],
	])(
		'Return Alternatives: puts them out without the slot where the list still has it',
		async (refusal, message) => {
			const { json } = await last({
				operation,
				tries: [[refusal]],
				free: [9, 10],
				parameters: alternatives,
			});
			expect(json).toMatchObject([
				{ [word]: false, alternatives: [ten], message: expect.stringMatching(message) as string },
			]);
		},
	);

	it('Use Next Free Slot: goes on while the next ones are taken too', async () => {
		const free = [[10, 11], [11]];
		const { starts, json } = await last({
			operation,
			tries: [[taken, taken, done]],
			free: () => free.shift() ?? [],
			parameters: nextFree,
		});
		expect(starts).toEqual([nine, ten, at(11)].map(({ startTime }) => startTime));
		expect(json).toMatchObject([{ ...at(11), wantedStartTime: nine.startTime }]);
	});

	it('Use Next Free Slot: stops at a slot that is refused although it stays free, without a word of the slot', async () => {
		const unknownUser = failed(400, { message: 'The user is unknown' });
		const { error, starts } = await last({
			operation,
			tries: [[taken, unknownUser]],
			free: [10, 11],
			parameters: nextFree,
		});
		expect([error?.message, error?.description]).toEqual([
			expect.stringMatching(/did not accept the request/),
			expect.stringContaining('The user is unknown'),
		]);
		expect(starts).toEqual([nine.startTime, ten.startTime]);
	});

	it.each([
		'The slot is not available',
		'This time is no longer available',
		'The user is already booked',
	])(
		'Use Next Free Slot: goes on at a slot that is still listed, where the platform says: %s',
		async (message) => {
			const { json } = await last({
				operation,
				tries: [[failed(400, { message }), done]],
				free: [9, 10],
				parameters: nextFree,
			});
			expect(json).toMatchObject([{ ...ten, wantedStartTime: nine.startTime }]);
		},
	);

	it('Use Next Free Slot: tries 25 more at most', async () => {
		const rest = Array.from({ length: 40 }, (_, index) => 10 + index / 2);
		// The slot that was refused is no longer listed.
		const free = () => rest.splice(0, 1) && rest;
		const { error } = await last({
			operation,
			tries: [[taken, ...Array(25).fill(failed(400, { message: 'Taken, too' }))]],
			free,
			parameters: { ...nextFree, withinHours: 48 },
		});
		expect(error?.message).toMatch(/no free slot of this length within 48 hours/);
		expect(error?.description).toContain(words);
	});

	it('Use Next Free Slot: counts the delay from the wanted slot, also once the next one is taken, too', async () => {
		const { error } = await last({
			operation,
			tries: [[taken, taken]],
			free: [10, 33.5],
			parameters: nextFree,
		});
		expect(error?.message).toMatch(/no free slot of this length within 24 hours/);
	});

	const refusals = operation === 'book' ? [taken] : [taken, conflict];
	it.each(refusals)('books nothing around what may be its own, and says so', async (second) => {
		const parameters = { whenTaken: 'nextFree', options: { simplify: false } };
		const { error, starts, days } = await last({
			operation,
			parameters,
			tries: [[lost()], [second]],
		});
		expect(error).toMatchObject({
			httpCode: String(second.response.status),
			context: { outcomeUnknown: true },
		});
		expect(error?.description).toMatch(
			/^No other slot was tried.*The platform says: "(Conflict|The slot is not available)"$/,
		);
		expect([starts, days]).toEqual([[nine.startTime], []]);
	});

	it.each(unsent)(
		'says that it still is unknown where a further try cannot be sent',
		async (...second) => {
			const { error } = await last({ operation, tries: [[lost()], second] });
			expect(error?.description).toMatch(/Check on the platform what was booked\. \S/);
			expect(error?.description).not.toContain('Nothing was changed');
			expect(error).toMatchObject({ context: { outcomeUnknown: true } });
		},
	);

	it('says of a missing calendar or appointment what it is, on a further try too', async () => {
		const { error } = await last({ operation, tries: [[lost()], [failed(404)]] });
		expect(error?.message).toMatch(/was not found/);
	});

	it('sends the slot of the lost response at a further try, not the wanted one', async () => {
		const tries = [[taken, lost()], [done]];
		const ends = await run({ operation, parameters: nextFree, tries });
		expect(ends.flatMap(({ starts }) => starts)).toEqual(
			[nine, ten, ten].map(({ startTime }) => startTime),
		);
		expect(ends.at(-1)?.json).toMatchObject([
			{ [word]: true, startTime: ten.startTime, wantedStartTime: nine.startTime },
		]);
	});

	it('tells that nothing else was tried where the free slots cannot be read', async () => {
		const { error } = await last({ operation, tries: [[taken]], free: failed(403) });
		expect(error?.description).toMatch(
			/The platform says: "The slot is not available" The free slots could not be read/,
		);
	});
});

it('each item has its own policy', async () => {
	const more = {
		contactId: '={{ $json.max }}',
		whenTaken: 'alternatives',
		maxAlternatives: '={{ $json.max }}',
	};
	const { json } = await act(
		'appointment.book',
		{ calendarId: byId('cal-1'), slotSource: 'startEnd', ...nine, ...more },
		{
			items: [{ max: 1 }, { max: 2 }],
			responses: ({ method }) =>
				method === 'GET' ? { _dates_: { all: [10, 11, 12].map(at) } } : taken,
		},
	);
	expect(json.map(({ alternatives }) => (alternatives as unknown[]).length)).toEqual([1, 2]);
});

it("Reschedule needs 'Calendar' only to look for other slots", async () => {
	const parameters = { calendarId: byId('') };
	const move = async (tries: unknown[][], more = {}) =>
		await last({ operation: 'reschedule', tries, parameters: { ...parameters, ...more } });
	expect((await move([[done]])).json).toMatchObject([{ rescheduled: true }]);
	const { error, days } = await move([[taken]]);
	expect([error?.description, days]).toEqual([
		expect.stringContaining(`${words} Fill in 'Calendar'`),
		[],
	]);
	expect((await move([[]], nextFree)).error?.message).toContain("'Calendar' is empty");
});

it.each(operations)(
	'%s sends a status only where one is chosen, as the choice that is meant or as it is',
	async (operation) => {
		const ends = [{ appointmentStatus: 'blocked' }, { appointmentStatus: ' No Show ' }, {}].map(
			async (options) => await last({ operation, tries: [[done]], parameters: { options } }),
		);
		expect(
			(await Promise.all(ends)).map(({ sent }) => (sent[0].body as IDataObject).appointmentStatus),
		).toEqual(['blocked', 'noshow', undefined]);
	},
);

describe.each(['book', 'reschedule', 'cancel'] as const)('%s', (operation) => {
	it('sends nothing again without being told to', async () => {
		const { error, starts } = await last({ operation, tries: [[lost()]] });
		expect(error).toMatchObject({ context: { outcomeUnknown: true } });
		expect(starts).toHaveLength(1);
	});
});

it.each<[string, unknown[][], object, object?]>([
	['on a further try', [[lost()], [conflict]], {}],
	['on a further try for the next slot', [[taken, lost()], [conflict]], nextFree, ten],
])('book takes a conflict %s for its own booking', async (_, tries, parameters, slot = nine) => {
	const given = { options: { title: 'Call' }, ...parameters };
	const { json, hints } = await last({ operation: 'book', parameters: given, tries });
	expect(json).toMatchObject([{ booked: true, alreadyBooked: true, ...slot }]);
	expect(hints).toMatchObject([
		{
			message: expect.stringContaining('a person has to look up its ID in the calendar') as string,
		},
	]);
	// n8n's guideline for 'Simplify'.
	expect(Object.keys(json[0]).length).toBeLessThanOrEqual(10);
});

it('book treats a conflict as done only when told to', async () => {
	const { error } = await last({ operation: 'book', tries: [[conflict]] });
	expect(error?.message).toMatch(/already has an appointment in this calendar/);
	const { json } = await last({
		operation: 'book',
		tries: [[conflict]],
		parameters: { options: { whenAlreadyBooked: 'done' } },
	});
	expect(json).toMatchObject([{ booked: true, alreadyBooked: true, startTime: nine.startTime }]);
	const told = { parameters: { options: { whenAlreadyBooked: 'stop' } }, node: TOOL };
	const stopped = await last({ operation: 'book', tries: [[conflict]], ...told });
	expect(stopped.error?.message).toContain('a person has to look up its ID in the calendar');
	// A model takes a stop for a failure.
	const asTool = await last({ operation: 'book', tries: [[conflict]], node: TOOL });
	expect(asTool.json).toMatchObject([
		{ alreadyBooked: true, message: expect.stringContaining('look up its ID') as string },
	]);
});

it('book goes on to another slot where the contact has one at the next', async () => {
	const { json, starts } = await last({
		operation: 'book',
		parameters: nextFree,
		tries: [[taken, conflict, done]],
		free: [10, 15],
	});
	expect(json).toMatchObject([{ booked: true, startTime: at(15).startTime }]);
	expect(starts).toEqual([nine.startTime, ten.startTime, at(15).startTime]);
});

it.each([404, 410])('cancel finds out by a further try: %d', async (status) => {
	const { json, request } = await last({
		operation: 'cancel',
		tries: [[lost()], [failed(status)]],
	});
	expect(json).toEqual([{ canceled: true, appointmentId: request, alreadyCanceled: true }]);
});

it('cancel treats what is gone as done only when told to, and a refusal never', async () => {
	const options = { options: { whenAlreadyCanceled: 'done' } };
	expect((await last({ operation: 'cancel', tries: [[failed(404)]] })).error?.message).toMatch(
		/was not found/,
	);
	expect(
		(await last({ operation: 'cancel', tries: [[failed(404)]], parameters: options })).json,
	).toMatchObject([{ canceled: true, alreadyCanceled: true }]);
	for (const other of [taken, conflict]) {
		expect(
			(await last({ operation: 'cancel', tries: [[other]], parameters: options })).error?.message,
		).toMatch(/^The platform refused to cancel/);
	}
});
