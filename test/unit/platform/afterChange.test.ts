import type { IDataObject } from 'n8n-workflow';

import {
	adasAppointment,
	carriesOut,
	carriesOutInSilence,
	FakeCalendar,
	halfHourAt,
	onSaturdayBefore,
	runAppointment,
	timeAt,
} from './fakeCalendar';
import { byId } from './nodeOnPlatform';

onSaturdayBefore();

const FIELDS: Record<string, IDataObject> = {
	book: { options: { title: 'Call', address: 'A 1', assignedUserId: byId('grace') } },
	reschedule: halfHourAt(9),
	updateStatus: { appointmentStatus: 'noshow' },
	cancel: {},
};
const OPERATIONS = Object.keys(FIELDS);
/** Reschedule moves it to 9:00; the others find it there. */
const arrangedFor = (operation: string): IDataObject[] => {
	const settings = { title: 'Call', address: 'A 1', assignedUserId: 'grace' };
	if (operation === 'book') return [];
	return [adasAppointment({ ...settings, ...(operation === 'reschedule' && halfHourAt(14)) })];
};

it('a status that HighLevel shows and does not take is not sent with a move; where it is another one then, that is told', async () => {
	const calendar = new FakeCalendar({
		appointments: [adasAppointment({ ...halfHourAt(14), appointmentStatus: 'active' })],
		reactions: [carriesOut({ appointmentStatus: 'confirmed' })],
	});

	const { hints } = await runAppointment('reschedule', calendar);

	expect(hints.join(' ')).toContain('Appointment Status is confirmed, not active');
	expect(calendar.writes[0]?.body).not.toMatchObject({ appointmentStatus: 'active' });
});

describe.each(OPERATIONS)('after %s', (operation) => {
	it.each([
		[{ contactId: 'ben' }, 'Contact is ben, not ada'],
		[{ calendarId: 'cal-2' }, 'Calendar is cal-2, not cal-1'],
		[{ locationId: 'loc-2' }, 'Location is loc-2, not loc-1'],
		[{ address: 'B 2' }, 'Meeting Place is B 2, not A 1'],
		[{ title: null }, 'Title is empty, not Call'],
		[{ address: '' }, 'Meeting Place is empty, not A 1'],
		[{ startTime: timeAt(10), endTime: timeAt(10.5) }, `Start is ${timeAt(10)}, not ${timeAt(9)}`],
		[{ endTime: timeAt(10) }, `End is ${timeAt(10)}, not ${timeAt(9.5)}`],
	])('what the platform has otherwise is told: %j', async (otherwise, sentence) => {
		const arranged = {
			appointments: arrangedFor(operation),
			reactions: [carriesOut(otherwise)],
		};

		const forPerson = await runAppointment(
			operation,
			new FakeCalendar(arranged),
			FIELDS[operation],
		);
		const forModel = await runAppointment(
			operation,
			new FakeCalendar(arranged),
			FIELDS[operation],
			{ asTool: true },
		);

		expect(forPerson.hints.join(' ')).toContain('The platform has other values than expected: ');
		expect(forPerson.hints.join(' ')).toContain(sentence);
		expect(forModel.item.message).toContain(sentence);
	});

	it.each([
		['without an offset', { startTime: '2026-11-23T09:00:00', endTime: '2026-11-23T09:30:00' }],
		['left out', { startTime: undefined, endTime: undefined, contactId: undefined }],
	])('nothing is told of times that are %s', async (_, otherwise) => {
		const calendar = new FakeCalendar({
			appointments: arrangedFor(operation),
			reactions: [carriesOut(otherwise)],
		});

		const { item, hints } = await runAppointment(operation, calendar, FIELDS[operation]);

		expect(hints).toEqual([]);
		expect(item).toMatchObject({
			contactId: 'ada',
			startText: 'Monday, Nov 23, 9:00 – 9:30 AM UTC',
		});
	});

	it('nothing is told of times without an offset that are those of UTC, in another zone', async () => {
		const inUtc = { startTime: '2026-11-23T09:00:00', endTime: '2026-11-23T09:30:00' };
		const calendar = new FakeCalendar({
			appointments: arrangedFor(operation),
			reactions: [carriesOut(inUtc)],
		});
		const fields = FIELDS[operation];
		const options = { ...(fields.options as IDataObject), timezone: byId('America/New_York') };

		const { hints } = await runAppointment(operation, calendar, { ...fields, options });

		expect(hints).toEqual([]);
	});

	it.each([
		[
			{ startTime: '2026-11-23T11:00', endTime: '2026-11-23T11:30' },
			'The times of the platform could not be compared with those that were sent: 2026-11-23T11:00 to 2026-11-23T11:30.',
		],
		[
			{ startTime: 5, endTime: 6 },
			'The times of the platform could not be compared with those that were sent: 5 to 6.',
		],
	])('times that cannot be compared are told as they came: %j', async (otherwise, sentence) => {
		const calendar = new FakeCalendar({
			appointments: arrangedFor(operation),
			reactions: [carriesOut(otherwise)],
		});

		const { item, hints } = await runAppointment(operation, calendar, FIELDS[operation]);

		expect(hints.join(' ')).toContain(sentence);
		expect(item).toMatchObject(halfHourAt(9));
	});
});

