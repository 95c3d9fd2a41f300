import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	byId,
	connect,
	contextFor,
	expectRefused,
	HIGH_LEVEL,
	onHighLevel,
	search,
	type Sent,
	TOOL,
} from './nodeOnPlatform';
import { resources } from '../../../nodes/Platform/resources';
import { namesInPath } from '../../../nodes/platformApi/endpoint';
import { failed, lost } from '../platformApi/fakePlatform';
import type { Platform } from '../../../nodes/Platform/Platform.node';

/* What the operations that are rows have in common (nodes/Platform/rows), shown by one of them each. */

const contactId = byId('ada');

describe('what is refused before anything is sent', () => {
	it('a required field that is empty', async () => {
		const end = await onHighLevel('task.create', { contactId, dueDate: '2026-12-01 10:00' });
		expectRefused(end, "'Title' is empty");
	});

	it('a change of nothing', async () => {
		expectRefused(
			await onHighLevel('contact.update', { contactId }),
			'There is nothing to change',
			"Add a field in 'Fields'.",
		);
		expectRefused(
			await onHighLevel('contact.update', { contactId, fields: { city: '', state: null } }),
			'There is nothing to change',
			"What was added in 'Fields' is empty, and an empty field changes nothing. To remove a value, use 'Fields to Empty'.",
		);
	});

	it('no tag to add', async () => {
		expectRefused(
			await onHighLevel('contact.addTags', { contactId }),
			"'Tag Names or IDs' is empty",
		);
	});

	it('a filter whose expression gives nothing: it would list the records of everybody', async () => {
		const nobody = byId('={{ $json.nope }}');
		expectRefused(
			await onHighLevel('opportunity.getAll', { contactId: nobody }),
			"'Contact' is empty",
		);
	});

	it('but not a filter whose expression was emptied: it stands for all, as an empty one does', async () => {
		const emptied = byId('=');
		const { error, sent } = await onHighLevel('opportunity.getAll', { contactId: emptied }, [
			{ opportunities: [] },
		]);
		expect(error).toBeUndefined();
		expect(sent).toMatchObject([
			{ qs: expect.not.objectContaining({ contact_id: expect.anything() }) },
		]);
	});

	it('days the wrong way round', async () => {
		const filters = { createdFrom: '2026-11-30', createdTo: '2026-11-01' };
		expectRefused(
			await onHighLevel('opportunity.getAll', { filters }),
			"'Created From' is after 'Created To'",
		);
	});
});

