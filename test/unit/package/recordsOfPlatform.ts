import type { IDataObject } from 'n8n-workflow';

import type { Sent } from '../platform/nodeOnPlatform';

/* A platform that answers any request at once with a record of each kind, and with two of each in a list. */

const APPOINTMENT = {
	id: 'appointment-1',
	calendarId: 'cal-1',
	contactId: 'contact-ada',
	locationId: 'loc-1',
	title: 'Onboarding',
	appointmentStatus: 'confirmed',
	assignedUserId: 'user-riley',
	address: 'Room 1',
	startTime: '2026-11-24T10:00:00+00:00',
	endTime: '2026-11-24T10:30:00+00:00',
};

const CONTACT = {
	id: 'contact-ada',
	locationId: 'loc-1',
	firstName: 'Ada',
	lastName: 'Lovelace',
	email: 'ada@example.com',
	phone: '+12025550101',
	tags: ['lead'],
	companyName: 'Engines',
	source: 'Fair',
	assignedTo: 'user-riley',
	dateAdded: '2026-11-01T08:00:00.000Z',
	customFields: [{ id: 'field-size', value: 'L' }],
	additionalEmails: [{ email: 'ada@home.example' }],
	additionalPhones: ['+12025550102'],
};

const CALENDAR = {
	id: 'cal-1',
	name: 'Onboarding call',
	locationId: 'loc-1',
	slotDuration: 30,
	slotDurationUnit: 'mins',
	isActive: true,
	teamMembers: [{ userId: 'user-riley' }],
};

const CONVERSATION = {
	id: 'conversation-1',
	contactId: 'contact-ada',
	locationId: 'loc-1',
	fullName: 'Ada Lovelace',
	lastMessageBody: 'See you',
	lastMessageDate: 1_795_000_000_000,
	lastMessageDirection: 'inbound',
	unreadCount: 1,
	email: 'ada@example.com',
	phone: '+12025550101',
	sort: [1_795_000_000_000],
};

const MESSAGE = {
	id: 'message-1',
	contactId: 'contact-ada',
	conversationId: 'conversation-1',
	body: 'See you',
	direction: 'inbound',
	messageType: 'TYPE_SMS',
	status: 'delivered',
	dateAdded: '2026-11-02T08:00:00.000Z',
	altId: 'outer-1',
};

const OPPORTUNITY = {
	id: 'opportunity-1',
	contactId: 'contact-ada',
	locationId: 'loc-1',
	name: 'Braces',
	status: 'open',
	monetaryValue: 1_500,
	pipelineId: 'pipeline-1',
	pipelineStageId: 'stage-1',
	assignedTo: 'user-riley',
	source: 'Fair',
	createdAt: '2026-11-01T08:00:00.000Z',
	updatedAt: '2026-11-02T08:00:00.000Z',
	customFields: [{ id: 'field-plan', fieldValueString: 'Gold' }],
	notes: [{ id: 'note-9' }],
};

const TASK = {
	id: 'task-1',
	contactId: 'contact-ada',
	title: 'Call back',
	body: 'About the visit',
	dueDate: '2026-12-01T10:00:00.000Z',
	completed: false,
	assignedTo: 'user-riley',
};

const NOTE = {
	id: 'note-1',
	contactId: 'contact-ada',
	body: 'Prefers mornings',
	userId: 'user-riley',
	dateAdded: '2026-11-02T08:00:00.000Z',
};

const USER = {
	id: 'user-riley',
	name: 'Riley Chen',
	firstName: 'Riley',
	lastName: 'Chen',
	email: 'riley@example.com',
	phone: '+12025550199',
	roles: { type: 'account', role: 'user' },
	scopes: ['a', 'b'],
};

const SIZE = {
	id: 'field-size',
	name: 'Size',
	fieldKey: 'contact.size',
	dataType: 'SINGLE_OPTIONS',
	picklistOptions: ['S', 'L'],
	model: 'contact',
	position: 50,
};

const PLAN = {
	id: 'field-plan',
	name: 'Plan',
	fieldKey: 'opportunity.plan',
	dataType: 'TEXT',
	model: 'opportunity',
};

