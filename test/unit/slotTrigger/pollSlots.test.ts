import { HIGH_LEVEL } from '../platform/nodeOnPlatform';
import { failed } from '../platformApi/fakePlatform';
import { byId, PollingNode, type Platform } from './pollContext';
import { stopClockAt } from '../../support/clock';

/* What any calendar's bookings, outages and restarts let open: model.test.ts. */

/** A Monday, 8:00 in the zone of the node. */
const NOW = Date.parse('2026-03-02T08:00:00Z');
const at = (ms: number) => void jest.spyOn(Date, 'now').mockReturnValue(NOW + ms);
const DAY_MS = 86_400_000;

const free = (hour: number, minutes = 30, day = 2): [string, string] => {
	const start = Date.UTC(2026, 2, day, hour);
	return [new Date(start).toISOString(), new Date(start + minutes * 60_000).toISOString()];
};

const nodeWith = (parameters = {}, ...ids: string[]) =>
	new PollingNode({
		authentication: 'accessToken',
		calendars: { values: (ids.length > 0 ? ids : ['a']).map(byId) },
		timezone: 'UTC',
		daysAhead: 3,
		...parameters,
	});

/** How many slots of a calendar each poll tells, in turn. */
async function told(node: PollingNode, ...lists: Array<Platform[string]>): Promise<number[]> {
	const counts: number[] = [];
	for (const a of lists) counts.push((await node.poll({ a }))?.length ?? 0);
	return counts;
}

stopClockAt(NOW);

it('slots that open start the workflow in order of time, with window, zone and calendar', async () => {
	const named = { __rl: true, mode: 'list', value: 'b', cachedResultName: 'Visits (b)' };
	const node = nodeWith({
		calendars: { values: [byId('a'), { calendarId: named }] },
		filters: { earliestTime: '10:00', minimumLengthMinutes: 30 },
	});
	await node.poll({ a: [free(9, 60), free(11, 60)] });
	const platform = { a: [free(9, 180)], b: [free(14), free(8), free(10)] };
	const found = await node.poll(platform);
	expect(found).toEqual([
		{
			date: '2026-03-02',
			startTime: '2026-03-02T10:00:00+00:00',
			endTime: '2026-03-02T11:00:00+00:00',
			startText: 'Monday, Mar 2, 10:00 – 11:00 AM UTC',
			timezone: 'UTC',
			windowStartTime: '2026-03-02T09:00:00+00:00',
			windowEndTime: '2026-03-02T12:00:00+00:00',
			calendarId: 'a',
		},
		...['10', '14'].map((hour) =>
			expect.objectContaining({
				startTime: `2026-03-02T${hour}:00:00+00:00`,
				calendarId: 'b',
				calendarName: 'Visits',
			}),
		),
	]);
	expect(await node.poll(platform)).toBeNull();
});

it('the date of time that opens after midnight is that of the time, not of the window around it', async () => {
	const node = nodeWith();
	await node.poll({ a: [free(22, 120)] });
	expect(await node.poll({ a: [free(22, 240)] })).toMatchObject([
		{ date: '2026-03-03', windowStartTime: '2026-03-02T22:00:00+00:00' },
	]);
});

describe('more than a thousand slots', () => {
	/** An hour long, 24 on each of the 59 days from tomorrow on. */
	const slots = Array.from({ length: 59 * 24 }, (_, hours) => free(hours, 60, 3));

	it('that open at once all start the workflow', async () => {
		const node = nodeWith({ daysAhead: 60 });
		await node.poll({ a: [] });

		const opened = await node.poll({ a: slots });

		expect(opened).toHaveLength(slots.length);
	});

	it('that were free before are all remembered', async () => {
		const node = nodeWith({ daysAhead: 60 });
		await node.poll({ a: slots.slice(1) });

		const opened = await node.poll({ a: slots });

		expect(opened).toMatchObject([{ startTime: '2026-03-03T00:00:00+00:00' }]);
	});

	it('that open and pass the filters of their day all start the workflow', async () => {
		const node = nodeWith({ daysAhead: 60, filters: { firstOfDay: true } });
		await node.poll({ a: [] });

		const opened = await node.poll({ a: slots });

		expect(opened).toHaveLength(59);
	});
});

it('the platform is asked for the days that are watched, one more before and two after, whose slots are left out', async () => {
	const asked: unknown[] = [];
	const a: Platform[string] = (query) => {
		asked.push(query);
		return [];
	};
	await nodeWith({ daysAhead: 3 }).poll({ a });
	expect(asked[0]).toMatchObject({ startDate: '2026-03-01', endDate: '2026-03-06' });
});

