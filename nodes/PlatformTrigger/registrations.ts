import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { fieldsOf, readId } from '../http/body';
import { isSameEvent } from '../platformApi/deliveries';
import { isOf } from '../platformApi/endpoint';
import { actionsOf, isOff, isSameUrl, urlOf } from '../platformApi/webhooks';

/** A webhook that the node made or adopted. */
export interface Registration {
	/** Empty if the platform showed none. */
	id: string;
	locationId: string;
	url: string;
	events: string[];
}

/**
 * Deliveries must not depend on it: n8n saves static data as a whole, so others can overwrite it. The key has the
 * node's id, which a rename does not change; the test URL has a key of its own.
 */
function staticData(context: IHookFunctions | IWebhookFunctions) {
	const test = context.getMode() === 'manual' ? ':test' : '';
	const data = fieldsOf(context.getWorkflowStaticData('global'));
	return { data, key: `platformTrigger:${context.getNode().id}${test}` };
}

export function recall(context: IHookFunctions | IWebhookFunctions): Registration[] {
	const { data, key } = staticData(context);
	const { registrations } = fieldsOf(data[key]);
	return Array.isArray(registrations) ? (registrations as Registration[]) : [];
}

export function remember(context: IHookFunctions, registrations: Registration[]): void {
	const { data, key } = staticData(context);
	data[key] = { registrations };
}

/**
 * Compares what is registered for an address with the selected events. A registration cannot be removed, so
 * events that the platform does not show are those that this node remembers, or else count as registered.
 *
 * @param listed the records of `list_custom_webhooks` (sandbox/openapi.yaml), whose fields the contract does not document
 * @param isPart the platform has listed only some, so a remembered one may exist all the same
 * @returns the missing events, the registrations, and the IDs of those whose events nobody knows, or that are disabled
 */
export function compareRegistrations(
	{ url, locationId, events }: Omit<Registration, 'id'>,
	listed: IDataObject[],
	remembered: Registration[],
	isPart = false,
) {
	const unseen = new Set(remembered.filter((own) => own.locationId === locationId));
	const current: Registration[] = [];
	const unclear: string[] = [];
	const disabled: string[] = [];
	for (const record of listed.filter(isOf(locationId))) {
		const [id, address] = [readId(record) ?? '', urlOf(record)];
		// The remembered ID decides, else the address.
		const own = [...unseen].find((each) =>
			each.id && id ? each.id === id : isSameUrl(each.url, address),
		);
		if (own) unseen.delete(own);
		if (!isSameUrl(address || (own?.url ?? ''), url)) continue;
		if (isOff(record)) {
			disabled.push(id);
			continue;
		}
		const actions = actionsOf(record);
		const shown = actions.length > 0 ? actions : own?.events;
		current.push({ id: id || (own?.id ?? ''), locationId, url, events: shown ?? events });
		if (!shown) unclear.push(id);
	}
	if (isPart) current.push(...[...unseen].filter((own) => isSameUrl(own.url, url)));
	const missing = events.filter(
		(event) => !current.some((each) => each.events.some((covered) => isSameEvent(covered, event))),
	);
	return { missing, current, unclear, disabled };
}
