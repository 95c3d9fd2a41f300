import type { IDataObject } from 'n8n-workflow';

import { failed, lost, WITHOUT_LEASE } from '../platformApi/fakePlatform';
import { halfHourAt, onSaturdayBefore } from './fakeCalendar';
import { act, byId, byModel, onHighLevel, type Sent, TOOL } from './nodeOnPlatform';

/* Which record is missing, where the platform's words name none: a read decides. */

onSaturdayBefore();

const contactId = byId('con-7');
const user = { fields: { assignedTo: byId('user-7') } };
const deal = { contactId, pipelineId: byId('pipe-7'), pipelineStageId: byId('stage-7') };
const booking = { calendarId: byId('cal-7'), contactId, slotSource: 'startEnd', ...halfHourAt(9) };
const ofUser = { options: { assignedUserId: byId('user-7') } };

interface Refusal {
	status: number;
	body: unknown;
}

/** Refusals that name no record. */
const REFUSALS: Refusal[] = [
	{ status: 404, body: {} },
	{ status: 404, body: { message: 'Not Found' } },
	{ status: 400, body: {} },
	{ status: 400, body: { message: 'Bad Request' } },
	{ status: 422, body: { message: 'Unprocessable Entity' } },
];

/** What the platform has, but for one record. */
const LISTS: Record<string, object> = {
	'/users/': { users: [{ id: 'user-7', name: 'Uma' }] },
	'/workflows/': { workflows: [{ id: 'flow-7', name: 'Welcome' }] },
	'/opportunities/pipelines': { pipelines: [{ id: 'pipe-7', stages: [{ id: 'stage-7' }] }] },
	'/calendars/events': { events: [] },
};

const RECORDS: Record<string, object> = {
	'/contacts/con-7': { contact: { id: 'con-7', email: 'con-7@example.com' } },
	'/users/user-7': { id: 'user-7' },
	'/calendars/cal-7': { calendar: { id: 'cal-7', calendarType: 'event' } },
	'/opportunities/opp-7': { opportunity: { id: 'opp-7' } },
	'/calendars/events/appointments/appt-7': { appointment: { id: 'appt-7' } },
};

interface Platform {
	/** The request that it refuses, such as `POST /contacts/con-7/tasks`. */
	refuses: string;
	refusal: Refusal;
	/** The path of a record that it does not have; by default, it has all. */
	missing?: string;
}

const respondAs =
	({ refuses, refusal, missing }: Platform) =>
	({ method, path }: Sent) => {
		if (`${method} ${path}` === refuses) return failed(refusal.status, refusal.body);
		if (path === missing) return failed(404, { message: 'Not Found' });
		return LISTS[path] ?? RECORDS[path] ?? {};
	};

interface RefusedOperation {
	operation: string;
	fields: IDataObject;
	/** The request of it that is refused. */
	refuses: string;
	/** The path of the record that is not there, and what it is called. */
	missing: string;
	told: string;
}

const OPERATIONS: RefusedOperation[] = [
	{
		operation: 'task.create',
		fields: { contactId, title: 'Call', dueDate: '2026-12-01', ...user },
		refuses: 'POST /contacts/con-7/tasks',
		missing: '/contacts/con-7',
		told: "The contact 'con-7'",
	},
	{
		operation: 'task.create',
		fields: { contactId, title: 'Call', dueDate: '2026-12-01', ...user },
		refuses: 'POST /contacts/con-7/tasks',
		missing: '/users/user-7',
		told: "The user 'user-7'",
	},
	{
		operation: 'task.update',
		fields: { contactId, taskId: 'task-7', fields: { completed: true } },
		refuses: 'PUT /contacts/con-7/tasks/task-7',
		missing: '/contacts/con-7',
		told: "The contact 'con-7'",
	},
	{
		operation: 'task.getAll',
		fields: { contactId },
		refuses: 'GET /contacts/con-7/tasks',
		missing: '/contacts/con-7',
		told: "The contact 'con-7'",
	},
	{
		operation: 'note.update',
		fields: { contactId, noteId: 'note-7', fields: { body: 'x' } },
		refuses: 'PUT /contacts/con-7/notes/note-7',
		missing: '/contacts/con-7',
		told: "The contact 'con-7'",
	},
	{
		operation: 'contact.addToWorkflow',
		fields: { contactId, workflowId: byId('flow-7') },
		refuses: 'POST /contacts/con-7/workflow/flow-7',
		missing: '/contacts/con-7',
		told: "The contact 'con-7'",
	},
	{
		operation: 'contact.update',
		fields: { contactId, fields: { city: 'Bonn', assignedTo: byId('user-7') } },
		refuses: 'PUT /contacts/con-7',
		missing: '/users/user-7',
		told: "The user 'user-7'",
	},
	{
		operation: 'opportunity.create',
		fields: { ...deal, name: 'Braces', ...user },
		refuses: 'POST /opportunities/',
		missing: '/contacts/con-7',
		told: "The contact 'con-7'",
	},
	{
		operation: 'opportunity.create',
		fields: { ...deal, name: 'Braces', ...user },
		refuses: 'POST /opportunities/',
		missing: '/users/user-7',
		told: "The user 'user-7'",
	},
	{
		operation: 'opportunity.update',
		fields: { opportunityId: 'opp-7', ...user },
		refuses: 'PUT /opportunities/opp-7',
		missing: '/users/user-7',
		told: "The user 'user-7'",
	},
	{
		operation: 'message.getAll',
		fields: { contactId },
		refuses: 'GET /conversations/search',
		missing: '/contacts/con-7',
		told: "The contact 'con-7'",
	},
	{
		operation: 'appointmentNote.create',
		fields: { appointmentId: 'appt-7', body: 'x' },
		refuses: 'POST /calendars/appointments/appt-7/notes',
		missing: '/calendars/events/appointments/appt-7',
		told: "The appointment 'appt-7'",
	},
];

