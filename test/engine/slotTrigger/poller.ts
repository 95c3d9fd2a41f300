import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { commonPollingParameters } from 'n8n-core/dist/nodes-loader/constants';

import { SlotTrigger } from '../../../nodes/SlotTrigger/SlotTrigger.node';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { contextOf } from '../../support/context';
import { tokenCredential, ZONE } from '../platform/platform';

const nodeType = new SlotTrigger();
// As n8n does for each polling node: adds 'Poll Times'.
nodeType.description.properties.unshift(...commonPollingParameters);

export interface Poller {
	/** A poll by n8n's schedule: the items' data; null when n8n starts no execution. */
	poll(): Promise<IDataObject[] | null>;
	/** What n8n would show as failed executions, beside what `poll` throws. */
	failures: Error[];
	/** The same node after a restart of n8n, with what n8n had saved by then. */
	restarted(): Poller;
	/** The workflow's static data as it is in the process. */
	remembered(): IDataObject;
}

/** The trigger in n8n-core's context for polling, with what n8n does around it. */
export function poller(sandbox: Sandbox, parameters: IDataObject = {}, staticData?: IDataObject): Poller {
	const credentials = tokenCredential(sandbox);
	const failures: Error[] = [];
	const { context, workflow } = contextOf('poll', {
		type: 'slotTrigger',
		nodeType,
		credentials,
		parameters: {
			authentication: 'accessToken',
			calendars: { values: [{ calendarId: { __rl: true, mode: 'id', value: 'cal-onboarding' } }] },
			daysAhead: 26,
			timezone: { __rl: true, mode: 'id', value: ZONE },
			...parameters,
		} as INodeParameters,
		staticData,
		emitError: (error) => void failures.push(error),
	});
	const copy = () => JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
	let saved: IDataObject | undefined;
	return {
		failures,
		async poll() {
			const outputs = await nodeType.poll.call(context);
			// n8n 2.41 saves static data when it publishes and when a poll has given items, not otherwise.
			if (outputs !== null || saved === undefined) saved = copy();
			return outputs?.[0].map(({ json }) => json) ?? null;
		},
		restarted: () => poller(sandbox, parameters, saved),
		remembered: copy,
	};
}
