import { failed, lost } from '../platformApi/fakePlatform';
import {
	adasAppointment,
	FakeCalendar,
	halfHourAt,
	onSaturdayBefore,
	runAppointment,
	SLOT_IS_TAKEN,
	timeAt,
} from './fakeCalendar';
import { byId, onHighLevel } from './nodeOnPlatform';

onSaturdayBefore();

/** The operations that change an appointment which stands. */
const CHANGES_OF_STANDING = ['reschedule', 'cancel', 'updateStatus', 'update'];
/** With the one that takes a canceled one, too. */
const CHANGES = [...CHANGES_OF_STANDING, 'delete'];
/** Fields to move it to 11:00, to set its status, or to change its title. */
const CHANGE = { ...halfHourAt(11), appointmentStatus: 'showed', fields: { title: 'Recall' } };
const onlyOfContact = (contactId: string) => ({
	...CHANGE,
	options: { onlyOfContact: byId(contactId) },
});

describe.each(CHANGES)('before %s, the appointment is read, and nothing is sent', (operation) => {
	it.each([
		{
			what: 'where the platform has none of this ID',
			appointments: [],
			message: "The platform has no appointment 'appt-1' [Item 0]",
			whatToDo:
				"Nothing was sent. Check 'Appointment': it is the appointmentId in the output of the node that booked, or in the event Appointment Created.",
		},
		{
			what: 'where it was deleted',
			appointments: [adasAppointment({ deleted: true })],
			message: "The appointment 'appt-1' was deleted [Item 0]",
			whatToDo: expect.stringMatching(/^Nothing was sent\. Check 'Appointment'/),
		},
		{
			what: 'where it is in another location',
			appointments: [adasAppointment({ locationId: 'loc-2' })],
			message: "The appointment 'appt-1' is in the location 'loc-2', not in 'loc-1' [Item 0]",
			whatToDo: "Nothing was sent. Check 'Appointment'.",
		},
	])('$what', async ({ appointments, message, whatToDo }) => {
		const calendar = new FakeCalendar({ appointments });

		const end = await runAppointment(operation, calendar, CHANGE);

		expect(end.errorMessage).toBe(message);
		expect(end.errorDescription).toEqual(whatToDo);
		expect(calendar.writes).toEqual([]);
	});

	it.each([{}, { appointmentStatus: 'cancelled' }])(
		'where Only of Contact names another contact, whatever its status: %j',
		async (otherwise) => {
			const bens = adasAppointment({ contactId: 'ben', ...otherwise });
			const calendar = new FakeCalendar({ appointments: [bens] });

			const end = await runAppointment(operation, calendar, onlyOfContact('ada'));

			expect(end.errorMessage).toBe(
				"The appointment 'appt-1' is not one of the contact 'ada' [Item 0]",
			);
			expect(end.errorDescription).toBe(
				"Nothing was sent. Check 'Appointment' and 'Only of Contact'.",
			);
			expect(calendar.writes).toEqual([]);
		},
	);

	it.each([
		{
			what: 'the scope is missing',
			readFailure: failed(403),
			message: 'The credential is not allowed to do this',
		},
		{
			what: 'the platform cannot be reached',
			readFailure: lost(),
			message: 'could not be reached',
		},
	])('where Only of Contact cannot be checked, since $what', async ({ readFailure, message }) => {
		const calendar = new FakeCalendar({ appointments: [adasAppointment()], readFailure });

		const end = await runAppointment(operation, calendar, onlyOfContact('ada'));

		expect(end.errorMessage).toContain(message);
		expect(calendar.writes).toEqual([]);
	});

	it('where the record does not say whose it is, and Only of Contact names somebody', async () => {
		const nobodys = adasAppointment({ contactId: undefined });
		const calendar = new FakeCalendar({ appointments: [nobodys] });

		const end = await runAppointment(operation, calendar, onlyOfContact('ada'));

		expect(end.errorMessage).toBe(
			"The appointment 'appt-1' is not one of the contact 'ada' [Item 0]",
		);
		expect(calendar.writes).toEqual([]);
	});

	it('where the expression in Only of Contact gives nothing', async () => {
		const calendar = new FakeCalendar({ appointments: [adasAppointment()] });

		const end = await runAppointment(operation, calendar, onlyOfContact('={{ $json.nobody }}'));

		expect(end.errorMessage).toBe("'Only of Contact' is empty [Item 0]");
		expect(end.errorDescription).toBe(
			"Nothing was sent. Its expression gives nothing, which does not stand for all. To get all, empty 'Only of Contact' itself.",
		);
		expect(calendar.requests).toEqual([]);
	});

	it("with Only of Contact in the contract's form, which shows no appointments", async () => {
		const calendar = new FakeCalendar({ form: 'contract' });

		const end = await runAppointment(operation, calendar, onlyOfContact('ada'));

		expect(end.errorMessage).toContain(' works with HighLevel only: ');
		expect(calendar.requests).toEqual([]);
	});
});

