import { failed } from '../platformApi/fakePlatform';
import { byId, PollingNode, type Platform } from './pollContext';
import { stopClockAt } from '../../support/clock';

/** A Monday, 8:00 in the zone of the node. */
const NOW = Date.parse('2026-03-02T08:00:00Z');
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

stopClockAt(NOW);

/** The items that start the workflow when these slots open. */
const opening = async (slots: Array<[string, string]>, parameters = {}) => {
	const node = nodeWith(parameters);
	expect(await node.poll({})).toBeNull();
	return await node.poll({ a: slots });
};

describe('slots that open', () => {
	it('start the workflow in order of time, with times, zone and calendar', async () => {
		const node = nodeWith({}, 'a', 'b');
		await node.poll({});
		const found = await node.poll({ a: [free(12)], b: [free(14), free(10)] });
		expect(
			found?.map(
				({ startTime, calendarId }) => `${String(startTime).slice(11, 13)} ${String(calendarId)}`,
			),
		).toEqual(['10 b', '12 a', '14 b']);
		expect(found?.[1]).toEqual({
			date: '2026-03-02',
			startTime: '2026-03-02T12:00:00+00:00',
			endTime: '2026-03-02T12:30:00+00:00',
			startText: 'Monday, Mar 2, 12:00 PM UTC',
			startLocal: '2026-03-02T12:00:00+00:00',
			endLocal: '2026-03-02T12:30:00+00:00',
			timezone: 'UTC',
			windowStartTime: '2026-03-02T12:00:00+00:00',
			windowEndTime: '2026-03-02T12:30:00+00:00',
			calendarId: 'a',
		});
		expect(await node.poll({ a: [free(12)], b: [free(14), free(10)] })).toBeNull();
	});

	it('have the name of the calendar where the list showed one', async () => {
		const named = (value: string, name: string) => ({
			calendarId: { __rl: true, mode: 'list', value, cachedResultName: `${name} (${value})` },
		});
		const node = nodeWith({ calendars: { values: [named('a', 'Calls'), named('b', 'Visits')] } });
		await node.poll({});
		expect(await node.poll({ a: [free(12)], b: [free(13)] })).toMatchObject([
			{ calendarId: 'a', calendarName: 'Calls' },
			{ calendarId: 'b', calendarName: 'Visits' },
		]);
	});

	it('are what has become free, with the window in which it lies', async () => {
		const node = nodeWith({ filters: { earliestTime: '10:00', minimumLengthMinutes: 120 } });
		await node.poll({ a: [free(9, 60), free(11, 60)] });
		const part = { startTime: '2026-03-02T10:00:00+00:00', endTime: '2026-03-02T11:00:00+00:00' };
		const window = {
			windowStartTime: '2026-03-02T09:00:00+00:00',
			windowEndTime: '2026-03-02T12:00:00+00:00',
		};
		expect(await node.poll({ a: [free(9, 180)] })).toMatchObject([{ ...part, ...window }]);
	});

	it('are neither begun, nor too short, nor after the last day', async () => {
		const slots = [free(7), free(12, 29), free(13, 30), free(12, 30, 4), free(12, 30, 5)];
		const found = await opening(slots, { filters: { minimumLengthMinutes: 30 } });
		expect(found?.map(({ startTime }) => startTime)).toEqual([
			'2026-03-02T13:00:00+00:00',
			'2026-03-04T12:00:00+00:00',
		]);
	});
});

