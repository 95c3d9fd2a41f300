import type { IDataObject } from 'n8n-workflow';

import { isRecord, readId } from '../http/body';
import type { PlatformClient } from './client';
import { type Endpoint, listRecords } from './endpoint';

const PIPELINES = {
	endpoint: 'GET /opportunities/pipelines?locationId={locationId}',
	right: 'readOpportunities',
	list: 'pipelines',
} satisfies Endpoint;

/** What a location has to choose from, by the field that takes its ID or name. */
export const CHOICES = {
	/** list_calendars, with the slash at the end */
	calendarId: {
		endpoint: 'GET /calendars/?locationId={locationId}',
		right: 'readCalendars',
		list: 'calendars',
	},
	/** get-pipelines */
	pipelineId: PIPELINES,
	pipelineStageId: PIPELINES,
	/** get-workflow */
	workflowId: {
		endpoint: 'GET /workflows/?locationId={locationId}',
		right: 'readWorkflows',
		list: 'workflows',
	},
	/** get-user-by-location */
	assignedTo: {
		endpoint: 'GET /users/?locationId={locationId}',
		right: 'readUsers',
		list: 'users',
	},
	/** get-custom-fields */
	customFields: {
		endpoint: 'GET /locations/{locationId}/customFields?model=contact',
		right: 'readCustomFields',
		list: 'customFields',
	},
	/** list_custom_webhooks, of the contract */
	webhookId: {
		endpoint: 'GET /locations/{locationId}/customWebhooks',
		right: 'readWebhooks',
		list: ['customWebhooks', 'webhooks'],
	},
	/** get-location-tags */
	tags: { endpoint: 'GET /locations/{locationId}/tags', right: 'readTags', list: 'tags' },
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
	const load = async () => await listRecords(client, target, { locationId });
	const { records } = await client.readOnce(`${target.endpoint} ${locationId}`, load);
	if (name !== 'pipelineStageId') return records;
	return records
		.filter((pipeline) => !pipelineId || readId(pipeline) === pipelineId)
		.flatMap(({ stages }) => [stages].flat().filter(isRecord));
}
