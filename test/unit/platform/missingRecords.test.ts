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

/** Refusals that name no record. */
const REFUSALS: Array<[status: number, body: unknown]> = [
	[404, {}],
	[404, { message: 'Not Found' }],
	[400, {}],
	[400, { message: 'Bad Request' }],
	[422, { message: 'Unprocessable Entity' }],
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

/** A platform that refuses a request, and does not have a record that it names. */
function platformWithout(missing: string, asked: string, refusal: [number, unknown]) {
	return ({ method, path }: Sent) => {
		if (`${method} ${path}` === asked) return failed(...refusal);
		if (path === missing) return failed(404, { message: 'Not Found' });
		return LISTS[path] ?? RECORDS[path] ?? {};
	};
}

const OPERATIONS: Array<
	[name: string, parameters: IDataObject, asked: string, missing: string, told: string]
> = [
	[
		'task.create',
		{ contactId, title: 'Call', dueDate: '2026-12-01', ...user },
		'POST /contacts/con-7/tasks',
		'/contacts/con-7',
		"The contact 'con-7'",
	],
	[
		'task.create',
		{ contactId, title: 'Call', dueDate: '2026-12-01', ...user },
		'POST /contacts/con-7/tasks',
		'/users/user-7',
		"The user 'user-7'",
	],
	[
		'task.update',
		{ contactId, taskId: 'task-7', fields: { completed: true } },
		'PUT /contacts/con-7/tasks/task-7',
		'/contacts/con-7',
		"The contact 'con-7'",
	],
	[
		'task.getAll',
		{ contactId },
		'GET /contacts/con-7/tasks',
		'/contacts/con-7',
		"The contact 'con-7'",
	],
	[
		'note.update',
		{ contactId, noteId: 'note-7', fields: { body: 'x' } },
		'PUT /contacts/con-7/notes/note-7',
		'/contacts/con-7',
		"The contact 'con-7'",
	],
	[
		'contact.addToWorkflow',
		{ contactId, workflowId: byId('flow-7') },
		'POST /contacts/con-7/workflow/flow-7',
		'/contacts/con-7',
		"The contact 'con-7'",
	],
	[
		'contact.update',
		{ contactId, fields: { city: 'Bonn', assignedTo: byId('user-7') } },
		'PUT /contacts/con-7',
		'/users/user-7',
		"The user 'user-7'",
	],
	[
		'opportunity.create',
		{ ...deal, name: 'Braces', ...user },
		'POST /opportunities/',
		'/contacts/con-7',
		"The contact 'con-7'",
	],
	[
		'opportunity.create',
		{ ...deal, name: 'Braces', ...user },
		'POST /opportunities/',
		'/users/user-7',
		"The user 'user-7'",
	],
	[
		'opportunity.update',
		{ opportunityId: 'opp-7', ...user },
		'PUT /opportunities/opp-7',
		'/users/user-7',
		"The user 'user-7'",
	],
	[
		'message.getAll',
		{ contactId },
		'GET /conversations/search',
		'/contacts/con-7',
		"The contact 'con-7'",
	],
	[
		'appointmentNote.create',
		{ appointmentId: 'appt-7', body: 'x' },
		'POST /calendars/appointments/appt-7/notes',
		'/calendars/events/appointments/appt-7',
		"The appointment 'appt-7'",
	],
];

describe.each(OPERATIONS)('%s %j', (name, parameters, asked, missing, told) => {
	it.each(REFUSALS)(
		`refused with %d %j is told of ${missing}, which is not there`,
		async (...refusal) => {
			const { error, sent } = await onHighLevel(
				name,
				parameters,
				platformWithout(missing, asked, refusal),
			);
			expect(error?.message).toContain(`${told} was not found`);
			const reads = sent.slice(sent.findIndex(({ method, path }) => `${method} ${path}` === asked));
			expect(reads.length).toBeLessThanOrEqual(5);
		},
	);
});

describe('a booking whose record is missing', () => {
	const book = async (missing: string, refusal: [number, unknown]) =>
		await onHighLevel(
			'appointment.book',
			{ ...booking, ...ofUser },
			platformWithout(missing, 'POST /calendars/events/appointments', refusal),
		);

	it.each([
		['/contacts/con-7', "The contact 'con-7'"],
		['/calendars/cal-7', "The calendar 'cal-7'"],
		['/users/user-7', "The user 'user-7'"],
	])('is told of %s', async (missing, told) => {
		const { error } = await book(missing, [404, { message: 'Not Found' }]);
		expect(error?.message).toContain(`${told} was not found`);
	});

	it('of which all are there is told that they are, and of none that it was not found', async () => {
		const { error } = await book('', [404, {}]);
		expect(error?.message).toContain('what it names is there: ');
		for (const id of ['cal-7', 'con-7', 'user-7']) expect(error?.message).toContain(`'${id}'`);
		expect(error?.message).not.toContain('was not found');
	});

	it('is not asked for where a slot may be taken: the free slots say that', async () => {
		const { sent } = await book('/contacts/con-7', [400, { message: 'Bad Request' }]);
		expect(sent.map(({ path }) => path)).not.toContain('/contacts/con-7');
	});

	it("in the contract's form is told of the calendar, which alone can be read", async () => {
		const { error, sent } = await act('appointment.book', booking, {
			responses: platformWithout('/calendars/cal-7', 'POST /calendars/events/appointments', [
				404,
				{},
			]),
		});
		expect(error?.message).toContain("The calendar 'cal-7' was not found");
		expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /calendars/events/appointments',
			'GET /calendars/cal-7',
		]);
	});

	it("in the contract's form, where the calendar is there, does not say that the contact is not: nothing can read it", async () => {
		const refusal = platformWithout('', 'POST /calendars/events/appointments', [404, {}]);

		const { error, told } = await act('appointment.book', booking, { responses: refusal });

		expect(error?.message).toContain(
			"The platform says that something is missing (status 404), and not what. It is not calendar 'cal-7'. It may be contact 'con-7'",
		);
		expect(told).not.toContain('was not found');
	});

	it("in the contract's form is told of the contact, where the words name it", async () => {
		const refusal = platformWithout('', 'POST /calendars/events/appointments', [
			404,
			{ message: 'Contact not found' },
		]);

		const { error, sent } = await act('appointment.book', booking, { responses: refusal });

		expect(error?.message).toContain("The contact 'con-7' was not found");
		expect(sent).toHaveLength(1);
	});
});

