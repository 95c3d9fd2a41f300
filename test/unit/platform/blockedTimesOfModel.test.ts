import { stopClockAt } from '../../support/clock';
import { failed } from '../platformApi/fakePlatform';
import { act, byId, HIGH_LEVEL, type Sent, TOOL } from './nodeOnPlatform';

stopClockAt('2026-11-21T12:00:00Z');

/** Blocked Time > Create of an hour for Grace, with 'Time Zone' Europe/Berlin, where it is +02:00 on this day. */
const blockHour = async (startTime: string, endTime: string, node: object) =>
	await act(
		'blockedTime.create',
		{
			blockedFor: 'user',
			assignedUserId: byId('grace'),
			startTime,
			endTime,
			options: { timezone: byId('Europe/Berlin') },
		},
		{
			credential: HIGH_LEVEL,
			node,
			responses: ({ method }: Sent) => (method === 'GET' ? { events: [] } : { id: 'block-1' }),
		},
	);

describe('the time that a model blocks', () => {
	it('is refused, unsent, with the right offset, where the zone has another one then', async () => {
		const { error, writes } = await blockHour(
			'2027-03-29T15:00:00+01:00',
			'2027-03-29T16:00:00+01:00',
			TOOL,
		);

		expect(error?.message).toBe(
			'\'Start\' cannot be used. The value "2027-03-29T15:00:00+01:00" has an offset that Europe/Berlin does not have at that time. There, the same clock time is 2027-03-29T15:00:00+02:00, and the same moment 2027-03-29T16:00:00+02:00. Nothing was sent.',
		);
		expect(writes).toEqual([]);
	});

	it('is refused, unsent, where the end alone has another offset', async () => {
		const { error, writes } = await blockHour(
			'2027-03-29T15:00:00+02:00',
			'2027-03-29T16:00:00+01:00',
			TOOL,
		);

		expect(error?.message).toMatch(/^'End' cannot be used\. /);
		expect(writes).toEqual([]);
	});

	it.each([
		['with the offset of the zone', '2027-03-29T15:00:00+02:00', '2027-03-29T16:00:00+02:00', TOOL],
		['in UTC', '2027-03-29T13:00:00Z', '2027-03-29T14:00:00Z', TOOL],
		['without an offset', '2027-03-29 15:00', '2027-03-29 16:00', TOOL],
		['of a person, with any offset', '2027-03-29T14:00:00+01:00', '2027-03-29T15:00:00+01:00', {}],
	])('is blocked %s', async (_, startTime, endTime, node) => {
		const { writes } = await blockHour(startTime, endTime, node);

		expect(writes).toHaveLength(1);
		const { startTime: sentStart } = writes[0]?.body as { startTime: string };
		expect(Date.parse(sentStart)).toBe(Date.parse('2027-03-29T13:00:00Z'));
	});
});

it('a blocked time that is not there is no appointment', async () => {
	const { error } = await act(
		'blockedTime.delete',
		{ blockedTimeId: 'block-7' },
		{
			credential: HIGH_LEVEL,
			node: TOOL,
			responses: () => failed(400, { message: 'Appointment not found' }),
		},
	);

	expect(error?.message).toMatch(/^The platform knows no such blocked time /);
});
