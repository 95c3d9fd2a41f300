import type { IDataObject } from 'n8n-workflow';

import { anyWords, country, id, text, zeroOrMore } from '../../fields/valueKinds';
import { dateIn } from '../../fields/timeKinds';
import { choiceOf, fieldOf, type Refuse, zonedFieldOf } from '../../fields/parameters';
import { readId, readText } from '../../http/body';
import type { Endpoint } from '../../platformApi/endpoint';
import { choicesOf } from '../../platformApi/pickLists';
import { contactField } from '../contactField';
import { lostReasonField, pipelineField, stageField, userField } from '../choiceFields';
import { FIELDS_BY_NAME, OPPORTUNITY_CUSTOM_FIELDS } from '../customFields';
import type { PlatformCall } from '../platformOperation';
import { resourceOf } from '../rows/resourceOf';
import { existingOpportunity, WHEN_EXISTS } from './existingOpportunity';

const OPPORTUNITY = fieldOf(id, {
	displayName: 'Opportunity ID',
	name: 'opportunityId',
	type: 'string',
	placeholder: 'e.g. yWQobCRIhRguQtD2llvk',
	description: 'ID of the opportunity, such as the opportunityId from the output of Create',
	default: '={{ $json.opportunityId }}',
	required: true,
});

const NAME = fieldOf(text, {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Braces for Ada',
	description: 'Name of the opportunity',
});

/** HighLevel's schemas have `all` among them, which only a search can mean. */
const STATUSES = [
	{ name: 'Abandoned', value: 'abandoned' },
	{ name: 'Lost', value: 'lost' },
	{ name: 'Open', value: 'open' },
	{ name: 'Won', value: 'won' },
] as const;

const FILTERED_STATUSES = [
	{ name: 'Abandoned', value: 'abandoned' },
	{ name: 'All', value: 'all' },
	{ name: 'Lost', value: 'lost' },
	{ name: 'Open', value: 'open' },
	{ name: 'Won', value: 'won' },
] as const;

const STATUS = choiceOf({
	displayName: 'Status',
	name: 'status',
	type: 'options',
	default: 'open',
	description: 'Status of the opportunity',
	options: [...STATUSES],
});

const STATUS_FILTER = choiceOf({
	displayName: 'Status',
	name: 'status',
	type: 'options',
	default: 'open',
	description: 'Status of the opportunity',
	options: [...FILTERED_STATUSES],
});

const VALUE = fieldOf(zeroOrMore("in the location's currency"), {
	displayName: 'Value',
	name: 'monetaryValue',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 2 },
	default: 0,
	description: "What the opportunity is worth, in the location's currency",
});

const SEARCH = fieldOf(anyWords, {
	displayName: 'Search',
	name: 'query',
	type: 'string',
	default: '',
	placeholder: 'e.g. braces',
	description: 'Words to search for, such as from the name of the opportunity or contact',
});

const SOURCE = fieldOf(text, {
	displayName: 'Source',
	name: 'source',
	type: 'string',
	default: '',
	placeholder: 'e.g. Trade fair',
	description:
		'Where the opportunity comes from. HighLevel does not document this field; a hint says when it was not kept.',
});

/** Of Create and Update. */
const LOST_REASON = {
	...lostReasonField,
	description:
		'Why the opportunity was lost. HighLevel documents it for Update Status only; a hint says when it was not kept.',
};

const COUNTRY = fieldOf(country, {
	displayName: 'Country',
	name: 'country',
	type: 'string',
	default: '',
	placeholder: 'e.g. US',
	description: 'Country of the contact, as a code of two letters',
});

const CAMPAIGN = fieldOf(id, {
	displayName: 'Campaign ID',
	name: 'campaignId',
	type: 'string',
	default: '',
	placeholder: 'e.g. Y2I9XM7aO1hncuSOlc9L',
	description: 'ID of a campaign of the platform',
});

const CREATED_FROM = zonedFieldOf(dateIn, {
	displayName: 'Created From',
	name: 'createdFrom',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-11-01',
	description: 'Leave out opportunities that were created before this day',
	typeOptions: { dateOnly: true },
});

const CREATED_TO = zonedFieldOf(dateIn, {
	displayName: 'Created To',
	name: 'createdTo',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-11-30',
	description: 'Leave out opportunities that were created after this day',
	typeOptions: { dateOnly: true },
});

const ORDER = choiceOf({
	displayName: 'Sort',
	name: 'order',
	type: 'options',
	default: 'added_desc',
	description: 'Which opportunities come first. Without this filter, HighLevel decides.',
	options: [
		{ name: 'Name (A to Z)', value: 'name_asc' },
		{ name: 'Name (Z to A)', value: 'name_desc' },
		{ name: 'Newest First', value: 'added_desc' },
		{ name: 'Oldest First', value: 'added_asc' },
	],
});