describe('where values go', () => {
	it('into the path, and the others into the body', async () => {
		const task = { contactId, taskId: 'task-1', fields: { title: 'Call', completed: true } };
		const { sent } = await onHighLevel('task.update', task, [{ task: { id: 'task-1' } }]);
		expect(sent).toMatchObject([{ method: 'PUT', path: '/contacts/ada/tasks/task-1', qs: {} }]);
		expect(sent[0]?.body).toEqual({ title: 'Call', completed: true });
	});

	it('the location into the body, where the row says so', async () => {
		const deal = { contactId, pipelineId: byId('sales'), name: 'Braces' };
		const respond = ({ method }: Sent) =>
			method === 'GET' ? { pipelines: [] } : { opportunity: { id: 'deal-1' } };
		const { writes } = await onHighLevel('opportunity.create', deal, respond);
		expect(writes).toMatchObject([{ method: 'POST', path: '/opportunities/' }]);
		expect(writes[0]?.body).toEqual({
			locationId: 'loc-1',
			contactId: 'ada',
			pipelineId: 'sales',
			name: 'Braces',
			status: 'open',
		});
	});

	it('into the query of a read, under the names that the platform has there', async () => {
		const filters = {
			status: 'Won',
			createdFrom: '2026-11-01',
			order: 'Newest First',
			country: 'us',
		};
		const { sent } = await onHighLevel('opportunity.getAll', { contactId, filters }, [
			{ opportunities: [] },
		]);
		expect(sent[0]?.qs).toEqual({
			location_id: 'loc-1',
			contact_id: 'ada',
			status: 'won',
			date: '11-01-2026',
			order: 'added_desc',
			country: 'US',
			page: 1,
			limit: 50,
		});
	});

	it('each filter of opportunities under the name that HighLevel has for it', async () => {
		const filters = {
			pipelineId: byId('sales'),
			pipelineStageId: byId('new'),
			assignedTo: byId('grace'),
			query: 'braces',
			campaignId: 'campaign-1',
			country: 'US',
		};
		const respond = ({ path }: Sent) => ({
			pipelines: [{ id: 'sales', name: 'Sales', stages: [{ id: 'new', name: 'New' }] }],
			users: [{ id: 'grace', name: 'Grace' }],
			opportunities: path === '/opportunities/search' ? [] : undefined,
		});

		const { sent } = await onHighLevel('opportunity.getAll', { contactId, filters }, respond);

		const search = sent.find(({ path }) => path === '/opportunities/search');
		expect(search?.qs).toEqual({
			location_id: 'loc-1',
			contact_id: 'ada',
			pipeline_id: 'sales',
			pipeline_stage_id: 'new',
			assigned_to: 'grace',
			q: 'braces',
			campaignId: 'campaign-1',
			country: 'US',
			page: 1,
			limit: 50,
		});
	});

	it('one day as the first and the last one', async () => {
		const filters = { createdFrom: '2026-11-30', createdTo: '2026-11-30' };
		const { sent } = await onHighLevel('opportunity.getAll', { filters }, [{ opportunities: [] }]);
		expect(sent[0]?.qs).toMatchObject({ date: '11-30-2026', endDate: '11-30-2026' });
	});

	it('an instant in a filter by days as the day that it is in the location', async () => {
		const filters = { createdFrom: '2026-10-31T23:00:00.000Z' };
		const { sent } = await onHighLevel('opportunity.getAll', { filters }, [{ opportunities: [] }], {
			// Zones are kept for some minutes, by location.
			credential: { ...HIGH_LEVEL, locationId: 'loc-berlin' },
			locationZone: 'Europe/Berlin',
		});
		expect(sent[0]?.qs).toMatchObject({ date: '11-01-2026' });
	});

	it('nothing becomes {}, where the platform takes no empty body', async () => {
		const flow = { contactId, workflowId: byId('flow-1') };
		const respond = ({ method }: Sent) =>
			method === 'GET' ? { workflows: [] } : { succeded: true };
		const { writes, json } = await onHighLevel('contact.addToWorkflow', flow, respond);
		expect(writes[0]?.body).toBe('{}');
		expect(json).toEqual([{ success: true, contactId: 'ada', workflowId: 'flow-1' }]);
	});

	it('a contact is changed, and emptied: null, or a text where the platform takes no null', async () => {
		const changes = {
			fieldsToEmpty: ['phone', 'First Name', 'postalCode', 'Country', 'field-1'],
			customFields: { value: { 'field-2': 'Gold', 'field-3': '' } },
			fields: { city: 'Boston', dnd: true },
		};
		const contact = { id: 'ada', city: 'Boston', dnd: true };
		const { writes } = await onHighLevel(
			'contact.update',
			{ contactId, ...changes },
			({ method }) => (method === 'GET' ? { customFields: [] } : { contact }),
		);
		expect(writes[0]?.body).toEqual({
			city: 'Boston',
			dnd: true,
			phone: null,
			firstName: null,
			postalCode: '',
			country: '',
			customFields: [
				{ id: 'field-2', field_value: 'Gold' },
				{ id: 'field-1', field_value: '' },
			],
		});
	});
});

const PIPELINES = {
	pipelines: [
		{ id: 'sales', name: 'Sales', stages: [{ id: 'new', name: 'New' }] },
		{ id: 'care', name: 'Care', stages: [{ id: 'done', name: 'Done' }] },
	],
};

