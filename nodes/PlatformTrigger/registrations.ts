import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { fieldsOf } from '../http/body';
import type { Registration } from '../platformApi/webhooks';

/** Where n8n's static data keeps the registrations of a node. */
interface StaticDataEntry {
	data: Record<string, unknown>;
	/** It has the node's ID, which a rename does not change; the test URL has a key of its own. */
	key: string;
}

/** Deliveries must not depend on it: n8n saves static data as a whole, so others can overwrite it. */
function staticDataEntry(context: IHookFunctions | IWebhookFunctions): StaticDataEntry {
	const test = context.getMode() === 'manual' ? ':test' : '';
	return {
		data: fieldsOf(context.getWorkflowStaticData('global')),
		key: `platformTrigger:${context.getNode().id}${test}`,
	};
}

/** The registrations that the node made or adopted. */
export function readRegistrations(context: IHookFunctions | IWebhookFunctions): Registration[] {
	const { data, key } = staticDataEntry(context);
	const { registrations } = fieldsOf(data[key]);
	return Array.isArray(registrations) ? (registrations as Registration[]) : [];
}

export function saveRegistrations(context: IHookFunctions, registrations: Registration[]): void {
	const { data, key } = staticDataEntry(context);
	data[key] = { registrations };
}
