import type { IDataObject } from 'n8n-workflow';

import { endOfDayIn, nowIn } from '../../fields/timeKinds';
import { id, onOrOff, text } from '../../fields/valueKinds';
import { fieldOf, zonedFieldOf } from '../../fields/parameters';
import type { Endpoint } from '../../platformApi/endpoint';
import { contactField } from '../contactField';
import { userField } from '../choiceFields';
import type { PlatformCall } from '../platformOperation';
import { resourceOf } from '../rows/resourceOf';

const TASK = fieldOf(id, {
	displayName: 'Task ID',
	name: 'taskId',
	type: 'string',
	placeholder: 'e.g. lJpzYrWdpkC2hX6t2yue',
	description: 'ID of the task, such as the taskId from the output of Create',
	default: '={{ $json.taskId }}',
	required: true,
});

const TITLE = fieldOf(text, {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Call Ada back',
	description: 'What is to be done',
});

const DUE = zonedFieldOf(endOfDayIn, {
	displayName: 'Due Date',
	name: 'dueDate',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-08 10:00:00',
	description:
		"Until when it is to be done. A day alone means its end. A time without an offset is in 'Time Zone'.",
});

const COMPLETED = fieldOf(onOrOff, {
	displayName: 'Completed',
	name: 'completed',
	type: 'boolean',
	default: true,
	description: 'Whether the task is done',
});

const BODY = fieldOf(text, {
	displayName: 'Description',
	name: 'body',
	type: 'string',
	default: '',
	placeholder: 'e.g. She wants to talk about invoices',
	description: 'More about the task',
	typeOptions: { rows: 3 },
});

const LIST = {
	method: 'GET',
	path: '/contacts/{contactId}/tasks',
	list: 'tasks',
} satisfies Endpoint;

/** @throws what `refuse` makes for a task of a model that would be overdue from the beginning, such as in another year */
function refusePastDueDate(
	{ completed, dueDate }: IDataObject,
	{ isTool, refuse, zone }: PlatformCall,
): void {
	const isToCome = Date.parse(String(dueDate)) > Date.now();
	if (!isTool || isToCome || completed === true) return;
	throw refuse(
		`'${DUE.displayName}' (${String(dueDate)}) has passed`,
		'',
		`Enter a day to come, and check the year. ${nowIn(zone)}`,
	);
}

export const task = resourceOf(
	'Task',
	{ toRead: 'readContacts', toWrite: 'writeContacts' },
	{
		create: {
			name: 'Create',
			description: 'Create a task about a contact',
			hint: 'Use it when somebody of the team has to do something for a contact, such as call back. Needs the contact, a title and a due date.',
			method: 'POST',
			path: '/contacts/{contactId}/tasks',
			fields: [contactField, { ...TITLE, required: true }, { ...DUE, required: true }],
			more: [userField, BODY, COMPLETED],
			once: {
				repeatedAs: 'alreadyCreated',
				lookIn: LIST,
				knownBy: ['title', 'dueDate', 'body', 'assignedTo'],
			},
			check: refusePastDueDate,
			shape: ({ completed = false, ...values }) => ({ completed, ...values }),
		},
		update: {
			name: 'Update',
			description: 'Change a task, or mark it as completed',
			hint: 'Needs the contact and the taskId that Create or Get Many returned. Only what is filled in changes.',
			method: 'PUT',
			path: '/contacts/{contactId}/tasks/{taskId}',
			updates: true,
			fields: [contactField, TASK],
			more: [TITLE, DUE, userField, BODY, COMPLETED],
		},
		get: {
			name: 'Get',
			description: 'Get one task of a contact',
			hint: 'Needs the contact and the taskId that Create or Get Many returned.',
			method: 'GET',
			path: '/contacts/{contactId}/tasks/{taskId}',
			fields: [contactField, TASK],
		},
		getAll: {
			name: 'Get Many',
			description: 'Get the tasks of a contact',
			action: 'Get many tasks',
			hint: 'Returns one item per task with taskId, title, dueDate and completed. Use it to see what is still to be done for a contact.',
			...LIST,
			fields: [contactField],
			nothing: 'The contact has no tasks.',
		},
		delete: {
			name: 'Delete',
			description: 'Delete a task for good',
			hint: 'Only when somebody asked to delete it. A task that is done is marked as completed with Update.',
			method: 'DELETE',
			path: '/contacts/{contactId}/tasks/{taskId}',
			deletes: true,
			fields: [contactField, TASK],
		},
	},
);
