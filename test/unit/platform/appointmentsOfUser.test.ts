import {
	adasAppointment,
	FakeCalendar,
	halfHourAt,
	onSaturdayBefore,
	runAppointment,
	SLOT_IS_TAKEN,
} from './fakeCalendar';
import { act, byId, HIGH_LEVEL, type Sent } from './nodeOnPlatform';

onSaturdayBefore();

describe('Get Many of a user', () => {
	const days = { startDate: '2026-11-23', endDate: '2026-11-24' };
	const ofUser = {
		appointmentsOf: 'user',
		userId: byId('grace'),
		returnAll: true,
		...days,
	};

	it('returns those of the user on these days, in order of time, from all calendars', async () => {
		const calendar = new FakeCalendar({
			appointments: [
				adasAppointment({ id: 'late', assignedUserId: 'grace', ...halfHourAt(15) }),
				adasAppointment({ id: 'early', assignedUserId: 'grace', calendarId: 'cal-2' }),
				adasAppointment({ id: 'of-another', assignedUserId: 'ben' }),
				adasAppointment({ id: 'on-wednesday', assignedUserId: 'grace', ...halfHourAt(50) }),
			],
		});

		const { items } = await runAppointment('getAll', calendar, ofUser);

		expect(items).toMatchObject([
			{ appointmentId: 'early', assignedUserId: 'grace', calendarId: 'cal-2' },
			{ appointmentId: 'late', assignedUserId: 'grace', calendarId: 'cal-1' },
		]);
		const request = calendar.requests.find(({ path }) => path === '/calendars/events');
		expect(request?.qs).toEqual({
			locationId: 'loc-1',
			userId: 'grace',
			startTime: String(Date.parse('2026-11-23T00:00:00Z')),
			endTime: String(Date.parse('2026-11-24T23:59:59.999Z')),
		});
	});

	it('takes the name of the user, and refuses one of nobody', async () => {
		const responses = ({ path }: Sent) =>
			path.startsWith('/users')
				? { users: [{ id: 'grace', name: 'Grace Hopper' }] }
				: { events: [] };
		const list = async (userId: string) =>
			await act(
				'appointment.getAll',
				{ ...ofUser, userId: byId(userId) },
				{ credential: HIGH_LEVEL, responses },
			);

		const byName = await list('grace hopper');
		expect(byName.sent.at(-1)).toMatchObject({
			path: '/calendars/events',
			qs: { userId: 'grace' },
		});

		const ofNobody = await list('Ben');
		expect(ofNobody.error?.message).toContain("'User' is not in its list: 'Ben'");
		expect(ofNobody.error?.description).toMatch(/^Use the name or ID of one of these: /);
		expect(ofNobody.sent.map(({ path }) => path)).not.toContain('/calendars/events');
	});

	it('tells a model that there are none', async () => {
		const { item } = await runAppointment('getAll', new FakeCalendar(), ofUser, { asTool: true });

		expect(item).toEqual({
			found: 0,
			message: 'The user has no appointments on these days.',
		});
	});
});

describe('free slots of a user', () => {
	it('are asked for with the user, and a booking is sent for the same one', async () => {
		const calendar = new FakeCalendar({ freeHours: [9, 10] });
		const options = { assignedUserId: byId('grace') };

		const { json: slots } = await act(
			'calendar.getFreeSlots',
			{ calendarId: byId('cal-1'), startDate: '2026-11-23', endDate: '2026-11-23', options },
			{ credential: calendar.credential, responses: calendar.respond },
		);
		await runAppointment('book', calendar, { ...slots[1], options });

		expect(calendar.requests[0].qs).toMatchObject({ userId: 'grace' });
		expect(calendar.appointments).toMatchObject([{ assignedUserId: 'grace', ...halfHourAt(10) }]);
	});

	it.each([
		['book', []],
		['reschedule', [adasAppointment(halfHourAt(14))]],
	])('are those that %s offers in place of a taken one', async (operation, appointments) => {
		const calendar = new FakeCalendar({
			appointments,
			freeHours: [10],
			reactions: [SLOT_IS_TAKEN],
		});

		const { item } = await runAppointment(operation, calendar, {
			whenTaken: 'alternatives',
			options: { assignedUserId: byId('grace') },
		});

		expect(item).toMatchObject({ reason: 'slotNotFree', alternatives: [halfHourAt(10)] });
		const [question] = calendar.requests.filter(({ path }) => path.endsWith('/free-slots'));
		expect(question.qs).toMatchObject({ userId: 'grace' });
	});
});
