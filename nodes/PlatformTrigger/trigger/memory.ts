import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

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

/**
 * Bookkeeping of registrations: what is decided for a delivery must not depend on it. n8n saves static
 * data as a whole, so others overwrite it. It is kept in the workflow's part by the node's id, which a
 * rename does not change, the test URL's apart; and it is written only when something has changed.
 */
function staticDataEntry(context: Context): { data?: IDataObject; key: string } {
	const data: unknown = context.getWorkflowStaticData('global');
	const isUsable = typeof data === 'object' && data !== null && !Array.isArray(data);
	const test = context.getMode() === 'manual' ? ':test' : '';
	return {
		data: isUsable ? (data as IDataObject) : undefined,
		key: `platformTrigger:${context.getNode().id}${test}`,
	};
}

/** The registrations that the node remembers; whatever has another form is left out. */
export function recall(context: Context): KnownRegistration[] {
	const { data, key } = staticDataEntry(context);
	const { registrations } = (data?.[key] ?? {}) as { registrations?: unknown };
	if (!Array.isArray(registrations)) return [];
	return (registrations as Array<Partial<KnownRegistration> | null>).flatMap((each) => {
		const { id, locationId, url, events } = each ?? {};
		return typeof id === 'string' &&
			typeof locationId === 'string' &&
			typeof url === 'string' &&
			Array.isArray(events)
			? [{ id, locationId, url, events: events.filter((event) => typeof event === 'string') }]
			: [];
	});
}

/** @param registrations undefined forgets */
export function remember(context: IHookFunctions, registrations?: KnownRegistration[]): void {
	const { data, key } = staticDataEntry(context);
	const memory = registrations && { registrations };
	if (!data || JSON.stringify(data[key]) === JSON.stringify(memory)) return;
	data[key] = memory as unknown as IDataObject;
}
