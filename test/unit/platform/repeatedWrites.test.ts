import type { IDataObject } from 'n8n-workflow';

import { failed } from '../platformApi/fakePlatform';
import {
	adasAppointment,
	carriesOut,
	carriesOutInSilence,
	FakeCalendar,
	halfHourAt,
	isLostUnheard,
	onSaturdayBefore,
	refuses,
	runAppointment,
	SLOT_IS_TAKEN,
	timeAt,
} from './fakeCalendar';
import { act, byId, HIGH_LEVEL, type Sent, TOOL } from './nodeOnPlatform';

/* What an execution remembers of its writes: one booking for each contact and calendar, and each change once. */

onSaturdayBefore();

const TIMES_OF_ITEM = { startTime: '={{ $json.startTime }}', endTime: '={{ $json.endTime }}' };
const TO_BOOK_ONE =
	"To book one, let only one item through: in 'Get Free Slots', set 'Limit' to 1; after a Slot Trigger, add a Limit node. For a series of appointments, turn on 'Allow Several per Contact' in the options.";

let executions = 0;
const newExecution = () => `memory-${++executions}`;

describe('Book with several items for one contact and calendar', () => {
	it('books nothing, and says how to book one or all', async () => {
		const calendar = new FakeCalendar({ form: 'contract' });

		const end = await runAppointment('book', calendar, TIMES_OF_ITEM, {
			items: [halfHourAt(10), halfHourAt(11)],
		});

		// It is about all items, so no '[Item 0]' follows.
		expect(end.errorMessage).toBe(
			"2 appointments would be booked for the contact 'ada' in the calendar 'cal-1'",
		);
		expect(end.errorDescription).toBe(`Nothing was booked. ${TO_BOOK_ONE}`);
		expect(calendar.requests).toEqual([]);
	});

	it('takes the same hour in two zones for two slots', async () => {
		const calendar = new FakeCalendar({ form: 'contract' });
		const tenLocal = { startTime: '2026-11-23T10:00', endTime: '2026-11-23T10:30' };

		const { errorMessage } = await runAppointment(
			'book',
			calendar,
			{ ...TIMES_OF_ITEM, options: { timezone: byId('={{ $json.zone }}') } },
			{
				items: [
					{ ...tenLocal, zone: 'UTC' },
					{ ...tenLocal, zone: 'Asia/Tokyo' },
				],
			},
		);

		expect(errorMessage).toBe(
			"2 appointments would be booked for the contact 'ada' in the calendar 'cal-1'",
		);
	});

	it('names the contact with the most; the same slot twice is one, and an unreadable item none', async () => {
		const calendar = new FakeCalendar({ form: 'contract' });
		const ofBen = [10, 11, 12].map((hour) => ({ contactId: 'ben', ...halfHourAt(hour) }));
		const ofCarl = [10, 11, 12, 13].map((hour) => ({ contactId: 'carl', ...halfHourAt(hour) }));
		const againOfBen = [10, 11].map((hour) => ({ contactId: 'ben', ...halfHourAt(hour) }));

		const { errorMessage } = await runAppointment(
			'book',
			calendar,
			{ ...TIMES_OF_ITEM, contactId: '={{ $json.contactId }}' },
			{ items: [...ofBen, ...ofCarl, ...againOfBen, {}] },
		);

		expect(errorMessage).toBe(
			"4 appointments would be booked for the contact 'carl' in the calendar 'cal-1'",
		);
		expect(calendar.requests).toEqual([]);
	});

	it.each([
		['where each has a calendar of its own', { calendarId: byId('={{ $json.calendar }}') }],
		["where 'Allow Several per Contact' is on", { options: { allowSeveral: true } }],
	])('books each %s', async (_, fields) => {
		const calendar = new FakeCalendar({ form: 'contract' });

		const { errorMessage } = await runAppointment(
			'book',
			calendar,
			{ ...TIMES_OF_ITEM, ...fields },
			{ items: [10, 11, 12].map((hour) => ({ ...halfHourAt(hour), calendar: `cal-at-${hour}` })) },
		);

		expect(errorMessage).toBeUndefined();
		expect(calendar.writes).toHaveLength(3);
	});

	it('books nothing for one contact that is named in two ways', async () => {
		const found = { contacts: [{ id: 'ada', email: 'ada@example.com' }], total: 1 };
		const respond = ({ path }: Sent) =>
			path === '/contacts/search' ? found : new Error('Nothing may be booked');

		const { error } = await act(
			'appointment.book',
			{
				contactId: { __rl: true, mode: 'emailOrPhone', value: '={{ $json.email }}' },
				calendarId: byId('cal-1'),
				slotSource: 'startEnd',
				...TIMES_OF_ITEM,
			},
			{
				credential: HIGH_LEVEL,
				responses: respond,
				items: [
					{ ...halfHourAt(10), email: 'ada@example.com' },
					{ ...halfHourAt(11), email: 'Ada@Example.com' },
				],
			},
		);

		expect(error?.message).toBe(
			"2 appointments would be booked for the contact 'ada' in the calendar 'cal-1'",
		);
	});
});

