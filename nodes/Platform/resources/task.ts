import { id } from '../../fields/kinds';
import { dateTimeField, fieldOf, switchField, textField } from '../../fields/parameters';
import { contactField } from '../appointment/appointmentFields';
import { userField } from '../choiceFields';
import type { PlatformResource } from '../platformOperation';
import { operationsOf } from './row';

const TASK = fieldOf(
	id,
	textField('Task ID', 'taskId', {
		default: '={{ $json.taskId }}',
		required: true,
		placeholder: 'e.g. lJpzYrWdpkC2hX6t2yue',
		description: 'ID of the task, such as the taskId from the output of Create',
	}),
);

const TITLE = textField('Title', 'title', {
	placeholder: 'e.g. Call Ada back',
	description: 'What is to be done',
});

const DUE = dateTimeField('Due Date', 'dueDate', {
	placeholder: 'e.g. 2027-03-08 10:00:00',
	description: "Until when it is to be done. A time without an offset is in 'Time Zone'.",
});

const COMPLETED = switchField('Completed', 'completed', true, {
	description: 'Whether the task is done',
});

const BODY = textField('Description', 'body', {
	typeOptions: { rows: 3 },
	placeholder: 'e.g. She wants to talk about invoices',
	description: 'More about the task',
});

export const task: PlatformResource = {
	name: 'Task',
	operations: operationsOf(
		{ record: 'task', toRead: 'readContacts', toWrite: 'writeContacts' },
		{
			create: {
				name: 'Create',
				description: 'Create a task about a contact. HighLevel only.',
				hint: 'Use it when somebody of the team has to do something for a contact, such as call back. Needs the contact, a title and a due date.',
				endpoint: 'POST /contacts/{contactId}/tasks',
				fields: [contactField, { ...TITLE, required: true }, { ...DUE, required: true }],
				more: [userField, BODY, COMPLETED],
				shape: ({ completed = false, ...values }) => ({ completed, ...values }),
			},
			update: {
				name: 'Update',
				description: 'Change a task, or mark it as completed. HighLevel only.',
				hint: 'Needs the contact and the taskId that Create or Get Many returned. Only what is filled in changes.',
				endpoint: 'PUT /contacts/{contactId}/tasks/{taskId}',
				fields: [contactField, TASK],
				more: [TITLE, DUE, userField, BODY, COMPLETED],
			},
			get: {
				name: 'Get',
				description: 'Get one task of a contact. HighLevel only.',
				hint: 'Needs the contact and the taskId that Create or Get Many returned.',
				endpoint: 'GET /contacts/{contactId}/tasks/{taskId}',
				fields: [contactField, TASK],
			},
			getAll: {
				name: 'Get Many',
				description: 'Get the tasks of a contact. HighLevel only.',
				action: 'Get many tasks',
				hint: 'Returns one item per task with taskId, title, dueDate and completed. Use it to see what is still to be done for a contact.',
				endpoint: 'GET /contacts/{contactId}/tasks',
				list: 'tasks',
				fields: [contactField],
				nothing: 'The contact has no tasks.',
			},
			delete: {
				name: 'Delete',
				description: 'Delete a task for good. HighLevel only.',
				hint: 'Only when somebody asked to delete it. A task that is done is marked as completed with Update.',
				endpoint: 'DELETE /contacts/{contactId}/tasks/{taskId}',
				fields: [contactField, TASK],
			},
		},
	),
};
