import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isRecord } from '../http/body';

/** What the node knows of a registration that it made or adopted. */
export interface KnownRegistration {
	/** Empty where the platform did not tell. */
	id: string;
	/** The registration's scope: other locations and other addresses are not this node's concern. */
	locationId: string;
	url: string;
	events: string[];
}

/**
 * Bookkeeping of registrations: what is decided for a delivery must not depend on it. n8n saves static
 * data as a whole, so others overwrite it, with anything. It is kept in the workflow's part by the node's
 * id, which a rename does not change, the test URL's apart; and it is written only when it has changed.
 */
function staticData(context: IHookFunctions | IWebhookFunctions): { data: IDataObject; key: string } {
	const data: unknown = context.getWorkflowStaticData('global');
	const test = context.getMode() === 'manual' ? ':test' : '';
	return { data: isRecord(data) ? data : {}, key: `platformTrigger:${context.getNode().id}${test}` };
}

/** The registrations that the node remembers. */
export function recall(context: IHookFunctions | IWebhookFunctions): KnownRegistration[] {
	const { data, key } = staticData(context);
	const { registrations } = (data[key] ?? {}) as { registrations?: KnownRegistration[] };
	return Array.isArray(registrations) ? registrations : [];
}

/** @param registrations undefined forgets */
export function remember(context: IHookFunctions, registrations?: KnownRegistration[]): void {
	const { data, key } = staticData(context);
	const memory = registrations && { registrations };
	if (JSON.stringify(data[key]) !== JSON.stringify(memory)) data[key] = memory as unknown as IDataObject;
}

const normalizedUrl = (url: string) => (URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url);

/** Whether a registration is for this address, in another spelling too: host's case, port, last slash. */
export function isSameUrl(a: string, b: string): boolean {
	return normalizedUrl(a) === normalizedUrl(b);
}
