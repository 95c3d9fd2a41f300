import { id } from '../../fields/kinds';
import { dateTimeField, fieldOf, switchField, textField } from '../../fields/parameters';
import { contactField } from '../appointment/appointmentFields';
import { userField } from '../choiceFields';
import { resourceOf } from './row';

const TASK = fieldOf(
	id,
	textField(
		'Task ID',
		'taskId',
		'lJpzYrWdpkC2hX6t2yue',
		'ID of the task, such as the taskId from the output of Create',
		{ default: '={{ $json.taskId }}', required: true },
	),
);

const TITLE = textField('Title', 'title', 'Call Ada back', 'What is to be done');

const DUE = dateTimeField(
	'Due Date',
	'dueDate',
	'2027-03-08 10:00:00',
	"Until when it is to be done. A time without an offset is in 'Time Zone'.",
);

const COMPLETED = switchField('Completed', 'completed', true, 'Whether the task is done');

const BODY = textField(
	'Description',
	'body',
	'She wants to talk about invoices',
	'More about the task',
	{ typeOptions: { rows: 3 } },
);

export const task = resourceOf(
	'Task',
	{ toRead: 'readContacts', toWrite: 'writeContacts' },
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
);