it('a model that changes the appointment of another location or contact is told what to do', async () => {
	const elsewhere = new FakeCalendar({ appointments: [adasAppointment({ locationId: 'loc-2' })] });
	const bens = new FakeCalendar({ appointments: [adasAppointment({ contactId: 'ben' })] });

	const ofLocation = await runAppointment('cancel', elsewhere, {}, { asTool: true });
	const ofContact = await runAppointment('cancel', bens, onlyOfContact('ada'), { asTool: true });

	expect(ofLocation.errorMessage).toBe(
		"The appointment 'appt-1' is in the location 'loc-2', not in 'loc-1'. Nothing was sent. Use the appointmentId of one of this location, as a tool returned it.",
	);
	expect(ofContact.errorMessage).toBe(
		"The appointment 'appt-1' is not one of the contact 'ada'. Nothing was sent. Use the appointmentId of one of the appointments of this contact, as a tool returned it.",
	);
});

it.each([
	[{ deleted: true }, "The appointment 'appt-1' was deleted."],
	[
		{ appointmentStatus: 'cancelled' },
		"The appointment 'appt-1' was called off: its status is 'cancelled'.",
	],
])(
	'a model that changes an appointment which is over is told what to do: %j',
	async (state, over) => {
		const calendar = new FakeCalendar({ appointments: [adasAppointment(state)] });

		const { errorMessage } = await runAppointment('update', calendar, CHANGE, { asTool: true });

		expect(errorMessage).toBe(
			`${over} Nothing was sent. Use the appointmentId of one that stands, or book a new one.`,
		);
	},
);

it.each(CHANGES_OF_STANDING)(
	'before %s, a canceled appointment is told, and nothing is sent',
	async (operation) => {
		const canceled = adasAppointment({ appointmentStatus: 'cancelled' });
		const calendar = new FakeCalendar({ appointments: [canceled] });

		const { errorMessage } = await runAppointment(operation, calendar, CHANGE);

		expect(errorMessage).toBe(
			"The appointment 'appt-1' was called off: its status is 'cancelled' [Item 0]",
		);
		expect(calendar.writes).toEqual([]);
	},
);

it.each([
	{
		operation: 'cancel',
		advice:
			"If a repeated cancellation is fine, set 'When Already Canceled' in the options to 'Treat as Done'.",
	},
	{ operation: 'reschedule', advice: 'or book a new one with Appointment > Book.' },
	{ operation: 'updateStatus', advice: 'or book a new one with Appointment > Book.' },
	{ operation: 'update', advice: 'or book a new one with Appointment > Book.' },
])(
	'$operation of a canceled appointment says what a person can do',
	async ({ operation, advice }) => {
		const canceled = adasAppointment({ appointmentStatus: 'cancelled' });
		const calendar = new FakeCalendar({ appointments: [canceled] });

		const { errorDescription } = await runAppointment(operation, calendar, CHANGE);

		expect(errorDescription).toMatch(/^Nothing was sent\. Check 'Appointment'/);
		expect(errorDescription).toContain(advice);
	},
);