describe('a failure', () => {
	const unknown = failed(404);
	const down = failed(503, {}, { 'retry-after': '3600' });

	it.each([unknown, down])(
		'at the first poll of its calendars is thrown, and nothing is remembered',
		async (failure) => {
			const node = nodeWith({}, 'a', 'b');
			await expect(node.poll({ b: failure })).rejects.toThrow(
				failure === down ? '503' : "'b' was not found",
			);
			expect([node.memory, node.shown]).toEqual([{}, []]);
			node.memory.calendars = { another: {} };
			await expect(node.poll({ b: failure })).rejects.toThrow();
		},
	);

	it('of one calendar is shown once, until it was read again', async () => {
		const node = nodeWith({}, 'a', 'b');
		await node.poll({});
		for (const a of [unknown, unknown, [], unknown] as Array<Platform['a']>) {
			await node.poll({ a });
			expect(node.asked.splice(0).slice(-2)).toEqual(['a', 'b']);
		}
		expect(node.shown).toHaveLength(2);
	});

	it('keeps what is remembered, so that what opened meanwhile is found later', async () => {
		const node = nodeWith({}, 'a', 'b');
		await node.poll({ a: [free(10)] });
		expect(await node.poll({ a: unknown, b: [free(12)] })).toMatchObject([{ calendarId: 'b' }]);
		const found = await node.poll({ a: [free(10), free(11)], b: [free(12)] });
		expect(found).toMatchObject([{ calendarId: 'a', startTime: '2026-03-02T11:00:00+00:00' }]);
	});

	it('of the platform ends the poll, is shown once, and the next poll begins behind it', async () => {
		const node = nodeWith({}, 'a', 'b', 'c');
		await node.poll({});
		node.asked.length = 0;
		const turns = [];
		for (const platform of [{ b: down }, { c: down }, { b: down }, { b: down }, {}, {}]) {
			await node.poll(platform as Platform);
			turns.push(node.asked.splice(0).join(''));
		}
		// Behind the last one comes the first.
		expect(turns).toEqual(['ab', 'c', 'ab', 'cab', 'cab', 'abc']);
		expect(node.shown).toHaveLength(1);
	});

	it('is not shown again because a poll did not get to its calendar', async () => {
		const node = nodeWith({}, 'a', 'b');
		for (const platform of [{}, { b: unknown }, { a: down, b: unknown }, { b: unknown }])
			await node.poll(platform as Platform);
		expect(node.shown).toEqual([
			expect.stringContaining('not found'),
			expect.stringContaining('503'),
		]);
	});
});

describe('what is remembered', () => {
	it('begins with the first poll of a calendar, and ends with the calendar', async () => {
		const node = nodeWith({}, 'a');
		for (const ids of [['a'], ['a', 'b'], ['a']]) {
			node.parameters.calendars = { values: ids.map(byId) };
			expect(await node.poll({ b: [free(12)] })).toBeNull();
			expect(Object.keys(node.memory.calendars!)).toEqual(ids);
		}
	});

	it('is all that is free: filters and days that are widened open nothing', async () => {
		const node = nodeWith({ filters: { weekdays: [2], minimumLengthMinutes: 60 } });
		const a = [free(12), free(12, 30, 3), free(12, 30, 5), free(12, 30, 20)];
		await node.poll({ a });
		Object.assign(node.parameters, { filters: {}, daysAhead: 40 });
		expect(await node.poll({ a })).toBeNull();
	});

	it('is also what comes into view before the next poll, a week later', async () => {
		const node = nodeWith({ pollTimes: { item: [{ mode: 'everyWeek' }] } });
		await node.poll({});
		jest.spyOn(Date, 'now').mockReturnValue(NOW + 7 * 86_400_000);
		expect(await node.poll({ a: [free(12, 30, 11)] })).toMatchObject([{ date: '2026-03-11' }]);
	});

	it('is of own calendars only, whatever an id is called', async () => {
		const node = nodeWith({}, 'constructor');
		expect(await node.poll({ constructor: [free(12)] } as unknown as Platform)).toBeNull();
	});
});

