import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isRecord } from '../http/body';

/** A registration that the node made or adopted. */
export interface KnownRegistration {
	/** Empty if the platform showed none. */
	id: string;
	locationId: string;
	url: string;
	events: string[];
}

/**
 * Deliveries must not depend on it: n8n saves static data as a whole, so others can overwrite it. It is kept
 * in the workflow's part by the node's id, which a rename does not change; the test URL has its own.
 */
function staticData(context: IHookFunctions | IWebhookFunctions): { data: IDataObject; key: string } {
	const data: unknown = context.getWorkflowStaticData('global');
	const test = context.getMode() === 'manual' ? ':test' : '';
	return { data: isRecord(data) ? data : {}, key: `platformTrigger:${context.getNode().id}${test}` };
}

export function recall(context: IHookFunctions | IWebhookFunctions): KnownRegistration[] {
	const { data, key } = staticData(context);
	const { registrations } = (data[key] ?? {}) as { registrations?: KnownRegistration[] };
	return Array.isArray(registrations) ? registrations : [];
}

export function remember(context: IHookFunctions, registrations: KnownRegistration[]): void {
	const { data, key } = staticData(context);
	data[key] = { registrations } as unknown as IDataObject;
}

const normalizedUrl = (url: string) => (URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url);

/** Ignores the host's case, the default port and a last slash. */
export function isSameUrl(a: string, b: string): boolean {
	return normalizedUrl(a) === normalizedUrl(b);
}
