import type { IDataObject } from 'n8n-workflow';

import { failed, lost } from '../platformApi/fakePlatform';
import {
	adasAppointment,
	carriesOutAndIsLost,
	FakeCalendar,
	halfHourAt,
	isLostUnheard,
	onSaturdayBefore,
	refuses,
	runAppointment,
	SLOT_IS_TAKEN,
	timeAt,
} from './fakeCalendar';
import { byId, onHighLevel, type Sent } from './nodeOnPlatform';

onSaturdayBefore();

describe.each([
	{ operation: 'book', done: { booked: true }, undone: 'Not booked' },
	{ operation: 'reschedule', done: { rescheduled: true }, undone: 'Not rescheduled' },
	{ operation: 'cancel', done: { canceled: true }, undone: 'The appointment stands' },
	{ operation: 'updateStatus', done: { updated: true }, undone: 'Not updated' },
	{ operation: 'update', done: { updated: true }, undone: 'Not updated' },
	{ operation: 'delete', done: { deleted: true }, undone: 'Not deleted' },
])('$operation whose response is lost', ({ operation, done, undone }) => {
	const fields = {
		...halfHourAt(11),
		appointmentStatus: 'noshow',
		fields: { title: 'Recall' },
	};
	const appointments = operation === 'book' ? [] : [adasAppointment({ title: 'Call' })];

	it('asks the platform after three seconds, and is done where that shows it', async () => {
		const calendar = new FakeCalendar({ appointments, reactions: [carriesOutAndIsLost] });

		const { item } = await runAppointment(operation, calendar, fields);

		expect(item).toMatchObject({ ...done, appointmentId: 'appt-1' });
		expect(item).not.toHaveProperty('alreadyBooked');
		expect(item).not.toHaveProperty('alreadyCanceled');
		expect(calendar.writes).toHaveLength(1);
		const pauses = jest.mocked(setTimeout).mock.calls.map(([, milliseconds]) => milliseconds);
		expect(pauses).toContain(3_000);
	});

	it('is told as not done where the platform shows that', async () => {
		const calendar = new FakeCalendar({ appointments, reactions: [isLostUnheard] });

		const end = await runAppointment(operation, calendar, fields);

		expect(end.errorMessage).toBe(
			`${undone}: the platform did not confirm the request, and shows that it was not carried out [Item 0]`,
		);
		expect(end.isOutcomeUnknown).toBe(false);
		expect(calendar.appointments).toEqual(appointments);
	});

	it('is unknown where that cannot be asked; a further try asks first, and sends nothing', async () => {
		const executionId = `lost-${operation}`;
		const calendar = new FakeCalendar({
			appointments,
			reactions: [carriesOutAndIsLost],
			readFailure: lost(),
		});
		const tryAgain = async () => await runAppointment(operation, calendar, fields, { executionId });

		const first = await tryAgain();
		calendar.readFailure = failed(403);
		const second = await tryAgain();
		calendar.readFailure = undefined;
		const third = await tryAgain();
		const requestsOfThree = calendar.requests.length;
		const fourth = await tryAgain();

		expect(first.isOutcomeUnknown).toBe(true);
		expect(second.isOutcomeUnknown).toBe(true);
		expect(third.item).toMatchObject(done);
		expect(fourth.item).toMatchObject(done);
		expect(calendar.writes).toHaveLength(1);
		// The fourth is the same call, of which the result is known.
		expect(calendar.requests).toHaveLength(requestsOfThree);
	});
});

it('a further try of Book that hears that the slot is taken goes on with the next free one', async () => {
	const executionId = 'taken-by-then';
	const nextFree = { whenTaken: 'nextFree' };
	const calendar = new FakeCalendar({
		freeHours: [10],
		reactions: [isLostUnheard, SLOT_IS_TAKEN],
		readFailure: lost(),
	});
	await runAppointment('book', calendar, nextFree, { executionId });
	calendar.readFailure = undefined;

	const { item } = await runAppointment('book', calendar, nextFree, { executionId });

	expect(item).toMatchObject({ booked: true, ...halfHourAt(10) });
	const starts = calendar.writes.map(({ body }) => (body as IDataObject).startTime);
	expect(starts).toEqual([timeAt(9), timeAt(9), timeAt(10)]);
});

