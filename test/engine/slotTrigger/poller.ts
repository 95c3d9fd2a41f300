import type { Sandbox } from '../../../sandbox/createSandbox';
import { byId, PollingNode } from '../../unit/slotTrigger/pollContext';
import { tokenCredential, ZONE } from '../platform/platform';

/** The trigger on a sandbox, in n8n-core's context for polling. */
export function poller(sandbox: Sandbox): PollingNode {
	const calendars = { values: [byId('cal-onboarding')] };
	const node = new PollingNode({
		authentication: 'accessToken',
		calendars,
		daysAhead: 26,
		timezone: ZONE,
	});
	return Object.assign(node, { credentials: tokenCredential(sandbox) });
}
