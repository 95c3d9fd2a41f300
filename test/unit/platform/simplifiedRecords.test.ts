import type { IDataObject } from 'n8n-workflow';

import { byId, onHighLevel } from './nodeOnPlatform';

/* What stands first in the items of each simplified output, whatever else the platform's record has. */

interface Simplified {
	operation: string;
	parameters: IDataObject;
	/** The platform's response with a record. */
	respondWith: (record: IDataObject) => IDataObject;
	/** The columns that the editor shows first. */
	columns: string[];
	/** What a record has otherwise than its field's name as the value. */
	values?: IDataObject;
}

const CONTACT = [
	'name',
	'firstName',
	'lastName',
	'email',
	'phone',
	'tags',
	'companyName',
	'source',
	'assignedTo',
	'dateAdded',
];

const OPPORTUNITY = [
	'name',
	'status',
	'monetaryValue',
	'pipelineId',
	'pipelineName',
	'pipelineStageId',
	'pipelineStageName',
	'assignedTo',
	'contactName',
	'createdAt',
	'lastStatusChangeAt',
	'updatedAt',
];
const OF_OPPORTUNITY = { contact: { name: 'Ada' }, contactName: undefined };
const PIPELINES = {
	pipelines: [
		{ id: 'pipelineId', name: 'Sales', stages: [{ id: 'pipelineStageId', name: 'New' }] },
	],
};

const USER = ['name', 'email', 'phone', 'firstName', 'lastName', 'rolesType', 'rolesRole'];
const OF_USER = { roles: { type: 'account', role: 'admin' } };

it.each<Simplified>([
	{
		operation: 'blockedTime.getAll',
		parameters: {
			assignedUserId: byId('riley'),
			startTime: '2026-11-01',
			endTime: '2026-11-02',
		},
		respondWith: (record) => ({ events: [record], users: [{ id: 'riley', name: 'Riley' }] }),
		columns: [
			'blockedTimeId',
			'id',
			'title',
			'startTime',
			'endTime',
			'assignedUserId',
			'calendarId',
		],
	},
	{
		operation: 'contact.getAll',
		parameters: {},
		respondWith: (record) => ({ contacts: [record], total: 1 }),
		columns: ['contactId', 'id', ...CONTACT],
		values: { tags: ['vip'] },
	},
	{
		operation: 'contact.get',
		parameters: { contactId: byId('x') },
		respondWith: (record) => ({ contact: record }),
		columns: ['contactId', 'id', ...CONTACT],
		values: { tags: ['vip'] },
	},
	{
		operation: 'conversation.getAll',
		parameters: {},
		respondWith: (record) => ({ conversations: [record], total: 1 }),
		columns: [
			'conversationId',
			'id',
			'fullName',
			'lastMessageBody',
			'lastMessageDirection',
			'lastMessageDate',
			'unreadCount',
			'email',
			'phone',
		],
	},
	{
		operation: 'message.getAll',
		parameters: { messagesOf: 'conversation', conversationId: 'c-1' },
		respondWith: (record) => ({ messages: [record], nextPage: false }),
		columns: [
			'messageId',
			'id',
			'body',
			'direction',
			'messageType',
			'dateAdded',
			'status',
			'conversationId',
		],
	},
	{
		operation: 'opportunity.get',
		parameters: { opportunityId: 'x' },
		respondWith: (record) => ({ opportunity: record, ...PIPELINES }),
		columns: ['opportunityId', 'id', ...OPPORTUNITY],
		values: OF_OPPORTUNITY,
	},
	{
		operation: 'opportunity.getAll',
		parameters: {},
		respondWith: (record) => ({ opportunities: [record], meta: { total: 1 }, ...PIPELINES }),
		columns: ['opportunityId', 'id', ...OPPORTUNITY],
		values: OF_OPPORTUNITY,
	},
	{
		operation: 'user.get',
		parameters: { userId: byId('x') },
		respondWith: (record) => record,
		columns: ['userId', 'id', ...USER],
		values: OF_USER,
	},
	{
		operation: 'user.getAll',
		parameters: {},
		respondWith: (record) => ({ users: [record] }),
		columns: ['userId', 'id', ...USER],
		values: OF_USER,
	},
])('$operation shows $columns first', async (each) => {
	const { operation, parameters, respondWith, columns, values } = each;
	const others = Object.fromEntries([...'abcdefghijkl'].map((name) => [name, name]));
	// The ID under the name of the resource is added by the node.
	const own = columns.slice(1).reverse();
	const ofColumns = Object.fromEntries(own.map((name) => [name, name]));
	const record = { ...others, ...ofColumns, ...values, id: 'x' };

	const { json, told } = await onHighLevel(operation, parameters, () => respondWith(record));

	expect(told).toBe('');
	expect(Object.keys(json[0]).slice(0, columns.length)).toEqual(columns);
});
