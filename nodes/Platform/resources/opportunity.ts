import { anyWords, id, text, zeroOrMore } from '../../fields/kinds';
import { choiceOf, fieldOf } from '../../fields/parameters';
import { contactField } from '../appointment/appointmentFields';
import { pipelineField, stageField, userField } from '../choiceFields';
import { resourceOf } from './row';

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

const STATUS = choiceOf({
	displayName: 'Status',
	name: 'status',
	type: 'options',
	default: 'open',
	description: 'Status of the opportunity',
	options: [
		{ name: 'Abandoned', value: 'abandoned' },
		{ name: 'Lost', value: 'lost' },
		{ name: 'Open', value: 'open' },
		{ name: 'Won', value: 'won' },
	],
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

const FIRST = ['name', 'status', 'monetaryValue', 'pipelineId', 'pipelineStageId', 'assignedTo'];

export const opportunity = resourceOf(
	'Opportunity',
	{ toRead: 'readOpportunities', toWrite: 'writeOpportunities' },
	{
		create: {
			name: 'Create',
			description: 'Create an opportunity for a contact',
			hint: 'Use it when a contact may buy something. Needs a contact, a pipeline and a name. Returns the opportunityId that Update takes.',
			method: 'POST',
			path: '/opportunities/',
			locationIn: 'body',
			fields: [
				contactField,
				{ ...pipelineField, required: true },
				stageField,
				{ ...NAME, required: true },
				STATUS,
			],
			more: [userField, VALUE],
			first: FIRST,
		},
		update: {
			name: 'Update',
			description: 'Change the stage, status, value or user of an opportunity',
			hint: 'Needs the opportunityId that Create or Get Many returned. Only what is filled in changes.',
			method: 'PUT',
			path: '/opportunities/{opportunityId}',
			foundBy: 'opportunity',
			updates: true,
			fields: [OPPORTUNITY],
			more: [NAME, pipelineField, stageField, STATUS, userField, VALUE],
			first: FIRST,
		},
		get: {
			name: 'Get',
			description: 'Get one opportunity',
			hint: 'Needs the opportunityId that Create or Get Many returned.',
			method: 'GET',
			path: '/opportunities/{opportunityId}',
			foundBy: 'opportunity',
			fields: [OPPORTUNITY],
			first: FIRST,
		},
		getAll: {
			name: 'Get Many',
			description: 'Find opportunities by contact, pipeline, stage, status or words',
			action: 'Get many opportunities',
			hint: 'Returns one item per opportunity with opportunityId, name, status and value. Use it to find the opportunity of a contact before Update.',
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
			fields: [{ ...contactField, required: false }],
			more: [pipelineField, stageField, STATUS, userField, SEARCH],
			first: FIRST,
			nothing: 'No opportunity was found. Search with fewer filters.',
		},
		delete: {
			name: 'Delete',
			description: 'Delete an opportunity for good',
			hint: 'Only when somebody asked to delete it: it cannot be restored. For one that came to nothing, set the status to lost with Update.',
			method: 'DELETE',
			path: '/opportunities/{opportunityId}',
			foundBy: 'opportunity',
			deletes: true,
			fields: [OPPORTUNITY],
		},
	},
);
