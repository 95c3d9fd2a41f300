import {
	adasAppointment,
	FakeCalendar,
	halfHourAt,
	onSaturdayBefore,
	runAppointment,
} from './fakeCalendar';

onSaturdayBefore();

describe('a model that books is told what else the contact has', () => {
	it('in this calendar, within a year', async () => {
		const calendar = new FakeCalendar({
			appointments: [
				adasAppointment({
					id: 'in-ten-months',
					startTime: '2027-09-23T09:00:00+00:00',
					endTime: '2027-09-23T09:30:00+00:00',
				}),
			],
		});

		const { item } = await runAppointment('book', calendar, {}, { asTool: true });

		expect(item).toMatchObject({
			booked: true,
			message:
				'The contact also has: in-ten-months (Thursday, Sep 23, 2027, 9:00 – 9:30 AM UTC). Ask whether to keep both.',
		});
	});

	it.each([
		{ what: 'at the same hour', times: halfHourAt(9), text: '9:00 – 9:30 AM' },
		{
			what: 'that begins while the new one lasts',
			times: halfHourAt(9.25),
			text: '9:15 – 9:45 AM',
		},
	])('in another calendar, $what', async ({ times, text }) => {
		const other = adasAppointment({ id: 'other', calendarId: 'cal-2', ...times });
		const calendar = new FakeCalendar({ appointments: [other] });

		const { item } = await runAppointment('book', calendar, {}, { asTool: true });

		expect(item.message).toBe(
			`The contact also has: other (Monday, Nov 23, ${text} UTC in calendar cal-2). Ask whether to keep both.`,
		);
	});

	it.each([
		{
			where: 'in the same hours',
			listedTimes: { startTime: '2026-11-23 09:00:00', endTime: '2026-11-23 09:30:00' },
		},
		{
			where: 'in the local time of New York',
			listedTimes: { startTime: '2026-11-23 04:00:00', endTime: '2026-11-23 04:30:00' },
		},
	])(
		'in another calendar, whose list has no offset, by its own record: listed $where',
		async ({ listedTimes }) => {
			const other = adasAppointment({ id: 'other', calendarId: 'cal-2', ...halfHourAt(9) });
			const calendar = new FakeCalendar({ appointments: [{ ...other, ...listedTimes }] });
			const { respond } = calendar;
			const respondWithOwnRecord = (request: Parameters<typeof respond>[0]) =>
				request.path.endsWith('/appointments/other') ? { event: other } : respond(request);
			Object.assign(calendar, { respond: respondWithOwnRecord });

			const { item } = await runAppointment('book', calendar, {}, { asTool: true });

			expect(item.message).toBe(
				'The contact also has: other (Monday, Nov 23, 9:00 – 9:30 AM UTC in calendar cal-2). Ask whether to keep both.',
			);
		},
	);

	it('in this calendar at the same hour, once', async () => {
		const group = adasAppointment({ id: 'group', ...halfHourAt(9.25) });
		const calendar = new FakeCalendar({ appointments: [group] });

		const { item } = await runAppointment('book', calendar, {}, { asTool: true });

		expect(item.message).toBe(
			'The contact also has: group (Monday, Nov 23, 9:15 – 9:45 AM UTC). Ask whether to keep both.',
		);
	});

	it('but a person is not, and nothing is asked for it', async () => {
		const other = adasAppointment({ id: 'other', calendarId: 'cal-2' });
		const calendar = new FakeCalendar({ appointments: [other] });

		const { hints } = await runAppointment('book', calendar);

		expect(hints).toEqual([]);
		expect(calendar.requests.map(({ path }) => path)).not.toContain('/contacts/ada/appointments');
	});

	it('behind twenty others that come sooner', async () => {
		const sooner = Array.from({ length: 20 }, (_, index) =>
			adasAppointment({
				id: `sooner-${index}`,
				calendarId: 'cal-2',
				...halfHourAt(-20 + index / 2),
			}),
		);
		const atSameHour = adasAppointment({ id: 'other', calendarId: 'cal-2' });
		const calendar = new FakeCalendar({ appointments: [...sooner, atSameHour] });

		const { item } = await runAppointment('book', calendar, {}, { asTool: true });

		expect(item.message).toContain('The contact also has: other (');
	});

	it.each([
		['that was canceled', { appointmentStatus: 'cancelled' }],
		['at another hour of another calendar', halfHourAt(11)],
		['in another calendar that ends where the new one begins', halfHourAt(8.5)],
		['of somebody else', { contactId: 'ben' }],
	])('and nothing of one %s', async (_, otherwise) => {
		const other = adasAppointment({ id: 'other', calendarId: 'cal-2', ...otherwise });
		const calendar = new FakeCalendar({ appointments: [other] });

		const { item } = await runAppointment('book', calendar, {}, { asTool: true });

		expect(item).toMatchObject({ booked: true });
		expect(item).not.toHaveProperty('message');
	});

	it('five at most', async () => {
		const six = [10, 11, 12, 13, 14, 15].map((hour) =>
			adasAppointment({ id: `appt-at-${hour}`, ...halfHourAt(hour) }),
		);
		const calendar = new FakeCalendar({ appointments: six });

		const { item } = await runAppointment('book', calendar, {}, { asTool: true });

		expect(item.message).toBe(
			'The contact also has: appt-at-10 (Monday, Nov 23, 10:00 – 10:30 AM UTC); appt-at-11 (Monday, Nov 23, 11:00 – 11:30 AM UTC); appt-at-12 (Monday, Nov 23, 12:00 – 12:30 PM UTC); appt-at-13 (Monday, Nov 23, 1:00 – 1:30 PM UTC); appt-at-14 (Monday, Nov 23, 2:00 – 2:30 PM UTC). Ask whether to keep both.',
		);
	});

	it("and nothing is asked of a platform of the contract's form, which shows no appointments", async () => {
		const calendar = new FakeCalendar({ form: 'contract', freeHours: [9] });

		await runAppointment('book', calendar, {}, { asTool: true });

		const paths = calendar.requests.map(({ path }) => path);
		expect(paths.at(-1)).toBe('/calendars/events/appointments');
	});

	it('and the booking stands where the others cannot be read', async () => {
		const calendar = new FakeCalendar({ readFailure: new Error('No such route') });

		const { item } = await runAppointment('book', calendar, {}, { asTool: true });

		expect(item).toMatchObject({ booked: true });
		expect(calendar.appointments).toHaveLength(1);
	});
});