describe('what is chosen from a list of the location', () => {
	/** Creates an opportunity for each of two items, where the list of pipelines is this one. */
	const create = async (chosen: IDataObject, list: unknown = PIPELINES) =>
		await onHighLevel(
			'opportunity.create',
			{ contactId, name: 'Braces', ...chosen },
			({ method }) => (method === 'GET' ? list : { opportunity: { id: 'deal-1' } }),
			{ items: [{}, {}] },
		);

	it('is written, and the list is read once for all items', async () => {
		const { writes, sent } = await create({
			pipelineId: byId('sales'),
			pipelineStageId: byId('new'),
		});
		expect(writes).toHaveLength(2);
		expect(sent).toHaveLength(3);
	});

	it('is written unchecked, where the token may not read the list', async () => {
		const missingScope = failed(401, { message: 'not authorized for this scope' });
		const { writes, error } = await create({ pipelineId: byId('sales') }, missingScope);
		expect(error).toBeUndefined();
		expect(writes).toHaveLength(2);
	});

	it('is refused where it is none of the list, with what can be chosen', async () => {
		const { told, writes } = await create({ pipelineId: byId('other') });
		expect(told).toContain("'Pipeline' is not in its list: 'other'");
		expect(told).toContain('Use the name or ID of one of these: Care (care), Sales (sales).');
		expect(writes).toEqual([]);
	});

	it('is refused with twenty of those that can be chosen', async () => {
		const pipelines = Array.from({ length: 25 }, (_, at) => ({ id: `p-${at + 10}`, name: 'P' }));
		const { told } = await create({ pipelineId: byId('other') }, { pipelines });
		expect(told).toContain('P (p-29).');
	});

	it('is refused where a stage is of another pipeline', async () => {
		const { told, writes } = await create({
			pipelineId: byId('sales'),
			pipelineStageId: byId('done'),
		});
		expect(told).toContain("'Stage' is not in its list: 'done'");
		expect(told).toContain('Use the name or ID of one of these: New (new).');
		expect(writes).toEqual([]);
	});

	it('is found by its name, in whatever case', async () => {
		const { writes } = await create({
			pipelineId: byId('sales'),
			pipelineStageId: byId(' new '),
		});
		expect(writes[0]?.body).toMatchObject({ pipelineId: 'sales', pipelineStageId: 'new' });

		const byName = await create({ pipelineId: byId('CARE'), pipelineStageId: byId('done') });
		expect(byName.writes[0]?.body).toMatchObject({ pipelineId: 'care', pipelineStageId: 'done' });
	});

	it('stands by its name in the output of what was changed', async () => {
		const kept = { id: 'deal-1', pipelineId: 'sales', pipelineStageId: 'new' };
		const { json } = await onHighLevel(
			'opportunity.update',
			{ opportunityId: 'deal-1', fields: { pipelineStageId: byId('New') } },
			({ method }) => (method === 'GET' ? PIPELINES : { opportunity: kept }),
		);
		expect(json).toMatchObject([{ pipelineName: 'Sales', pipelineStageName: 'New' }]);
	});

	it('is refused where several have the name, and a pipeline tells its stages apart', async () => {
		const stagesOf = (pipeline: string) => [{ id: `${pipeline}-open`, name: 'Open' }];
		const pipelines = ['sales', 'care'].map((id) => ({ id, name: id, stages: stagesOf(id) }));
		const update = async (fields: IDataObject) =>
			await onHighLevel('opportunity.update', { opportunityId: 'deal-1', fields }, ({ method }) =>
				method === 'GET' ? { pipelines } : { opportunity: { id: 'deal-1' } },
			);

		const { told, writes } = await update({ pipelineStageId: byId('Open') });
		expect(told).toContain("'Stage' is the name of 2 in its list: 'Open'");
		expect(told).toContain(
			"Fill in 'Pipeline', too, or use the ID of one of these: Open (care-open), Open (sales-open).",
		);
		expect(writes).toEqual([]);

		const inPipeline = await update({
			pipelineId: byId('care'),
			pipelineStageId: byId('Open'),
		});
		expect(inPipeline.writes[0]?.body).toMatchObject({ pipelineStageId: 'care-open' });
	});

	it('is refused as a filter, too, where it is none of the list: it would find nothing', async () => {
		const { told, sent } = await onHighLevel(
			'opportunity.getAll',
			{ filters: { pipelineId: byId('other') } },
			() => PIPELINES,
		);
		expect(told).toContain("'Pipeline' is not in its list: 'other'");
		expect(sent.map(({ path }) => path)).toEqual(['/opportunities/pipelines']);
	});

	it('is found by its name as a filter', async () => {
		const { sent } = await onHighLevel(
			'opportunity.getAll',
			{ filters: { pipelineId: byId('Care') } },
			({ path }) => (path === '/opportunities/pipelines' ? PIPELINES : { opportunities: [] }),
		);
		expect(sent.at(-1)?.qs).toMatchObject({ pipeline_id: 'care' });
	});

	it('is sent as a filter without a look where a person has chosen it from the list', async () => {
		const { sent } = await onHighLevel(
			'opportunity.getAll',
			{ filters: { pipelineId: { __rl: true, mode: 'list', value: 'sales' } } },
			() => ({ opportunities: [] }),
		);
		expect(sent.map(({ path }) => path)).toEqual(['/opportunities/search']);
	});

	it('of conversations, can be nobody: unassigned', async () => {
		const { sent } = await onHighLevel(
			'conversation.getAll',
			{ filters: { assignedTo: byId('unassigned') } },
			() => ({ conversations: [] }),
		);
		expect(sent).toMatchObject([{ qs: { assignedTo: 'unassigned' } }]);
	});

	it('under another name is compared, too, such as the user of a note', async () => {
		const { told, writes } = await onHighLevel(
			'note.create',
			{ contactId, body: 'Prefers mornings', fields: { userId: byId('user-9') } },
			() => ({ users: [{ id: 'user-1', name: 'Riley Chen' }] }),
		);
		expect(told).toContain("'User' is not in its list: 'user-9'");
		expect(writes).toEqual([]);
	});

	it('is compared with the list of its own location, also without one in the credential', async () => {
		const at = byId('={{ $json.at }}');
		const flow = { contactId, workflowId: at, options: { locationId: at } };
		const respond = ({ qs }: Sent) =>
			qs?.locationId ? { workflows: [{ id: qs.locationId }] } : { succeded: true };
		const { error, writes } = await onHighLevel('contact.addToWorkflow', flow, respond, {
			credential: { ...HIGH_LEVEL, locationId: '' },
			items: [{ at: 'loc-1' }, { at: 'loc-2' }],
		});
		expect(error).toBeUndefined();
		expect(writes).toHaveLength(2);
	});
});