describe('Book that runs again in an execution, for another time', () => {
	const BOOKED_BEFORE =
		"In this execution, the node has booked an appointment for the contact 'ada' in the calendar 'cal-1' before, or may have [Item 0]";

	it('books nothing more for the contact in the calendar', async () => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({ form: 'contract' });
		await runAppointment('book', calendar, halfHourAt(10), { executionId });

		const end = await runAppointment('book', calendar, halfHourAt(11), { executionId });

		expect(end.errorMessage).toBe(BOOKED_BEFORE);
		expect(end.errorDescription).toBe(`Nothing was sent. ${TO_BOOK_ONE}`);
		expect(calendar.writes).toHaveLength(1);
	});

	it('books nothing where the outcome of the first time is unknown', async () => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({ form: 'contract', reactions: [isLostUnheard] });
		await runAppointment('book', calendar, halfHourAt(10), { executionId });

		const { errorMessage } = await runAppointment('book', calendar, halfHourAt(11), {
			executionId,
		});

		expect(errorMessage).toBe(BOOKED_BEFORE);
	});

	it('books where the platform refused the first time', async () => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({
			form: 'contract',
			reactions: [refuses(409, 'Conflict')],
		});
		await runAppointment('book', calendar, halfHourAt(10), { executionId });

		const { item } = await runAppointment('book', calendar, halfHourAt(11), { executionId });

		expect(item).toMatchObject({ booked: true });
	});

	it.each([
		{
			what: "where 'Allow Several per Contact' is on",
			fields: { options: { allowSeveral: true } },
			asTool: false,
		},
		{ what: 'for a language model, which decides each booking', fields: {}, asTool: true },
	])('books $what', async ({ fields, asTool }) => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({ form: 'contract' });
		await runAppointment('book', calendar, halfHourAt(10), { executionId });

		const { item } = await runAppointment(
			'book',
			calendar,
			{ ...halfHourAt(11), ...fields },
			{ executionId, asTool },
		);

		expect(item).toMatchObject({ booked: true });
	});

	it('books once the appointment has been canceled', async () => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({ form: 'contract' });
		await runAppointment('book', calendar, halfHourAt(10), { executionId });
		await runAppointment('cancel', calendar, {}, { executionId });

		const { item } = await runAppointment('book', calendar, halfHourAt(11), { executionId });

		expect(item).toMatchObject({ booked: true });
	});

	it('books once the appointment has been deleted, also where the platform sends no record then', async () => {
		const calendar = new FakeCalendar({ reactions: [carriesOut(), carriesOutInSilence] });
		const executionId = newExecution();
		await runAppointment('book', calendar, {}, { executionId });
		await runAppointment('delete', calendar, {}, { executionId });

		const { item } = await runAppointment('book', calendar, {}, { executionId });

		expect(item).toMatchObject({ booked: true });
		expect(calendar.writes.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'POST']);
	});

	it('books once a change has shown that the appointment is canceled', async () => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({
			reactions: [carriesOut(), carriesOut({ appointmentStatus: 'cancelled' })],
		});
		await runAppointment('book', calendar, {}, { executionId });
		await runAppointment('update', calendar, { fields: { title: 'Call' } }, { executionId });

		await runAppointment('book', calendar, {}, { executionId });

		expect(calendar.writes.map(({ method }) => method)).toEqual(['POST', 'PUT', 'POST']);
	});

	it('asks the platform once a cancellation was confirmed, though its record shows that the appointment stands', async () => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({
			reactions: [carriesOut(), carriesOut({ appointmentStatus: 'confirmed' })],
		});
		await runAppointment('book', calendar, {}, { executionId });
		await runAppointment('cancel', calendar, {}, { executionId });

		await runAppointment('book', calendar, {}, { executionId });

		expect(calendar.writes.map(({ method }) => method)).toEqual(['POST', 'PUT', 'POST']);
	});

	it('books nothing where the cancellation was refused', async () => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({ form: 'contract' });
		await runAppointment('book', calendar, halfHourAt(10), { executionId });
		const refusing = new FakeCalendar({ form: 'contract', reactions: [refuses(400, 'No')] });
		await runAppointment('cancel', refusing, {}, { executionId });

		const { errorMessage } = await runAppointment('book', calendar, halfHourAt(11), {
			executionId,
		});

		expect(errorMessage).toBe(BOOKED_BEFORE);
	});

	it('finds the appointment where Reschedule has put it, not where it was wanted', async () => {
		const executionId = newExecution();
		const taken = refuses(400, 'No such slot');
		const calendar = new FakeCalendar({
			form: 'contract',
			freeHoursByReading: [[13], [12]],
			reactions: [taken, { kind: 'carryOut' }, taken, { kind: 'carryOut' }],
		});
		const nextFree = { whenTaken: 'nextFree' };
		// Wanted at 10, booked at 13; then wanted at 11, moved to 12.
		await runAppointment('book', calendar, { ...halfHourAt(10), ...nextFree }, { executionId });
		await runAppointment(
			'reschedule',
			calendar,
			{ ...halfHourAt(11), ...nextFree },
			{ executionId },
		);

		const atEleven = await runAppointment('book', calendar, halfHourAt(11), { executionId });
		const atTwelve = await runAppointment('book', calendar, halfHourAt(12), { executionId });

		expect(atEleven.errorMessage).toBe(BOOKED_BEFORE);
		expect(atTwelve.item).toMatchObject({ booked: true, ...halfHourAt(12) });
		expect(atTwelve.item).not.toHaveProperty('wantedStartTime');
		expect(calendar.writes).toHaveLength(4);
	});

	it("finds this account's booking as it was after a change in another account", async () => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({ form: 'contract' });
		const ofOtherAccount = new FakeCalendar({ form: 'contract', locationOfCredential: 'loc-2' });
		await runAppointment('book', calendar, halfHourAt(10), { executionId });
		await runAppointment('reschedule', ofOtherAccount, halfHourAt(11), { executionId });

		const { item } = await runAppointment('book', calendar, halfHourAt(10), { executionId });

		expect(item).toMatchObject({ appointmentId: 'appt-1', calendarId: 'cal-1', ...halfHourAt(10) });
		expect(calendar.writes).toHaveLength(1);
	});
});