describe('the clock', () => {
	const at = (time: string) => void jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));

	it('five days ahead for one poll lets nothing open, and later what opens in these days does so', async () => {
		const node = nodeWith({ daysAhead: 14 });
		const days = Array.from({ length: 20 }, (_, day) => free(12, 30, 2 + day));
		for (const [time, listed] of [
			['02T08:00', days],
			['07T08:00', days.slice(5)],
			['02T08:01', days],
		] as const) {
			at(`2026-03-${time}:00Z`);
			expect(await node.poll({ a: [...listed] })).toBeNull();
		}
		expect(await node.poll({ a: [...days, free(15, 30, 3)] })).toMatchObject([
			{ date: '2026-03-03' },
		]);
	});

	it('set back by an hour lets nothing open, and what opens then does so once', async () => {
		const node = nodeWith();
		const found = [];
		for (const [hour, count] of [
			[8, 2],
			[8, 3],
			[7, 3],
			[7, 4],
			[8, 4],
		]) {
			at(`2026-03-02T0${hour}:00:00Z`);
			found.push(
				(await node.poll({ a: [12, 13, 14, 15].slice(0, count).map((each) => free(each)) }))
					?.length,
			);
		}
		expect(found).toEqual([undefined, 1, undefined, 1, undefined]);
	});
});

describe('a calendar that offers seven days, of fourteen that are watched', () => {
	const HOUR = 3_600_000;
	const offeredAt = (now: number, zoneHours = 0) =>
		Array.from({ length: 7 }, (_, day) =>
			free(10, 30, new Date(now - zoneHours * HOUR).getUTCDate() + day),
		);

	/** From 9 to 17 in its own zone. */
	const daysFrom = (now: number, zoneHours = 0) =>
		offeredAt(now, zoneHours).flatMap(([start]) =>
			[9, 13].map((hour) => free(hour + zoneHours, 240, new Date(start).getUTCDate())),
		);

	/** Polls every hour for so many days; what they started the workflow with. */
	async function watched(
		node: PollingNode,
		from: number,
		days: number,
		listed: (now: number) => Array<[string, string]>,
		step = HOUR,
	) {
		const found = [];
		for (let now = from; now <= from + days * 24 * HOUR; now += step) {
			jest.spyOn(Date, 'now').mockReturnValue(now);
			found.push(...((await node.poll({ a: listed(now) })) ?? []));
		}
		return found;
	}

	it.each([0, 5, -9, -11])(
		'starts nothing by a day more, which comes at its own midnight, %d hours after UTC',
		async (zoneHours) => {
			const node = nodeWith({ daysAhead: 14 });
			expect(await watched(node, NOW, 4, (now) => daysFrom(now, zoneHours))).toEqual([]);
		},
	);

	it('starts nothing by a day that comes later than the one before, or after the zone was changed', async () => {
		const node = nodeWith({ daysAhead: 14, timezone: 'America/New_York' });
		const isLate = (now: number) => new Date(now).getUTCDate() % 2;
		expect(
			await watched(node, NOW, 4, (now) => daysFrom(now - (isLate(now) * HOUR) / 2), HOUR / 4),
		).toEqual([]);
		node.parameters.timezone = 'Asia/Tokyo';
		expect(await watched(node, NOW + 97 * HOUR, 2, (now) => daysFrom(now))).toEqual([]);
	});

	it('starts nothing by a day more once the clock was five days ahead, and does so by a slot that is freed', async () => {
		const node = nodeWith({ daysAhead: 14 });
		const withoutOne = daysFrom(NOW).filter((_, n) => n !== 10);
		for (const ahead of [0, 120, 0]) await watched(node, NOW + ahead * HOUR, 0, () => withoutOne);
		expect(await watched(node, NOW, 0, () => daysFrom(NOW))).toMatchObject([
			{ date: '2026-03-07' },
		]);
		expect(await watched(node, NOW, 4, (now) => daysFrom(now))).toEqual([]);
	});

	it('does so by a slot that is freed, also where it is booked out for days before', async () => {
		const node = nodeWith({ daysAhead: 14 });
		await node.poll({ a: offeredAt(NOW) });
		expect(await watched(node, NOW, 3.1, () => [])).toEqual([]);
		const later = NOW + 75 * HOUR;
		const [, , freed, , , , last] = offeredAt(later);
		expect(await watched(node, later, 0, () => [last])).toMatchObject([{ date: '2026-03-11' }]);
		expect(await watched(node, later, 1, () => [freed, last])).toMatchObject([
			{ date: '2026-03-07' },
		]);
	});

	it('does so by a slot that is freed before a day that it came to offer later', async () => {
		const node = nodeWith({ daysAhead: 14 });
		const [first, second, last] = [2, 7, 8].map((day) => free(12, 30, day));
		for (const a of [[first], [first, last]]) expect(await node.poll({ a })).toBeNull();
		expect(await node.poll({ a: [first, second, last] })).toMatchObject([{ date: '2026-03-07' }]);
	});
});