it.each([
	['book', { appointmentStatus: 'invalid' }, 'Appointment Status is invalid, not confirmed'],
	['book', { deleted: true }, 'Appointment Status is cancelled, not confirmed'],
	['reschedule', { appointmentStatus: 'invalid' }, 'Appointment Status is invalid, not confirmed'],
	['reschedule', { deleted: true }, 'Appointment Status is cancelled, not confirmed'],
	['updateStatus', { appointmentStatus: 'invalid' }, 'Appointment Status is invalid, not noshow'],
	['cancel', { appointmentStatus: 'invalid' }, 'Appointment Status is invalid, not cancelled'],
])('%s that left the record with %j says so', async (operation, otherwise, sentence) => {
	const calendar = new FakeCalendar({
		appointments: arrangedFor(operation),
		reactions: [carriesOut(otherwise)],
	});

	const { hints } = await runAppointment(operation, calendar, FIELDS[operation]);

	expect(hints).toEqual([`The platform has other values than expected: ${sentence}.`]);
});

describe('the result says what the record has, not that the request was accepted', () => {
	it.each([
		{
			operation: 'book',
			otherwise: { appointmentStatus: 'cancelled' },
			fields: {},
			result: { booked: false },
		},
		{
			operation: 'book',
			otherwise: { appointmentStatus: 'cancelled' },
			fields: { options: { appointmentStatus: 'cancelled' } },
			result: { booked: true },
		},
		{
			operation: 'reschedule',
			otherwise: { deleted: true },
			fields: {},
			result: { rescheduled: false },
		},
		{
			operation: 'reschedule',
			otherwise: halfHourAt(14),
			fields: {},
			result: { rescheduled: false },
		},
		{
			operation: 'cancel',
			otherwise: { appointmentStatus: 'Canceled' },
			fields: {},
			result: { canceled: true },
		},
		{
			operation: 'cancel',
			otherwise: { appointmentStatus: 'new' },
			fields: {},
			result: { canceled: false },
		},
		{
			operation: 'updateStatus',
			otherwise: { appointmentStatus: 'new' },
			fields: { appointmentStatus: 'noshow' },
			result: { updated: false },
		},
		{
			operation: 'updateStatus',
			otherwise: { appointmentStatus: 'NoShow' },
			fields: { appointmentStatus: 'noshow' },
			result: { updated: true },
		},
	])(
		'$operation with $otherwise in the response to $fields: $result',
		async ({ operation, otherwise, fields, result }) => {
			const calendar = new FakeCalendar({
				appointments: operation === 'book' ? [] : [adasAppointment(halfHourAt(14))],
				reactions: [carriesOut(otherwise)],
			});
			const executionId = `result-${operation}-${JSON.stringify([otherwise, fields])}`;

			const first = await runAppointment(operation, calendar, fields, { executionId });
			const repeated = await runAppointment(operation, calendar, fields, { executionId });

			expect(first.item).toMatchObject({ ...result, appointmentId: 'appt-1' });
			expect(repeated.item).toEqual(first.item);
			expect(calendar.writes).toHaveLength(1);
		},
	);
});

