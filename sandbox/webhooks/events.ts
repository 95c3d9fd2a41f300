import { randomUUID } from 'node:crypto';

import type { Deliveries } from './deliveries';
import { namedFields, varied } from '../profiles/drawn';
import type { Profile } from '../profiles/switches';
import type { Registrations } from './registrations';

/** What an event led to: its unique id, and one delivery for each registration and copy. */
export interface EmittedEvent {
	webhookEventId: string;
	deliveryIds: string[];
}

/** Turns what happens on the platform into deliveries (receive_event in sandbox/openapi.yaml). */
export class Events {
	/** Where app.deleted goes; how it is set is not shown */
	notificationUrl?: string;

	constructor(
		private readonly registrations: Registrations,
		private readonly deliveries: Deliveries,
		private readonly platform: { readonly profile: Profile },
	) {}

	/** Delivers to each registration of the location whose actions contain the type. */
	emit(type: string, locationId: string, fields: Record<string, unknown>): EmittedEvent {
		const urls = this.registrations.listeningTo(type, locationId).map(({ url }) => url);
		return this.send(urls, type, locationId, { locationId, ...fields });
	}

	/** Delivers app.deleted, if an address for it is known. Payload: not shown. */
	emitUninstalled(locationId: string, fields: Record<string, unknown>): EmittedEvent {
		const urls = this.notificationUrl === undefined ? [] : [this.notificationUrl];
		const { appDeletedBody } = this.platform.profile;
		const flat = { locationId, ...fields };
		const payload = appDeletedBody === 'flat' ? flat : { data: flat };
		return this.send(urls, 'app.deleted', locationId, payload);
	}

	private send(
		urls: string[],
		type: string,
		locationId: string,
		fields: Record<string, unknown>,
	): EmittedEvent {
		const { eventIdField, eventText, unsignedEvents } = this.platform.profile;
		const given = eventIdField === null ? undefined : fields[eventIdField];
		const webhookEventId = typeof given === 'string' ? given : `evt-${randomUUID()}`;
		const id = eventIdField === null ? {} : { [eventIdField]: webhookEventId };
		const payload = { type, ...id, ...this.fieldsOf({ type, ...fields }) };
		const body = JSON.stringify(payload, undefined, eventText === 'compact' ? 0 : 2);
		const unsigned = unsignedEvents === 'all' || unsignedEvents === type;
		const event = { type, webhookEventId, locationId, body, unsigned };
		return { webhookEventId, deliveryIds: urls.flatMap((url) => this.deliveries.add(url, event)) };
	}

	/** The full payload of each event is not shown. */
	private fieldsOf(event: { type: string }): object {
		const schemaName = EVENT_SCHEMAS[event.type] ?? 'OtherEvent';
		switch (this.platform.profile.eventFields) {
			case 'full':
				return event;
			case 'named':
				return namedFields(event, schemaName);
			case 'extra':
				return varied(event, schemaName);
		}
	}
}

const EVENT_SCHEMAS: Record<string, string> = {
	ContactCreate: 'ContactCreateEvent',
	AppointmentCreate: 'AppointmentCreateEvent',
	'app.deleted': 'AppDeletedEvent',
};
