import type { IDataObject } from 'n8n-workflow';

import { stopClockAt } from '../../support/clock';
import { lost } from '../platformApi/fakePlatform';
import { resources } from '../../../nodes/Platform/resources';
import { byId, onHighLevel, type Sent, TOOL } from './nodeOnPlatform';

/* What a row writes once: also where a model repeats its call, and after a lost response. */

stopClockAt('2026-11-21T12:00:00Z');

const contactId = byId('ada');
const appointmentId = byId('appt-1');
const times = { startTime: '2027-03-08T12:00:00Z', endTime: '2027-03-08T13:00:00Z' };

/** Each row that creates or sends something, with what a model fills in. */
const CREATING: Record<string, IDataObject> = {
	'appointmentNote.create': { appointmentId, body: 'Prefers mornings' },
	'blockedTime.create': { assignedUserId: byId('riley'), ...times },
	'contact.addNote': { contactId, body: 'Prefers mornings' },
	'contact.upsert': { email: 'ada@example.com' },
	'customField.create': { name: 'Plan', dataType: 'TEXT' },
	'message.addInbound': { contactId, type: 'SMS', message: 'Hello' },
	'message.send': { contactId, type: 'SMS', message: 'Hello' },
	'note.create': { contactId, body: 'Prefers mornings' },
	'opportunity.create': { contactId, pipelineId: byId('sales'), name: 'Braces' },
	'task.create': { contactId, title: 'Call', dueDate: '2026-12-01 10:00' },
};

/** They change nothing, or nothing more when they are sent again. */
const MAY_BE_REPEATED = [
	'apiRequest.send',
	'contact.addTags',
	'contact.addToWorkflow',
	'contact.getAll',
];

it('each row with POST creates something, or may be repeated', () => {
	const names = Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.entries(operations).flatMap(([operation, { endpoint }]) =>
			endpoint?.method === 'POST' ? [`${resource}.${operation}`] : [],
		),
	);
	const known = [...Object.keys(CREATING), ...MAY_BE_REPEATED];
	const advice = names
		.filter((name) => !known.includes(name))
		.map((name) => `Add '${name}' to CREATING of this file, or to MAY_BE_REPEATED`);
	expect(names.length).toBeGreaterThan(10);
	expect(advice).toEqual([]);
});

/** Responds to each write with a record of its own, under every name that a row reads, and to reads with nothing. */
function creatingPlatform() {
	let count = 0;
	return ({ method }: Sent): unknown => {
		if (method === 'GET') return {};
		count += 1;
		const record = { id: `record-${count}` };
		return {
			...record,
			messageId: record.id,
			contact: record,
			customField: record,
			note: record,
			opportunity: record,
			task: record,
		};
	};
}

it.each(Object.entries(CREATING))(
	'%s that a model repeats in one execution is written once, which it is told',
	async (name, parameters) => {
		const given = { executionId: `repeated-${name}`, node: TOOL };
		const respond = creatingPlatform();
		await onHighLevel(name, parameters, respond, given);

		const again = await onHighLevel(name, parameters, respond, given);

		const mark = name.startsWith('message.send') ? 'alreadySent' : 'alreadyCreated';
		expect(again.error).toBeUndefined();
		expect(again.writes).toEqual([]);
		expect(again.json).toMatchObject([{ [mark]: true }]);
	},
);

it('another note that a model writes in the same execution is a further one', async () => {
	const given = { executionId: 'two notes of a model', node: TOOL };
	const respond = creatingPlatform();
	await onHighLevel('note.create', { contactId, body: 'Prefers mornings' }, respond, given);

	const end = await onHighLevel('note.create', { contactId, body: 'Has a dog' }, respond, given);

	expect(end.writes).toMatchObject([{ body: { body: 'Has a dog' } }]);
	expect(end.json[0]).not.toHaveProperty('alreadyCreated');
});

