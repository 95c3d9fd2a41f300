import { failed, platform, rejection } from './fakePlatform';
import { cancelAppointment, createAppointment } from '../../../nodes/platformApi/appointments';
import { type Lookup, write } from '../../../nodes/platformApi/write';

const HIGH_LEVEL = { api: 'highLevel', platformUrl: '' };

it('a booking is not called off by a 404 where its calendar and its contact are there', async () => {
	const { client } = platform({
		credential: HIGH_LEVEL,
		responses: [failed(404, {}), { calendar: { id: 'cal-1' } }, { contact: { id: 'ada' } }],
	});
	const booking = { calendarId: 'cal-1', locationId: 'loc-1', contactId: 'ada' };

	const outcome = await createAppointment(client, booking, { start: 0, end: 1_800_000 });

	expect(outcome).toMatchObject({ kind: 'refused', why: 'other' });
});

it('after a 404, what a read has found is not said to be missing', async () => {
	const contactCannotBeRead = failed(403, {});
	const { client } = platform({
		credential: HIGH_LEVEL,
		responses: [failed(404, {}), { calendar: { id: 'cal-1' } }, contactCannotBeRead],
	});
	const booking = { calendarId: 'cal-1', locationId: 'loc-1', contactId: 'ada' };

	const outcome = await createAppointment(client, booking, { start: 0, end: 1_800_000 });

	expect(outcome).toMatchObject({
		error: { message: expect.stringContaining("It is not calendar 'cal-1'") },
	});
});

it('an appointment is not gone where the platform, which cannot be asked, says that a contact is', async () => {
	const { client } = platform({ responses: [failed(404, { message: 'Contact not found' })] });

	const outcome = await cancelAppointment(client, 'appt-1');

	expect(outcome).toMatchObject({ kind: 'refused', why: 'other' });
});

it('a repeat sends nothing where the read before it fails by itself', async () => {
	const { client, sent } = platform({ credential: HIGH_LEVEL });
	const lookup: Lookup = {
		read: async () => await Promise.reject(new Error('The credential was changed')),
		isDone: () => false,
		undone: 'Not moved',
	};
	const request = { method: 'PUT', path: '/calendars/events/appointments/appt-1' } as const;

	const failure = await rejection(write(client, request, lookup, true));

	expect(failure.message).toBe('The credential was changed');
	expect(sent).toEqual([]);
});
