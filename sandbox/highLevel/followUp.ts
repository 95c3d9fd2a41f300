import { asContact } from './records';
import {
	addRecord,
	customValuesOf,
	mergeCustomValues,
	now,
	refuseUnknownUser,
	removeRecord,
	stored,
	withoutLocation,
	type Body,
} from './stored';
import { own, ownContact, type Call, type OperationHandlers } from '../http/call';
import { ok, Refusal } from '../responses';
import type { Contact } from '../seed';

const ownTask = (call: Call) => {
	const task = stored(call, 'tasks', call.params.taskId);
	if (task.contactId !== ownContact(call).id) throw new Refusal(400, 'Task not found');
	return task;
};

function changeContact(call: Call, change: (contact: Contact) => Body): Contact {
	const { state } = call;
	const contact = ownContact(call);
	const changed = { ...contact, ...change(contact), dateUpdated: now() };
	state.contacts.set(contact.id, changed);
	state.events.contact('ContactUpdate', changed);
	return changed;
}

/** Tags are kept in lower case. */
const tagsIn = ({ tags }: Body) => ((tags ?? []) as string[]).map((tag) => tag.toLowerCase());

const changeTags = (call: Call, change: (before: string[], given: string[]) => string[]) =>
	changeContact(call, (contact) => ({ tags: change(tagsIn(contact), tagsIn(call.body as Body)) }))
		.tags;

/** Of the contact and the workflow that a request names. */
function enrollment(call: Call) {
	const { workflowId } = call.params;
	own(call, call.state.seed.workflows, workflowId, `Workflow with id ${workflowId} not found`, 400);
	return { contactId: ownContact(call).id, workflowId };
}

/** Contacts' changes, tags, tasks and workflows, by operationId of highLevel.yaml. */
export const followUpHandlers: OperationHandlers = {
	'update-contact'(call) {
		const { customFields, ...fields } = call.body as Body;
		refuseUnknownUser(call, fields.assignedTo);
		const given = customValuesOf(call, 'contact', customFields);
		const contact = changeContact(call, (before) => ({
			...fields,
			customFields: mergeCustomValues(before.customFields, given),
		}));
		const { id, locationId, ...values } = contact;
		const kept = Object.entries(values).filter(([, value]) => value !== null && value !== '');
		call.state.contacts.set(id, { id, locationId, ...Object.fromEntries(kept) });
		return ok({ succeded: true, contact: asContact(call.state.contacts.get(id)!) });
	},

	'delete-contact'(call) {
		const { id, locationId } = ownContact(call);
		call.state.contacts.delete(id);
		call.state.followUp.deletedContacts.push({ id, locationId });
		return ok({ succeded: true });
	},

	'add-tags': (call) =>
		ok({ tags: changeTags(call, (before, given) => [...new Set([...before, ...given])]) }, 201),
	'remove-tags': (call) =>
		ok({ tags: changeTags(call, (before, given) => before.filter((tag) => !given.includes(tag))) }),

	'get-all-tasks'(call) {
		const { id } = ownContact(call);
		const tasks = call.state.followUp.tasks.filter(({ contactId }) => contactId === id);
		return ok({ tasks: tasks.map(withoutLocation) });
	},
	'create-task'(call) {
		const body = call.body as Body;
		const { id: contactId } = ownContact(call);
		refuseUnknownUser(call, body.assignedTo);
		return ok({ task: withoutLocation(addRecord(call, 'tasks', { ...body, contactId })) }, 201);
	},
	'get-task': (call) => ok({ task: withoutLocation(ownTask(call)) }),
	'update-task'(call) {
		const task = ownTask(call);
		const body = call.body as Body;
		refuseUnknownUser(call, body.assignedTo);
		return ok({ task: withoutLocation(Object.assign(task, body)) });
	},
	'delete-task': (call) => removeRecord(call, 'tasks', ownTask(call)),

	'add-contact-to-workflow'(call) {
		addRecord(call, 'enrolled', { ...(call.body as Body), ...enrollment(call) });
		return ok({ succeded: true });
	},
	'delete-contact-from-workflow'(call) {
		const { contactId, workflowId } = enrollment(call);
		const entry = call.state.followUp.enrolled.find(
			(one) => one.contactId === contactId && one.workflowId === workflowId,
		);
		return entry ? removeRecord(call, 'enrolled', entry) : ok({ succeded: true });
	},
};