describe('what is put out', () => {
	it('the record as the platform has it, with its IDs, tags as a list and custom fields', async () => {
		const contact = { id: 'ada', city: 'Boston', customFields: [{ id: 'f1', value: 'Gold' }] };
		const fields = { city: 'Boston' };
		const { json, told } = await onHighLevel('contact.update', { contactId, fields }, ({ path }) =>
			path === '/contacts/ada' ? { contact } : { customFields: [] },
		);
		expect(json).toEqual([{ ...contact, contactId: 'ada', tags: [] }]);
		expect(told).toBe('');
	});

	it('custom fields by key once, also where there is room for more fields', async () => {
		const contact = { id: 'ada', customFields: [{ id: 'f1', value: 'Gold' }] };
		const customFields = [{ id: 'f1', name: 'Plan', fieldKey: 'contact.plan' }];
		const { json } = await onHighLevel('contact.get', { contactId }, ({ path }) =>
			path === '/contacts/ada' ? { contact } : { customFields },
		);
		expect(json).toEqual([
			{ ...contact, contactId: 'ada', tags: [], customFieldsByKey: { 'contact.plan': 'Gold' } },
		]);
	});

	it('the channels that get no messages, where they were written', async () => {
		const contact = { id: 'ada', dndSettings: { SMS: { status: 'active', message: '' } } };
		const fields = { dndOn: ['SMS'] };
		const { json } = await onHighLevel('contact.update', { contactId, fields }, [{ contact }]);
		expect(json[0]).toMatchObject({ dndSettingsSMSStatus: 'active' });
	});

	it('what was written, also beyond the ten fields used most', async () => {
		const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`a${at}`, at]));
		const contact = { id: 'ada', ...many, city: 'Boston' };
		const { json } = await onHighLevel(
			'contact.update',
			{ contactId, fields: { city: 'Boston' } },
			[{ contact }],
		);
		expect(json[0]).toMatchObject({ city: 'Boston' });
	});

	it('not what was sent and is not in the record: that is named', async () => {
		const fields = { city: 'Boston', dateOfBirth: '1990-09-25', dnd: false };
		const contact = { id: 'ada', city: 'Boston' };
		const { json, told } = await onHighLevel('contact.update', { contactId, fields }, [
			{ contact },
		]);
		expect(json[0]).not.toHaveProperty('dateOfBirth');
		expect(told).toBe(
			"The platform's record does not show what was sent in Date of Birth: it may not have been kept.",
		);
	});

	it('not custom fields that were sent and are not in the record: each is named', async () => {
		const definitions = [
			{ id: 'f-1', name: 'Size', fieldKey: 'contact.size', dataType: 'TEXT' },
			{ id: 'f-2', name: 'Plan', fieldKey: 'contact.plan', dataType: 'TEXT' },
		];
		const fields = { customFieldsByKey: { size: 'L', plan: 'Gold' } };

		const { told } = await onHighLevel('contact.update', { contactId, fields }, ({ method }) =>
			method === 'GET' ? { customFields: definitions } : { contact: { id: 'ada' } },
		);

		expect(told).toBe(
			"The platform's record does not show what was sent in Custom Field f-1, Custom Field f-2: it may not have been kept.",
		);
	});

	it('what the record has otherwise, with a word of it', async () => {
		const call = { contactId, title: 'Call', dueDate: '2026-12-01 10:00' };
		const kept = { id: 'task-1', title: 'Call back', dueDate: '2026-12-01T05:00:00-05:00' };
		const { json, told } = await onHighLevel('task.create', call, [{ task: kept }]);
		expect(json).toEqual([{ ...kept, contactId: 'ada', taskId: 'task-1' }]);
		expect(told).toBe(
			'The platform has other values than expected: Title is Call back, not Call. Check whether it is the right task.',
		);
	});

	it('that a record is in another location than was written to, as a warning at the output', async () => {
		const contact = { id: 'ada', city: 'Boston', locationId: 'loc-2' };
		const fields = { city: 'Boston' };
		const { hints } = await onHighLevel('contact.update', { contactId, fields }, [{ contact }]);
		expect(hints).toEqual([
			{
				message:
					'The platform has other values than expected: Location (Sub-Account) is loc-2, not loc-1. Check whether it is the right contact.',
				type: 'warning',
				location: 'outputPane',
			},
		]);
	});

	it('the ID of a record that has it as _id', async () => {
		const { json } = await onHighLevel(
			'task.create',
			{ contactId, title: 'Call', dueDate: '2026-12-01 10:00' },
			[{ task: { _id: 'task-1', title: 'Call' } }],
		);
		expect(json).toMatchObject([{ taskId: 'task-1' }]);
	});

	it('what was sent, where no record came', async () => {
		const { json, told } = await onHighLevel('contact.addTags', { contactId, newTags: 'vip' }, [
			{},
		]);
		expect(json).toEqual([{ success: true, contactId: 'ada', tags: ['vip'] }]);
		expect(told).toBe('');
	});

	it('nothing of tags that a contact had before and keeps', async () => {
		const { told } = await onHighLevel('contact.addTags', { contactId, newTags: 'VIP' }, [
			{ tags: ['old', 'vip'] },
		]);
		expect(told).toBe('');
	});

	it('that a tag was not added', async () => {
		const { told } = await onHighLevel('contact.addTags', { contactId, newTags: 'vip' }, [
			{ tags: ['old'] },
		]);
		expect(told).toContain('is old, not old, vip.');
	});

	it('a record without the trace ID that stands beside it', async () => {
		const { json } = await onHighLevel('contact.addTags', { contactId, newTags: 'vip' }, [
			{ tags: ['vip'], traceId: 'trace-1' },
		]);
		expect(json).toEqual([{ contactId: 'ada', tags: ['vip'] }]);
	});

	it('no tags after a removal where no record came: which are left, nobody knows', async () => {
		const { json } = await onHighLevel('contact.removeTags', { contactId, tags: ['vip'] }, [{}]);
		expect(json).toEqual([{ success: true, contactId: 'ada' }]);
	});

	it('a tag that was to be removed and stands, with a word of it', async () => {
		const { told } = await onHighLevel('contact.removeTags', { contactId, tags: ['VIP'] }, [
			{ tags: ['old', 'vip'] },
		]);
		expect(told).toContain('is old, vip, not old.');
	});

	it('`deleted` of a record that is read', async () => {
		const contact = { id: 'ada', deleted: 'true' };
		const { json } = await onHighLevel('contact.get', { contactId }, [{ contact }]);
		expect(json).toMatchObject([{ contactId: 'ada', deleted: true }]);
	});

	it('that a record which is read is in another location, by the label of the field', async () => {
		const contact = { id: 'ada', locationId: 'loc-2' };
		const { told } = await onHighLevel('contact.get', { contactId }, [{ contact }]);
		expect(told).toContain('Location (Sub-Account) is loc-2, not loc-1.');
	});

	it('that another record than the one asked for is read', async () => {
		const { told } = await onHighLevel('contact.get', { contactId }, [{ contact: { id: 'ben' } }]);
		expect(told).toBe(
			'The platform has other values than expected: Contact is ben, not ada. Check whether it is the right contact.',
		);
	});

	it('with several items, of which of them something is told', async () => {
		const respond = ({ path }: Sent) => ({
			contact: { id: path.endsWith('/ben') ? 'cy' : 'ada', locationId: 'loc-1' },
		});
		const { hints } = await onHighLevel(
			'contact.get',
			{ contactId: byId('={{ $json.id }}') },
			respond,
			{ items: [{ id: 'ada' }, { id: 'ben' }] },
		);
		expect(hints.map(({ message }) => message)).toEqual([
			'The platform has other values than expected: Contact is cy, not ben. Check whether it is the right contact. [Item 1]',
		]);
	});

	it('`deleted` after a deletion', async () => {
		const { json } = await onHighLevel('task.delete', { contactId, taskId: 'task-1' }, [
			{ succeded: true },
		]);
		expect(json).toEqual([{ deleted: true }]);
	});

	it('a deletion of another record, with a word of it', async () => {
		const { told } = await onHighLevel('contact.delete', { contactId }, [
			{ contact: { id: 'ben', deleted: false } },
		]);
		expect(told).toContain('deleted is false, not true.');
	});
});

