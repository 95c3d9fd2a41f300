import { fieldsOfSchema, HIGH_LEVEL } from '../platform/nodeOnPlatform';
import { failed } from '../platformApi/fakePlatform';
import { byId, PollingNode, type Platform } from './pollContext';
import { runClock, stopClockAt } from '../../support/clock';

/* What any calendar's bookings, outages and restarts let open: model.test.ts. */

/** A Monday, 8:00 in the zone of the node. */
const NOW = Date.parse('2026-03-02T08:00:00Z');
/** Sets the clock to so many milliseconds after {@link NOW}. */
const at = (ms: number) => void jest.spyOn(Date, 'now').mockReturnValue(NOW + ms);
const DAY_MS = 86_400_000;

/** A free slot; day 2 is the Monday. */
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

/** With how many slots of calendar a each poll starts the workflow, in turn. */
async function countOpened(
	node: PollingNode,
	...lists: Array<Platform[string]>
): Promise<number[]> {
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

it('an item has the fields that the example of the output has, for the editor before a run', async () => {
	const named = { __rl: true, mode: 'list', value: 'a', cachedResultName: 'Visits (a)' };
	const node = nodeWith({ calendars: { values: [{ calendarId: named }] } });
	await node.poll({ a: [] });

	const [item] = (await node.poll({ a: [free(9)] })) ?? [];

	const ofExample = fieldsOfSchema('output', 'SlotTrigger');
	const file = 'nodes/SlotTrigger/__schema__/v1.0.0/output.json';
	const missing = Object.keys(item).filter((name) => !ofExample.includes(name));
	const idle = ofExample.filter((name) => !(name in item));
	expect(missing.map((name) => `Add '${name}' to ${file}`)).toEqual([]);
	expect(idle.map((name) => `Remove '${name}' from ${file}`)).toEqual([]);
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
		"Node: More than 20 slots became free at once on 2026-03-02 in the calendar 'a'. If the calendar only now offers that day, set 'Calendar Offers (Days)' in 'Options'.",
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

	const watch = (node: PollingNode, ...ids: string[]) =>
		Object.assign(node.parameters, { calendars: { values: ids.map(byId) } });

	it('of a calendar that was watched before does not keep a change from being published, and is shown', async () => {
		const node = nodeWith();
		await node.poll();
		node.parameters.daysAhead = 5;

		const items = await node.poll({ a: unknown });

		expect(items).toBeNull();
		expect(node.shown).toHaveLength(1);
	});

	it('of a calendar that is added keeps the change from being published, as often as that is tried', async () => {
		const node = nodeWith();
		await node.poll();
		watch(node, 'a', 'b');

		await expect(node.poll({ b: unknown })).rejects.toThrow("'b' was not found");
		await expect(node.poll({ b: unknown })).rejects.toThrow("'b' was not found");
	});

	it('of a calendar that is added keeps the change from being published, also while an older poll is under way', async () => {
		const node = nodeWith();
		await node.poll();
		const olderPoll = node.poll();
		watch(node, 'a', 'b');

		await expect(node.poll({ b: unknown })).rejects.toThrow("'b' was not found");
		await olderPoll;
	});

	it('of a calendar that stays does not keep another one from being added', async () => {
		const node = nodeWith();
		await node.poll();
		watch(node, 'a', 'c');

		const items = await node.poll({ a: unknown });

		expect(items).toBeNull();
	});

	interface LaterPolls {
		/** For each poll, the calendars that it asked, in their order. */
		asked: string[];
		/** What was shown of all of them. */
		shown: string[];
	}

	/** Polls a node that has polled before, once for each platform. @param ids of its calendars, a letter each */
	async function pollAgain(ids: string, ...platforms: Platform[]): Promise<LaterPolls> {
		const node = nodeWith({}, ...ids);
		await node.poll();
		const asked: string[] = [];
		for (const platform of platforms) {
			node.asked.length = 0;
			await node.poll(platform);
			asked.push(node.asked.join(''));
		}
		return { asked, shown: node.shown };
	}

	const timeOut = failed(408, {}, { 'retry-after': '3600' });

	it('of two calendars in a row is an outage, which ends the poll', async () => {
		const { asked } = await pollAgain('abc', { a: timeOut, b: down });

		expect(asked).toEqual(['ab']);
	});

	it('of all calendars is shown once', async () => {
		const outage = { a: timeOut, b: down, c: down };

		const { shown } = await pollAgain('abc', outage, outage);

		expect(shown).toEqual([expect.stringMatching(/^(?!Calendar).*503/)]);
	});

	it('that ended a poll lets the next one begin behind it', async () => {
		const outage = { a: timeOut, b: down, c: timeOut };

		const { asked } = await pollAgain('abc', outage, outage, {});

		expect(asked).toEqual(['ab', 'ca', 'bca']);
	});

	it('of one calendar alone is shown as its own, once the others are read again', async () => {
		const outage = { a: timeOut, b: down, c: timeOut };

		const { shown } = await pollAgain('abc', outage, outage, { b: down }, { b: down });

		expect(shown).toEqual([
			expect.stringMatching(/^(?!Calendar).*503/),
			expect.stringMatching(/^Calendar 'b': .*503/),
		]);
	});

	it('of all calendars is shown again after they were read in between', async () => {
		const outage = { a: timeOut, b: down, c: down };

		const { shown } = await pollAgain('abc', outage, {}, outage);

		expect(shown).toHaveLength(2);
	});

	it.each<{ between: string; platform: Platform; shownCount: number }>([
		{ between: 'one that is read', platform: { a: down, c: down }, shownCount: 2 },
		{
			between: 'one that is not there',
			platform: { a: down, b: unknown, c: down },
			shownCount: 3,
		},
	])(
		'of two calendars, with $between between them, is no outage',
		async ({ platform, shownCount }) => {
			const { asked, shown } = await pollAgain('abc', platform);

			expect(asked).toEqual(['abc']);
			expect(shown).toHaveLength(shownCount);
		},
	);

	it.each([{ response: { _dates_: 'none' } }, { response: '<html>' }])(
		'of two calendars in a row whose response cannot be read is one of each: %j',
		async (unreadable) => {
			const { asked, shown } = await pollAgain('abc', { a: unreadable, b: unreadable });
			expect(asked).toEqual(['abc']);
			expect(shown).toEqual([
				expect.stringMatching(/^Calendar 'a'/),
				expect.stringMatching(/^Calendar 'b'/),
			]);
		},
	);

	it('of the rate limit is one of all calendars, and ends the poll', async () => {
		const { asked, shown } = await pollAgain('abc', { a: limited });
		expect(asked).toEqual(['a']);
		expect(shown).toEqual([expect.stringMatching(/^(?!Calendar)/)]);
	});

	/** What a calendar responds after so many seconds. */
	const after = (seconds: number): Platform[string] => {
		const slots = [free(12)];
		return async () => await new Promise((resolve) => setTimeout(resolve, seconds * 1_000, slots));
	};

	it.each([
		{ seconds: 19, shown: [], isRead: true },
		{
			seconds: 21,
			shown: [
				"Calendar 'a': The platform at api.example.com could not be reached (no response in time, ETIMEDOUT)",
			],
			isRead: false,
		},
	])(
		'is what takes longer than 20 seconds, and the next calendar is read: $seconds',
		async ({ seconds, shown, isRead }) => {
			const node = nodeWith({}, 'a', 'b');
			await node.poll();
			runClock();

			const polling = node.poll({ a: after(seconds), b: [free(14)] });
			await jest.advanceTimersByTimeAsync(30_000);
			const items = await polling;

			expect(node.shown).toEqual(shown);
			expect(items?.map(({ calendarId }) => calendarId)).toEqual(isRead ? ['a', 'b'] : ['b']);
		},
	);

	it('is not shown again because a poll did not get to its calendar', async () => {
		const b = { b: unknown };
		const { shown } = await pollAgain('ab', b, { a: limited, ...b }, b);
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
		expect(await countOpened(restarted, [free(12)], [free(12)])).toEqual([0, 0]);
		expect([...restarted.logged, ...node.logged]).toEqual([
			'Node: It continues from 2026-03-02T08:02:00+00:00, when n8n last saved its data. What was taken after that and became free before now does not start the workflow.',
		]);
	});

	it('is also what n8n did not save, before a change is published', async () => {
		const node = nodeWith();
		expect(await countOpened(node, [free(12)], [])).toEqual([0, 0]);
		node.publish();
		expect(await countOpened(node, [free(12)])).toEqual([1]);
	});

	it('is what another process has learned since', async () => {
		const node = nodeWith();
		await node.poll({ a: [free(12)] });
		at(60_000);
		const other = node.restarted();
		await other.poll();
		node.memory = other.memory;
		expect(await countOpened(node, [free(12)])).toEqual([1]);
	});

	it('is not what a poll found whose result n8n drops, since a change was published meanwhile', async () => {
		const node = nodeWith();
		await node.poll();
		const dropped = node.poll({ a: [free(12)] });
		node.parameters.daysAhead = 4;
		expect(await countOpened(node, [free(12)])).toEqual([1]);
		await dropped;
		node.publish();
		expect(await countOpened(node, [free(12)])).toEqual([0]);
	});

	it('lets nothing open where the clock is five days ahead for one poll, and later what opens in these days', async () => {
		const node = nodeWith({ daysAhead: 14 });
		const days = Array.from({ length: 20 }, (_, day) => free(0, 30, 2 + day));
		for (const ahead of [0, 5, 0]) {
			at(ahead * DAY_MS);
			expect(await countOpened(node, days.slice(ahead))).toEqual([0]);
		}
		expect(await countOpened(node, [...days, free(15, 30, 3)])).toEqual([1]);
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
		expect(await countOpened(node, () => lists.shift() ?? [], days)).toEqual([0, 0]);
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

	describe.each([
		{ what: 'all', left: [] },
		{ what: 'several days', left: many },
		{ what: 'the days before', left: [days[1]] },
	])('at once ($what)', ({ left }) => {
		it('has not been taken, where the next poll lists it again', async () => {
			const opened = await countOpened(nodeWith(), all, left, all);

			expect(opened).toEqual([0, 0, 0]);
		});

		it('leaves what it was before: of a window that has grown, the added time opens', async () => {
			const grown = [free(10, 60), ...all.slice(1)];

			const opened = await countOpened(nodeWith(), all, left, grown);

			expect(opened).toEqual([0, 0, 1]);
		});

		it('has been taken, where the next poll confirms it: what is listed later has opened', async () => {
			const again = [...left, days[0]];

			const opened = await countOpened(nodeWith(), all, left, left, again);

			expect(opened).toEqual([0, 0, 0, 1]);
		});

		it('is not read a second time once that is over', async () => {
			const node = nodeWith();
			const again = [...left, days[0]];
			await countOpened(node, all, left, left, again);
			node.asked.length = 0;

			await node.poll({ a: again });

			expect(node.asked).toHaveLength(1);
		});
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
		/** With how many slots the third poll starts the workflow. */
		opens: number;
	}

	it.each<Shrinking>([
		{
			what: 'a slot of a day that has others is one that was taken',
			free: apart,
			reading: [apart[0]],
			reads: 1,
			opens: 1,
		},
		{
			what: 'a day, while another is free, was taken',
			free: [...apart, other],
			reading: [other],
			nextReading: [other],
			reads: 2,
			opens: 2,
		},
		{
			what: 'of all that is left, a poll has to confirm it',
			free: [free(10, 60), free(11)],
			reading: [],
			nextReading: [],
			reads: 2,
			opens: 0,
		},
		{
			what: 'a second reading with less is not believed',
			free: [...apart, other],
			reading: apart,
			nextReading: [],
			reads: 2,
			opens: 1,
		},
		{
			what: 'one appointment takes a slot, though nothing is left',
			free: [free(12)],
			reading: [],
			nextReading: [],
			reads: 2,
			opens: 1,
		},
		{
			what: 'one appointment takes three that overlap, though nothing is left',
			free: [free(10, 120), free(11, 120), free(12, 120)],
			reading: [],
			nextReading: [],
			reads: 2,
			opens: 3,
		},
	])('$what', async ({ free: all, reading, nextReading = [], reads, opens }) => {
		const node = nodeWith();
		await node.poll({ a: all });
		node.asked.length = 0;
		const readings = [reading, nextReading];
		await node.poll({ a: () => readings.shift() ?? [] });
		const asked = node.asked.length;

		const openedAtThirdPoll = await countOpened(node, all);

		expect(asked).toBe(reads);
		expect(openedAtThirdPoll).toEqual([opens]);
	});
});

it('while a poll is under way, the next one of the node does nothing', async () => {
	const node = nodeWith();
	await node.poll();
	const a = [free(12)];

	const [first, second] = await Promise.all([node.poll({ a }), node.poll({ a })]);
	const later = await node.poll({ a: [...a, free(13)] });

	expect(first).toHaveLength(1);
	expect(second).toBeNull();
	expect(later).toHaveLength(1);
});

it.each([
	{ other: 'another node of the workflow', id: 'node-2', workflowId: 'one' },
	// Workflows imported from one file have the nodes' IDs in common.
	{ other: 'a node of another workflow', id: 'node-1', workflowId: 'other' },
])('while a poll is under way, $other polls, too', async ({ id, workflowId }) => {
	const { parameters } = nodeWith();
	const node = new PollingNode(parameters, 'node-1', 'one');
	const other = new PollingNode(parameters, id, workflowId);
	await node.poll();
	await other.poll();
	const a = [free(12)];

	const [items, itemsOfOther] = await Promise.all([node.poll({ a }), other.poll({ a })]);

	expect(items).toHaveLength(1);
	expect(itemsOfOther).toHaveLength(1);
});

describe('a test run', () => {
	const slots = Array.from({ length: 12 }, (_, index) => free(9 + index));

	it('shows ten slots that are free, the first ones of all calendars, and remembers nothing', async () => {
		const node = nodeWith({}, 'a', 'b');

		const found = await node.poll({ a: slots.slice(1), b: [slots[0]] }, 'manual');

		expect(found).toHaveLength(10);
		expect(found).toMatchObject([{ calendarId: 'b' }, ...Array(9).fill({ calendarId: 'a' })]);
		expect(node.memory).toEqual({});
	});

	it('shows fewer where fewer are free', async () => {
		expect(await nodeWith().poll({ a: slots.slice(0, 1) }, 'manual')).toHaveLength(1);
	});

	it('writes them in the language that is set', async () => {
		const node = nodeWith({ options: { language: 'de' } });

		const found = await node.poll({ a: slots.slice(0, 1) }, 'manual');

		expect(found).toMatchObject([{ startText: expect.stringContaining('Montag') }]);
	});

	it('fails where one of the calendars cannot be read', async () => {
		const polling = nodeWith({}, 'a', 'b').poll({ a: slots, b: failed(404) }, 'manual');

		await expect(polling).rejects.toThrow("'b' was not");
	});

	it('fails where there is nothing to show, and says what may keep slots out', async () => {
		const node = nodeWith({ filters: { earliestTime: '23:30' } });

		await expect(node.poll({ a: slots }, 'manual')).rejects.toMatchObject({
			message: 'There is no free slot to show',
			description: "Free a slot on the platform, raise 'Days Ahead', or remove filters.",
		});
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
		{
			own: undefined,
			timezone: 'Asia/Kolkata',
			text: '8:00 – 9:00 PM',
			startTime: '2026-03-02T20:00:00+05:30',
		},
		{
			own: 'UTC',
			timezone: 'UTC',
			text: '2:30 – 3:30 PM',
			startTime: '2026-03-02T14:30:00+00:00',
		},
	])(
		"a start is in the node's zone ($own) or the location's, however it is listed",
		async ({ own, timezone, text, startTime }) => {
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

	it('a record that cannot be read, where the list has changed, is a failure of the calendar, whose slot opens once it can be', async () => {
		const node = nodeOn();
		const grown = calendarWith(['03T10:00', '03T11:00']);
		await node.poll(calendarWith(['03T10:00']));

		const unread = await node.poll({ ...grown, calendars: failed(403) });
		const read = await node.poll(grown);

		expect(unread).toBeNull();
		expect(node.shown).toHaveLength(1);
		expect(read).toMatchObject([{ startTime: '2026-03-03T11:00:00+00:00' }]);
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
