import type { INode, INodeParameters } from 'n8n-workflow';
import type { WorkflowDraft } from '../../../runtime/api';
import { builtIn, platformTrigger, workflow } from '../queue/workflows';
import type { Harness } from '../harness';

/** The event that starts the workflow which every harness has. */
export const CONTACT = 'ContactCreate';

type Draft = Parameters<typeof workflow>[1][number];

/** What a line differs in from the simplest one. */
export interface LineOptions {
	/** The trigger's options. */
	settings?: INodeParameters;
	/** Of the trigger; the other nodes' names are made from it. */
	name?: string;
	/** Nodes between the trigger and the one that counts. */
	between?: Draft[];
	/** Of the trigger, in place of the harness's. */
	credentials?: INode['credentials'];
}

/**
 * A Platform Trigger that registers itself for one event -> a call of the ledger, which counts.
 * @param ledgerUrl the call names the event by the unique id in its payload
 */
export function line(
	{ use }: Pick<Harness, 'use'>,
	ledgerUrl: string,
	event: string,
	{ settings = {}, name = 'Platform Trigger', between = [], credentials = {} }: LineOptions = {},
): WorkflowDraft {
	const start = platformTrigger(
		{
			registration: 'automatic',
			authentication: 'accessToken',
			events: [],
			settings: { additionalEvents: [event], ...settings },
		},
		{ ...use('platformWebhookApi', 'platformTokenApi'), ...credentials },
	);
	const note = builtIn(
		'httpRequest',
		`${name}: note the run`,
		{ method: 'POST', url: `=${ledgerUrl}/{{ $json.webhookEventId }}`, options: {} },
		{ typeVersion: 4.2 },
	);
	return workflow(event, [{ ...start, name }, ...between, note]);
}