describe('an empty list', () => {
	const many = [free(10), free(12), free(14)];
	const lists =
		(...given: Array<Array<[string, string]>>) =>
		() =>
			given.shift() ?? [];

	it('that comes once, at first or after slots, is read again, and opens nothing', async () => {
		const node = nodeWith();
		for (let n = 0; n < 2; n++) expect(await node.poll({ a: lists([], many) })).toBeNull();
		expect(await node.poll({ a: many })).toBeNull();
	});

	it('that comes twice is a calendar booked out: one slot that is freed opens, and nobody asks twice for ever', async () => {
		const node = nodeWith();
		await node.poll({ a: many });
		await node.poll({});
		await node.poll({});
		expect(node.asked).toHaveLength(4);
		expect(await node.poll({ a: [many[1]] })).toHaveLength(1);
	});

	it('is no reason to forget, where the second request fails', async () => {
		const node = nodeWith();
		await node.poll({ a: many });
		const turns: Array<Platform['a']> = [[], failed(404)];
		expect(await node.poll({ a: () => turns.shift() as never })).toBeNull();
		expect(await node.poll({ a: [...many, free(16)] })).toHaveLength(1);
	});
});

describe('while a poll is under way', () => {
	it('the next one of the node does nothing, and one of another node or workflow does', async () => {
		const { parameters } = nodeWith();
		// Workflows imported from one file have the nodes' ids in common.
		const nodes = [
			['node-1', 'workflow-1'],
			['node-2', 'workflow-1'],
			['node-1', 'workflow-2'],
		].map(([id, workflowId]) => new PollingNode(parameters, id, workflowId));
		for (const node of nodes) await node.poll({});
		const a = [free(12)];
		const polls = await Promise.all(
			[...nodes, nodes[0]].map(async (node) => await node.poll({ a })),
		);
		expect(polls.map((items) => items?.length)).toEqual([1, 1, 1, undefined]);
		expect(await nodes[0].poll({ a: [...a, free(13)] })).toHaveLength(1);
	});
});

describe('a test run', () => {
	const slots = Array.from({ length: 12 }, (_, index) => free(9 + index));

	it('shows ten slots that are free, and remembers nothing', async () => {
		const node = nodeWith({}, 'a', 'b');
		const found = await node.poll({ a: slots.slice(1), b: [slots[0]] }, 'manual');
		expect(found).toHaveLength(10);
		expect(found?.slice(0, 2).map(({ calendarId }) => calendarId)).toEqual(['b', 'a']);
		expect(node.memory).toEqual({});
	});

	it('says that there is none to show, and what is wrong with a calendar', async () => {
		const late = { filters: { earliestTime: '23:30' } };
		const message = 'No slot is free now, so there is none to show';
		await expect(nodeWith(late).poll({ a: slots }, 'manual')).rejects.toMatchObject({
			message,
			description: expect.stringContaining("'Days Ahead'"),
		});
		await expect(
			nodeWith({}, 'a', 'b').poll({ a: slots, b: failed(404) }, 'manual'),
		).rejects.toThrow("'b' was not found");
	});
});
