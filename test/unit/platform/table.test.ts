import type { IDataObject } from 'n8n-workflow';

import {
	byId,
	connect,
	contextFor,
	expectRefused,
	expectRun,
	HIGH_LEVEL,
	onHighLevel,
	type Run,
	search,
	TOOL,
} from './nodeOnPlatform';
import { failed, lost } from '../platformApi/fakePlatform';
import type { Platform } from '../../../nodes/Platform/Platform.node';

const contactId = byId('ada');
const PIPELINES = {
	pipelines: [
		{ id: 'sales', name: 'Sales', stages: [{ id: 'new', name: 'New' }] },
		{ id: 'care', name: 'Care', stages: [{ id: 'done', name: 'Done' }] },
	],
};
const deal = { contactId, pipelineId: byId('sales'), name: 'Braces' };
const task = { contactId, taskId: 'task-1' };
const call = { contactId, title: 'Call', dueDate: '2026-12-01 10:00' };
const text = { contactId, type: 'SMS', message: 'Hello' };

it.each([
	['contact.addTags', { contactId }, "'Tag Names or IDs' is empty"],
	['contact.update', { contactId }, 'There is nothing to change'],
	['message.send', { contactId, type: 'SMS' }, "'Message' is empty"],
	['message.send', { ...text, type: 'Email' }, "'Subject' is empty"],
	['opportunity.getAll', { contactId: byId('={{ $json.nope }}') }, "'Contact' is empty"],
])('%s with %j, which cannot be meant, is refused', async (name, parameters, message) => {
	expectRefused(await onHighLevel(name, parameters), message);
});

it.each([PIPELINES, failed(401, { message: 'not authorized for this scope' })])(
	'what a list has goes through, as does everything where it cannot be read; read once for all items: case %#',
	async (list) => {
		const { error, sent, writes } = await onHighLevel(
			'opportunity.create',
			{ ...deal, pipelineStageId: byId('new') },
			({ method }) => (method === 'GET' ? list : { opportunity: { id: 'deal-1' } }),
			{ items: [{}, {}] },
		);
		expect(error).toBeUndefined();
		expect(sent.slice(-2)).toEqual(writes);
		expect(list instanceof Error || sent.length === 3).toBe(true);
		const names = { locationId: 'loc-1', contactId: 'ada', name: 'Braces', status: 'open' };
		const body = { ...names, pipelineId: 'sales', pipelineStageId: 'new' };
		expect(writes).toMatchObject([{}, { path: '/opportunities/', body }]);
	},
);

const at = byId('={{ $json.at }}');
const page = (from: number, length: number) => ({
	opportunities: Array.from({ length }, (_, index) => ({ id: from + index })),
	meta: { total: 130 },
});
const gone = failed(400, { message: 'Task not found' });

