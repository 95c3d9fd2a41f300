import { randomUUID } from 'node:crypto';

import { asContact } from './records';
import { ofLocation, own, ownContact, type Call, type OperationHandlers } from '../http/call';
import type { FollowUp, Stored } from '../contacts/followUp';
import { ok, Refusal } from '../responses';
import type { Contact } from '../seed';

type Kind = keyof FollowUp;
type Body = Record<string, unknown>;

const now = () => new Date().toISOString();

/** @throws Refusal for one that is not there; HighLevel describes 400 and 401 only */
const stored = (call: Call, kind: Kind, id: string): Stored =>
	own(call, call.state.followUp[kind], id, `No ${kind} found with the id ${id}`);

function added({ state, access }: Call, kind: Kind, fields: Body): Stored {
	const record = { id: `${kind}-${randomUUID()}`, ...fields, locationId: access.locationId ?? '' };
	state.followUp[kind].push(record);
	return record;
}

function removed(call: Call, kind: Kind, record: Stored) {
	const list = call.state.followUp[kind];
	list.splice(list.indexOf(record), 1);
	return ok({ succeded: true });
}

/** Without the location, which the official schema does not have. */
const withoutLocation = ({ locationId: _, ...record }: Stored) => record;

const ownTask = (call: Call) => {
	const task = stored(call, 'tasks', call.params.taskId);
	if (task.contactId !== ownContact(call).id) throw new Refusal(400, 'Task not found');
	return task;
};

function changedContact(call: Call, change: (contact: Contact) => Body): Contact {
	const { state } = call;
	const contact = ownContact(call);
	const changed = { ...contact, ...change(contact), dateUpdated: now() };
	state.contacts.set(contact.id, changed);
	state.events.contact('ContactUpdate', changed);
	return changed;
}

/** Tags are kept in lower case. */
const tagsIn = ({ tags }: Body) => ((tags ?? []) as string[]).map((tag) => tag.toLowerCase());

const withTags = (call: Call, change: (before: string[], given: string[]) => string[]) =>
	changedContact(call, (contact) => ({ tags: change(tagsIn(contact), tagsIn(call.body as Body)) }))
		.tags;

/** Of the contact and the workflow that a request names. */
function enrollment(call: Call) {
	const { workflowId } = call.params;
	own(call, call.state.seed.workflows, workflowId, `Workflow with id ${workflowId} not found`, 400);
	return { contactId: ownContact(call).id, workflowId };
}

/** @throws Refusal for a pipeline of another location, and a stage of another pipeline */
function checkStage(call: Call, { pipelineId, pipelineStageId }: Body): void {
	const { pipelines } = call.state.seed;
	const { stages } = own(call, pipelines, pipelineId, 'The pipeline id is invalid.', 400);
	if (!stages.some(({ id }) => id === pipelineStageId))
		throw new Refusal(400, 'The pipeline stage id is invalid.');
}

const ownOpportunity = (call: Call) => stored(call, 'opportunities', call.params.id);

function asOpportunity(call: Call, record: Stored) {
	const contact = call.state.contacts.get(String(record.contactId));
	const { name, email, phone, tags } = contact ? asContact(contact) : { tags: [] as unknown };
	return { ...record, contact: { id: record.contactId, name, email, phone, tags } };
}