it.each(['reschedule', 'updateStatus', 'update'])(
	'%s of a canceled appointment says what a model can do',
	async (operation) => {
		const canceled = adasAppointment({ appointmentStatus: 'cancelled' });
		const calendar = new FakeCalendar({ appointments: [canceled] });

		const { errorMessage } = await runAppointment(operation, calendar, CHANGE, { asTool: true });

		expect(errorMessage).toBe(
			"The appointment 'appt-1' was called off: its status is 'cancelled'. Nothing was sent. Use the appointmentId of one that stands, or book a new one.",
		);
		expect(calendar.writes).toEqual([]);
	},
);

it.each(['cancel', 'updateStatus'])(
	'%s puts out the ID that it was given where the record before has another one',
	async (operation) => {
		const record = adasAppointment({ id: 'appt-2' });

		const { json } = await onHighLevel(
			`appointment.${operation}`,
			{ appointmentId: byId('appt-1'), appointmentStatus: 'showed' },
			({ method }) => (method === 'GET' ? { event: record } : ''),
		);

		expect(json).toMatchObject([{ appointmentId: 'appt-1', contactId: 'ada' }]);
	},
);

it('Reschedule that returns alternatives tells a model also that the appointment was not checked', async () => {
	const calendar = new FakeCalendar({
		appointments: [adasAppointment()],
		freeHours: [12],
		readFailure: failed(403),
		reactions: [SLOT_IS_TAKEN],
	});

	const { item } = await runAppointment(
		'reschedule',
		calendar,
		{ ...halfHourAt(11), whenTaken: 'alternatives' },
		{ asTool: true },
	);

	expect(item.message).toMatch(
		/^The slot is not available\. .*The appointment could not be read before, so it was not checked/,
	);
});

describe.each(CHANGES)('%s is sent', (operation) => {
	it('for an appointment of the contact in Only of Contact', async () => {
		const calendar = new FakeCalendar({ appointments: [adasAppointment()] });

		const { item } = await runAppointment(operation, calendar, onlyOfContact('ada'));

		expect(item).toMatchObject({ appointmentId: 'appt-1', contactId: 'ada' });
		expect(calendar.writes).toHaveLength(1);
	});

	it('in any location where the credential names none', async () => {
		const elsewhere = adasAppointment({ locationId: 'loc-2' });
		const calendar = new FakeCalendar({ appointments: [elsewhere], locationOfCredential: '' });

		const { item } = await runAppointment(operation, calendar, CHANGE);

		expect(item).toMatchObject({ appointmentId: 'appt-1' });
		expect(calendar.writes).toHaveLength(1);
	});

	it('where the appointment cannot be read before, which is said', async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment()],
			readFailure: failed(403),
		});

		const { hints } = await runAppointment(operation, calendar, CHANGE);

		expect(hints).toEqual([
			expect.stringMatching(
				/^The appointment could not be read before, so it was not checked whether it still stands: The credential is not allowed/,
			),
		]);
		expect(calendar.writes).toHaveLength(1);
	});
});

it('Delete sends nothing for an appointment that was deleted', async () => {
	const calendar = new FakeCalendar({ appointments: [adasAppointment({ deleted: true })] });

	const { errorMessage } = await runAppointment('delete', calendar);

	expect(errorMessage).toBe("The appointment 'appt-1' was deleted [Item 0]");
	expect(calendar.writes).toEqual([]);
});

it.each(['reschedule', 'update'])(
	'%s says that no status was sent for an appointment that cannot be read: HighLevel may have confirmed it',
	async (operation) => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment()],
			readFailure: failed(403),
		});

		const { hints } = await runAppointment(operation, calendar, CHANGE);

		expect(hints).toEqual([
			expect.stringContaining('No status was sent, so it may be Confirmed now.'),
		]);
	},
);