it('a further try of Cancel does not say that nothing was sent where the appointment is gone by then', async () => {
	const executionId = 'gone-by-then';
	const calendar = new FakeCalendar({
		appointments: [adasAppointment()],
		reactions: [isLostUnheard, refuses(404, 'Not found')],
	});
	calendar.readFailure = lost();
	await runAppointment('cancel', calendar, {}, { executionId });
	calendar.readFailure = undefined;
	calendar.appointments = [];

	const { errorMessage, errorDescription } = await runAppointment(
		'cancel',
		calendar,
		{},
		{ executionId },
	);

	expect(errorMessage).toContain("The appointment 'appt-1' was not found");
	expect(errorDescription).not.toContain('Nothing was sent');
});

it("a further try of Cancel finds its own cancellation, also where 'When Already Canceled' is Stop", async () => {
	const executionId = 'canceled-by-then';
	const fields = { options: { whenAlreadyCanceled: 'stop' } };
	const calendar = new FakeCalendar({
		appointments: [adasAppointment()],
		reactions: [carriesOutAndIsLost],
	});
	calendar.readFailure = lost();
	await runAppointment('cancel', calendar, fields, { executionId });
	calendar.readFailure = undefined;

	const { item, errorMessage } = await runAppointment('cancel', calendar, fields, { executionId });

	expect(errorMessage).toBeUndefined();
	expect(item).toMatchObject({ canceled: true, appointmentId: 'appt-1' });
	expect(calendar.writes).toHaveLength(1);
});

it('Cancel says that the appointment was not found where it is gone after a lost response', async () => {
	const calendar = new FakeCalendar({
		appointments: [adasAppointment()],
		reactions: [isLostUnheard],
	});
	const { respond } = calendar;
	const withoutIt = (request: Parameters<typeof respond>[0]) => {
		const response = respond(request);
		if (request.method !== 'GET') calendar.appointments = [];
		return response;
	};
	Object.assign(calendar, { respond: withoutIt });

	const { errorMessage } = await runAppointment('cancel', calendar);

	expect(errorMessage).toBe(
		"The appointment 'appt-1' was not found: it no longer exists, or belongs to another location [Item 0]",
	);
});

const contact = { contactId: byId('ada') };
const times = { startTime: '2027-03-08T12:00:00Z', endTime: '2027-03-08T13:00:00Z' };

it.each<[operation: string, fields: IDataObject, whatToDo: string]>([
	[
		'blockedTime.create',
		{ ...times, assignedUserId: byId('riley') },
		'Look for it with Blocked Time > Get Many before you create it again.',
	],
	[
		'contact.upsert',
		{ email: 'ada@example.com' },
		'Before you send it again, look for the contact with Contact > Get Many, after some seconds: where the location allows duplicates, a repeat can create a second contact.',
	],
	[
		'customField.create',
		{ name: 'Insurance' },
		'Look for it with Custom Field > Get Many before you create it again.',
	],
	[
		'message.addInbound',
		{ ...contact, type: 'SMS', message: 'Hello' },
		'Look for it with Message > Get Many before you add it again.',
	],
	[
		'message.send',
		{ ...contact, type: 'SMS', message: 'Hello' },
		'Look at the conversation with the contact on the platform before you send it again.',
	],
	[
		'note.create',
		{ ...contact, body: 'Hello' },
		'Look for the note with Get Many before you create it again.',
	],
	[
		'task.create',
		{ ...contact, title: 'Call', dueDate: times.startTime },
		'Check on the platform whether it happened before you repeat it.',
	],
])('%s whose outcome is unknown says where to look: %j', async (operation, fields, whatToDo) => {
	const responses = ({ method }: Sent) => (method === 'GET' ? {} : lost('ECONNRESET'));

	const { error, writes } = await onHighLevel(operation, fields, responses);

	expect(error?.message).toMatch(/^Outcome unknown: the connection ended /);
	expect(error?.description).toBe(`Sending it again could do it twice. ${whatToDo}`);
	expect(writes).toHaveLength(1);
});