describe('lists', () => {
	it('come page by page', async () => {
		const page = (from: number, length: number) => ({
			opportunities: Array.from({ length }, (_, index) => ({ id: from + index })),
			meta: { total: 130 },
		});
		const { json, sent } = await onHighLevel('opportunity.getAll', { returnAll: true }, [
			page(0, 100),
			page(100, 30),
		]);
		expect(json).toHaveLength(130);
		expect(sent).toMatchObject([{ qs: { page: 1, limit: 100 } }, { qs: { page: 2 } }]);
	});

	it('of opportunities have the names of pipelines and stages, read once', async () => {
		const opportunities = [{ id: 'deal-1', pipelineId: 'sales', pipelineStageId: 'new' }];
		const respond = ({ path }: Sent) =>
			path === '/opportunities/pipelines' ? PIPELINES : { opportunities, meta: { total: 1 } };
		const { json, sent } = await onHighLevel('opportunity.getAll', {}, respond);
		expect(json).toMatchObject([{ pipelineName: 'Sales', pipelineStageName: 'New' }]);
		expect(sent).toHaveLength(2);
	});

	it('are read for one opportunity, too: a branch behind Get asks for the name of its stage', async () => {
		const record = { id: 'deal-1', pipelineId: 'sales', pipelineStageId: 'new' };
		const respond = ({ path }: Sent) =>
			path === '/opportunities/pipelines' ? PIPELINES : { opportunity: record };

		const { json } = await onHighLevel('opportunity.get', { opportunityId: 'deal-1' }, respond);

		expect(json).toMatchObject([{ pipelineName: 'Sales', pipelineStageName: 'New' }]);
	});

	it.each([
		['contact', 'contacts'],
		['opportunity', 'opportunities'],
		['user', 'users'],
	])('of %ss leave out what names another location', async (resource, name) => {
		const records = [
			{ id: 'here', locationId: 'loc-1' },
			{ id: 'elsewhere', locationId: 'loc-2' },
		];
		const body = { [name]: records, total: 2, meta: { total: 2 } };
		const { json, told } = await onHighLevel(`${resource}.getAll`, {}, () => body);
		expect(json).toEqual([expect.objectContaining({ [`${resource}Id`]: 'here' })]);
		expect(told).toBe('');
	});

	const days = { startDate: '2026-11-25', endDate: '2026-11-26' };
	it.each<[string, IDataObject]>([
		['of a contact', { contactId }],
		['of a calendar', { appointmentsOf: 'calendar', calendarId: byId('cal-1'), ...days }],
	])('of appointments %s leave out what names another location', async (_, of) => {
		const at = { startTime: '2026-11-25T09:00:00Z', endTime: '2026-11-25T09:30:00Z' };
		const events = [
			{ id: 'here', locationId: 'loc-1', ...at },
			{ id: 'elsewhere', locationId: 'loc-2', ...at },
		];
		const { json } = await onHighLevel('appointment.getAll', of, () => ({ events }));
		expect(json).toEqual([expect.objectContaining({ appointmentId: 'here' })]);
	});

	it('that the platform calls longer are told as such to a model, too, which has no API Request', async () => {
		const { told } = await onHighLevel(
			'calendar.getAll',
			{},
			[{ calendars: [{ id: 'cal-1', name: 'A' }], nextPage: 2 }],
			{ node: TOOL },
		);
		expect(told).toBe('The platform says that there are more than these 1.');
	});
});

