import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { resources } from '../../../nodes/Platform/resources';
import { CHANGEABLE, changesOf } from '../../../nodes/Platform/resources/contactFields';
import { HIGH_LEVEL_RUNS, RUNS } from '../../support/operationRuns';
import { act, byId, HIGH_LEVEL } from '../platform/nodeOnPlatform';
import { bodyOf, DESCRIBED, schemasIn, shapeOf } from './describedRequests';

/*
 * sandbox/highLevel.yaml has each field and each filter that HighLevel's OpenAPI names for a request. Each of them is offered
 * by the operation that sends the request, or the reason why not stands here. And it has each field that a row sends.
 */

/** What fields become that are sent under another name, by the name of the field. */
const SENT_AS: Record<string, string> = {
	callFrom: 'call',
	callStatus: 'call',
	callTo: 'call',
	createdFrom: 'date',
	createdTo: 'endDate',
	customFieldsByKey: 'customFields',
	dndOff: 'dndSettings',
	dndOn: 'dndSettings',
	errorCode: 'error',
	errorMessage: 'error',
	errorType: 'error',
	format: 'html',
	inboundDnd: 'inboundDndSettings',
	newTags: 'tags',
};

/** Fields that are not sent under any name, each with a value. */
const NOT_SENT: IDataObject = {
	blockedFor: 'user',
	blockOverAppointments: true,
	fields: 'name',
	fieldsToEmpty: ['city'],
	messagesOf: 'contact',
	onlyOfContact: byId('contact-ada'),
	output: 'slots',
	replaceAddress: true,
	returnAll: true,
	simplify: false,
	timezone: byId('Europe/Berlin'),
	whenExists: 'update',
};

/** Filters of a GET that have another name in its request, by the operation. */
const QUERY_NAMES: Record<string, Record<string, string>> = {
	'appointment.getAll': { endDate: 'endTime', startDate: 'startTime' },
	'blockedTime.getAll': { assignedUserId: 'userId' },
	'contact.getAll': {
		assignedTo: 'filters',
		createdFrom: 'filters',
		createdTo: 'filters',
		customFieldsByKey: 'filters',
		tags: 'filters',
		updatedFrom: 'filters',
		updatedTo: 'filters',
	},
	'message.getAll': { contactId: 'conversationId' },
	'opportunity.getAll': {
		assignedTo: 'assigned_to',
		contactId: 'contact_id',
		pipelineId: 'pipeline_id',
		pipelineStageId: 'pipeline_stage_id',
		query: 'q',
	},
};

/** Sent by the node itself: the account's location, and how a list is read page by page. */
const OF_THE_NODE = [
	'lastMessageId',
	'limit',
	'locationId',
	'location_id',
	'offset',
	'page',
	'pageLimit',
	'searchAfter',
	'skip',
	'startAfter',
	'startAfterDate',
	'startAfterId',
];

const ADD_TAGS = 'It would replace all tags: Add Tags and Remove Tags change those that are named';
const OF_RESOURCE = 'Its own resource lists them';
const NEWEST_FIRST = 'The node reads page by page, the newest first';
const OF_SCORES = 'The profiles of scores can be listed by no documented request';

const OF_SERIES = 'It works only with the check of free slots off, which books over others';
const BY_PLACE = "It follows from 'Meeting Place ID' and 'Meeting Place Type'";