const FIRST = [
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

const SEARCH_OPPORTUNITIES = {
	method: 'GET',
	path: '/opportunities/search',
	locationIn: 'query',
	queryNames: {
		locationId: 'location_id',
		contactId: 'contact_id',
		pipelineId: 'pipeline_id',
		pipelineStageId: 'pipeline_stage_id',
		assignedTo: 'assigned_to',
		query: 'q',
	},
	isPaged: true,
	list: 'opportunities',
} satisfies Endpoint;

/** HighLevel takes days as mm-dd-yyyy. */
function monthFirst(day: unknown): string | undefined {
	if (typeof day !== 'string') return undefined;
	const [year, month, date] = day.split('-');
	return `${month}-${date}-${year}`;
}

/** The filters as they are sent. @throws NodeOperationError for days the wrong way round */
function filtersOf(
	{ createdFrom, createdTo, ...filters }: IDataObject,
	refuse: Refuse,
): IDataObject {
	if (createdFrom && createdTo && String(createdFrom) > String(createdTo))
		throw refuse("'Created From' is after 'Created To'", 'Enter the earlier day first.');
	const date = monthFirst(createdFrom);
	const endDate = monthFirst(createdTo);
	return { ...filters, ...(date ? { date } : {}), ...(endDate ? { endDate } : {}) };
}

/** The opportunities with the names of their pipelines and stages, which are read once a run. */
async function withPipelineNames(
	records: IDataObject[],
	{ client }: PlatformCall,
	locationId: string,
): Promise<IDataObject[]> {
	const inPipeline = records.find(({ pipelineId }) => pipelineId !== undefined);
	if (inPipeline === undefined) return records;
	const location = locationId || (readText(inPipeline, 'locationId') ?? '');
	// Without the list, the IDs alone are put out.
	const pipelines = await choicesOf(client, 'pipelineId', location).catch(() => []);
	const stages = await choicesOf(client, 'pipelineStageId', location).catch(() => []);
	const nameIn = (list: IDataObject[], wanted: unknown) => {
		const found = list.find((one) => readId(one) === wanted);
		return found && readText(found, 'name');
	};
	return records.map((record) => ({
		...record,
		pipelineName: nameIn(pipelines, record.pipelineId),
		pipelineStageName: nameIn(stages, record.pipelineStageId),
	}));
}

export const opportunity = resourceOf(
	'Opportunity',
	{
		toRead: 'readOpportunities',
		toWrite: 'writeOpportunities',
		customFields: 'opportunityFields',
	},
	{
		create: {
			name: 'Create',
			description: 'Create an opportunity for a contact',
			hint: 'Use it when a contact may buy something. Needs a contact, a pipeline and a name. Returns the opportunityId that Update takes. Where the contact has one in the pipeline already, the platform may refuse a second one: the message names the first.',
			method: 'POST',
			path: '/opportunities/',
			locationIn: 'body',
			fields: [
				contactField,
				{ ...pipelineField, required: true },
				stageField,
				{ ...NAME, required: true },
				STATUS,
				OPPORTUNITY_CUSTOM_FIELDS,
			],
			more: [userField, VALUE, SOURCE, LOST_REASON, FIELDS_BY_NAME],
			settings: [WHEN_EXISTS],
			existing: existingOpportunity,
			once: {
				repeatedAs: 'alreadyCreated',
				lookIn: SEARCH_OPPORTUNITIES,
				knownBy: ['name', 'pipelineId'],
			},
			complete: withPipelineNames,
			first: FIRST,
		},
		update: {
			name: 'Update',
			description: 'Change the stage, status, value, user or custom fields of an opportunity',
			hint: 'Needs the opportunityId that Create or Get Many returned. Only what is filled in changes.',
			method: 'PUT',
			path: '/opportunities/{opportunityId}',
			updates: true,
			fields: [OPPORTUNITY, OPPORTUNITY_CUSTOM_FIELDS],
			more: [
				NAME,
				pipelineField,
				stageField,
				STATUS,
				userField,
				VALUE,
				SOURCE,
				LOST_REASON,
				FIELDS_BY_NAME,
			],
			complete: withPipelineNames,
			first: FIRST,
		},
		updateStatus: {
			name: 'Update Status',
			description: 'Set the status of an opportunity, such as lost with its reason',
			action: 'Update opportunity status',
			hint: 'Needs the opportunityId that Create or Get Many returned, and the status: open, won, lost or abandoned.',
			method: 'PUT',
			path: '/opportunities/{opportunityId}/status',
			// The list of lost reasons is of a location.
			fields: [OPPORTUNITY, { ...STATUS, placeholder: 'e.g. lost', required: true }],
			more: [lostReasonField],
		},
		get: {
			name: 'Get',
			description: 'Get one opportunity',
			hint: 'Needs the opportunityId that Create or Get Many returned.',
			method: 'GET',
			path: '/opportunities/{opportunityId}',
			fields: [OPPORTUNITY],
			complete: withPipelineNames,
			first: FIRST,
		},
		getAll: {
			name: 'Get Many',
			description: 'Find opportunities by contact, pipeline, stage, status or words',
			action: 'Get many opportunities',
			hint: 'Returns one item per opportunity with opportunityId, name, status, value, and the names of pipeline and stage. Use it to find the opportunity of a contact before Update.',
			...SEARCH_OPPORTUNITIES,
			fields: [
				{
					...contactField,
					required: false,
					description: 'Whose opportunities to get. Leave empty to get those of all contacts.',
				},
			],
			more: [
				pipelineField,
				stageField,
				STATUS_FILTER,
				userField,
				SEARCH,
				CREATED_FROM,
				CREATED_TO,
				COUNTRY,
				CAMPAIGN,
				ORDER,
			],
			shape: filtersOf,
			complete: withPipelineNames,
			first: FIRST,
			nothing: 'No opportunity was found. Search with fewer filters.',
		},
		delete: {
			name: 'Delete',
			description: 'Delete an opportunity for good',
			hint: 'Only when somebody asked to delete it: it cannot be restored. For one that came to nothing, set the status to lost with Update.',
			method: 'DELETE',
			path: '/opportunities/{opportunityId}',
			deletes: true,
			fields: [OPPORTUNITY],
		},
	},
);
