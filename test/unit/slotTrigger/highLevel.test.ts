import { HIGH_LEVEL } from '../platform/nodeOnPlatform';
import { byId, PollingNode } from './pollContext';
import { stopClockAt } from '../../support/clock';

stopClockAt('2026-03-02T08:00:00Z');

it('slots that open start the workflow with the offset with which HighLevel lists their starts, in the zone of its location', async () => {
	const node = new PollingNode({
		authentication: 'accessToken',
		calendars: { values: [byId('a')] },
	});
	node.credential = { ...HIGH_LEVEL, locationId: 'loc-calcutta' };
	node.locationZone = 'Asia/Kolkata';
	const calendars = { response: { calendar: { slotDuration: 30, slotDurationUnit: 'mins' } } };
	await node.poll({ a: { response: {} }, calendars });
	const [start, end] = ['2026-03-02T20:00:00+05:30', '2026-03-02T20:30:00+05:30'];
	const times = { startTime: start, endTime: end, windowStartTime: start, windowEndTime: end };
	const inZone = { timezone: 'Asia/Kolkata', startText: expect.stringContaining('8:00 PM') };
	expect(
		await node.poll({ a: { response: { '2026-03-02': { slots: [start] } } }, calendars }),
	).toMatchObject([{ ...times, ...inZone }]);
});

describe('the record of the calendar', () => {
	const HOURLY = {
		...{ slotDuration: 60, slotDurationUnit: 'mins', slotInterval: 60, slotIntervalUnit: 'mins' },
		...{ allowBookingFor: 1, allowBookingForUnit: 'weeks' },
	};
	const listed = (...starts: string[]) => {
		const dates: Record<string, { slots: string[] }> = {};
		for (const start of starts) {
			const [day, time] = start.split(' ');
			(dates[`2026-03-${day}`] ??= { slots: [] }).slots.push(`2026-03-${day}T${time}:00+00:00`);
		}
		return { response: dates };
	};
	const nodeWith = (parameters = {}) => {
		const node = new PollingNode({
			authentication: 'accessToken',
			calendars: { values: [byId('a')] },
			timezone: 'UTC',
			...parameters,
		});
		node.credential = HIGH_LEVEL;
		return node;
	};
	const polled = async (node: PollingNode, starts: string[], record: object = HOURLY) => {
		const calendars = { response: { calendar: record } };
		return (await node.poll({ a: listed(...starts), calendars }))?.map(
			({ startTime }) => startTime,
		);
	};

	it.each([
		['length', { slotDuration: 30 }],
		['interval', { slotInterval: 30 }],
		['limit', { allowBookingFor: 2 }],
	])('with another %s lets the calendar begin anew', async (_what, change) => {
		const node = nodeWith();
		const record = { ...HOURLY, ...change };
		await polled(node, ['03 10:00', '03 11:00']);
		const half = ['03 10:00', '03 10:30', '03 11:00', '03 11:30'];
		expect(await polled(node, half, record)).toBeUndefined();
		expect(await polled(node, [...half, '03 12:00'], record)).toEqual([
			'2026-03-03T12:00:00+00:00',
		]);
	});

	it('is read only where the list of slots has changed', async () => {
		const node = nodeWith();
		await polled(node, ['03 10:00']);
		node.asked.length = 0;
		for (const starts of [['03 10:00'], ['03 10:00', '03 11:00'], ['03 10:00', '03 11:00']])
			await polled(node, starts);
		expect(node.asked).toEqual(['a', 'a', 'calendars', 'a']);
	});
});

it("the calendars of a location in 'Options' are read with its own token, where an agency is connected", async () => {
	const node = new PollingNode({
		authentication: 'oAuth2',
		calendars: { values: [byId('a')] },
		timezone: 'UTC',
		options: { locationId: byId('loc-2').calendarId },
	});
	const oauthTokenData = { access_token: 'of-agency', userType: 'Company', companyId: 'co-1' };
	node.credential = { api: 'highLevel', oauthTokenData };
	const calendars = { response: { calendar: { slotDuration: 30, slotDurationUnit: 'mins' } } };
	const oauth = { response: { access_token: 'of-location', locationId: 'loc-2' } };
	await node.poll({ a: { response: {} }, calendars, oauth });
	expect(node.asked).toEqual(['oauth', 'calendars', 'a', 'a']);
});