describe('failures', () => {
	const task = { contactId, taskId: 'task-1' };

	it.each([
		['an empty body', ''],
		['no record', {}],
		['a record without an ID', { task: { title: 'Call' } }],
		['no response', lost()],
	])('a create that is answered with %s has an unknown outcome', async (_, body) => {
		const call = { contactId, title: 'Call', dueDate: '2026-12-01 10:00' };
		const { error } = await onHighLevel('task.create', call, [body]);
		expect(error).toMatchObject({ context: { outcomeUnknown: true } });
	});

	it('an unknown outcome of a contact says where to look', async () => {
		const responses = [{ contact: null }, lost()];
		const { error } = await onHighLevel('contact.upsert', { email: 'a@b.c' }, responses);
		expect(error?.description).toContain('Contact > Get Many');
	});

	it('a deletion that the platform denies has an unknown outcome', async () => {
		const { error } = await onHighLevel('task.delete', task, [{ succeded: false }]);
		expect(error?.message).toContain('Outcome unknown');
	});

	it('what is not there is named', async () => {
		const gone = failed(400, { message: 'Task not found' });
		const { error } = await onHighLevel('task.delete', task, [gone]);
		expect(error?.message).toContain("The task 'task-1' was not found");
	});
});

describe('lists of the editor', () => {
	const given = { credential: HIGH_LEVEL, responses: [PIPELINES] };

	it('show names, filtered by what is typed', async () => {
		const { results } = await search('searchPipelines', {}, { ...given, filter: 'sal' });
		expect(results).toEqual([{ name: 'Sales', value: 'sales' }]);
	});

	it.each([
		['searchCalendars', '/calendars/'],
		['searchContacts', '/contacts/search'],
		['searchLostReasons', '/opportunities/lost-reason'],
		['searchPipelines', '/opportunities/pipelines'],
		['searchStages', '/opportunities/pipelines'],
		['searchUsers', '/users/'],
		['searchWorkflows', '/workflows/'],
	] as const)('are those of the platform: %s asks for %s', async (method, path) => {
		const EMPTY = {
			calendars: [],
			contacts: [],
			lostReasons: [],
			pipelines: [],
			users: [],
			workflows: [],
		};

		const { sent } = await search(method, {}, { ...given, responses: () => EMPTY });

		expect(sent.map((request) => request.path)).toEqual([path]);
	});

	it.each([
		['the operation', { pipelineId: byId('care') }],
		["'Fields'", { fields: { pipelineId: byId('care') } }],
		["'Filters'", { filters: { pipelineId: byId('care') } }],
		['the operation, with blanks around it', { pipelineId: byId(' care ') }],
	])('show the stages of the pipeline that is chosen in %s', async (_, parameters) => {
		const { results } = await search('searchStages', parameters as IDataObject, given);
		expect(results).toEqual([{ name: 'Done', value: 'done' }]);
	});

	it.each([
		['pipelineId', 'care'],
		['pipelineStageId', 'done'],
	])('of the field %s show what it takes', async (name, id) => {
		const { properties } = resources.opportunity.operations.create;
		const field = properties.find((property) => property.name === name);
		const method = field?.modes?.[0].typeOptions?.searchListMethod as 'searchStages';

		const { results } = await search(method, { pipelineId: byId('care') }, given);

		expect(results.map(({ value }) => value)).toContain(id);
	});

	it('leave out what is deleted, and name what is not active', async () => {
		const users = [
			{ id: 'ada', name: 'Ada', deleted: 1 },
			{ id: 'ben', name: 'Ben' },
			{ id: 'cid', name: 'Cid', status: 'draft' },
			{ id: 'dan', name: 'Dan', isActive: false },
		];
		const { results } = await search('searchUsers', {}, { ...given, responses: [{ users }] });
		expect(results.map(({ name }) => name)).toEqual(['Ben', 'Cid, not active', 'Dan, not active']);
	});

	it('leave out stages that cannot be read', async () => {
		const pipelines = [{ id: 'a' }, { id: 'b', stages: [null, { id: 'new', name: 'New' }] }];
		const { results } = await search('searchStages', {}, { ...given, responses: [{ pipelines }] });
		expect(results).toEqual([{ name: 'New', value: 'new' }]);
	});

	it('have the names of tags as values', async () => {
		const tags = { ...given, responses: [{ tags: [{ id: 't-1', name: 'vip' }, { id: 't-2' }] }] };
		const { context, nodeType } = contextFor('loadOptions', {}, tags);
		connect(context, tags);
		const { getTags } = (nodeType as Platform).methods.loadOptions;
		expect(await getTags.call(context as never)).toEqual([{ name: 'vip', value: 'vip' }]);
	});
});