describe('a change that was made before in the execution', () => {
	it.each([
		['whose record has its times', {}],
		['whose record has no times', { startTime: undefined, endTime: undefined }],
	])('is made again once its opposite was, for an appointment %s', async (_, otherwise) => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({
			appointments: [adasAppointment(otherwise)],
			// Cancel, then Book, which gets the same appointment.
			reactions: [carriesOut(), carriesOut({ id: 'appt-1', ...otherwise })],
		});
		const fields = { appointmentStatus: 'confirmed' };
		const countWritesOf = async (operation: string) => {
			const before = calendar.writes.length;
			await runAppointment(operation, calendar, fields, { executionId });
			return calendar.writes.length - before;
		};

		expect(await countWritesOf('cancel')).toBe(1);
		expect(await countWritesOf('cancel')).toBe(0);
		expect(await countWritesOf('book')).toBe(1);
		expect(await countWritesOf('updateStatus')).toBe(1);
		expect(await countWritesOf('book')).toBe(0);
		expect(await countWritesOf('cancel')).toBe(1);
	});

	it('of the status alone is sent by Reschedule, each once', async () => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({ form: 'contract' });
		const withStatus = (appointmentStatus: string) => ({ options: { appointmentStatus } });
		await runAppointment('reschedule', calendar, withStatus('new'), { executionId });
		await runAppointment('reschedule', calendar, withStatus('confirmed'), { executionId });

		await runAppointment('reschedule', calendar, withStatus('confirmed'), { executionId });

		expect(calendar.writes.map(({ body }) => (body as IDataObject).appointmentStatus)).toEqual([
			'new',
			'confirmed',
		]);
	});

	it('by Reschedule is sent again once the status was set, though the times are the same', async () => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({ appointments: [adasAppointment()] });
		await runAppointment('reschedule', calendar, halfHourAt(10), { executionId });
		await runAppointment('updateStatus', calendar, { appointmentStatus: 'new' }, { executionId });

		await runAppointment('reschedule', calendar, halfHourAt(10), { executionId });

		expect(calendar.writes).toHaveLength(3);
	});

	const changesBefore = ['reschedule', 'updateStatus', 'update'];
	const changesAfter = [...changesBefore, 'cancel', 'delete'];
	const pairs = changesBefore.flatMap((first) =>
		changesAfter.filter((second) => second !== first).map((second) => [first, second]),
	);

	it.each(pairs)('by %s does not stand for one by %s', async (first, second) => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({ appointments: [adasAppointment(halfHourAt(14))] });
		const fields = { appointmentStatus: 'showed', fields: { title: 'Call' } };
		await runAppointment(first, calendar, fields, { executionId });

		const { errorMessage } = await runAppointment(second, calendar, fields, { executionId });

		expect(errorMessage).toBeUndefined();
		expect(calendar.writes).toHaveLength(2);
	});

	it.each([
		{
			operation: 'updateStatus',
			first: { appointmentStatus: 'showed' },
			second: { appointmentStatus: 'noshow' },
		},
		{
			operation: 'update',
			first: { fields: { title: 'Call' } },
			second: { fields: { title: 'Recall' } },
		},
		{ operation: 'reschedule', first: halfHourAt(10), second: halfHourAt(11) },
	])(
		'by $operation does not stand for one with other values',
		async ({ operation, first, second }) => {
			const executionId = newExecution();
			const calendar = new FakeCalendar({ appointments: [adasAppointment(halfHourAt(14))] });
			await runAppointment(operation, calendar, first, { executionId });

			await runAppointment(operation, calendar, second, { executionId });

			expect(calendar.writes).toHaveLength(2);
		},
	);

	it.each(['cancel', 'delete', 'reschedule', 'updateStatus', 'update'])(
		'by %s does not stand for the same change of another appointment',
		async (operation) => {
			const appointments = ['appt-1', 'appt-2'].map((id) =>
				adasAppointment({ id, ...halfHourAt(14) }),
			);
			const calendar = new FakeCalendar({ appointments });
			const fields = {
				appointmentId: '={{ $json.id }}',
				appointmentStatus: 'showed',
				fields: { title: 'Call' },
			};

			const { items } = await runAppointment(operation, calendar, fields, {
				items: [{ id: 'appt-1' }, { id: 'appt-2' }],
			});

			expect(items.map(({ appointmentId }) => appointmentId)).toEqual(['appt-1', 'appt-2']);
			const ids = calendar.writes.map(({ path }) => path.split('/').at(-1));
			expect(ids).toEqual(['appt-1', 'appt-2']);
		},
	);

	it.each([
		{
			operation: 'updateStatus',
			first: { appointmentStatus: 'showed' },
			second: { appointmentStatus: 'noshow' },
		},
		{
			operation: 'update',
			first: { fields: { title: 'Call' } },
			second: { fields: { title: 'Recall' } },
		},
		{ operation: 'reschedule', first: halfHourAt(10), second: halfHourAt(11) },
	])('by $operation is made again after another one', async ({ operation, first, second }) => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({ appointments: [adasAppointment(halfHourAt(14))] });
		await runAppointment(operation, calendar, first, { executionId });
		await runAppointment(operation, calendar, second, { executionId });

		await runAppointment(operation, calendar, first, { executionId });

		expect(calendar.writes).toHaveLength(3);
	});

	it('does not keep Delete from being sent after Cancel, which removes no record', async () => {
		const executionId = newExecution();
		const calendar = new FakeCalendar({ appointments: [adasAppointment()] });
		await runAppointment('cancel', calendar, {}, { executionId });

		await runAppointment('delete', calendar, {}, { executionId });

		expect(calendar.writes.at(-1)?.method).toBe('DELETE');
	});
});

