import {
	adasAppointment,
	FakeCalendar,
	halfHourAt,
	onSaturdayBefore,
	runAppointment,
} from './fakeCalendar';

onSaturdayBefore();

describe('an appointment of a series', () => {
	it.each([
		['cancel', 'called off'],
		['delete', 'deleted'],
		['reschedule', 'moved'],
	])('%s says that only this one was %s', async (operation, change) => {
		const calendar = new FakeCalendar({ appointments: [adasAppointment({ isRecurring: true })] });

		const { hints } = await runAppointment(operation, calendar, halfHourAt(11));

		expect(hints).toEqual([
			`The appointment is one of a series, and only this one was ${change}: look at the others on the platform.`,
		]);
		expect(calendar.writes).toHaveLength(1);
	});

	it('Cancel says so to a model in the item', async () => {
		const calendar = new FakeCalendar({ appointments: [adasAppointment({ rrule: 'FREQ=DAILY' })] });

		const { item } = await runAppointment('cancel', calendar, {}, { asTool: true });

		expect(item).toMatchObject({
			canceled: true,
			message:
				'The appointment is one of a series, and only this one was called off: look at the others on the platform.',
		});
	});

	it.each(['cancel', 'delete', 'reschedule'])(
		'%s says nothing of a series for a single one',
		async (operation) => {
			const calendar = new FakeCalendar({ appointments: [adasAppointment()] });

			const { hints } = await runAppointment(operation, calendar, halfHourAt(11));

			expect(hints).toEqual([]);
		},
	);

	it('says that it is one also in a simplified output with all other settings', async () => {
		const filled = { title: 'Call', assignedUserId: 'grace', address: 'Room 2' };
		const calendar = new FakeCalendar({
			appointments: [adasAppointment({ rrule: 'FREQ=DAILY', ...filled })],
		});

		const { item } = await runAppointment('get', calendar);

		expect(item).toMatchObject({ isRecurring: true, title: 'Call' });
		expect(Object.keys(item)).toHaveLength(10);
	});

	it.each([{ isRecurring: true }, { masterEventId: 'master-1' }, { rrule: 'FREQ=WEEKLY' }])(
		'is put out as recurring with %j',
		async (field) => {
			const calendar = new FakeCalendar({ appointments: [adasAppointment(field)] });

			const { item } = await runAppointment('get', calendar);

			expect(item).toMatchObject({ isRecurring: true });
		},
	);

	it('is listed with its own ID, not with that of the series', async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment({ masterEventId: 'master-1' })],
		});

		const { item } = await runAppointment('getAll', calendar, { appointmentsOf: 'contact' });

		expect(item).toMatchObject({ appointmentId: 'appt-1' });
	});
});