const PIPELINE = {
	id: 'pipeline-1',
	name: 'New patients',
	stages: [
		{ id: 'stage-1', name: 'Treatment planned' },
		{ id: 'stage-2', name: 'Done' },
	],
};

export const LOCATION = {
	id: 'loc-1',
	name: 'Harbor Dental',
	companyId: 'company-1',
	country: 'US',
	address: '12 Harbor Street',
	city: 'Boston',
	email: 'hello@example.com',
	phone: '+12025550100',
	settings: { allowDuplicateContact: false },
};

const WEBHOOK = {
	id: 'webhook-1',
	name: 'New contacts',
	url: 'https://n8n.example.com/webhook/contacts',
	actions: ['ContactCreate'],
	locationId: 'loc-1',
};

/** By the names of single records in responses. */
const RECORDS: Record<string, IDataObject> = {
	blockedSlot: {},
	calendar: CALENDAR,
	contact: CONTACT,
	customField: SIZE,
	location: LOCATION,
	message: MESSAGE,
	note: NOTE,
	opportunity: OPPORTUNITY,
	task: TASK,
};

/** By the names of lists in responses. A second record has other IDs and names. */
const LISTS: Record<string, IDataObject[]> = {
	calendars: [CALENDAR, { ...CALENDAR, id: 'cal-2', name: 'Review' }],
	contacts: [CONTACT, { id: 'contact-ben', firstName: 'Ben', locationId: 'loc-1' }],
	conversations: [CONVERSATION, { ...CONVERSATION, id: 'conversation-2', fullName: 'Ben' }],
	customFields: [SIZE, PLAN],
	customWebhooks: [WEBHOOK, { ...WEBHOOK, id: 'webhook-2', url: 'https://example.com/old' }],
	events: [
		APPOINTMENT,
		{
			...APPOINTMENT,
			id: 'appointment-2',
			startTime: '2026-11-25T10:00:00+00:00',
			endTime: '2026-11-25T10:30:00+00:00',
		},
	],
	locations: [
		{ _id: 'loc-1', name: 'Harbor Dental' },
		{ _id: 'loc-2', name: 'Hill Dental' },
	],
	lostReasons: [
		{ id: 'reason-1', name: 'Too expensive' },
		{ id: 'reason-2', name: 'Too far' },
	],
	notes: [NOTE, { ...NOTE, id: 'note-2', body: 'Came late' }],
	opportunities: [OPPORTUNITY, { ...OPPORTUNITY, id: 'opportunity-2', name: 'Implant' }],
	pipelines: [PIPELINE, { id: 'pipeline-2', name: 'Others', stages: [] }],
	tags: [
		{ id: 'tag-1', name: 'lead' },
		{ id: 'tag-2', name: 'vip' },
	],
	tasks: [TASK, { ...TASK, id: 'task-2', title: 'Write' }],
	users: [USER, { ...USER, id: 'user-sam', name: 'Sam Okafor' }],
	workflows: [
		{ id: 'workflow-1', name: 'No-show follow-up', status: 'published' },
		{ id: 'workflow-2', name: 'Newsletter', status: 'draft' },
	],
};

/** Half an hour on each of two days, as HighLevel lists them. */
const FREE_SLOTS = {
	'2026-11-24': {
		slots: ['2026-11-24T10:00:00+00:00', '2026-11-24T10:30:00+00:00', '2026-11-24T15:00:00+00:00'],
	},
	'2026-11-25': { slots: ['2026-11-25T10:00:00+00:00'] },
	traceId: 'trace-1',
};

/** The slots in the form of the contract. */
const FREE_SLOTS_OF_CONTRACT = {
	_dates_: {
		'2026-11-24': {
			slots: [
				'2026-11-24T10:00:00+00:00',
				'2026-11-24T10:30:00+00:00',
				'2026-11-24T15:00:00+00:00',
			],
		},
	},
};

/** What a platform does with what it is sent. */
export interface Manner {
	/** Whether its records have what was written; else they stay as they are, with another value in each text. */
	keepsWhatIsWritten: boolean;
	/** Whether it has any records. */
	isEmpty: boolean;
	isHighLevel: boolean;
	/** What was written a moment ago: the first record of each list has it. */
	justWritten?: IDataObject;
}

