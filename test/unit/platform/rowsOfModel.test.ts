import type { IDataObject } from 'n8n-workflow';

import { stopClockAt } from '../../support/clock';
import { failed } from '../platformApi/fakePlatform';
import { act, byId, byModel, HIGH_LEVEL, type Sent, TOOL } from './nodeOnPlatform';

stopClockAt('2026-11-21T12:00:00Z');

/** Blocked Time > Create of an hour for Grace, with 'Time Zone' Europe/Berlin, where it is +02:00 on this day. */
const blockHour = async (startTime: string, endTime: string, node: object) =>
	await act(
		'blockedTime.create',
		{
			blockedFor: 'user',
			assignedUserId: byId('grace'),
			startTime,
			endTime,
			options: { timezone: byId('Europe/Berlin') },
		},
		{
			credential: HIGH_LEVEL,
			node,
			responses: ({ method }: Sent) => (method === 'GET' ? { events: [] } : { id: 'block-1' }),
		},
	);

describe('the time that a model blocks', () => {
	it('is refused, unsent, with the right offset, where the zone has another one then', async () => {
		const { error, writes } = await blockHour(
			'2027-03-29T15:00:00+01:00',
			'2027-03-29T16:00:00+01:00',
			TOOL,
		);

		expect(error?.message).toBe(
			'\'Start\' cannot be used. The value "2027-03-29T15:00:00+01:00" has an offset that Europe/Berlin does not have at that time. There, the same clock time is 2027-03-29T15:00:00+02:00, and the same moment 2027-03-29T16:00:00+02:00. Nothing was sent.',
		);
		expect(writes).toEqual([]);
	});

	it('is refused, unsent, where the end alone has another offset', async () => {
		const { error, writes } = await blockHour(
			'2027-03-29T15:00:00+02:00',
			'2027-03-29T16:00:00+01:00',
			TOOL,
		);

		expect(error?.message).toMatch(/^'End' cannot be used\. /);
		expect(writes).toEqual([]);
	});

	it.each([
		{
			what: 'with the offset of the zone',
			startTime: '2027-03-29T15:00:00+02:00',
			endTime: '2027-03-29T16:00:00+02:00',
			node: TOOL,
		},
		{
			what: 'in UTC',
			startTime: '2027-03-29T13:00:00Z',
			endTime: '2027-03-29T14:00:00Z',
			node: TOOL,
		},
		{
			what: 'without an offset',
			startTime: '2027-03-29 15:00',
			endTime: '2027-03-29 16:00',
			node: TOOL,
		},
		{
			what: 'of a person, with any offset',
			startTime: '2027-03-29T14:00:00+01:00',
			endTime: '2027-03-29T15:00:00+01:00',
			node: {},
		},
	])('is blocked $what', async ({ startTime, endTime, node }) => {
		const { writes } = await blockHour(startTime, endTime, node);

		expect(writes).toHaveLength(1);
		const { startTime: sentStart } = writes[0].body as { startTime: string };
		expect(Date.parse(sentStart)).toBe(Date.parse('2027-03-29T13:00:00Z'));
	});
});

it("the time that a model blocks may have the offset of the location, where 'Time Zone' is another one", async () => {
	const { error, writes } = await act(
		'blockedTime.create',
		{
			assignedUserId: byId('grace'),
			startTime: '2027-03-29T09:00:00-04:00',
			endTime: '2027-03-29T10:00:00-04:00',
			options: { timezone: byId('Europe/Berlin') },
		},
		{
			credential: { ...HIGH_LEVEL, locationId: 'loc-of-new-york' },
			locationZone: 'America/New_York',
			node: TOOL,
			responses: ({ method }: Sent) => (method === 'GET' ? { events: [] } : { id: 'block-1' }),
		},
	);

	expect(error).toBeUndefined();
	expect(writes).toHaveLength(1);
});

it('a task of a model that was due an hour ago is refused', async () => {
	const task = {
		contactId: byId('ada'),
		title: 'Call',
		dueDate: byModel('dueDate', '2026-11-21T11:00:00Z'),
	};

	const { error, writes } = await act('task.create', task, {
		credential: HIGH_LEVEL,
		node: TOOL,
		responses: () => ({ task: { id: 'task-1' } }),
	});

	expect(error?.message).toContain('has passed');
	expect(writes).toEqual([]);
});

it('a blocked time that is not there is no appointment', async () => {
	const { error } = await act(
		'blockedTime.delete',
		{ blockedTimeId: 'block-7' },
		{
			credential: HIGH_LEVEL,
			node: TOOL,
			responses: () => failed(400, { message: 'Appointment not found' }),
		},
	);

	expect(error?.message).toMatch(/^The platform knows no such blocked time /);
});

it('a time of another year is refused to a model, with the present time', async () => {
	const past = ['2020-03-29 15:00', '2020-03-29 16:00'] as const;

	const [start, end] = past;
	const ofModel = await blockHour(byModel('startTime', start), byModel('endTime', end), TOOL);
	expect(ofModel.error?.message).toMatch(/^'endTime' \(2020-03-29T14:00:00\+00:00\) has passed/);
	expect(ofModel.error?.message).toContain('check the year. Now it is Saturday, Nov 21');
	expect(ofModel.writes).toEqual([]);

	const ofPerson = await blockHour(...past, {});
	expect(ofPerson.writes).toHaveLength(1);
});