describe('where all that can be read is there', () => {
	const change = async (refusal: [number, unknown], given = {}) =>
		await onHighLevel(
			'task.update',
			{ contactId, taskId: byModel('taskId', 'task-7'), fields: { completed: true } },
			platformWithout('', 'PUT /contacts/con-7/tasks/task-7', refusal),
			given,
		);

	it('the one that the path leads to is the missing one, by the status 404', async () => {
		const { error } = await change([404, {}]);
		expect(error?.message).toContain("The task 'task-7' was not found");
	});

	it('but not by words without a name, with another status', async () => {
		const { error } = await change([400, { message: 'Record not found' }]);
		expect(error?.message).toContain("It is not contact 'con-7'. It may be task 'task-7'");
	});

	it('what stands in a query alone is not missing, since it can be read', async () => {
		const { error } = await onHighLevel(
			'message.getAll',
			{ contactId },
			platformWithout('', 'GET /conversations/search', [404, {}]),
		);
		expect(error?.message).toContain("what it names is there: contact 'con-7'");
	});

	it('a write reads the record that its own path leads to', async () => {
		const { error } = await onHighLevel(
			'opportunity.update',
			{ opportunityId: 'opp-7', ...user },
			platformWithout('', 'PUT /opportunities/opp-7', [404, {}]),
		);
		expect(error?.message).toContain("what it names is there: opportunity 'opp-7', user 'user-7'");
	});

	it('what it could be is listed, where the platform gives no reason', async () => {
		const { error, told } = await change([400, {}]);
		expect(error?.message).toContain('gives no reason (status 400): a record may be missing');
		expect(told).toContain("Check these, and what else was sent: task 'task-7'.");
	});

	it('a model is told the same', async () => {
		const { told } = await change([400, {}], { node: TOOL });
		expect(told).toContain("Check these IDs, and what else was sent: task 'task-7'.");
	});
});

it('in an n8n without a lease, where one request waits for the other, the records are read, too', async () => {
	const { error } = await onHighLevel(
		'task.update',
		{ contactId, taskId: 'task-7', fields: { completed: true } },
		platformWithout('/contacts/con-7', 'PUT /contacts/con-7/tasks/task-7', [404, {}]),
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
			platformWithout('/contacts/con-7', 'POST /contacts/con-7/tasks', [400, {}]),
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