it.each<[string, ...Run]>([
	[
		'a stage of another pipeline is refused before the write, with what can be chosen',
		'opportunity.create',
		{ ...deal, pipelineStageId: byId('done') },
		[PIPELINES],
		{ writes: [] },
		/'Stage' is not in its list.*Nothing was changed\. Use the ID of one of these: New \(new\)\./,
	],
	[
		'a pipeline that is none of the location is refused before the write, with what can be chosen',
		'opportunity.create',
		{ ...deal, pipelineId: byId('other') },
		[PIPELINES],
		{ writes: [] },
		/'Pipeline' is not in its list.*one of these: Care \(care\), Sales \(sales\)\./,
	],
	[
		'a contact is changed, and emptied where that is asked for: null, or a text where the platform takes no null',
		'contact.update',
		{
			contactId,
			fieldsToEmpty: ['phone', 'First Name', 'postalCode', 'field-1'],
			customFields: { value: { 'field-2': 'Gold', 'field-3': '' } },
			fields: { city: 'Boston', dnd: true },
		},
		[{ succeded: true, contact: { id: 'ada', city: 'Boston', dnd: true } }],
		{
			json: [{ contactId: 'ada', city: 'Boston' }],
			sent: [
				{
					method: 'PUT',
					path: '/contacts/ada',
					body: {
						city: 'Boston',
						dnd: true,
						phone: null,
						firstName: null,
						postalCode: '',
						customFields: [
							{ id: 'field-2', field_value: 'Gold' },
							{ id: 'field-1', field_value: '' },
						],
					},
				},
			],
		},
	],
	[
		'of a list that is not all, a model is told, too',
		'calendar.getAll',
		{ options: { output: 'selected', fields: 'id' } },
		[{ calendars: [{ id: 'cal-1', name: 'A' }], nextPage: 2 }],
		{ json: [expect.not.objectContaining({ name: 'A' }), {}], hints: [] },
		/more than these 1.*nextPage: 2/,
		{ node: TOOL },
	],
	[
		'a message to a contact without the address is refused before it is sent',
		'message.send',
		text,
		[{ contact: { id: 'ada' } }],
		{ writes: [] },
		/The contact 'ada' has no phone/,
	],
	[
		'each location has lists of its own, also without one in the credential',
		'contact.addToWorkflow',
		{ contactId, workflowId: at, options: { locationId: at } },
		({ qs }) => (qs?.locationId ? { workflows: [{ id: qs.locationId }] } : { succeded: true }),
		{ error: undefined, writes: [{ body: '{}' }, {}], sent: { length: 4 } },
		/^/,
		{ credential: { ...HIGH_LEVEL, locationId: '' }, items: [{ at: 'loc-1' }, { at: 'loc-2' }] },
	],
	[
		'opportunities are listed page by page',
		'opportunity.getAll',
		{ contactId: byId(''), returnAll: true, filters: { status: 'Won' } },
		[page(0, 100), page(100, 30)],
		{
			json: { length: 130 },
			sent: [
				{ qs: { location_id: 'loc-1', status: 'won', page: 1, limit: 100 } },
				{ qs: { page: 2 } },
			],
		},
	],
	['a deletion says so', 'task.delete', task, [{ succeded: true }], { json: [{ deleted: true }] }],
	[
		'what is not there is named',
		'task.delete',
		task,
		[gone],
		{},
		/The task 'task-1' was not found/,
	],
	[
		'what cannot be an ID is named, whatever the platform says of it',
		'task.delete',
		{ contactId, taskId: 'task 1' },
		[failed(422, { message: 'Invalid' })],
		{},
		/The task 'task 1' was not found/,
	],
	[
		'a deletion that was not carried out is none',
		'task.delete',
		task,
		[{ succeded: false }],
		{},
		/Outcome unknown/,
	],
])('%s', async (_, ...run) => {
	await expectRun(...run);
});

it.each([
	[
		'task.create',
		call,
		{ task: { id: 'task-1', title: 'Call back', dueDate: '2026-12-01T05:00:00-05:00' } },
		{ contactId: 'ada', taskId: 'task-1', title: 'Call back' },
		'Title is Call back, not Call. Check whether it is the right task.',
	],
	['contact.get', { contactId }, { contact: { id: 'ada', deleted: 'true' } }, { deleted: true }],
	[
		'contact.removeTags',
		{ contactId, tags: ['VIP'] },
		{ tags: ['old', 'vip'] },
		{ contactId: 'ada' },
		'is old, vip, not old.',
	],
	[
		'contact.delete',
		{ contactId },
		{ contact: { id: 'ben', deleted: false } },
		{ contactId: 'ben', deleted: false },
		'deleted is false, not true.',
	],
	[
		'task.update',
		{ ...task, fields: { title: 'Call' } },
		{ task: { title: { text: 'Call' } } },
		{},
		'Title is {"text":"Call"}, not Call.',
	],
	// Where the platform sends no record, what was asked stands in.
	[
		'contact.addTags',
		{ contactId, newTags: 'vip, lead' },
		{},
		{ success: true, tags: ['vip', 'lead'] },
	],
	// But which tags are left, nobody knows.
	[
		'contact.removeTags',
		{ contactId, tags: ['VIP'] },
		{},
		expect.not.objectContaining({ tags: expect.anything() }) as IDataObject,
	],
])(
	'%s of %j puts out the record %j, and tells what differs',
	async (name, parameters, body, item, told = '') => {
		const ended = await onHighLevel(name, parameters, [body], { node: TOOL });
		expect(ended.json).toMatchObject([item]);
		expect(ended.told).toMatch(told ? /^The platform has other values/ : /^$/);
		expect(ended.told).toContain(told);
	},
);

