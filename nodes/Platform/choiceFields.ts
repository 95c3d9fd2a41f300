import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { chosenLocation } from '../fields/accountFields';
import { currentText, entriesOf, listField, matching } from '../fields/lists';
import { type Choice, choicesOf } from '../platformApi/pickLists';

/** Where 'Pipeline' stands: in an operation, or in one of its collections. */
const PLACES_OF_PIPELINE = ['pipelineId', 'fields.pipelineId', 'filters.pipelineId'];

async function choicesIn(context: ILoadOptionsFunctions, name: Choice) {
	const { client, locationId } = await chosenLocation(context);
	const pipelineId = PLACES_OF_PIPELINE.map((place) => currentText(context, place)).find(Boolean);
	return await choicesOf(client, name, locationId, pipelineId);
}

const searchOf = (name: Choice) =>
	async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		return matching(entriesOf(await choicesIn(this, name)), filter);
	};

export const searchPipelines = searchOf('pipelineId');
/** Those of the chosen pipeline. */
export const searchStages = searchOf('pipelineStageId');
export const searchUsers = searchOf('assignedTo');
export const searchWorkflows = searchOf('workflowId');

/** The tags of the location, by the names under which contacts have them. */
export async function getTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const names = (await choicesIn(this, 'tags')).map((tag) => String(tag.name));
	return names.map((name) => ({ name, value: name }));
}

const choiceOf = (
	displayName: string,
	name: Choice,
	method: string,
	[example, id]: [string, string],
	description: string,
) =>
	listField(
		{ displayName, name, description },
		{ method, placeholder: `e.g. ${example}` },
		{ placeholder: `e.g. ${id}` },
	);

export const pipelineField = choiceOf(
	'Pipeline',
	'pipelineId',
	'searchPipelines',
	['New patients', 'VDm7RPYC2GLUvdpKmBfC'],
	'The pipeline of the opportunity',
);

export const stageField = choiceOf(
	'Stage',
	'pipelineStageId',
	'searchStages',
	['Treatment planned', 'e93ba61a-53b3-45e7-985a-c7732dbcdb69'],
	"The stage, one of the chosen 'Pipeline'",
);

export const userField = choiceOf(
	'Assigned User',
	'assignedTo',
	'searchUsers',
	['Riley Chen', '082goXVW3lIExEQPOnd3'],
	'The user who takes care of it',
);

export const workflowField = choiceOf(
	'Workflow',
	'workflowId',
	'searchWorkflows',
	['No-show follow-up', '78559bb3-b920-461e-b010-7b2a2816d2a9'],
	'The workflow of the platform, not of n8n',
);