describe.each(OPERATIONS)(
	'$operation $fields, where $missing is not there,',
	({ operation, fields, refuses, missing, told }) => {
		it.each(REFUSALS)('refused with $status $body is told of it', async (refusal) => {
			const respond = respondAs({ refuses, refusal, missing });

			const { error, sent } = await onHighLevel(operation, fields, respond);

			expect(error?.message).toContain(`${told} was not found`);
			const requests = sent.map(({ method, path }) => `${method} ${path}`);
			const fromRefusalOn = requests.slice(requests.indexOf(refuses));
			expect(fromRefusalOn.length).toBeLessThanOrEqual(5);
		});
	},
);

describe('a booking whose record is missing', () => {
	const BOOK = 'POST /calendars/events/appointments';
	const book = async (refusal: Refusal, missing?: string) =>
		await onHighLevel(
			'appointment.book',
			{ ...booking, ...ofUser },
			respondAs({ refuses: BOOK, refusal, missing }),
		);

	it.each([
		['/contacts/con-7', "The contact 'con-7'"],
		['/calendars/cal-7', "The calendar 'cal-7'"],
		['/users/user-7', "The user 'user-7'"],
	])('is told of %s', async (missing, told) => {
		const { error } = await book({ status: 404, body: { message: 'Not Found' } }, missing);
		expect(error?.message).toContain(`${told} was not found`);
	});

	it('of which all are there is told that they are, and of none that it was not found', async () => {
		const { error } = await book({ status: 404, body: {} });
		expect(error?.message).toContain('what it names is there: ');
		for (const id of ['cal-7', 'con-7', 'user-7']) expect(error?.message).toContain(`'${id}'`);
		expect(error?.message).not.toContain('was not found');
	});

	it('is not asked for where a slot may be taken: the free slots say that', async () => {
		const { sent } = await book(
			{ status: 400, body: { message: 'Bad Request' } },
			'/contacts/con-7',
		);
		expect(sent.map(({ path }) => path)).not.toContain('/contacts/con-7');
	});

	it("in the contract's form is told of the calendar, which alone can be read", async () => {
		const respond = respondAs({
			refuses: BOOK,
			refusal: { status: 404, body: {} },
			missing: '/calendars/cal-7',
		});

		const { error, sent } = await act('appointment.book', booking, { responses: respond });

		expect(error?.message).toContain("The calendar 'cal-7' was not found");
		expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /calendars/events/appointments',
			'GET /calendars/cal-7',
		]);
	});

	it("in the contract's form, where the calendar is there, does not say that the contact is not: nothing can read it", async () => {
		const respond = respondAs({ refuses: BOOK, refusal: { status: 404, body: {} } });

		const { error, told } = await act('appointment.book', booking, { responses: respond });

		expect(error?.message).toContain(
			"The platform says that something is missing (status 404), and not what. It is not calendar 'cal-7'. It may be contact 'con-7'",
		);
		expect(told).not.toContain('was not found');
		expect(error).toMatchObject({
			description:
				'Check what it may be, and that this belongs to the location of the credential: it could not be looked up.',
			context: { forModel: expect.stringMatching(/^Check contact 'con-7': use the ID/) },
		});
	});

	it("in the contract's form is told of the contact, where the words name it", async () => {
		const respond = respondAs({
			refuses: BOOK,
			refusal: { status: 404, body: { message: 'Contact not found' } },
		});

		const { error, sent } = await act('appointment.book', booking, { responses: respond });

		expect(error?.message).toContain("The contact 'con-7' was not found");
		expect(sent).toHaveLength(1);
	});
});