it.each([
	['contact.upsert', { email: 'a@b.c' }, 'Contact > Get Many'],
	['opportunity.create', deal],
	['task.create', call],
	['message.send', text],
])(
	'%s has an unknown outcome where the platform names no record, or does not respond',
	async (name, parameters, whereToLook = '') => {
		for (const body of ['', {}, { contact: { email: 'a@b.c' } }, lost()]) {
			const { error } = await onHighLevel(name, parameters, ({ method }) =>
				method === 'GET' ? '' : body,
			);
			expect(error).toMatchObject({ context: { outcomeUnknown: true } });
			expect(error?.description).toContain(whereToLook);
		}
	},
);

it('a record has what the platform kept, with its IDs, tags as a list and custom fields; what it does not show is named', async () => {
	const contact = { id: 'ada', city: 'Boston', customFields: [{ id: 'f1', value: 'Gold' }] };
	const fields = { city: 'Boston', dateOfBirth: '1990-09-25', dnd: false };
	const { json, told } = await onHighLevel('contact.update', { contactId, fields }, [{ contact }]);
	expect(json).toEqual([
		{
			contactId: 'ada',
			id: 'ada',
			city: 'Boston',
			tags: [],
			customFields: [{ id: 'f1', value: 'Gold' }],
		},
	]);
	expect(told).toBe(
		"The platform's record does not show what was sent in Date of Birth: it may not have been kept.",
	);
});

it('lists show names, filtered by what is typed; the stages are those of the chosen pipeline', async () => {
	const given = { credential: HIGH_LEVEL, responses: [PIPELINES] };
	const { results } = await search('searchPipelines', {}, { ...given, filter: 'sal' });
	expect(results).toEqual([{ name: 'Sales', value: 'sales' }]);
	const care = { pipelineId: byId('care') };
	for (const parameters of [care, { fields: care }, { filters: care }]) {
		const stages = await search('searchStages', parameters, given);
		expect(stages.results).toEqual([{ name: 'Done', value: 'done' }]);
	}
});

it('lists leave out what is deleted, and what cannot be read, and name what is not active', async () => {
	const users = [
		{ id: 'ada', name: 'Ada', deleted: 1 },
		{ id: 'ben', name: 'Ben' },
		{ id: 'cid', name: 'Cid', status: 'draft' },
		{ id: 'dan', name: 'Dan', isActive: false },
	];
	for (const [list, body] of [
		['searchUsers', { users }],
		['searchStages', { pipelines: [{ id: 'a' }, { id: 'b', stages: [null, ...users] }] }],
	] as const) {
		const { results } = await search(list, {}, { credential: HIGH_LEVEL, responses: [body] });
		expect(results.map(({ name }) => name)).toEqual(['Ben', 'Cid, not active', 'Dan, not active']);
	}
});

const days = { startDate: '2026-11-25', endDate: '2026-11-26' };

it.each([
	['contact', 'contacts', {}],
	['opportunity', 'opportunities', {}],
	['user', 'users', {}],
	['appointment', 'events', { contactId: byId('ada') }],
	['appointment', 'events', { appointmentsOf: 'calendar', calendarId: byId('cal-1'), ...days }],
])('a list (%s, case %#) leaves out what names another location', async (resource, name, of) => {
	const startTime = '2026-11-25T09:00:00Z';
	const [here, elsewhere] = ['loc-1', 'loc-2'].map((locationId) => ({
		...{ id: `of-${locationId}`, locationId },
		...{ startTime, endTime: startTime },
	}));
	const body = { [name]: [here, elsewhere], total: 2, meta: { total: 2 } };
	const { json, told } = await onHighLevel(`${resource}.getAll`, of, () => body);
	expect(json).toEqual([expect.objectContaining({ [`${resource}Id`]: 'of-loc-1' })]);
	expect(told).toBe('');
});

it('the list of tags has their names as values', async () => {
	const tags = [{ id: 't-1', name: 'vip' }, { id: 't-2' }];
	const given = { credential: HIGH_LEVEL, responses: [{ tags }] };
	const { context, nodeType } = contextFor('loadOptions', {}, given);
	connect(context, given);
	const { getTags } = (nodeType as Platform).methods.loadOptions;
	expect(await getTags.call(context as never)).toEqual([{ name: 'vip', value: 'vip' }]);
});