/** Fields and filters that no operation offers, by the operation, each with its reason. */
const NOT_OFFERED: Record<string, Record<string, string>> = {
	'appointment.book': {
		ignoreFreeSlotValidation: 'It books over other appointments',
		overrideLocationConfig: BY_PLACE,
		rrule: OF_SERIES,
	},
	'changes of an appointment': {
		ignoreFreeSlotValidation: 'It books over other appointments',
		overrideLocationConfig: BY_PLACE,
		rrule: OF_SERIES,
	},
	'contact.addNote': {
		color: 'Note > Create has it',
		pinned: 'Note > Create has it',
		userId: 'Note > Create has it',
	},
	'calendar.getAll': {
		groupId: 'A location has few calendars: filter the items by groupId',
		showDrafted: 'It is on by default',
	},
	'contact.update': { tags: ADD_TAGS },
	'conversation.getAll': {
		id: 'Message > Get Many takes the ID of a conversation',
		scoreProfile: OF_SCORES,
		scoreProfileMax: OF_SCORES,
		scoreProfileMin: OF_SCORES,
		sort: NEWEST_FIRST,
		sortBy: NEWEST_FIRST,
		sortScoreProfile: OF_SCORES,
	},
	'customField.create': {
		acceptedFormat: 'Of files, which the API cannot fill in',
		isMultipleFile: 'Of files, which the API cannot fill in',
		maxNumberOfFiles: 'Of files, which the API cannot fill in',
		textBoxListOptions: 'Of lists of texts, which no operation can fill in',
	},
	'blockedTime.getAll': { groupId: 'Blocked times are of a user or an event calendar' },
	'message.send': {
		customSubtypeId: 'The subtypes can be listed by no documented request',
		forward: 'Forwarding belongs to a person: it shows one contact what another one wrote',
		optimizationPeriod: 'HighLevel does not document what is optimized',
		status: 'Marked as required, but no client was seen to send the status of a message to be sent',
		subType:
			'Marked as required, but its values are not documented and no client was seen to send it',
		usesNativeSchedulingAi: 'HighLevel does not document what it does',
	},
	'opportunity.getAll': {
		getCalendarEvents: OF_RESOURCE,
		getNotes: OF_RESOURCE,
		getTasks: OF_RESOURCE,
		id: 'Get takes it',
	},
};

/** The names of an operation's fields, also of those in collections. */
function fieldNamesIn(properties: INodeProperties[]): string[] {
	return properties.flatMap((property) =>
		property.type === 'collection'
			? fieldNamesIn(property.options as INodeProperties[])
			: [property.name],
	);
}

/** The name of the collection in which a field stands, empty for a field at the top; undefined where there is none. */
function collectionOf(field: string, properties: INodeProperties[]): string | undefined {
	for (const { type, name, options } of properties) {
		if (type !== 'collection' && name === field) return '';
		if (type === 'collection' && fieldNamesIn(options as INodeProperties[]).includes(field))
			return name;
	}
	return undefined;
}

/** Operations with code of their own; all that change an appointment send one request. */
const CODED = [
	{ name: 'appointment.book', endpoint: 'POST /calendars/events/appointments', by: ['book'] },
	{
		name: 'changes of an appointment',
		endpoint: 'PUT /calendars/events/appointments/{}',
		by: ['reschedule', 'update', 'updateStatus'],
	},
	{ name: 'appointment.getAll', endpoint: 'GET /calendars/events', by: ['getAll'] },
].map(({ name, endpoint, by }) => ({
	name,
	described: DESCRIBED.get(endpoint)!,
	fields: by.flatMap((key) => fieldNamesIn(resources.appointment.operations[key].properties)),
}));

const ROWS = Object.entries(resources).flatMap(([resource, { operations }]) =>
	Object.entries(operations).flatMap(([key, { endpoint, properties }]) => {
		const name = `${resource}.${key}`;
		const described = endpoint && DESCRIBED.get(shapeOf(endpoint.method, endpoint.path));
		return described
			? [{ name, endpoint, described, properties, fields: fieldNamesIn(properties) }]
			: [];
	}),
);

/** The name under which a field of an operation is sent. */
const sentNameOf = (name: string, field: string): string =>
	QUERY_NAMES[name]?.[field] ?? SENT_AS[field] ?? field;

it('compares every row of HighLevel', () => {
	expect(ROWS.length).toBeGreaterThan(40);
});

