import type { IDataObject } from 'n8n-workflow';

import { isRecord, readId } from '../http/body';
import type { PlatformClient } from './client';
import { type Endpoint, listRecords } from './endpoint';
import { listUsers } from './users';

const PIPELINES = {
	method: 'GET',
	path: '/opportunities/pipelines',
	locationIn: 'query',
	right: 'readOpportunities',
	list: 'pipelines',
} satisfies Endpoint;

/** What a location has to choose from, by the field that takes its ID or name. */
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

export type Choice = keyof typeof CHOICES;

/** The records to choose from, asked for once in a run. @param pipelineId whose stages, else those of all pipelines */
export async function choicesOf(
	client: PlatformClient,
	name: Choice,
	locationId: string,
	pipelineId?: unknown,
): Promise<IDataObject[]> {
	const target: Endpoint = CHOICES[name];
	const list = name === 'assignedTo' ? listUsers : listRecords;
	const load = async () => await list(client, target, { locationId });
	const key = `list of ${target.path} ${JSON.stringify(target.query)} ${locationId}`;
	const { records } = await client.readOnce(key, load);
	if (name !== 'pipelineStageId') return records;
	return records
		.filter((pipeline) => !pipelineId || readId(pipeline) === pipelineId)
		.flatMap(({ stages }) => [stages].flat().filter(isRecord));
}