it.each([
	['filters', 'Add filter'],
	['fields', 'Add field'],
])('the button of each collection %s says %s', (collection, words) => {
	const buttons = Object.values(resources)
		.flatMap(({ operations }) => Object.values(operations))
		.flatMap(({ properties }) => properties)
		.filter(({ name, type }) => name === collection && type === 'collection')
		.map(({ placeholder }) => placeholder);
	expect(new Set(buttons)).toEqual(new Set([words]));
});

it("each operation with a time has 'Time Zone' in its options", () => {
	const missing: string[] = [];
	let compared = 0;
	for (const [resource, { operations }] of Object.entries(resources)) {
		for (const [name, { properties }] of Object.entries(operations)) {
			const entries = properties.flatMap(({ type, options = [] }) =>
				type === 'collection' ? (options as INodeProperties[]) : [],
			);
			const fields = [...properties, ...entries];
			const hasTime = fields.some(
				({ type, typeOptions }) => type === 'dateTime' && typeOptions?.dateOnly !== true,
			);
			if (!hasTime) continue;
			compared += 1;
			if (!fields.some((field) => field.name === 'timezone'))
				missing.push(`Add 'Time Zone' to the options of ${resource}.${name}`);
		}
	}
	expect(compared).toBeGreaterThan(10);
	expect(missing).toEqual([]);
});

it('each value that a path of a row names is a field of its operation, or the location', () => {
	const missing: string[] = [];
	for (const [resource, { operations }] of Object.entries(resources)) {
		for (const [name, { endpoint, properties }] of Object.entries(operations)) {
			const fields = properties.map((field) => field.name);
			for (const value of namesInPath(endpoint?.path ?? '')) {
				if (value !== 'locationId' && !fields.includes(value))
					missing.push(`Add the field '${value}' to ${name} in resources/${resource}.ts`);
			}
		}
	}
	expect(missing).toEqual([]);
});

it('one opportunity has the names of its pipeline and stage where the credential names no location', async () => {
	const record = {
		id: 'deal-1',
		locationId: 'loc-9',
		pipelineId: 'sales',
		pipelineStageId: 'new',
	};
	const pipelines = [{ id: 'sales', name: 'Sales', stages: [{ id: 'new', name: 'New' }] }];
	const respond = ({ path, qs }: Sent) => {
		if (!path.endsWith('/pipelines')) return { opportunity: record };
		return { pipelines: qs?.locationId === 'loc-9' ? pipelines : [] };
	};

	const { json } = await onHighLevel('opportunity.get', { opportunityId: 'deal-1' }, respond, {
		credential: { ...HIGH_LEVEL, locationId: '' },
	});

	expect(json).toMatchObject([{ pipelineName: 'Sales', pipelineStageName: 'New' }]);
});

it('a task that is due on a day is due at the end of it', async () => {
	const parameters = { contactId, title: 'Call', dueDate: '2026-12-01' };
	const { writes } = await onHighLevel('task.create', parameters, [{ task: { id: 'task-1' } }]);
	const { dueDate } = writes[0].body as { dueDate: string };
	expect(Date.parse(dueDate)).toBe(Date.parse('2026-12-01T23:59:00Z'));
});