describe('where all that can be read is there', () => {
	const change = async (refusal: Refusal, given = {}) =>
		await onHighLevel(
			'task.update',
			{ contactId, taskId: byModel('taskId', 'task-7'), fields: { completed: true } },
			respondAs({ refuses: 'PUT /contacts/con-7/tasks/task-7', refusal }),
			given,
		);

	it('the one that the path leads to is the missing one, by the status 404', async () => {
		const { error } = await change({ status: 404, body: {} });
		expect(error?.message).toContain("The task 'task-7' was not found");
	});

	it.each([400, 422])('but not by words without a name, with the status %d', async (status) => {
		const { error } = await change({ status, body: { message: 'Record not found' } });
		expect(error?.message).toContain("It is not contact 'con-7'. It may be task 'task-7'");
	});

	it('what stands in a query alone is not missing, since it can be read', async () => {
		const { error } = await onHighLevel(
			'message.getAll',
			{ contactId },
			respondAs({ refuses: 'GET /conversations/search', refusal: { status: 404, body: {} } }),
		);
		expect(error?.message).toContain("what it names is there: contact 'con-7'");
	});

	it('a write reads the record that its own path leads to', async () => {
		const { error } = await onHighLevel(
			'opportunity.update',
			{ opportunityId: 'opp-7', ...user },
			respondAs({ refuses: 'PUT /opportunities/opp-7', refusal: { status: 404, body: {} } }),
		);
		expect(error?.message).toContain("what it names is there: opportunity 'opp-7', user 'user-7'");
	});

	it('what it could be is listed, where the platform gives no reason', async () => {
		const { error, told } = await change({ status: 400, body: {} });
		expect(error?.message).toContain('gives no reason (status 400): a record may be missing');
		expect(told).toContain("Check these, and what else was sent: task 'task-7'.");
	});

	it('a model is told the same', async () => {
		const { told } = await change({ status: 400, body: {} }, { node: TOOL });
		expect(told).toContain("Check these IDs, and what else was sent: task 'task-7'.");
	});
});

it('in an n8n without a lease, where one request waits for the other, the records are read, too', async () => {
	const { error } = await onHighLevel(
		'task.update',
		{ contactId, taskId: 'task-7', fields: { completed: true } },
		respondAs({
			refuses: 'PUT /contacts/con-7/tasks/task-7',
			refusal: { status: 404, body: {} },
			missing: '/contacts/con-7',
		}),
		{ credential: { ...WITHOUT_LEASE, api: 'highLevel' } },
	);
	expect(error?.message).toContain("The contact 'con-7' was not found");
});

describe('nothing more is asked', () => {
	const taskOf = async (response: unknown) =>
		await onHighLevel('task.get', { contactId, taskId: 'task-7' }, [response]);

	it.each([
		['the words name the record', failed(400, { message: 'Contact not found' })],
		['the words name a field', failed(422, { message: 'title must be a string' })],
		['the words give another reason', failed(400, { message: 'The location is paused' })],
		['the token is refused', failed(401, { message: 'Invalid JWT' })],
		['a scope is missing', failed(403, {})],
		['no response came', lost('ENOTFOUND')],
		['a proxy has responded', failed(404, '<html>')],
	])('where %s', async (_, response) => {
		const { error, sent } = await taskOf(response);
		expect(error).toBeDefined();
		expect(sent.filter(({ path }) => path === '/contacts/con-7')).toEqual([]);
	});

	it('of a record that an item before has asked for', async () => {
		const { sent } = await onHighLevel(
			'task.create',
			{ contactId, title: '={{ $json.title }}', dueDate: '2026-12-01' },
			respondAs({
				refuses: 'POST /contacts/con-7/tasks',
				refusal: { status: 400, body: {} },
				missing: '/contacts/con-7',
			}),
			{
				items: [{ title: 'Call' }, { title: 'Write' }, { title: 'Visit' }],
				node: { onError: 'continueRegularOutput' },
			},
		);
		expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /contacts/con-7/tasks',
			'GET /contacts/con-7',
			'POST /contacts/con-7/tasks',
			'POST /contacts/con-7/tasks',
		]);
	});
});

it('where the token may not read a record, the others decide', async () => {
	const respond = ({ method, path }: Sent) => {
		if (method === 'PUT') return failed(404, {});
		if (path === '/users/user-7') return failed(401, { message: 'not authorized for this scope' });
		return LISTS[path] ?? RECORDS[path] ?? {};
	};
	const { error } = await onHighLevel(
		'opportunity.update',
		{ opportunityId: 'opp-7', ...user },
		respond,
	);
	expect(error?.message).toContain("It is not opportunity 'opp-7'. It may be user 'user-7'");
});

it.each([
	['the platform is busy', failed(503, {})],
	['the token is refused', failed(401, { message: 'Invalid JWT' })],
	['the rate limit is used up', failed(429, {})],
])('a read that fails is not sent again: %s', async (_, failure) => {
	const { sent } = await onHighLevel(
		'opportunity.update',
		{ opportunityId: 'opp-7', ...user },
		({ method, path }) => {
			if (method === 'PUT') return failed(404, {});
			if (path === '/users/user-7') return failure;
			return LISTS[path] ?? RECORDS[path] ?? {};
		},
	);
	expect(sent.filter(({ path }) => path === '/users/user-7')).toHaveLength(1);
});
