import {
	byId,
	connect,
	contextFor,
	expectRefused,
	HIGH_LEVEL,
	onHighLevel,
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

describe('what cannot be meant is refused', () => {
	it.each([
		['contact.addTags', { contactId }, "'Tag Names or IDs' is empty"],
		['contact.removeTags', { contactId, tags: ' , ' }, "'Tag Names or IDs' is empty"],
		['contact.update', { contactId }, 'There is nothing to change'],
		['contact.update', { contactId, fields: { email: 'Ada' } }, "'Email' must be an email address"],
		['message.send', { contactId, type: 'SMS' }, "'Message' is empty"],
		['message.send', { contactId, type: 'Email', message: 'Hi' }, "'Subject' is empty"],
		['task.create', { contactId, title: 'Call', dueDate: 'tomorrow' }, "'Due Date'"],
		['task.update', { contactId, taskId: 'task-1' }, 'There is nothing to change'],
		['opportunity.create', { ...deal, pipelineId: '' }, "'Pipeline' is empty"],
	])('%s with %j', async (name, parameters, message) => {
		expectRefused(await onHighLevel(name, parameters), message);
	});
});

describe('what is none of the location is refused before the write, with what can be chosen', () => {
	it.each([
		[
			'a stage of another pipeline',
			{ ...deal, pipelineStageId: byId('done') },
			"'Stage'",
			'New (new)',
		],
		[
			'a pipeline',
			{ ...deal, pipelineId: byId('other') },
			"'Pipeline'",
			'Care (care), Sales (sales)',
		],
	])('%s', async (_, parameters, label, known) => {
		const { error, sent } = await onHighLevel('opportunity.create', parameters, [PIPELINES]);
		expect(error?.message).toContain(`${label} is not in its list`);
		expect(error?.description).toBe(`Nothing was changed. Use the ID of one of these: ${known}.`);
		expect(sent.map(({ method }) => method)).toEqual(['GET']);
	});

	it('but what the list has goes through, as does everything where it cannot be read', async () => {
		const parameters = { ...deal, pipelineStageId: byId('new') };
		for (const list of [PIPELINES, failed(401, { message: 'not authorized for this scope' })]) {
			const { error, sent } = await onHighLevel('opportunity.create', parameters, ({ method }) =>
				method === 'GET' ? list : { opportunity: { id: 'deal-1' } },
			);
			expect(error).toBeUndefined();
			expect(sent.at(-1)).toMatchObject({
				method: 'POST',
				path: '/opportunities/',
				body: {
					locationId: 'loc-1',
					contactId: 'ada',
					pipelineId: 'sales',
					pipelineStageId: 'new',
					name: 'Braces',
					status: 'open',
				},
			});
		}
	});

	it('with one reading for all items of a run', async () => {
		const { sent } = await onHighLevel(
			'contact.addToWorkflow',
			{ contactId, workflowId: byId('flow-1') },
			({ method }) => (method === 'GET' ? { workflows: [{ id: 'flow-1' }] } : { succeded: true }),
			{ items: [{}, {}, {}] },
		);
		expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'POST']);
	});
});

it('a contact is changed, and emptied where that is asked for: null, or a text where the platform takes no null', async () => {
	const fieldsToEmpty = ['phone', 'postalCode', 'field-1'];
	const customFields = { value: { 'field-2': 'Gold', 'field-3': '' } };
	const { sent, json } = await onHighLevel(
		'contact.update',
		{ contactId, fieldsToEmpty, customFields, fields: { city: 'Boston', dnd: true } },
		[{ succeded: true, contact: { id: 'ada', city: 'Boston', dnd: true } }],
	);
	expect(sent).toMatchObject([
		{
			method: 'PUT',
			path: '/contacts/ada',
			body: {
				city: 'Boston',
				dnd: true,
				phone: null,
				postalCode: '',
				customFields: [
					{ id: 'field-2', field_value: 'Gold' },
					{ id: 'field-1', field_value: '' },
				],
			},
		},
	]);
	expect(json).toMatchObject([{ contactId: 'ada', city: 'Boston' }]);
});

it('a due date is read in the time zone, and a record that says otherwise is put out and told', async () => {
	const parameters = { contactId, title: 'Call', dueDate: '2026-12-01 10:00' };
	const task = { id: 'task-1', title: 'Call back', dueDate: '2026-12-01T15:00:00.000Z' };
	const { sent, json, hints } = await onHighLevel('task.create', parameters, [{ task }], {
		timezone: 'America/New_York',
	});
	expect(sent.at(-1)?.body).toEqual({
		completed: false,
		title: 'Call',
		dueDate: '2026-12-01T15:00:00+00:00',
	});
	// Of 'completed', the record says nothing.
	expect(json).toEqual([{ contactId: 'ada', taskId: 'task-1', completed: false, ...task }]);
	expect(hints.map(({ message }) => message)).toEqual([
		'The platform has other values than were sent: Title is Call back, not Call. Check whether it is the right task.',
	]);
});

it('what was asked stands in only where the platform sends no record', async () => {
	const { json } = await onHighLevel('contact.addTags', { contactId, newTags: 'vip, lead' }, [{}]);
	expect(json).toEqual([{ success: true, contactId: 'ada', tags: ['vip', 'lead'] }]);
	const { json: all } = await onHighLevel('contact.addTags', { contactId, tags: ['vip'] }, [
		{ tags: ['lead', 'vip'], traceId: 'x' },
	]);
	expect(all).toEqual([{ contactId: 'ada', tags: ['lead', 'vip'] }]);
});