it.each(['cancel', 'updateStatus', 'delete'])(
	'%s of an appointment that cannot be read says nothing of a status that was not sent',
	async (operation) => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment()],
			readFailure: failed(403),
		});

		const { hints } = await runAppointment(operation, calendar, CHANGE);

		expect(hints).toEqual([expect.not.stringContaining('No status was sent')]);
	},
);

it('Reschedule does not say that no status was sent where one was, also for an appointment that cannot be read', async () => {
	const calendar = new FakeCalendar({
		appointments: [adasAppointment()],
		readFailure: failed(403),
	});
	const fields = { ...CHANGE, options: { appointmentStatus: 'new' } };

	const { hints } = await runAppointment('reschedule', calendar, fields);

	expect(hints).toEqual([expect.not.stringContaining('No status was sent')]);
});

describe('Cancel', () => {
	it.each([
		{
			what: "where 'When Already Canceled' says so",
			fields: { options: { whenAlreadyCanceled: 'done' } },
			asTool: false,
		},
		{ what: 'for a model, which takes a stop for a failure', fields: {}, asTool: true },
	])('is done of what is canceled already, $what', async ({ fields, asTool }) => {
		const canceled = adasAppointment({ appointmentStatus: 'cancelled', title: 'Call' });
		const calendar = new FakeCalendar({ appointments: [canceled] });

		const { item } = await runAppointment('cancel', calendar, fields, { asTool });

		expect(item).toMatchObject({
			canceled: true,
			alreadyCanceled: true,
			appointmentId: 'appt-1',
			contactId: 'ada',
			title: 'Call',
			...halfHourAt(9),
		});
		expect(calendar.writes).toEqual([]);
	});

	it('tells a model of an ID that the platform does not know', async () => {
		const calendar = new FakeCalendar();

		const { items, errorMessage } = await runAppointment('cancel', calendar, {}, { asTool: true });

		expect(errorMessage).toBe(
			"The platform has no appointment 'appt-1'. Nothing was sent. Use the appointmentId that the booking or a look-up returned. Never make one up, and do not say that it was called off.",
		);
		expect(items).toEqual([]);
		expect(calendar.writes).toEqual([]);
	});

	it("may have an empty Only of Contact in the contract's form, so that one workflow serves both", async () => {
		const calendar = new FakeCalendar({ form: 'contract' });

		const { item } = await runAppointment('cancel', calendar, onlyOfContact('={{ $json.nobody }}'));

		expect(item).toMatchObject({ canceled: true, appointmentId: 'appt-1' });
		expect(calendar.writes).toHaveLength(1);
	});

	it("knows the contact from the record, and not from a tool's input, which holds a model's arguments", async () => {
		const bens = new FakeCalendar({ appointments: [adasAppointment({ contactId: 'ben' })] });
		const unknown = new FakeCalendar({ form: 'contract' });
		const asTool = { asTool: true, items: [{ appointmentId: 'appt-1', contactId: 'ada' }] };

		const ofBen = await runAppointment('cancel', bens, {}, asTool);
		const ofNobody = await runAppointment('cancel', unknown, {}, asTool);

		expect(ofBen.item).toMatchObject({ canceled: true, contactId: 'ben' });
		expect(ofNobody.item).toMatchObject({ canceled: true });
		expect(ofNobody.item).not.toHaveProperty('contactId');
	});
});