it('blocked times are listed from the beginning of a day to the end of another', async () => {
	const { sent } = await act(
		'blockedTime.getAll',
		{
			assignedUserId: byId('grace'),
			startTime: '2026-12-01',
			endTime: '2026-12-02',
			options: { timezone: byId('Europe/Berlin') },
		},
		{
			credential: HIGH_LEVEL,
			node: TOOL,
			responses: () => ({ users: [], events: [{ id: 'block-1' }] }),
		},
	);

	const read = sent.find(({ path }) => path === '/calendars/blocked-slots');
	expect(read?.qs).toMatchObject({
		startTime: String(Date.parse('2026-12-01T00:00:00+01:00')),
		endTime: String(Date.parse('2026-12-02T23:59:00+01:00')),
	});
});

describe('a task of a model that would be overdue from the beginning', () => {
	const create = async (fields: IDataObject, node: object) =>
		await act(
			'task.create',
			{
				contactId: byId('con-7'),
				title: 'Call',
				dueDate: byModel('dueDate', '2020-12-01'),
				...fields,
			},
			{ credential: HIGH_LEVEL, node, responses: () => ({ task: { id: 'task-1' } }) },
		);

	it('is refused, unsent, with the present time', async () => {
		const { error, writes } = await create({}, TOOL);

		expect(error?.message).toMatch(/^'dueDate' \(2020-12-01T23:59:00\+00:00\) has passed/);
		expect(error?.message).toContain('check the year. Now it is Saturday, Nov 21');
		expect(writes).toEqual([]);
	});

	it.each([
		{ what: 'of a person', fields: { dueDate: '2020-12-01' }, node: {} },
		{ what: 'that is done', fields: { fields: { completed: true } }, node: TOOL },
		{
			what: 'that is due today',
			fields: { dueDate: byModel('dueDate', '2026-11-21') },
			node: TOOL,
		},
	])('but one $what is created', async ({ fields, node }) => {
		const { writes } = await create(fields, node);

		expect(writes).toHaveLength(1);
	});
});

it('a time of a task with an offset that the zone does not have is refused to a model', async () => {
	const { error, writes } = await act(
		'task.create',
		{
			contactId: byId('con-7'),
			title: 'Call',
			dueDate: '2027-03-29T15:00:00+01:00',
			options: { timezone: byId('Europe/Berlin') },
		},
		{ credential: HIGH_LEVEL, node: TOOL, responses: () => ({ task: { id: 'task-1' } }) },
	);

	expect(error?.message).toContain('the same clock time is 2027-03-29T15:00:00+02:00');
	expect(writes).toEqual([]);
});

it('a time of a task with any offset is taken of a person', async () => {
	const { writes } = await act(
		'task.create',
		{
			contactId: byId('con-7'),
			title: 'Call',
			dueDate: '2027-03-29T15:00:00+01:00',
			options: { timezone: byId('Europe/Berlin') },
		},
		{ credential: HIGH_LEVEL, responses: () => ({ task: { id: 'task-1' } }) },
	);

	expect(writes).toHaveLength(1);
});

it("a time in 'Fields' with an offset that the zone does not have is refused to a model", async () => {
	const { error, writes } = await act(
		'task.update',
		{
			contactId: byId('con-7'),
			taskId: 'task-1',
			fields: { dueDate: '2027-03-29T15:00:00+01:00' },
			options: { timezone: byId('Europe/Berlin') },
		},
		{ credential: HIGH_LEVEL, node: TOOL, responses: () => ({ task: { id: 'task-1' } }) },
	);

	expect(error?.message).toContain('the same clock time is 2027-03-29T15:00:00+02:00');
	expect(writes).toEqual([]);
});

it('a text that is a time is written as it is, whatever its offset', async () => {
	const body = '2027-03-29T15:00:00+09:00';
	const { writes } = await act(
		'note.create',
		{ contactId: byId('con-7'), body },
		{ credential: HIGH_LEVEL, node: TOOL, responses: () => ({ note: { id: 'note-1' } }) },
	);

	expect(writes).toMatchObject([{ body: { body } }]);
});

describe('what a model leaves out of a list', () => {
	const list = async (parameters: object) =>
		await act('opportunity.getAll', parameters as IDataObject, {
			credential: HIGH_LEVEL,
			node: TOOL,
			responses: () => ({ opportunities: [{ id: 'opp-1' }] }),
		});
	/** An argument that its tool has a default for, and one that it requires. */
	const optional = (name: string) => byModel(name, '');
	const needed = (name: string) => `={{ $fromAI('${name}', 'Words', 'string') }}`;

	it('is a filter that its tool has a default for', async () => {
		const filters = { status: optional('status') };
		const { error, sent } = await list({ contactId: byId('con-7'), filters });
		expect(error).toBeUndefined();
		expect(sent[0].qs).not.toHaveProperty('status');
	});

	it('is not a filter that its tool requires, nor whose records are listed', async () => {
		const ofStatus = await list({
			contactId: byId('con-7'),
			filters: { status: needed('status') },
		});
		expect(ofStatus.error?.message).toContain("'status' is empty");
		const ofContact = await list({ contactId: byId(optional('contactId')) });
		expect(ofContact.error?.message).toContain("'contactId' is empty");
		expect([...ofStatus.sent, ...ofContact.sent]).toEqual([]);
	});
});