it('opportunities are listed page by page, up to the limit', async () => {
	const page = (from: number, count: number) => ({
		opportunities: Array.from({ length: count }, (_, index) => ({ id: `deal-${from + index}` })),
		meta: { total: 130 },
	});
	const all = await onHighLevel(
		'opportunity.getAll',
		{ returnAll: true, filters: { status: 'won' } },
		[page(0, 100), page(100, 30)],
	);
	expect(all.json).toHaveLength(130);
	expect(all.sent.map(({ qs }) => qs)).toMatchObject([
		{ location_id: 'loc-1', status: 'won', page: 1, limit: 100 },
		{ page: 2 },
	]);
	const some = await onHighLevel('opportunity.getAll', { limit: 2 }, [page(0, 2)], { node: TOOL });
	expect(some.json.at(-1)?.message).toContain('There are 128 more');
});

it('a filter whose expression gives nothing does not list the opportunities of everybody', async () => {
	const nothing = byId('={{ $json.nope }}');
	for (const given of [{ contactId: nothing }, { filters: { pipelineId: nothing } }])
		expectRefused(
			await onHighLevel('opportunity.getAll', given, []),
			"' is empty",
			'which does not stand for all',
		);
	const none = await onHighLevel('opportunity.getAll', { contactId: byId('') }, [
		{ opportunities: [], meta: { total: 0 } },
	]);
	expect(none.error).toBeUndefined();
});

describe('a message', () => {
	const text = { contactId, type: 'SMS', message: 'Hello' };
	const ada = { contact: { id: 'ada', phone: '+12025550101' } };

	it('is sent as text, and by email as HTML', async () => {
		const sms = await onHighLevel('message.send', text, [ada, { messageId: 'm-1' }]);
		expect(sms.sent[1]).toMatchObject({
			path: '/conversations/messages',
			body: { type: 'SMS', contactId: 'ada', message: 'Hello' },
		});
		expect(sms.json).toEqual([{ contactId: 'ada', messageId: 'm-1' }]);
		const email = { ...text, type: 'Email', subject: 'Hi' };
		const { sent } = await onHighLevel('message.send', email, [
			{ contact: { id: 'ada', email: 'ada@example.com' } },
			{ messageId: 'm-2' },
		]);
		expect(sent[1].body).toEqual({ type: 'Email', contactId: 'ada', subject: 'Hi', html: 'Hello' });
	});

	it('is sent once in an execution: the same again returns the first result, another text does not', async () => {
		const given = { executionId: 'loop' };
		const first = [ada, { messageId: 'm-1' }];
		const [{ json }, again, other] = [
			await onHighLevel('message.send', text, first, given),
			await onHighLevel('message.send', text, [ada], given),
			await onHighLevel('message.send', { ...text, message: 'Bye' }, first, given),
		];
		expect([again.json, again.sent.length]).toEqual([json, 1]);
		expect(other.sent).toHaveLength(2);
	});

	it('to a contact without the address is refused before it is sent', async () => {
		const { error, sent } = await onHighLevel('message.send', text, [{ contact: { id: 'ada' } }]);
		expect(error?.message).toContain("The contact 'ada' has no phone");
		expect(sent).toHaveLength(1);
	});

	it('that may have been sent is not sent again', async () => {
		const { error, sent } = await onHighLevel('message.send', text, [ada, lost()], {
			executionId: 'lost',
		});
		expect(error?.message).toContain('Outcome unknown');
		expect(error?.description).toContain('Look at the conversation');
		expect(sent).toHaveLength(2);
		const again = await onHighLevel('message.send', text, [ada], { executionId: 'lost' });
		expect(again.error?.message).toContain('Outcome unknown');
	});
});

it('a deletion says so, and one of what is not there is named', async () => {
	const task = { contactId, taskId: 'task-1' };
	const { json } = await onHighLevel('task.delete', task, [{ succeded: true }]);
	expect(json).toEqual([{ deleted: true }]);
	const { error } = await onHighLevel('task.delete', task, [
		failed(400, { message: 'Task not found' }),
	]);
	expect(error?.message).toContain("The task 'task-1' was not found");
	const { error: unsure } = await onHighLevel('task.delete', task, [{ succeded: false }]);
	expect(unsure?.message).toContain('Outcome unknown');
});

it('a missing scope is named', async () => {
	const refused = failed(401, { message: 'The token is not authorized for this scope.' });
	const { error } = await onHighLevel('user.getAll', {}, [refused]);
	expect(error?.message).toContain("'users.readonly'");
});

describe('the lists', () => {
	it('show names, filtered by what is typed; the stages are those of the chosen pipeline', async () => {
		const given = { credential: HIGH_LEVEL, responses: [PIPELINES] };
		const { results } = await search('searchPipelines', {}, { ...given, filter: 'sal' });
		expect(results).toEqual([{ name: 'Sales (sales)', value: 'sales' }]);
		for (const parameters of [
			{ pipelineId: byId('care') },
			{ fields: { pipelineId: byId('care') } },
			{ filters: { pipelineId: byId('care') } },
		]) {
			const stages = await search('searchStages', parameters, given);
			expect(stages.results).toEqual([{ name: 'Done (done)', value: 'done' }]);
		}
	});

	it('of tags has their names as values', async () => {
		const given = { credential: HIGH_LEVEL, responses: [{ tags: [{ id: 't-1', name: 'vip' }] }] };
		const { context, nodeType } = contextFor('loadOptions', {}, given);
		connect(context, given);
		const { getTags } = (nodeType as Platform).methods.loadOptions;
		expect(await getTags.call(context as never)).toEqual([{ name: 'vip', value: 'vip' }]);
	});
});