/** Contacts' changes, tags, notes, tasks, workflows, opportunities, messages and users, by operationId of highLevel.yaml. */
export const followUpHandlers: OperationHandlers = {
	'update-contact'(call) {
		const { customFields, ...fields } = call.body as Body;
		const given = (customFields ?? []) as Array<{ id: string; field_value: unknown }>;
		const contact = changedContact(call, (before) => ({
			...fields,
			customFields: [
				...((before.customFields ?? []) as Array<{ id: string }>).filter(
					({ id }) => !given.some((one) => one.id === id),
				),
				...given.map(({ id, field_value: value }) => ({ id, value })),
			],
		}));
		const { id, locationId, ...values } = contact;
		const kept = Object.entries(values).filter(([, value]) => value !== null && value !== '');
		call.state.contacts.set(id, { id, locationId, ...Object.fromEntries(kept) });
		return ok({ succeded: true, contact: asContact(call.state.contacts.get(id)!) });
	},

	'delete-contact'(call) {
		call.state.contacts.delete(ownContact(call).id);
		return ok({ succeded: true });
	},

	'add-tags': (call) =>
		ok({ tags: withTags(call, (before, given) => [...new Set([...before, ...given])]) }, 201),
	'remove-tags': (call) =>
		ok({ tags: withTags(call, (before, given) => before.filter((tag) => !given.includes(tag))) }),

	'create-note'(call) {
		const fields = { ...(call.body as Body), contactId: ownContact(call).id, dateAdded: now() };
		return ok({ note: withoutLocation(added(call, 'notes', fields)) }, 201);
	},

	'get-all-tasks'(call) {
		const { id } = ownContact(call);
		const tasks = call.state.followUp.tasks.filter(({ contactId }) => contactId === id);
		return ok({ tasks: tasks.map(withoutLocation) });
	},
	'create-task'(call) {
		const task = added(call, 'tasks', {
			...(call.body as Body),
			contactId: ownContact(call).id,
		});
		return ok({ task: withoutLocation(task) }, 201);
	},
	'get-task': (call) => ok({ task: withoutLocation(ownTask(call)) }),
	'update-task': (call) =>
		ok({ task: withoutLocation(Object.assign(ownTask(call), call.body as Body)) }),
	'delete-task': (call) => removed(call, 'tasks', ownTask(call)),

	'add-contact-to-workflow'(call) {
		added(call, 'enrolled', { ...(call.body as Body), ...enrollment(call) });
		return ok({ succeded: true });
	},
	'delete-contact-from-workflow'(call) {
		const { contactId, workflowId } = enrollment(call);
		const entry = call.state.followUp.enrolled.find(
			(one) => one.contactId === contactId && one.workflowId === workflowId,
		);
		return entry ? removed(call, 'enrolled', entry) : ok({ succeded: true });
	},

	/** The contact needs the address. */
	'send-a-new-message'(call) {
		const { type, contactId, message, html } = call.body as Record<string, string | undefined>;
		const { email, phone } = ownContact(call, contactId);
		if (type === 'Email' ? !email : !phone)
			throw new Refusal(400, `Missing ${type === 'Email' ? 'email' : 'phone number'}`);
		if (!(message ?? html))
			throw new Refusal(400, 'There is no message or attachments for this message. Skip sending.');
		const { id: messageId } = added(call, 'messages', call.body as Body);
		return ok({ conversationId: `conversation-${contactId}`, messageId, msg: 'Message queued.' });
	},

	'create-opportunity'(call) {
		const { seed } = call.state;
		const body = call.body as Body & { contactId: string };
		ownContact(call, body.contactId);
		const first = seed.pipelines.find(({ id }) => id === body.pipelineId)?.stages[0].id;
		const fields = {
			pipelineStageId: first,
			monetaryValue: 0,
			...body,
			createdAt: now(),
			updatedAt: now(),
		};
		checkStage(call, fields);
		return ok({ opportunity: asOpportunity(call, added(call, 'opportunities', fields)) }, 201);
	},
	'get-opportunity': (call) => ok({ opportunity: asOpportunity(call, ownOpportunity(call)) }),
	'update-opportunity'(call) {
		const before = ownOpportunity(call);
		const after = { ...before, ...(call.body as Body), updatedAt: now() };
		checkStage(call, after);
		return ok({ opportunity: asOpportunity(call, Object.assign(before, after)) });
	},
	'delete-opportunity': (call) => removed(call, 'opportunities', ownOpportunity(call)),
	'search-opportunity'(call) {
		const { q = '', page = 1, limit = 20, status = 'all', ...query } = call.query;
		const names = {
			pipeline_id: 'pipelineId',
			pipeline_stage_id: 'pipelineStageId',
			contact_id: 'contactId',
			assigned_to: 'assignedTo',
		};
		const found = ofLocation(call, call.state.followUp.opportunities)
			.filter((one) => status === 'all' || one.status === status)
			.filter((one) =>
				Object.entries(names).every(([name, field]) =>
					[undefined, one[field]].includes(query[name]),
				),
			)
			.map((one) => asOpportunity(call, one))
			.filter((one) => JSON.stringify(one).toLowerCase().includes(String(q).toLowerCase()));
		const [from, to] = [(Number(page) - 1) * Number(limit), Number(page) * Number(limit)];
		const meta = { total: found.length, currentPage: page };
		return ok({ opportunities: found.slice(from, to), meta });
	},

	'get-pipelines': (call) => ok({ pipelines: ofLocation(call, call.state.seed.pipelines) }),
	'get-workflow': (call) => ok({ workflows: ofLocation(call, call.state.seed.workflows) }),
	'get-location-tags': (call) => ok({ tags: ofLocation(call, call.state.seed.tags) }),
	'get-user-by-location': ({ state, access: { locationId = '' } }) =>
		ok({
			users: state.seed.users
				.filter((one) => one.locationIds.includes(locationId))
				.map(({ id, name, locationIds }) => ({
					id,
					name,
					email: `${id}@example.com`,
					roles: { type: 'account', role: 'user', locationIds },
				})),
		}),
};
