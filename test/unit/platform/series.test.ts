import { at, last, withoutPauses } from './bookings';

withoutPauses();

const APPOINTMENT = {
	id: 'appt-1',
	calendarId: 'cal-1',
	contactId: 'ada',
	appointmentStatus: 'confirmed',
	...at(9),
};

describe('an appointment of a series', () => {
	it.each([
		['cancel', 'called off'],
		['delete', 'deleted'],
	])('%s says that only this one was %s', async (operation, what) => {
		const ofSeries = { ...APPOINTMENT, isRecurring: true };

		const { told, writes } = await last(operation, { has: [ofSeries], write: {} });

		expect(told).toContain(`one of a series, and only this one was ${what}`);
		expect(writes).toHaveLength(1);
	});

	it.each(['cancel', 'delete'])(
		'%s says nothing of a series for a single one',
		async (operation) => {
			const { told } = await last(operation, { has: [APPOINTMENT], write: {} });

			expect(told).not.toContain('series');
		},
	);

	it.each([{ isRecurring: true }, { masterEventId: 'master-1' }, { rrule: 'FREQ=WEEKLY' }])(
		'is put out as recurring with %j',
		async (field) => {
			const { json } = await last('get', { has: [{ ...APPOINTMENT, ...field }] });

			expect(json[0]).toMatchObject({ isRecurring: true });
		},
	);
});
