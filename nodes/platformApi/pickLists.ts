import type { IDataObject } from 'n8n-workflow';

import { isRecord, readId } from '../http/body';
import type { PlatformClient } from './client';
import type { Endpoint } from './endpoint';
import { listRecords } from './readPages';
import { listUsers } from './users';

const PIPELINES = {
	method: 'GET',
	path: '/opportunities/pipelines',
	locationIn: 'query',
	right: 'readOpportunities',
	list: 'pipelines',
} satisfies Endpoint;

/** The endpoints of the lists that a location has to choose from, by the field that takes the ID or the name of a record. */
export const CHOICES = {
	/** list_calendars, with the slash at the end */
	calendarId: {
		method: 'GET',
		path: '/calendars/',
		locationIn: 'query',
		right: 'readCalendars',
		list: 'calendars',
	},
	/** get-pipelines */
	pipelineId: PIPELINES,
	pipelineStageId: PIPELINES,
	/** get-workflow */
	workflowId: {
		method: 'GET',
		path: '/workflows/',
		locationIn: 'query',
		right: 'readWorkflows',
		list: 'workflows',
	},
	/** get-user-by-location; `listUsers` searches them where it can */
	assignedTo: {
		method: 'GET',
		path: '/users/',
		locationIn: 'query',
		right: 'readUsers',
		list: 'users',
	},
	/** get-custom-fields */
	customFields: {
		method: 'GET',
		path: '/locations/{locationId}/customFields',
		locationIn: 'path',
		query: { model: 'contact' },
		right: 'readCustomFields',
		list: 'customFields',
	},
	/** The same, of opportunities */
	opportunityFields: {
		method: 'GET',
		path: '/locations/{locationId}/customFields',
		locationIn: 'path',
		query: { model: 'opportunity' },
		right: 'readCustomFields',
		list: 'customFields',
	},
	/** get-lost-reason */
	lostReasonId: {
		method: 'GET',
		path: '/opportunities/lost-reason',
		locationIn: 'query',
		right: 'readOpportunities',
		list: 'lostReasons',
	},
	/** list_custom_webhooks, of the contract */
	webhookId: {
		method: 'GET',
		path: '/locations/{locationId}/customWebhooks',
		locationIn: 'path',
		right: 'readWebhooks',
		list: ['customWebhooks', 'webhooks'],
	},
	/** get-location-tags */
	tags: {
		method: 'GET',
		path: '/locations/{locationId}/tags',
		locationIn: 'path',
		right: 'readTags',
		list: 'tags',
	},
} satisfies Record<string, Endpoint>;

/** A list to choose from, by the name of the field. */
export type Choice = keyof typeof CHOICES;

/**
 * The records of a list to choose from. They are asked for once in a run.
 *
 * @param pipelineId for stages: those of this pipeline, else of all
 */
export async function choicesOf(
	client: PlatformClient,
	name: Choice,
	locationId: string,
	pipelineId?: unknown,
): Promise<IDataObject[]> {
	const endpoint: Endpoint = CHOICES[name];
	const list = name === 'assignedTo' ? listUsers : listRecords;
	const load = async () => await list(client, endpoint, { locationId });
	const key = `list of ${endpoint.path} ${JSON.stringify(endpoint.query)} ${locationId}`;
	const { records } = await client.readOnce(key, load);
	return name === 'pipelineStageId' ? stagesOf(records, pipelineId) : records;
}

/** The stages of pipelines, as the records of the pipelines hold them. @param pipelineId of the only one that counts */
function stagesOf(pipelines: IDataObject[], pipelineId: unknown): IDataObject[] {
	const stages: IDataObject[] = [];
	for (const pipeline of pipelines) {
		const isWanted = !pipelineId || readId(pipeline) === pipelineId;
		if (isWanted) stages.push(...[pipeline.stages].flat().filter(isRecord));
	}
	return stages;
}