it('slots of a whole day that open at once are named in the log', async () => {
	const node = nodeWith();
	const day = Array.from({ length: 21 }, (_, n) => free(8, 10 + n));
	for (const a of [[], day.slice(1), [], []]) await node.poll({ a });
	expect(node.logged).toEqual([]);
	await node.poll({ a: day });
	expect(node.logged).toEqual([
		expect.stringMatching(/20 slots.* 2026-03-02 in the calendar 'a'.*'Calendar Offers/),
	]);
});

describe('a failure', () => {
	const unknown = failed(404);
	const down = failed(503, {}, { 'retry-after': '3600' });
	const limited = failed(429, {}, { 'retry-after': '3600' });

	interface FirstFailure {
		what: string;
		response: Platform[string];
		message: string;
		calendarId?: string;
	}

	it.each<FirstFailure>([
		{ what: 'status 404', response: unknown, message: "'a' was not found" },
		{
			what: 'no dates',
			response: { response: { _dates_: 'none' } },
			message: "Calendar 'a': The response is not a list",
		},
		{
			what: 'words alone',
			response: { response: { message: 'Maintenance' } },
			message: 'did not respond with what',
		},
		{ what: 'status 503', response: down, message: '503' },
		{
			what: 'an id that fits into no address',
			calendarId: '..',
			response: [],
			message: "'..' is not an ID",
		},
	])(
		'at the first poll of its calendar is thrown, and nothing is remembered: $what',
		async ({ calendarId = 'a', response, message }) => {
			const node = nodeWith({}, calendarId, 'b');

			await expect(node.poll({ [calendarId]: response })).rejects.toThrow(message);

			expect(node.asked).toContain('b');
			expect(node.memory).toEqual({});
			expect(node.shown).toEqual([]);
		},
	);

	it.each([
		{ status: 401, response: failed(401) },
		{ status: 429, response: limited },
	])(
		'with $status, which all calendars would have, is thrown before the next one is asked',
		async ({ response }) => {
			const node = nodeWith({}, 'a', 'b');

			await expect(node.poll({ a: response })).rejects.toThrow();

			expect(node.asked).not.toContain('b');
			expect(node.memory).toEqual({});
			expect(node.shown).toEqual([]);
		},
	);

	it('of a credential that cannot be read is thrown, and no calendar is asked', async () => {
		const credential = {
			get accessToken(): string {
				throw new Error('locked');
			},
		};
		const node = Object.assign(nodeWith(), { credential });
		await expect(node.poll()).rejects.toThrow(/^(?!Calendar).*locked/);
		expect(node.asked).toEqual([]);
	});

	it('keeps a change from being published where a calendar is added, also while an older poll is under way', async () => {
		const node = nodeWith();
		await node.poll();
		node.parameters.daysAhead = 5;
		expect(await node.poll({ a: unknown })).toBeNull();
		expect(node.shown).toHaveLength(1);
		const watch = (...ids: string[]) => (node.parameters.calendars = { values: ids.map(byId) });
		const slow = node.poll();
		watch('a', 'b');
		for (let n = 0; n < 2; n++)
			await expect(node.poll({ b: unknown })).rejects.toThrow("'b' was not found");
		await slow;
		watch('a', 'c');
		expect(await node.poll({ a: unknown })).toBeNull();
	});

	/** What later polls show and ask, in turn. */
	async function turns(ids: string, ...platforms: Platform[]) {
		const node = nodeWith({}, ...ids);
		await node.poll();
		const asked = [];
		for (const platform of platforms) {
			node.asked.length = 0;
			await node.poll(platform);
			asked.push(node.asked.join(''));
		}
		return { asked, shown: node.shown };
	}

	it('of two calendars in a row is an outage: it ends the poll, is told once, and the next poll begins behind it', async () => {
		const [first, third] = [408, 500].map((code) => failed(code, {}, { 'retry-after': '3600' }));
		const outage = { a: first, b: down, c: third };
		const moved = { ...outage, b: failed(302) };
		const { asked, shown } = await turns('abc', outage, outage, { b: down }, { b: down }, moved);
		expect(asked).toEqual(['ab', 'ca', 'bca', 'bca', 'bc']);
		expect(shown).toEqual([
			expect.stringMatching(/^(?!Calendar).*503/),
			expect.stringMatching(/^Calendar 'b': .*503/),
			expect.stringMatching(/^(?!Calendar).*500/),
		]);
	});

	it.each<Platform>([
		{ a: down, c: down },
		{ a: down, b: unknown, c: down },
	])('of two calendars apart is none: %#', async (platform) => {
		const { asked, shown } = await turns('abc', platform);
		expect([asked, shown.length]).toEqual([['abc'], Object.keys(platform).length]);
	});

	it.each([{ response: { _dates_: 'none' } }, { response: '<html>' }])(
		'of two calendars in a row whose response cannot be read is one of each: %j',
		async (unreadable) => {
			const { asked, shown } = await turns('abc', { a: unreadable, b: unreadable });
			expect(asked).toEqual(['abc']);
			expect(shown).toEqual([
				expect.stringMatching(/^Calendar 'a'/),
				expect.stringMatching(/^Calendar 'b'/),
			]);
		},
	);

	it('of the rate limit is one of all calendars, and ends the poll', async () => {
		const { asked, shown } = await turns('abc', { a: limited });
		expect(asked).toEqual(['a']);
		expect(shown).toEqual([expect.stringMatching(/^(?!Calendar)/)]);
	});

	it('is not shown again because a poll did not get to its calendar', async () => {
		const b = { b: unknown };
		const { shown } = await turns('ab', b, { a: limited, ...b }, b);
		expect(shown).toEqual([
			expect.stringMatching(/^(?!Calendar).*not found/),
			'The platform received too many requests',
		]);
	});
});

describe('what is remembered', () => {
	it('begins with the first poll of a calendar, and ends with the calendar', async () => {
		const node = nodeWith();
		for (const ids of [['a'], ['a', 'b'], ['a']]) {
			node.parameters.calendars = { values: ids.map(byId) };
			expect(await node.poll({ b: [free(12)] })).toBeNull();
			expect(Object.keys(node.memory.watched!)).toEqual(ids);
		}
	});

	it('is what n8n saved where n8n was started again, and the log says once from when', async () => {
		const node = nodeWith();
		await node.poll();
		at(120_000);
		await node.poll({ a: [free(12)] });
		at(180_000);
		const restarted = node.restarted();
		expect(await told(restarted, [free(12)], [free(12)])).toEqual([0, 0]);
		expect([...restarted.logged, ...node.logged]).toEqual([
			expect.stringContaining('continues from 2026-03-02T08:02:00+00:00'),
		]);
	});

	it('is also what n8n did not save, before a change is published', async () => {
		const node = nodeWith();
		expect(await told(node, [free(12)], [])).toEqual([0, 0]);
		node.publish();
		expect(await told(node, [free(12)])).toEqual([1]);
	});

	it('is what another process has learned since', async () => {
		const node = nodeWith();
		await node.poll({ a: [free(12)] });
		at(60_000);
		const other = node.restarted();
		await other.poll();
		node.memory = other.memory;
		expect(await told(node, [free(12)])).toEqual([1]);
	});

	it('is not what a poll found whose result n8n drops, since a change was published meanwhile', async () => {
		const node = nodeWith();
		await node.poll();
		const dropped = node.poll({ a: [free(12)] });
		node.parameters.daysAhead = 4;
		expect(await told(node, [free(12)])).toEqual([1]);
		await dropped;
		node.publish();
		expect(await told(node, [free(12)])).toEqual([0]);
	});

	it('lets nothing open where the clock is five days ahead for one poll, and later what opens in these days', async () => {
		const node = nodeWith({ daysAhead: 14 });
		const days = Array.from({ length: 20 }, (_, day) => free(0, 30, 2 + day));
		for (const ahead of [0, 5, 0]) {
			at(ahead * DAY_MS);
			expect(await told(node, days.slice(ahead))).toEqual([0]);
		}
		expect(await told(node, [...days, free(15, 30, 3)])).toEqual([1]);
	});
});

describe('what is missing by mistake', () => {
	const many = [free(10), free(12), free(14)];
	const days = [3, 4].map((day) => free(12, 30, day));
	const all = [...many, ...days];
	const apart = [free(10), free(14)];
	const other = free(12, 30, 3);

	it('of a day that is new is read again', async () => {
		const node = nodeWith({ daysAhead: 1 });
		await node.poll({ a: [free(12)] });
		at(DAY_MS);
		const lists = [[], days];
		expect(await told(node, () => lists.shift() ?? [], days)).toEqual([0, 0]);
	});

	it('is what it was before, also where it lies before what is left: of a window that grows then, the added time opens', async () => {
		const node = nodeWith();
		const [soon, tomorrow, last] = [free(10), free(12, 30, 3), free(12, 30, 4)];
		await node.poll({ a: [soon, tomorrow, last] });
		await node.poll({ a: [last] });
		const opened = await node.poll({ a: [free(10, 60), tomorrow, last] });
		expect(opened).toMatchObject([{ startTime: '2026-03-02T10:30:00+00:00' }]);
	});

	it('is not what has begun', async () => {
		const node = nodeWith();
		await node.poll({ a: [free(9)] });
		at(2 * 3_600_000);
		await node.poll();
		expect(node.asked).toEqual(['a', 'a', 'a']);
	});

	it.each([
		['all', []],
		['several days', many],
		['the days before', [days[1]]],
	])('in a whole poll (%s) counts only when the next poll confirms it', async (_what, left) => {
		const node = nodeWith();
		const again = [...left, days[0]];
		const grown = [free(10, 60), ...all.slice(1)];
		expect(await told(node, all, left, grown, left, left, again)).toEqual([0, 0, 1, 0, 0, 1]);
		node.asked.length = 0;
		await node.poll({ a: again });
		expect(node.asked).toHaveLength(1);
	});

	type Times = Array<[string, string]>;
	interface Shrinking {
		what: string;
		/** What is free at the first poll, and at the third. */
		free: Times;
		/** What the second poll reads, and then reads again where it does so. */
		reading: Times;
		nextReading?: Times;
		reads: number;
		/** How many slots the third poll tells. */
		tells: number;
	}

	it.each<Shrinking>([
		{
			what: 'a slot of a day that has others is one that was taken',
			free: apart,
			reading: [apart[0]],
			reads: 1,
			tells: 1,
		},
		{
			what: 'a day, while another is free, was taken',
			free: [...apart, other],
			reading: [other],
			nextReading: [other],
			reads: 2,
			tells: 2,
		},
		{
			what: 'of all that is left, a poll has to confirm it',
			free: [free(10, 60), free(11)],
			reading: [],
			nextReading: [],
			reads: 2,
			tells: 0,
		},
		{
			what: 'a second reading with less is not believed',
			free: [...apart, other],
			reading: apart,
			nextReading: [],
			reads: 2,
			tells: 1,
		},
		{
			what: 'one appointment takes a slot, though nothing is left',
			free: [free(12)],
			reading: [],
			nextReading: [],
			reads: 2,
			tells: 1,
		},
		{
			what: 'one appointment takes three that overlap, though nothing is left',
			free: [free(10, 120), free(11, 120), free(12, 120)],
			reading: [],
			nextReading: [],
			reads: 2,
			tells: 3,
		},
	])('$what', async ({ free: all, reading, nextReading = [], reads, tells }) => {
		const node = nodeWith();
		await node.poll({ a: all });
		node.asked.length = 0;
		const readings = [reading, nextReading];
		await node.poll({ a: () => readings.shift() ?? [] });
		const asked = node.asked.length;

		const toldAtThirdPoll = await told(node, all);

		expect(asked).toBe(reads);
		expect(toldAtThirdPoll).toEqual([tells]);
	});
});

it('while a poll is under way, the next one of the node does nothing, and one of another node or workflow does', async () => {
	const { parameters } = nodeWith();
	// Workflows imported from one file have the nodes' ids in common.
	const nodes = [
		['node-1', 'one'],
		['node-2', 'one'],
		['node-1', 'other'],
	].map(([id, workflowId]) => new PollingNode(parameters, id, workflowId));
	for (const node of nodes) await node.poll({});
	const a = [free(12)];
	const polls = await Promise.all([...nodes, nodes[0]].map(async (node) => await node.poll({ a })));
	expect(polls.map((items) => items?.length)).toEqual([1, 1, 1, undefined]);
	expect(await nodes[0].poll({ a: [...a, free(13)] })).toHaveLength(1);
});

it('a test run shows ten slots that are free, and remembers nothing', async () => {
	const slots = Array.from({ length: 12 }, (_, index) => free(9 + index));
	const node = nodeWith({}, 'a', 'b');
	const found = await node.poll({ a: slots.slice(1), b: [slots[0]] }, 'manual');
	expect(found).toHaveLength(10);
	expect(found?.slice(0, 2).map(({ calendarId }) => calendarId)).toEqual(['b', 'a']);
	expect(node.memory).toEqual({});
	expect(await node.poll({ a: slots.slice(0, 1) }, 'manual')).toHaveLength(1);
	node.parameters.options = { language: 'de' };
	expect(await node.poll({ a: slots }, 'manual')).toMatchObject([
		...Array.from({ length: 10 }, () => ({ startText: expect.stringContaining('Montag') })),
	]);
	await expect(node.poll({ a: slots, b: failed(404) }, 'manual')).rejects.toThrow("'b' was not");
	node.parameters.filters = { earliestTime: '23:30' };
	await expect(node.poll({ a: slots }, 'manual')).rejects.toMatchObject({
		message: 'There is no free slot to show',
		description: expect.stringContaining("'Days Ahead'"),
	});
});

describe('on HighLevel', () => {
	const HOURLY = {
		slotDuration: 60,
		slotDurationUnit: 'mins',
		slotInterval: 60,
		slotIntervalUnit: 'mins',
		allowBookingFor: 1,
		allowBookingForUnit: 'weeks',
	};

	/** A calendar with these starts (`03T10:00`), by this record. */
	const calendarWith = (starts: string[], change = {}, offset = '+00:00'): Platform => {
		const dates: Record<string, { slots: string[] }> = {};
		for (const start of starts)
			(dates[`2026-03-${start.slice(0, 2)}`] ??= { slots: [] }).slots.push(
				`2026-03-${start}:00${offset}`,
			);
		return {
			a: { response: dates },
			calendars: { response: { calendar: { ...HOURLY, ...change } } },
		};
	};
	const nodeOn = (parameters = {}) =>
		Object.assign(nodeWith(parameters), { credential: HIGH_LEVEL });

	it.each([
		[undefined, 'Asia/Kolkata', '8:00 – 9:00 PM', '2026-03-02T20:00:00+05:30'],
		['UTC', 'UTC', '2:30 – 3:30 PM', '2026-03-02T14:30:00+00:00'],
	])(
		"a start is in the node's zone (%s) or the location's, however it is listed",
		async (own, timezone, text, startTime) => {
			const node = Object.assign(nodeOn({ timezone: own }), {
				credential: { ...HIGH_LEVEL, locationId: 'loc-calcutta' },
				locationZone: 'Asia/Kolkata',
			});
			await node.poll(calendarWith([]));
			expect(await node.poll(calendarWith(['02T20:00'], {}, '+05:30'))).toMatchObject([
				{
					startTime,
					windowStartTime: startTime,
					timezone,
					startText: expect.stringContaining(text),
				},
			]);
		},
	);

	it.each([{ slotDuration: 30 }, { slotInterval: 30 }, { allowBookingFor: 2 }])(
		'a record that says something else lets the calendar begin anew: %j',
		async (change) => {
			const node = nodeOn();
			await node.poll(calendarWith(['03T10:00', '03T11:00']));
			const half = ['03T10:00', '03T10:30', '03T11:00', '03T11:30'];
			expect(await node.poll(calendarWith(half, change))).toBeNull();
			expect(await node.poll(calendarWith([...half, '03T12:00'], change))).toHaveLength(1);
		},
	);

	it('a record that only takes slots away is noted, so that what opens later starts the workflow', async () => {
		const node = nodeOn();
		const change = { slotInterval: 120 };
		await node.poll(calendarWith(['03T10:00', '03T11:00']));
		expect(await node.poll(calendarWith(['03T10:00'], change))).toBeNull();
		expect(await node.poll(calendarWith(['03T10:00', '03T12:00'], change))).toHaveLength(1);
	});

	it('a day that the calendar offers since today opens nothing', async () => {
		const node = nodeOn({ daysAhead: 14, options: { calendarOffersDays: 14 } });
		await node.poll(calendarWith(['08T10:00']));
		at(DAY_MS);
		expect(await node.poll(calendarWith(['08T10:00', '09T10:00']))).toBeNull();
		expect(await node.poll(calendarWith(['08T10:00', '09T10:00', '09T11:00']))).toHaveLength(1);
	});

	it('the record is read only where the list of slots has changed', async () => {
		const node = nodeOn();
		const lists = [['03T10:00'], ['03T10:00'], ['03T10:00', '03T11:00'], ['03T10:00', '03T11:00']];
		for (const list of lists) await node.poll(calendarWith(list));
		expect(node.asked).toEqual(['calendars', 'a', 'a', 'a', 'a', 'calendars', 'a']);
	});
});
