import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { registersAutomatically } from '../parameters';

type Context = IHookFunctions | IWebhookFunctions;

/** What the node knows of a registration that it made or adopted. */
export interface KnownRegistration {
	/** Empty where the platform did not tell. */
	id: string;
	/** The registration's scope: other locations and other addresses are not this node's concern. */
	locationId: string;
	url: string;
	events: string[];
}

/** What the node remembers of its registration. */
export interface Memory {
	/** Of the latest registration. */
	url: string;
	locationId: string;
	registrations: KnownRegistration[];
}

/**
 * Hooks have no other store than static data, which n8n keeps by the node's name and saves as a
 * whole. So it is kept in the workflow's part, by the node's id, which a rename does not change; and it
 * is written only when something has changed, which is seldom: a save undoes what others have saved
 * since this one was loaded.
 */
function staticDataEntry(context: Context): { data?: IDataObject; key: string } {
	const data: unknown = context.getWorkflowStaticData('global');
	const isUsable = typeof data === 'object' && data !== null && !Array.isArray(data);
	return {
		data: isUsable ? (data as IDataObject) : undefined,
		key: `platformTrigger:${context.getNode().id}`,
	};
}

/** Registrations from static data; whatever has another form is left out. */
function readKnown(value: unknown): KnownRegistration[] {
	if (!Array.isArray(value)) return [];
	return (value as Array<Partial<KnownRegistration> | null>).flatMap((each) => {
		const { id, locationId, url, events } = each ?? {};
		return typeof id === 'string' &&
			typeof locationId === 'string' &&
			typeof url === 'string' &&
			Array.isArray(events)
			? [{ id, locationId, url, events: events.filter((event) => typeof event === 'string') }]
			: [];
	});
}

export function recall(context: Context): Memory | undefined {
	const { data, key } = staticDataEntry(context);
	const { url, locationId, registrations } = (data?.[key] ?? {}) as Partial<Memory>;
	if (typeof url !== 'string' || typeof locationId !== 'string') return undefined;
	return { url, locationId, registrations: readKnown(registrations) };
}

/** @param memory undefined forgets */
export function remember(context: IHookFunctions, memory: Memory | undefined): void {
	const { data, key } = staticDataEntry(context);
	if (!data || JSON.stringify(data[key]) === JSON.stringify(memory)) return;
	data[key] = memory as unknown as IDataObject;
}

/** The location for which the node is registered: whose events it is to take. */
export function locationOf(context: IWebhookFunctions): string | undefined {
	return registersAutomatically(context) ? recall(context)?.locationId : undefined;
}
