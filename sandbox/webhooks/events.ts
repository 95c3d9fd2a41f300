import { randomUUID } from 'node:crypto';

import type { Deliveries } from './deliveries';
import type { Profile } from '../profile';
import { recordIn } from '../responses';

/** A custom webhook of a location (create_custom_webhook in sandbox/openapi.yaml). */
export interface WebhookRegistration {
	id: string;
	locationId: string;
	name: string;
	url: string;
	/** Event type names */
	actions: string[];
	/** Further fields that the list shows, e.g. `status: 'disabled'` */
	more?: Record<string, unknown>;
}

/** The custom webhooks. The contract has no endpoint that changes or deletes one; a person may. */
export class Registrations {
	private readonly list: WebhookRegistration[] = [];
	private count = 0;

	add(registration: Omit<WebhookRegistration, 'id'>): WebhookRegistration {
		const added = { id: `hook-${++this.count}`, ...registration };
		this.list.push(added);
		return added;
	}

	/** A person changes a webhook on the platform's pages, or deletes it. @throws Error for an unknown ID */
	change(id: string, change: Partial<WebhookRegistration> | null): void {
		const index = this.list.findIndex((one) => one.id === id);
		if (index < 0) throw new Error(`There is no webhook ${id}`);
		if (change === null) this.list.splice(index, 1);
		else this.list[index] = { ...this.list[index], ...change };
	}

	all(): WebhookRegistration[] {
		return [...this.list];
	}

	of(locationId: string): WebhookRegistration[] {
		return this.list.filter((one) => one.locationId === locationId);
	}
}

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
