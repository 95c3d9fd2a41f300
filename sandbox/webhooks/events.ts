import { randomUUID } from 'node:crypto';

import type { Deliveries } from './deliveries';
import type { Registrations } from './registrations';

/** What an event led to: its unique id, and one delivery for each registration and copy. */
export interface EmittedEvent {
	webhookEventId: string;
	deliveryIds: string[];
}

/** Turns what happens on the platform into deliveries. Contract: Events. */
export class Events {
	/** Where app.deleted goes; how it is set is not shown */
	notificationUrl?: string;
	/** Where the unique event id stands in a payload: its name is not shown, null leaves it out */
	eventIdField: string | null = 'webhookEventId';

	constructor(
		private readonly registrations: Registrations,
		private readonly deliveries: Deliveries,
	) {}

	/** Delivers to each registration of the location whose actions contain the type. */
	emit(type: string, locationId: string, fields: Record<string, unknown>): EmittedEvent {
		const urls = this.registrations.listeningTo(type, locationId).map(({ url }) => url);
		return this.send(urls, type, locationId, fields);
	}

	/** Delivers app.deleted, if an address for it is known. Payload: not shown. */
	emitUninstalled(locationId: string, fields: Record<string, unknown>): EmittedEvent {
		const urls = this.notificationUrl === undefined ? [] : [this.notificationUrl];
		return this.send(urls, 'app.deleted', locationId, fields);
	}

	private send(
		urls: string[],
		type: string,
		locationId: string,
		fields: Record<string, unknown>,
	): EmittedEvent {
		const given = this.eventIdField === null ? undefined : fields[this.eventIdField];
		const webhookEventId = typeof given === 'string' ? given : `evt-${randomUUID()}`;
		const id = this.eventIdField === null ? {} : { [this.eventIdField]: webhookEventId };
		const body = JSON.stringify({ type, ...id, locationId, ...fields });
		const event = { type, webhookEventId, locationId, body };
		return { webhookEventId, deliveryIds: urls.flatMap((url) => this.deliveries.add(url, event)) };
	}
}
