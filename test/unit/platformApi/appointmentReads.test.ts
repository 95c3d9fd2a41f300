import { failed, platform, rejection } from './fakePlatform';
import {
	appointmentIn,
	getAppointment,
	listOverlappingAppointments,
	writtenSlot,
} from '../../../nodes/platformApi/appointmentReads';

const highLevel = (...responses: unknown[]) =>
	platform({ credential: { api: 'highLevel', platformUrl: '' }, responses });

const NINE = Date.parse('2026-11-23T09:00:00Z');
const MINUTE_MS = 60_000;
const SLOT = { start: NINE, end: NINE + 30 * MINUTE_MS };

describe('the response to a write, sent for 9:00 to 9:30 in UTC, names', () => {
	it.each<{ what: string; record: object; minutesFromNine: [number, number] | undefined }>([
		{ what: 'no times, so what was sent', record: {}, minutesFromNine: [0, 30] },
		{
			what: 'an empty start, so what was sent',
			record: { startTime: '' },
			minutesFromNine: [0, 30],
		},
		{
			what: 'a start without an end, with the length that was sent',
			record: { startTime: '2026-11-23T10:00:00Z' },
			minutesFromNine: [60, 90],
		},
		{
			what: 'what was sent, in local time without an offset',
			record: { startTime: '2026-11-23 04:00:00', endTime: '2026-11-23 04:30:00' },
			minutesFromNine: [0, 30],
		},
		{
			what: 'what was sent, in UTC without an offset',
			record: { startTime: '2026-11-23 09:00:00', endTime: '2026-11-23 09:30:00' },
			minutesFromNine: [0, 30],
		},
		{
			what: 'a start that is no time, which is not known',
			record: { startTime: 'soon' },
			minutesFromNine: undefined,
		},
		{
			what: 'another end without an offset, which is not known',
			record: { startTime: '2026-11-23 09:00:00', endTime: '2026-11-23 10:00:00' },
			minutesFromNine: undefined,
		},
	])('$what', ({ record, minutesFromNine }) => {
		const slot = writtenSlot(record as never, SLOT, 'America/New_York');

		const minutes = slot && [slot.start, slot.end].map((time) => (time - NINE) / MINUTE_MS);
		expect(minutes).toEqual(minutesFromNine);
	});
});

it.each([
	{
		what: "under HighLevel's other spelling",
		record: { appoinmentStatus: 'confirmed' },
		status: 'confirmed',
	},
	{
		what: "not known, where 'booked' stands for all of them",
		record: { status: 'booked' },
		status: undefined,
	},
	{
		what: 'that of a canceled one, once it was deleted',
		record: { deleted: true, appointmentStatus: 'confirmed' },
		status: 'cancelled',
	},
])('the status of an appointment is $what', ({ record, status }) => {
	expect(appointmentIn(record).status).toBe(status);
});

describe('an appointment that is read', () => {
	it.each(['event', 'appointment'])('stands under the name %s, beside others', async (name) => {
		const { client } = highLevel({ [name]: { id: 'appt-1' }, users: [{ id: 'user-1' }] });

		expect(await getAppointment(client, 'appt-1')).toMatchObject({ id: 'appt-1' });
	});

	it('and has no ID is no appointment', async () => {
		const { client } = highLevel({ event: { title: 'Call' } });

		const { message } = await rejection(getAppointment(client, 'appt-1'));

		expect(message).toContain('The response is not an appointment with an ID.');
	});
});

it.each(['events', 'appointments'])(
	'the appointments of a contact stand under %s',
	async (name) => {
		const times = { startTime: '2026-11-23T09:00:00Z', endTime: '2026-11-23T09:30:00Z' };
		const { client } = highLevel({
			users: [{ id: 'other' }],
			[name]: [{ id: 'appt-1', ...times }],
		});

		const appointments = await listOverlappingAppointments(client, 'ada', SLOT);

		expect(appointments.map(({ id }) => id)).toEqual(['appt-1']);
	},
);

it.each(['confirmed', 'new', 'showed', 'noshow', 'invalid', undefined])(
	'of the appointments of a contact, one at the same time is told as overlapping, with the status %s',
	async (appointmentStatus) => {
		const times = { startTime: '2026-11-23T09:00:00Z', endTime: '2026-11-23T09:30:00Z' };
		const { client } = highLevel({ events: [{ id: 'appt-1', appointmentStatus, ...times }] });

		const appointments = await listOverlappingAppointments(client, 'ada', SLOT);

		expect(appointments.map(({ record }) => record.id)).toEqual(['appt-1']);
	},
);