interface LostRow {
	name: string;
	/** With a value in each field by which the record is known again. */
	parameters: IDataObject;
	/** The record that the contact has, as the platform shows it. */
	record: IDataObject;
	/** The name of the list in which it stands. */
	list: string;
	/** Other values, each of another record. */
	others: IDataObject;
	/** What the platform is asked for it. */
	lookUp: Partial<Sent>;
}

const NOTE = {
	parameters: { contactId, body: 'Prefers mornings', fields: { title: 'Call' } },
	record: { id: 'note-1', body: 'Prefers mornings', title: 'Call' },
	list: 'notes',
	others: { body: 'Prefers evenings', title: 'Visit' },
	lookUp: { path: '/contacts/ada/notes', qs: {} },
};

/** Rows that look for a record after a lost response. */
const LOST_ROWS: LostRow[] = [
	{ name: 'contact.addNote', ...NOTE },
	{ name: 'note.create', ...NOTE },
	{
		name: 'task.create',
		parameters: {
			contactId,
			title: 'Call',
			dueDate: '2026-12-01T10:00:00Z',
			fields: { body: 'About invoices', assignedTo: byId('grace') },
		},
		record: {
			id: 'task-1',
			title: 'Call',
			dueDate: '2026-12-01T10:00:00.000Z',
			body: 'About invoices',
			assignedTo: 'grace',
		},
		list: 'tasks',
		others: {
			title: 'Write',
			dueDate: '2026-12-02T10:00:00.000Z',
			body: 'About braces',
			assignedTo: 'riley',
		},
		lookUp: { path: '/contacts/ada/tasks', qs: {} },
	},
	{
		name: 'opportunity.create',
		parameters: { contactId, pipelineId: byId('sales'), name: 'Braces' },
		record: { id: 'deal-1', contactId: 'ada', pipelineId: 'sales', name: 'Braces' },
		list: 'opportunities',
		others: { name: 'Implant', pipelineId: 'care' },
		lookUp: {
			path: '/opportunities/search',
			qs: { location_id: 'loc-1', contact_id: 'ada', page: 1, limit: 100 },
		},
	},
];

/** Two attempts of n8n's Retry On Fail, where the response to the first one is lost; then the contact has this record. */
async function retryWith(
	{ name, parameters, list }: LostRow,
	record: IDataObject,
	executionId: string,
) {
	const given = { executionId, node: { retryOnFail: true } };
	const found = { [list]: [record] };
	const respondToWrites =
		(response: unknown) =>
		({ method, path }: Sent) => {
			if (method !== 'GET') return response;
			return path.endsWith(`/${list}`) || path.endsWith('/search') ? found : {};
		};
	await onHighLevel(name, parameters, respondToWrites(lost()), given);
	return await onHighLevel(
		name,
		parameters,
		respondToWrites(creatingPlatform()({ path: '' })),
		given,
	);
}

it.each(LOST_ROWS)(
	'$name whose response was lost is not written again where it is there',
	async (row) => {
		const { error, json, sent, writes } = await retryWith(row, row.record, `there-${row.name}`);

		expect(error).toBeUndefined();
		expect(writes).toEqual([]);
		expect(json).toMatchObject([{ ...row.record, contactId: 'ada' }]);
		const lookUp = sent.find(({ path }) => path === row.lookUp.path);
		expect(lookUp).toMatchObject({ method: 'GET', qs: row.lookUp.qs });
	},
);

const otherRecords = LOST_ROWS.flatMap((row) =>
	Object.entries(row.others).map(([field, value]) => ({ row, name: row.name, field, value })),
);

it.each(otherRecords)(
	'$name whose response was lost is written again where a record with another $field is there',
	async ({ row, name, field, value }) => {
		const other = { ...row.record, [field]: value };

		const { error, writes } = await retryWith(row, other, `other-${name}-${field}`);

		expect(error).toBeUndefined();
		expect(writes).toHaveLength(1);
	},
);