it.each(['cancel', 'reschedule'])(
	'%s puts out the contact and the calendar of each item, where it is of the appointment',
	async (operation) => {
		const calendar = new FakeCalendar({ form: 'contract' });
		const itemOf = (name: string, appointmentId: string, hour: number) => ({
			appointmentId,
			contactId: `contact-of-${name}`,
			calendarId: `calendar-of-${name}`,
			appointment: appointmentId,
			...halfHourAt(hour),
		});
		const first = itemOf('first', 'appt-1', 10);
		const second = itemOf('second', 'appt-2', 11);
		const ofAnotherAppointment = { ...itemOf('third', 'appt-1', 12), appointment: 'appt-3' };

		const { items } = await runAppointment(
			operation,
			calendar,
			{ ...TIMES_OF_ITEM, appointmentId: '={{ $json.appointment }}', calendarId: byId('') },
			{ items: [first, second, ofAnotherAppointment] },
		);

		expect(items.map(({ contactId, calendarId }) => [contactId, calendarId])).toEqual([
			['contact-of-first', 'calendar-of-first'],
			['contact-of-second', 'calendar-of-second'],
			[undefined, undefined],
		]);
	},
);

it('Cancel knows the contact from a booking of its own execution, and of no other one, where the platform says nothing of it', async () => {
	const calendarOf = (locationOfCredential: string) =>
		new FakeCalendar({
			form: 'contract',
			reactions: [carriesOut(), carriesOutInSilence],
			locationOfCredential,
		});
	const calendar = calendarOf('loc-1');
	const otherCalendar = calendarOf('loc-2');
	const executionId = newExecution();
	await runAppointment('book', calendar, {}, { executionId });
	await runAppointment('book', otherCalendar, {}, { executionId: newExecution() });

	const ofOwn = await runAppointment('cancel', calendar, {}, { executionId });
	const ofOther = await runAppointment('cancel', otherCalendar, {}, { executionId });

	expect(ofOwn.item).toMatchObject({ canceled: true, contactId: 'ada', calendarId: 'cal-1' });
	expect(ofOther.item).toMatchObject({ canceled: true });
	expect(ofOther.item).not.toHaveProperty('contactId');
});

