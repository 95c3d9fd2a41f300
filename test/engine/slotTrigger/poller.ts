import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { commonPollingParameters } from 'n8n-core/dist/nodes-loader/constants';

import { SlotTrigger } from '../../../nodes/SlotTrigger/SlotTrigger.node';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { contextOf } from '../../support/context';
import { tokenCredential, ZONE } from '../platform/platform';

const nodeType = new SlotTrigger();
// As n8n does for each polling node: adds 'Poll Times'.
nodeType.description.properties.unshift(...commonPollingParameters);

/** The trigger in n8n-core's context for polling. */
export function poller(sandbox: Sandbox, parameters: IDataObject = {}) {
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
		emitError: (error) => void failures.push(error),
	});
	return {
		/** What n8n would show as failed executions, beside what `poll` throws. */
		failures,
		/** Of the workflow, which n8n saves. */
		staticData: workflow.staticData,
		/** A poll by n8n's schedule: the items' data; null when n8n starts no execution. */
		async poll() {
			const outputs = await nodeType.poll.call(context);
			return outputs?.[0].map(({ json }) => json) ?? null;
		},
	};
}
