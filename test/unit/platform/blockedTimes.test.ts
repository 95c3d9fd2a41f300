import { byId, onHighLevel, type Sent } from './nodeOnPlatform';

/* Blocked Time: what is blocked although the platform is asked before, and what is told. */

const times = { startTime: '2027-03-08T12:00:00Z', endTime: '2027-03-08T13:00:00Z' };
const block = { assignedUserId: byId('riley'), ...times };

/** The platform's responses by the end of their paths. */
type Responses = Record<string, unknown>;

/** Responds by the end of a path, else with an empty body. */
const respondByPath =
	(responses: Responses) =>
	({ path }: Sent): unknown => {
		const end = Object.keys(responses).find((each) => path.endsWith(each));
		return end === undefined ? {} : responses[end];
	};

describe('where the platform is asked for what would make a request wrong', () => {
	it('a calendar whose record names no kind is blocked', async () => {
		const { writes } = await onHighLevel(
			'blockedTime.create',
			{ ...times, blockedFor: 'calendar', calendarId: byId('cal-1') },
			respondByPath({ '/cal-1': { calendar: { id: 'cal-1' } }, '/block-slots': { id: 'block-1' } }),
		);
		expect(writes).toMatchObject([{ body: { calendarId: 'cal-1' } }]);
	});

	const standing = {
		events: [
			{ id: 'appt-1', title: 'Check-up', appointmentStatus: 'confirmed', ...times },
			{ id: 'appt-2', title: 'Gone', appointmentStatus: 'cancelled', ...times },
		],
	};

	it('appointments that stand in a time to block, by name', async () => {
		const { error, writes, sent } = await onHighLevel(
			'blockedTime.create',
			block,
			respondByPath({ '/calendars/events': standing }),
		);
		expect(error?.message).toMatch(/^1 appointment stands in this time: .*Check-up, appt-1/);
		const read = sent.find(({ path }) => path === '/calendars/events');
		expect(read?.qs).toEqual({
			locationId: 'loc-1',
			userId: 'riley',
			startTime: String(Date.parse(times.startTime)),
			endTime: String(Date.parse(times.endTime)),
		});
		expect(writes).toEqual([]);
	});

	it('appointments of the calendar to block, where one is to be blocked', async () => {
		const { sent } = await onHighLevel(
			'blockedTime.create',
			{ ...times, blockedFor: 'calendar', calendarId: byId('cal-1') },
			respondByPath({ '/cal-1': { calendar: { id: 'cal-1' } }, '/block-slots': { id: 'block-1' } }),
		);
		const read = sent.find(({ path }) => path === '/calendars/events');
		expect(read?.qs).toEqual({
			locationId: 'loc-1',
			calendarId: 'cal-1',
			startTime: String(Date.parse(times.startTime)),
			endTime: String(Date.parse(times.endTime)),
		});
	});

	it.each([
		{ what: 'that are canceled', events: { events: [standing.events[1]] }, options: {} },
		{
			what: 'where a person wants it so',
			events: standing,
			options: { blockOverAppointments: true },
		},
	])('a time with appointments is blocked, $what', async ({ events, options }) => {
		const { error, writes } = await onHighLevel(
			'blockedTime.create',
			{ ...block, options },
			respondByPath({ '/calendars/events': events, '/block-slots': { id: 'block-1' } }),
		);
		expect(error).toBeUndefined();
		expect(writes).toMatchObject([{ body: { assignedUserId: 'riley', locationId: 'loc-1' } }]);
	});
});

it('what a blocked time has otherwise is told with words for it', async () => {
	const { told } = await onHighLevel(
		'blockedTime.create',
		{ ...block, fields: { title: 'Vacation' } },
		respondByPath({ '/block-slots': { id: 'block-1', title: 'Break' } }),
	);
	expect(told).toContain(
		'Title is Break, not Vacation. Check whether it is the right blocked time.',
	);
});