describe('Reschedule', () => {
	const keepLength = { slotSource: 'startDuration', startTime: timeAt(11), duration: '' };

	it("keeps the appointment's own length where none is filled in", async () => {
		const anHour = adasAppointment({ endTime: timeAt(10) });
		const calendar = new FakeCalendar({ appointments: [anHour] });

		const { item } = await runAppointment('reschedule', calendar, keepLength);

		expect(item).toMatchObject({
			rescheduled: true,
			startTime: timeAt(11),
			endTime: timeAt(12),
		});
		expect(calendar.appointments).toMatchObject([{ endTime: timeAt(12) }]);
	});

	it('sends the length that is filled in, not that of the appointment', async () => {
		const anHour = adasAppointment({ endTime: timeAt(10) });
		const calendar = new FakeCalendar({ appointments: [anHour] });

		const { item } = await runAppointment('reschedule', calendar, { ...keepLength, duration: 45 });

		expect(item).toMatchObject({ startTime: timeAt(11), endTime: timeAt(11.75) });
	});

	it('needs a length where the platform does not show it', async () => {
		const calendar = new FakeCalendar({ appointments: [adasAppointment({ endTime: 'later' })] });
		const ofContract = new FakeCalendar({ form: 'contract' });

		const unreadable = await runAppointment('reschedule', calendar, keepLength);
		const notShown = await runAppointment('reschedule', ofContract, keepLength);

		expect(unreadable.errorMessage).toBe(
			"The platform does not say how long the appointment 'appt-1' is [Item 0]",
		);
		expect(notShown.errorMessage).toBe("'Duration (Minutes)' is empty [Item 0]");
		expect([...calendar.writes, ...ofContract.writes]).toEqual([]);
	});

	it('says why a length is needed where the appointment cannot be read', async () => {
		const calendar = new FakeCalendar({
			appointments: [adasAppointment()],
			readFailure: failed(403),
		});

		const { errorDescription } = await runAppointment('reschedule', calendar, keepLength);

		expect(errorDescription).toMatch(
			/^Nothing was sent\. Check 'Appointment'\. Or fill in 'Duration \(Minutes\)'\. The appointment could not be read before/,
		);
		expect(calendar.writes).toEqual([]);
	});

	it('moves within the calendar of the appointment only', async () => {
		const calendar = new FakeCalendar({ appointments: [adasAppointment()] });

		const end = await runAppointment('reschedule', calendar, {
			...CHANGE,
			calendarId: byId('cal-2'),
		});

		expect(end.errorMessage).toBe(
			"The appointment 'appt-1' is in the calendar 'cal-1', not in 'cal-2' [Item 0]",
		);
		expect(end.errorDescription).toBe(
			"Nothing was sent. Choose that calendar, or leave 'Calendar' empty. A move to another calendar is a cancellation and a new booking.",
		);
		expect(calendar.writes).toEqual([]);
	});

	it.each(['noshow', 'showed'])(
		'sends the status %s that the appointment has, which HighLevel would else confirm, and says so',
		async (appointmentStatus) => {
			const calendar = new FakeCalendar({ appointments: [adasAppointment({ appointmentStatus })] });

			const { hints } = await runAppointment('reschedule', calendar, halfHourAt(11));

			expect(calendar.writes).toMatchObject([{ body: { appointmentStatus } }]);
			expect(calendar.appointments).toMatchObject([{ appointmentStatus, ...halfHourAt(11) }]);
			expect(hints).toEqual([
				`It has kept the status '${appointmentStatus}', which is about its former time. Another one can be chosen in 'Appointment Status'.`,
			]);
		},
	);

	it('reads the appointment once for its length and its calendar', async () => {
		const calendar = new FakeCalendar({ appointments: [adasAppointment()] });
		const fields = { slotSource: 'startDuration', startTime: timeAt(11) };

		await runAppointment('reschedule', calendar, fields);

		const appointment = '/calendars/events/appointments/appt-1';
		expect(calendar.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			`GET ${appointment}`,
			`PUT ${appointment}`,
		]);
	});

	it('says nothing of a status that holds for the new time, too', async () => {
		const calendar = new FakeCalendar({ appointments: [adasAppointment()] });

		const { hints } = await runAppointment('reschedule', calendar, halfHourAt(11));

		expect(hints).toEqual([]);
	});
});