/** The value that a record shows in place of one that was written. */
const other = (value: unknown): unknown => (typeof value === 'string' ? `other ${value}` : 77);

function written({ body }: Sent, { keepsWhatIsWritten }: Manner): IDataObject {
	const values = typeof body === 'object' && body !== null ? (body as IDataObject) : {};
	if (keepsWhatIsWritten) return values;
	const others: IDataObject = {};
	for (const [name, value] of Object.entries(values))
		others[name] = other(value) as IDataObject[string];
	return others;
}

/** What a platform answers that has nothing, and says no more than that it is done. */
function respondWithNothing({ method, path }: Sent, { isHighLevel }: Manner): IDataObject {
	if (path.endsWith('/free-slots')) return isHighLevel ? {} : { _dates_: {} };
	if (/\/calendars\/cal-\d$/.test(path)) return { calendar: CALENDAR };
	if (method !== 'GET' && !path.endsWith('/search')) return {};
	if (path.endsWith('/messages')) return { messages: { messages: [], nextPage: false } };
	const empty: IDataObject = { total: 0, count: 0, meta: { total: 0 } };
	for (const name of Object.keys(LISTS)) empty[name] = [];
	return empty;
}

const TWO_MESSAGES = {
	messages: [MESSAGE, { ...MESSAGE, id: 'message-2', direction: 'outbound' }],
	lastMessageId: 'message-2',
	nextPage: false,
};

/** What the platform answers. */
export function respond(request: Sent, manner: Manner): IDataObject {
	const { method, path } = request;
	if (manner.isEmpty) return respondWithNothing(request, manner);
	if (path.endsWith('/free-slots')) return manner.isHighLevel ? FREE_SLOTS : FREE_SLOTS_OF_CONTRACT;
	// No appointment has the ID of a blocked time.
	if (method === 'GET' && path.endsWith('/block-1')) return {};
	// The example of API Request, which puts out all that it gets.
	if (path === '/contacts/ocQHyuzHvysMo5N5VsXc') return { contact: CONTACT };
	const records: IDataObject = {};
	if (method !== 'GET' && !path.endsWith('/search')) {
		const change = written(request, manner);
		for (const [name, record] of Object.entries(RECORDS)) records[name] = { ...record, ...change };
		// HighLevel answers these without the custom fields of the record.
		if (method === 'DELETE' || /\/(tags|status|workflow\/[^/]+)$/.test(path))
			for (const record of Object.values(records)) delete (record as IDataObject).customFields;
		return { ...APPOINTMENT, ...change, ...records, messageId: 'message-1' };
	}
	if (path.endsWith('/messages')) return { messages: TWO_MESSAGES };
	if (path.startsWith('/users/user')) return USER;
	if (path.startsWith('/users')) return { users: LISTS.users, count: 2 };
	const lists: IDataObject = {};
	for (const [name, [first, second]] of Object.entries(LISTS))
		lists[name] = [withJustWritten(first, manner), second];
	const contact = withJustWritten(CONTACT, manner);
	return { ...APPOINTMENT, ...RECORDS, contact, ...lists, total: 2, count: 2, meta: { total: 2 } };
}

/** The instant of {@link Manner.justWritten}: that of the stopped clock. */
const NOW = '2026-11-23T08:00:00.000Z';

function withJustWritten(record: IDataObject, { justWritten }: Manner): IDataObject {
	return justWritten ? { ...record, ...justWritten, dateAdded: NOW, createdAt: NOW } : record;
}

/** What the knowledge API answers. */
export function respondOfKnowledge({ path }: Sent, { isEmpty }: Manner): IDataObject {
	if (isEmpty) return { results: [] };
	const results = [
		{ slug: 'first', title: 'First', vertical: 'dental', date: '2026-10-01' },
		{ slug: 'second', title: 'Second', vertical: 'dental', date: '2026-11-01' },
	];
	return /\/(features|glossary)\//.test(path) ? results[0] : { results };
}