it.each(ROWS)(
	'the request of $name has each field that the row sends',
	({ name, endpoint, described, fields }) => {
		const { method, path } = endpoint;
		const inRequest = Object.keys(schemasIn(described));
		const sent = fields
			.filter((field) => !(field in NOT_SENT) && !OF_THE_NODE.includes(field))
			.map((field) => sentNameOf(name, field))
			.filter((each) => !path.includes(`{${each}}`));

		const missing = sent.filter((each) => !inRequest.includes(each));

		const schema = bodyOf(described).$ref?.split('/').at(-1);
		const place = schema ?? `the ${method === 'GET' ? 'parameters' : 'body'} of ${method} ${path}`;
		expect(
			missing.map(
				(each) =>
					`Add '${each}' to ${place} in sandbox/highLevel.yaml: ${name} sends it; or name it in NOT_SENT or SENT_AS of this file`,
			),
		).toEqual([]);
	},
);

/** Each row with each of its fields that are not sent. A contact has a time zone of its own. */
const ROWS_WITH_FIELD_NOT_SENT = ROWS.flatMap(({ name, described, properties }) =>
	Object.keys(NOT_SENT)
		.filter((field) => !(field in schemasIn(described)))
		.flatMap((field) => {
			const collection = collectionOf(field, properties);
			return collection === undefined ? [] : [{ name, field, collection }];
		}),
);

it.each(ROWS_WITH_FIELD_NOT_SENT)(
	"$name does not send '$field', by which the node decides",
	async ({ name, field, collection }) => {
		const [parameters] = HIGH_LEVEL_RUNS[name] ?? RUNS.platform[name];
		const filledIn = { [field]: NOT_SENT[field] };
		const inCollection = { [collection]: { ...(parameters[collection] as object), ...filledIn } };

		const { sent, told } = await act(
			name,
			{ ...parameters, ...(collection === '' ? filledIn : inCollection) },
			{ credential: HIGH_LEVEL, responses: () => ({}) },
		);

		const requestsWithField = sent.filter(
			({ qs, body }) => field in { ...qs, ...(body as IDataObject) },
		);
		expect(told).not.toContain('Nothing was sent.');
		expect(
			requestsWithField.map(
				({ method, path }) =>
					`Take '${field}' out of what ${name} sends to ${method} ${path}: in 'shape' of its row in nodes/Platform/resources`,
			),
		).toEqual([]);
	},
);

const updateContact = ROWS.find(({ name }) => name === 'contact.update')!;

it.each(CHANGEABLE.map(({ name }) => name))(
	"a contact's '%s' is emptied with what the request takes: null, or an empty text",
	(name) => {
		const values = changesOf({ fieldsToEmpty: [name] });
		const { type } = schemasIn(updateContact.described)[name];
		const takesNull = [type].flat().includes('null');
		const advice = takesNull
			? `Take '${name}' out of EMPTY_AS_TEXT in nodes/Platform/resources/contactFields.ts, or let ContactUpdate in sandbox/highLevel.yaml take no null`
			: `Add '${name}' to EMPTY_AS_TEXT in nodes/Platform/resources/contactFields.ts, or let ContactUpdate in sandbox/highLevel.yaml take null`;
		expect(values[name] === (takesNull ? null : '') ? '' : advice).toBe('');
	},
);

describe.each([...ROWS, ...CODED])('$name', ({ name, described, fields }) => {
	const wanted = Object.keys(schemasIn(described));
	const offered = fields.map((field) => sentNameOf(name, field));
	const reasons = NOT_OFFERED[name] ?? {};

	it('offers each field of the request, or its absence has a reason', () => {
		const missing = wanted.filter(
			(each) => !offered.includes(each) && !OF_THE_NODE.includes(each) && !(each in reasons),
		);
		expect(
			missing.map(
				(each) =>
					`Add a field for '${each}' to the row ${name} in nodes/Platform/resources, or its reason to NOT_OFFERED of this file`,
			),
		).toEqual([]);
	});

	it('has no reason for a field that it offers, or that the request does not have', () => {
		const idle = Object.keys(reasons).filter(
			(each) => offered.includes(each) || !wanted.includes(each),
		);
		expect(idle.map((each) => `Remove '${each}' of ${name} from NOT_OFFERED`)).toEqual([]);
	});
});
