import { PollContext } from 'n8n-core';
import type { IDataObject, INodeParameters, Workflow } from 'n8n-workflow';
import { commonPollingParameters } from 'n8n-core/dist/nodes-loader/constants';

import { SlotTrigger } from '../../../nodes/SlotTrigger/SlotTrigger.node';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { additionalDataFor, buildWorkflow } from '../../support/engine';
import { CredentialStore, type CredentialSet } from '../../support/credentialStore';
import { tokenCredential } from '../platform/platform';

const nodeType = new SlotTrigger();
// As n8n does for each polling node: adds 'Poll Times'.
nodeType.description.properties.unshift(...commonPollingParameters);

export const calendars = (...ids: string[]): IDataObject => ({
	values: ids.map((value) => ({ calendarId: { __rl: true, mode: 'id', value } })),
});

export interface PollerOptions {
	parameters?: IDataObject;
	credentials?: CredentialSet;
	/** As a rename in the editor does. */
	nodeName?: string;
	staticData?: IDataObject;
}

export interface Poller {
	/** A poll by n8n's schedule: the items' data; null when n8n starts no execution. */
	poll(): Promise<IDataObject[] | null>;
	/** A test run in the editor. */
	test(): Promise<IDataObject[] | null>;
	/** What n8n would show as failed executions, beside what `poll` throws. */
	readonly failures: Error[];
	/** The same node after a restart of n8n, with what n8n had saved by then, or with other options. */
	restarted(options?: PollerOptions): Poller;
	/** The workflow's static data as n8n has it in its database. */
	saved(): IDataObject;
	/** The workflow's static data as it is in the process. */
	remembered(): IDataObject;
}

/** The trigger in n8n-core's context for polling, with what n8n does around it. */
export function poller(sandbox: Sandbox, options: PollerOptions = {}): Poller {
	const credentials = options.credentials ?? tokenCredential(sandbox);
	const workflow = workflowWith(credentials, options);
	const node = workflow.getNode(options.nodeName ?? 'Node');
	if (!node) throw new Error('The workflow has no node under test');
	const additionalData = additionalDataFor(new CredentialStore(credentials));
	const failures: Error[] = [];
	const copy = () => JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
	let saved: IDataObject | undefined;

	const run = async (mode: 'trigger' | 'manual') => {
		const context = new PollContext(
			workflow,
			node,
			additionalData,
			mode,
			'activate',
			undefined,
			(error) => void failures.push(error),
		);
		const outputs = await nodeType.poll.call(context);
		return outputs?.[0].map(({ json }) => json) ?? null;
	};
	return {
		failures,
		async poll() {
			const items = await run('trigger');
			// n8n 2.41 saves static data when it publishes and when a poll has given items, not otherwise.
			if (items !== null || saved === undefined) saved = copy();
			return items;
		},
		test: async () => await run('manual'),
		restarted: (changes = {}) => poller(sandbox, { ...options, staticData: saved, ...changes }),
		saved: () => saved ?? {},
		remembered: copy,
	};
}

function workflowWith(credentials: CredentialSet, options: PollerOptions): Workflow {
	const authentication = 'platformOAuth2Api' in credentials ? 'oAuth2' : 'accessToken';
	return buildWorkflow({
		type: 'slotTrigger',
		nodeType,
		credentials,
		parameters: {
			authentication,
			calendars: calendars('cal-onboarding'),
			daysAhead: 26,
			timezone: { __rl: true, mode: 'id', value: 'America/New_York' },
			...options.parameters,
		} as INodeParameters,
		staticData: options.staticData,
		...(options.nodeName && { node: { name: options.nodeName } }),
	});
}

/** What a person does on the platform who cannot come. */
export async function cancel(sandbox: Sandbox, eventId: string): Promise<void> {
	const { status } = await fetch(`${sandbox.url}/calendars/events/${eventId}`, {
		method: 'DELETE',
		headers: { authorization: 'Bearer pit-harbor', version: '2021-07-28' },
	});
	if (status >= 300) throw new Error(`The sandbox answered ${status}`);
}