it('a record of another contact than was asked for has the ID of its own contact', async () => {
	const { json } = await onHighLevel('task.get', { contactId, taskId: 'task-1' }, [
		{ task: { id: 'task-1', contactId: 'ben' } },
	]);

	expect(json).toMatchObject([{ contactId: 'ben', taskId: 'task-1' }]);
});

it('a difference of a custom field beside another one asks whether it is the right record', async () => {
	const deal = {
		id: 'deal-1',
		name: 'Implant',
		customFields: [{ id: 'plan', fieldValueString: 'Gold' }],
	};
	const custom = { value: { plan: 'Silver' }, schema: [{ id: 'plan', type: 'string' }] };

	const { told } = await onHighLevel(
		'opportunity.update',
		{ opportunityId: 'deal-1', customFields: custom, fields: { name: 'Braces' } },
		({ method }: Sent) => (method === 'GET' ? {} : { opportunity: deal }),
	);

	expect(told).toContain('Custom Field plan is Gold, not Silver');
	expect(told).toContain('Check whether it is the right opportunity.');
});

it("the time at which a message is to be sent is in 'Time Zone' where it has no offset", async () => {
	const { writes } = await onHighLevel(
		'message.send',
		{
			contactId,
			type: 'SMS',
			message: 'See you',
			fields: { scheduledTimestamp: '2035-03-08 10:00' },
			options: { timezone: byId('Asia/Tokyo') },
		},
		({ method }: Sent) => (method === 'GET' ? {} : { messageId: 'message-1' }),
	);

	const sentAt = Date.parse('2035-03-08T10:00:00+09:00') / 1_000;
	expect(writes).toMatchObject([{ body: { scheduledTimestamp: sentAt } }]);
});

it("what a model reads may have another offset than 'Time Zone' has: a filter reaches no other hour", async () => {
	const { error, sent } = await onHighLevel(
		'conversation.getAll',
		{
			filters: { startDate: '2026-11-20T10:00:00+05:00' },
			options: { timezone: byId('Europe/Berlin') },
		},
		[{ conversations: [] }],
		{ node: TOOL },
	);

	expect(error).toBeUndefined();
	expect(sent[0]?.qs).toMatchObject({ startDate: Date.parse('2026-11-20T10:00:00+05:00') });
});

it('times of a filter that are an hour the wrong way round are refused', async () => {
	const filters = { startDate: '2026-11-20T10:00:00Z', endDate: '2026-11-20T09:00:00Z' };

	expectRefused(
		await onHighLevel('conversation.getAll', { filters }),
		"'Created From' is after 'Created To'",
	);
});

it('a contact whose record has Do Not Disturb of all channels is not said to differ from the one that was set', async () => {
	const all = { Call: { status: 'inactive' }, Email: { status: 'active' } };

	const { told, writes } = await onHighLevel(
		'contact.update',
		{ contactId, fields: { dndOn: ['Email'] } },
		({ method }: Sent) => (method === 'GET' ? {} : { contact: { id: 'ada', dndSettings: all } }),
	);

	expect(writes).toMatchObject([{ body: { dndSettings: { Email: { status: 'active' } } } }]);
	expect(told).toBe('');
});

it.each([
	{
		what: 'by its title, where the list has no names',
		workflows: [
			{ id: 'wf-1', title: 'Follow-up' },
			{ id: 'wf-2', title: 'Other' },
		],
	},
	{
		what: 'by the name that a deleted record had, too',
		workflows: [
			{ id: 'wf-0', name: 'Follow-up', deleted: true },
			{ id: 'wf-1', name: 'Follow-up' },
		],
	},
])('a choice is found $what', async ({ workflows }) => {
	const { writes } = await onHighLevel(
		'contact.addToWorkflow',
		{ contactId, workflowId: byId('Follow-up') },
		({ method }: Sent) => (method === 'GET' ? { workflows } : { succeeded: true }),
	);

	expect(writes).toMatchObject([{ path: '/contacts/ada/workflow/wf-1' }]);
});

it("an operation without 'Time Zone' does not ask for the zone of the location", async () => {
	const { error, json } = await onHighLevel(
		'tag.getAll',
		{},
		[{ tags: [{ id: 't', name: 'a' }] }],
		{
			// A zone that is asked for and does not come fails the item.
			credential: { ...HIGH_LEVEL, locationId: 'loc-without-record' },
			locationZone: failed(400),
		},
	);

	expect(error).toBeUndefined();
	expect(json).toHaveLength(1);
});

it('a phone number that is typed into the list of contacts is searched as the platform writes it', async () => {
	const { sent } = await search(
		'searchContacts',
		{},
		{
			credential: HIGH_LEVEL,
			filter: '+1 (202) 555-0101',
			responses: [{ contacts: [] }],
		},
	);

	expect(sent).toMatchObject([{ body: { query: '+12025550101' } }]);
});
