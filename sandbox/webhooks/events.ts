import { randomUUID } from 'node:crypto';

import type { Deliveries } from './deliveries';
import type { Registrations } from './registrations';
import type { Profile } from '../profile';
import { recordIn } from '../responses';

/** What an event led to: its unique id, and one delivery for each registration and copy. */
export interface EmittedEvent {
	webhookEventId: string;
	deliveryIds: string[];
}

/** What the contract names; the full payload of each event is not shown. */
const NAMED: Record<string, string[]> = {
	ContactCreate: ['type', 'contactId', 'email', 'firstName', 'locationId'],
	AppointmentCreate: ['type', 'appointmentId', 'startTime', 'contactId'],
	'app.deleted': ['type', 'locationId'],
};

/** Turns what happens on the platform into deliveries (receive_event in sandbox/openapi.yaml). */
export class Events {
	/** Where app.deleted goes; how it is set is not shown */
	notificationUrl?: string;

	constructor(
		private readonly platform: { registrations: Registrations; deliveries: Deliveries; profile: Profile },
	) {}

	/** Delivers to each registration of the location whose actions contain the type. */
	emit(type: string, locationId: string, fields: Record<string, unknown>): EmittedEvent {
		const listening = this.platform.registrations.of(locationId).filter(({ actions }) => actions.includes(type));
		return this.send(listening.map(({ url }) => url), type, locationId, fields);
	}

	/** Delivers app.deleted, if an address for it is known. Payload: not shown. */
	emitUninstalled(locationId: string, fields: Record<string, unknown>): EmittedEvent {
		const urls = this.notificationUrl === undefined ? [] : [this.notificationUrl];
		return this.send(urls, 'app.deleted', locationId, fields);
	}

	private send(urls: string[], type: string, locationId: string, fields: Record<string, unknown>): EmittedEvent {
		const { deliveries, profile } = this.platform;
		const { eventIdField } = profile;
		const given = eventIdField === null ? undefined : fields[eventIdField];
		const webhookEventId = typeof given === 'string' ? given : `evt-${randomUUID()}`;
		const id = eventIdField === null ? {} : { [eventIdField]: webhookEventId };
		const shown = recordIn(profile, { type, locationId, ...fields }, NAMED[type] ?? ['type']);
		const body = JSON.stringify({ type, ...id, ...shown });
		const event = { type, webhookEventId, locationId, body };
		return { webhookEventId, deliveryIds: urls.flatMap((url) => deliveries.add(url, event)) };
	}
}