describe("in the contract's form, which shows no appointments", () => {
	it('the response of Reschedule is put out, and what is odd in it is told', async () => {
		const calendar = new FakeCalendar({
			form: 'contract',
			reactions: [carriesOut({ id: 'appt-2', appointmentStatus: 'cancelled' })],
		});

		const { item, hints } = await runAppointment('reschedule', calendar);

		expect(item).toMatchObject({ rescheduled: false, appointmentId: 'appt-2' });
		expect(hints).toEqual([
			'The platform has other values than expected: Appointment is appt-2, not appt-1; Appointment Status is cancelled, not one that stands.',
		]);
	});

	it('of a status that stands, nothing is told after Reschedule', async () => {
		const calendar = new FakeCalendar({
			form: 'contract',
			reactions: [carriesOut({ appointmentStatus: 'new' })],
		});

		const { item, hints } = await runAppointment('reschedule', calendar);

		expect(item).toMatchObject({ rescheduled: true, appointmentStatus: 'new' });
		expect(hints).toEqual([]);
	});

	it('the response of Cancel is put out, and a status that stands is told', async () => {
		const response = adasAppointment({ appointmentStatus: 'new', title: 'Call' });
		const calendar = new FakeCalendar({
			form: 'contract',
			reactions: [{ kind: 'doNothing', response }],
		});

		const { item, hints } = await runAppointment('cancel', calendar);

		expect(item).toMatchObject({ canceled: false, contactId: 'ada', title: 'Call' });
		expect(hints.join(' ')).toContain('Appointment Status is new, not cancelled');
	});
});

it('a raw output has the record as it was read where the response is silent', async () => {
	const calendar = new FakeCalendar({
		appointments: [adasAppointment()],
		reactions: [carriesOutInSilence],
	});

	const { item } = await runAppointment('updateStatus', calendar, {
		appointmentStatus: 'showed',
		options: { simplify: false },
	});

	expect(item).toMatchObject({ updated: true, appointment: adasAppointment() });
});

it('a raw output has the record of the response over the one that was read', async () => {
	const calendar = new FakeCalendar({ appointments: [adasAppointment()] });

	const { item } = await runAppointment('updateStatus', calendar, {
		appointmentStatus: 'showed',
		options: { simplify: false },
	});

	expect(item.appointment).toEqual(adasAppointment({ appointmentStatus: 'showed' }));
});

it('Book sends title, user, place, description and whether automations run', async () => {
	const calendar = new FakeCalendar();
	const options = {
		address: 'Room 2',
		assignedUserId: 'grace',
		description: 'Bring it',
		title: 'Call',
		toNotify: false,
	};

	await runAppointment('book', calendar, { options });

	expect(calendar.appointments).toMatchObject([options]);
});

describe('a length that is not that of the slots', () => {
	const eightHours = { startTime: timeAt(9), endTime: timeAt(17) };

	it.each([
		['book', []],
		['reschedule', [adasAppointment(halfHourAt(14))]],
	])('is told after %s', async (operation, appointments) => {
		const calendar = new FakeCalendar({ appointments });

		const { hints } = await runAppointment(operation, calendar, eightHours);

		expect(hints).toEqual([
			'The appointment takes 480 minutes, and the slots of the calendar 30 minutes.',
		]);
	});

	it('is told of the length that the platform has booked', async () => {
		const calendar = new FakeCalendar({ reactions: [carriesOut({ endTime: timeAt(10) })] });

		const { hints } = await runAppointment('book', calendar);

		expect(hints.join(' ')).toContain(
			'The appointment takes 60 minutes, and the slots of the calendar 30 minutes.',
		);
	});

	it('is not told where Reschedule keeps it', async () => {
		const calendar = new FakeCalendar({ appointments: [adasAppointment(eightHours)] });

		const { hints } = await runAppointment('reschedule', calendar, {
			startTime: timeAt(10),
			endTime: timeAt(18),
		});

		expect(hints).toEqual([]);
	});
});