it('Reschedule as a tool, which looks for the calendar of the booking, goes on where the outcome of a change is unknown', async () => {
	const calendar = new FakeCalendar({
		form: 'contract',
		freeHours: [10],
		reactions: [isLostUnheard],
	});
	await runAppointment('cancel', calendar, {}, { asTool: true, executionId: newExecution() });

	const { item } = await runAppointment('reschedule', calendar, halfHourAt(10), { asTool: true });

	expect(item).toMatchObject({ rescheduled: true, appointmentId: 'appt-1' });
});

describe("a model over MCP, where n8n names no execution and the contract's form shows no appointments,", () => {
	const overMcp = { asTool: true, executionId: '__UNKNOWN__' };
	const IS_BOOKED = refuses(409, 'The contact has an appointment at this time');
	const IS_UNKNOWN = refuses(404, 'Appointment not found');

	it('that books the same again is told the appointment, at the time to which it was moved', async () => {
		const reactions = [carriesOut(), carriesOut(), IS_BOOKED];
		const calendar = new FakeCalendar({ form: 'contract', freeHours: [9, 11], reactions });
		await runAppointment('book', calendar, halfHourAt(9), overMcp);
		await runAppointment('reschedule', calendar, halfHourAt(11), overMcp);

		const { item } = await runAppointment('book', calendar, halfHourAt(11), overMcp);

		expect(item).toMatchObject({ booked: true, alreadyBooked: true, appointmentId: 'appt-1' });
		expect(item).not.toHaveProperty('message');
	});

	it.each([
		['another time', { startTime: timeAt(10), endTime: timeAt(10.5) }],
		['another contact', { contactId: byId('ben') }],
		['another calendar', { calendarId: byId('cal-2') }],
	])('that books what was there for %s is told no appointment of somebody', async (_, fields) => {
		const reactions = [carriesOut(), IS_BOOKED];
		const calendar = new FakeCalendar({ form: 'contract', reactions });
		await runAppointment('book', calendar, halfHourAt(9), { executionId: '__UNKNOWN__' });

		const { item } = await runAppointment(
			'book',
			calendar,
			{ ...fields, options: { whenAlreadyBooked: 'done' } },
			{ executionId: '__UNKNOWN__' },
		);

		expect(item).toMatchObject({ alreadyBooked: true, appointmentId: null });
	});

	it('that books the same again is told of the appointment, too, where the platform says that the slot is taken', async () => {
		const reactions = [carriesOut(), SLOT_IS_TAKEN, carriesOutInSilence, SLOT_IS_TAKEN];
		const calendar = new FakeCalendar({ form: 'contract', freeHours: [9, 10], reactions });
		const wish = { ...halfHourAt(9), whenTaken: 'alternatives' };
		await runAppointment('book', calendar, wish, overMcp);

		const again = await runAppointment('book', calendar, wish, overMcp);
		await runAppointment('cancel', calendar, {}, overMcp);
		const afterCancel = await runAppointment('book', calendar, wish, overMcp);

		expect(again.item).toMatchObject({ booked: false, alternatives: expect.anything() });
		expect(again.item.message).toContain(
			"This slot was booked for this contact before, as the appointment 'appt-1', which may still stand. Ask before another slot is booked.",
		);
		expect(afterCancel.item).toMatchObject({ booked: false });
		expect(afterCancel.item.message).not.toContain('appt-1');
	});

	it('that books what staff has called off is told of no appointment where the platform shows them', async () => {
		const calendar = new FakeCalendar({ freeHours: [9], reactions: [carriesOut(), SLOT_IS_TAKEN] });
		const wish = { ...halfHourAt(9), whenTaken: 'alternatives' };
		await runAppointment('book', calendar, wish, overMcp);
		calendar.appointments = [];

		const { item } = await runAppointment('book', calendar, wish, overMcp);

		expect(item).toMatchObject({ booked: false });
		expect(item.message).not.toContain('before');
	});

	it('that cancels again what was canceled is told so', async () => {
		const reactions = [carriesOut(), carriesOutInSilence, IS_UNKNOWN];
		const calendar = new FakeCalendar({ form: 'contract', freeHours: [9], reactions });
		await runAppointment('book', calendar, halfHourAt(9), overMcp);
		await runAppointment('cancel', calendar, {}, overMcp);

		const { item } = await runAppointment('cancel', calendar, {}, overMcp);

		expect(item).toMatchObject({ canceled: true, alreadyCanceled: true });
	});

	it('that cancels what was booked and is gone is told that it was not found', async () => {
		const reactions = [carriesOut(), IS_UNKNOWN];
		const calendar = new FakeCalendar({ form: 'contract', freeHours: [9], reactions });
		await runAppointment('book', calendar, halfHourAt(9), overMcp);

		const { errorMessage } = await runAppointment('cancel', calendar, {}, overMcp);

		expect(errorMessage).toContain("'appt-1' was not found");
	});

	it('that moves what it has booked needs no calendar', async () => {
		const calendar = new FakeCalendar({ form: 'contract', freeHours: [9, 11] });
		await runAppointment('book', calendar, halfHourAt(9), overMcp);
		const fields = { ...halfHourAt(11), calendarId: byId('') };

		const { item } = await runAppointment('reschedule', calendar, fields, overMcp);

		expect(item).toMatchObject({ rescheduled: true, ...halfHourAt(11) });
	});
});

describe('a call that a model repeats in an execution', () => {
	it.each([
		['book', { booked: true, alreadyBooked: true }],
		['cancel', { canceled: true, alreadyCanceled: true }],
	])('of %s is not sent again, and says so', async (operation, said) => {
		const inOneExecution = { asTool: true, executionId: newExecution() };
		const calendar = new FakeCalendar({ appointments: [adasAppointment(halfHourAt(14))] });
		await runAppointment(operation, calendar, {}, inOneExecution);
		const before = calendar.writes.length;

		const { item } = await runAppointment(operation, calendar, {}, inOneExecution);

		expect(item).toMatchObject(said);
		expect(calendar.writes).toHaveLength(before);
	});
});

it("a model is told of an ID that the contract's platform does not know, also where 'When Already Canceled' is Treat as Done", async () => {
	const fields = { appointmentId: 'appt-9', options: { whenAlreadyCanceled: 'done' } };
	const cancel = async (node: object) =>
		await act('appointment.cancel', fields, { node, responses: [failed(404)] });

	const ofModel = await cancel(TOOL);
	const ofPerson = await cancel({});

	expect(ofModel.error?.message).toContain('was not found');
	expect(ofPerson.json).toMatchObject([{ canceled: true, alreadyCanceled: true }]);
});
