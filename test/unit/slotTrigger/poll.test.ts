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

	it('of a whole day are named in the log', async () => {
		const node = nodeWith();
		await node.poll();
		const day = Array.from({ length: 21 }, (_, n) => free(8, 10 + n));
		await node.poll({ a: day.slice(1) });
		expect(node.logged).toEqual([]);
		await node.poll();
		await node.poll();
		await node.poll({ a: day });
		expect(node.logged).toEqual([
			expect.stringMatching(/20 slots.* 2026-03-02 in the calendar 'a'.*'Calendar Offers/),
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
		},
	);

	it('at the first poll of a calendar that is added is thrown, also while an older poll is under way', async () => {
		const node = nodeWith({}, 'a');
		await node.poll();
		const slow = node.poll();
		node.parameters.calendars = { values: ['a', 'b'].map(byId) };
		await expect(node.poll({ b: unknown })).rejects.toThrow("'b' was not found");
		await slow;
	});

	it('of a calendar that was read before does not keep a change from being published', async () => {
		const node = nodeWith({}, 'a');
		await node.poll();
		node.parameters.daysAhead = 5;
		expect(await node.poll({ a: unknown })).toBeNull();
		expect(node.shown).toHaveLength(1);
	});

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

	it('of one calendar, whatever it is, names it, and the others are read', async () => {
		const node = nodeWith({}, 'a', 'b', 'c');
		await node.poll();
		node.asked.length = 0;
		expect(await node.poll({ b: down })).toBeNull();
		expect(await node.poll({ b: down, c: [free(12)] })).toMatchObject([{ calendarId: 'c' }]);
		expect(node.asked.join('')).toBe('abcabc');
		expect(node.shown).toEqual([expect.stringMatching(/^Calendar 'b': .*503/)]);
	});

	it('of two calendars in a row is an outage: it ends the poll, is told once, and the next poll begins behind it', async () => {
		const node = nodeWith({}, 'a', 'b', 'c');
		const outage = { a: down, b: down, c: down };
		await node.poll();
		await node.poll({ b: down });
		node.asked.length = 0;
		const turns = [];
		for (const platform of [outage, outage, { b: down }, { b: down }, outage]) {
			await node.poll(platform);
			turns.push(node.asked.splice(0).join(''));
		}
		expect(turns).toEqual(['ab', 'ca', 'bca', 'bca', 'bc']);
		expect(node.shown).toEqual([
			expect.stringMatching(/^Calendar 'b': .*503/),
			expect.stringMatching(/^(?!Calendar).*503/),
			expect.stringMatching(/^(?!Calendar).*503/),
		]);
	});

	it('is not shown again because a poll did not get to its calendar', async () => {
		const node = nodeWith({}, 'a', 'b');
		const limited = failed(429, {}, { 'retry-after': '3600' });
		for (const platform of [{}, { b: unknown }, { a: limited, b: unknown }, { b: unknown }])
			await node.poll(platform as Platform);
		expect(node.shown).toEqual([
			expect.stringContaining('not found'),
			'The platform received too many requests',
		]);
	});
});

describe('what is remembered', () => {
	it('begins with the first poll of a calendar, and ends with the calendar', async () => {
		const node = nodeWith({}, 'a');
		for (const ids of [['a'], ['a', 'b'], ['a']]) {
			node.parameters.calendars = { values: ids.map(byId) };
			expect(await node.poll({ b: [free(12)] })).toBeNull();
			expect(Object.keys(node.memory.watched!)).toEqual(ids);
		}
	});

	it('is all that is free: filters and days that are widened open nothing', async () => {
		const node = nodeWith({ filters: { weekdays: [2], minimumLengthMinutes: 60 } });
		const a = [free(12), free(12, 30, 3), free(12, 30, 5), free(12, 30, 20)];
		await node.poll({ a });
		Object.assign(node.parameters, { filters: {}, daysAhead: 40 });
		expect(await node.poll({ a })).toBeNull();
	});

	it('is kept when the workflow is published again, though n8n saved nothing since the first poll', async () => {
		const node = nodeWith({ filters: { latestTime: '09:00' } });
		await node.poll();
		expect(await node.poll({ a: [free(12)] })).toBeNull();
		node.parameters.filters = {};
		expect(await node.poll({ a: [free(12)] })).toBeNull();
		expect(await node.poll({ a: [] })).toBeNull();
		node.publish();
		expect(await node.poll({ a: [free(12)] })).toHaveLength(1);
	});

	it('is what n8n saved where n8n was started again, and the log says from when', async () => {
		const node = nodeWith();
		await node.poll();
		jest.spyOn(Date, 'now').mockReturnValue(NOW + 60_000);
		await node.poll({ a: [free(12)] });
		jest.spyOn(Date, 'now').mockReturnValue(NOW + 120_000);
		await node.poll({ a: [free(12), free(14)] }).then(() => node.poll({ a: [free(14)] }));
		const restarted = node.restarted();
		expect(await restarted.poll({ a: [free(12), free(14), free(16)] })).toMatchObject([
			{ startTime: '2026-03-02T16:00:00+00:00' },
		]);
		expect(restarted.logged).toEqual([
			expect.stringContaining('continues from 2026-03-02T08:02:00+00:00'),
		]);
		await restarted.poll();
		expect([restarted.logged.length, node.logged.length]).toEqual([1, 0]);
	});

	it('is not what a poll found whose result n8n drops, since a change was published meanwhile', async () => {
		const node = nodeWith();
		await node.poll();
		const dropped = node.poll({ a: [free(12)] });
		node.parameters.daysAhead = 4;
		expect(await node.poll({ a: [free(12)] })).toHaveLength(1);
		await dropped;
		node.publish();
		expect(await node.poll({ a: [free(12)] })).toBeNull();
	});

	it('is of no use where an earlier version of the node wrote it', async () => {
		const node = nodeWith();
		node.memory.calendars = { a: { from: 0, until: NOW * 2, free: [] } };
		expect(await node.poll({ a: [free(12)] })).toBeNull();
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
});

describe('what is missing by mistake', () => {
	const many = [free(10), free(12), free(14)];
	const days = [3, 4].map((day) => free(12, 30, day));
	const lists =
		(...given: Array<Array<[string, string]>>) =>
		() =>
			given.shift() ?? [];

	it('in one response, at first or later, a day or all, is read again, and opens nothing', async () => {
		const node = nodeWith();
		const all = [...many, ...days];
		for (const missing of [[], [], many, days])
			expect(await node.poll({ a: lists(missing, all) })).toBeNull();
		expect(await node.poll({ a: all })).toBeNull();
	});

	it('of a day that is new is read again', async () => {
		const node = nodeWith({ daysAhead: 1 });
		await node.poll({ a: [free(12)] });
		jest.spyOn(Date, 'now').mockReturnValue(NOW + 86_400_000);
		for (const a of [lists([], days), days]) expect(await node.poll({ a })).toBeNull();
	});

	it.each([
		['all', []],
		['several days', many],
	])('in a whole poll (%s) counts only when the next poll confirms it', async (_what, left) => {
		const node = nodeWith();
		const all = [...many, ...days];
		for (const a of [all, left, all]) expect(await node.poll({ a })).toBeNull();
		for (const a of [left, left]) expect(await node.poll({ a })).toBeNull();
		expect(await node.poll({ a: [...left, days[0]] })).toHaveLength(1);
		node.asked.length = 0;
		await node.poll({ a: [...left, days[0]] });
		expect(node.asked).toHaveLength(1);
	});

	it('does not keep what is free otherwise from starting the workflow', async () => {
		const node = nodeWith();
		await node.poll({ a: [...many, ...days] });
		expect(await node.poll({ a: [...many, free(16)] })).toHaveLength(1);
		expect(await node.poll({ a: [...many, ...days, free(16)] })).toBeNull();
	});

	it.each([[[free(12)]], [[free(10, 120), free(11, 120)]]])(
		'is not what one appointment takes, though nothing is left: %j',
		async (a) => {
			const node = nodeWith();
			for (const listed of [a, []]) expect(await node.poll({ a: listed })).toBeNull();
			expect(await node.poll({ a })).toHaveLength(a.length);
		},
	);

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
			['node-1', 'one'],
			['node-2', 'one'],
			['node-1', 'other'],
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