it.each([
	{ where: 'Kiritimati', startTime: '2026-11-23 23:00:00', endTime: '2026-11-23 23:30:00' },
	{ where: 'Pago Pago', startTime: '2026-11-22 22:00:00', endTime: '2026-11-22 22:30:00' },
])(
	'of the appointments of a contact, one at the same time is told as overlapping, listed without an offset in the local time of $where',
	async ({ startTime, endTime }) => {
		const listed = { id: 'appt-1', startTime, endTime };
		const times = { startTime: '2026-11-23T09:00:00Z', endTime: '2026-11-23T09:30:00Z' };
		const { client } = highLevel({ events: [listed] }, { event: { id: 'appt-1', ...times } });

		const appointments = await listOverlappingAppointments(client, 'ada', SLOT);

		expect(appointments).toHaveLength(1);
	},
);

describe('of the appointments of a contact, one is not told as overlapping', () => {
	const WITHOUT_OFFSET = { startTime: '2026-11-23 09:00:00', endTime: '2026-11-23 09:30:00' };
	const WITH_OFFSET = { startTime: '2026-11-23T09:00:00Z', endTime: '2026-11-23T09:30:00Z' };
	const canceled = { id: 'appt-1', appointmentStatus: 'cancelled' };

	it.each([
		{
			what: 'ends where the slot begins',
			startTime: '2026-11-23T08:30:00Z',
			endTime: '2026-11-23T09:00:00Z',
		},
		{
			what: 'begins where the slot ends',
			startTime: '2026-11-23T09:30:00Z',
			endTime: '2026-11-23T10:00:00Z',
		},
	])('that $what', async ({ startTime, endTime }) => {
		const { client } = highLevel({ events: [{ id: 'appt-1', startTime, endTime }] });

		expect(await listOverlappingAppointments(client, 'ada', SLOT)).toEqual([]);
	});

	it('that was canceled, which is not read again', async () => {
		const { client, sent } = highLevel({ events: [{ ...canceled, ...WITHOUT_OFFSET }] });

		expect(await listOverlappingAppointments(client, 'ada', SLOT)).toEqual([]);
		expect(sent).toHaveLength(1);
	});

	it.each([
		{ what: 'two days before', startTime: '2026-11-21 09:00:00', endTime: '2026-11-21 09:30:00' },
		{ what: 'two days after', startTime: '2026-11-25 09:00:00', endTime: '2026-11-25 09:30:00' },
	])(
		'that is $what, whatever its offset, which is not read again',
		async ({ startTime, endTime }) => {
			const { client, sent } = highLevel({ events: [{ id: 'appt-1', startTime, endTime }] });

			expect(await listOverlappingAppointments(client, 'ada', SLOT)).toEqual([]);
			expect(sent).toHaveLength(1);
		},
	);

	it('whose time cannot be read, beside one that is told', async () => {
		const { client } = highLevel({
			events: [
				{ id: 'unreadable', startTime: 'soon', endTime: 'later' },
				{ id: 'appt-1', ...WITH_OFFSET },
			],
		});

		const appointments = await listOverlappingAppointments(client, 'ada', SLOT);

		expect(appointments.map(({ id }) => id)).toEqual(['appt-1']);
	});

	it('which has no offset, and no ID to read it by', async () => {
		const { client, sent } = highLevel({ events: [WITHOUT_OFFSET] });

		expect(await listOverlappingAppointments(client, 'ada', SLOT)).toEqual([]);
		expect(sent).toHaveLength(1);
	});

	it('whose own record has no offset either', async () => {
		const record = { id: 'appt-1', ...WITHOUT_OFFSET };
		const { client } = highLevel({ events: [record] }, { event: record });

		expect(await listOverlappingAppointments(client, 'ada', SLOT)).toEqual([]);
	});

	it('that was deleted after it was listed', async () => {
		const { client } = highLevel(
			{ events: [{ id: 'appt-1', ...WITHOUT_OFFSET }] },
			failed(404, { message: 'Event not found' }),
		);

		expect(await listOverlappingAppointments(client, 'ada', SLOT)).toEqual([]);
	});

	it('that was canceled after it was listed', async () => {
		const { client } = highLevel(
			{ events: [{ id: 'appt-1', ...WITHOUT_OFFSET }] },
			{ event: { ...canceled, ...WITH_OFFSET } },
		);

		expect(await listOverlappingAppointments(client, 'ada', SLOT)).toEqual([]);
	});
});
