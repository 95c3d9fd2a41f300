import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { registersAutomatically } from '../parameters';
import { readKnown } from './records';
import type { KnownRegistration } from './records';

type Context = IHookFunctions | IWebhookFunctions;

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
function shelf(context: Context): { data?: IDataObject; key: string } {
	const data: unknown = context.getWorkflowStaticData('global');
	const isUsable = typeof data === 'object' && data !== null && !Array.isArray(data);
	return {
		data: isUsable ? (data as IDataObject) : undefined,
		key: `platformTrigger:${context.getNode().id}`,
	};
}

export function recall(context: Context): Memory | undefined {
	const { data, key } = shelf(context);
	const { url, locationId, registrations } = (data?.[key] ?? {}) as Partial<Memory>;
	if (typeof url !== 'string' || typeof locationId !== 'string') return undefined;
	return { url, locationId, registrations: readKnown(registrations) };
}

/** @param memory undefined forgets */
export function remember(context: IHookFunctions, memory: Memory | undefined): void {
	const { data, key } = shelf(context);
	if (!data || JSON.stringify(data[key]) === JSON.stringify(memory)) return;
	data[key] = memory as unknown as IDataObject;
}

/** The location for which the node is registered: whose events it is to take. */
export function locationOf(context: IWebhookFunctions): string | undefined {
	return registersAutomatically(context) ? recall(context)?.locationId : undefined;
}
