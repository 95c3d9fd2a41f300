import { randomUUID } from 'node:crypto';

import type { Deliveries } from './deliveries';
import type { Registrations } from './registrations';
import type { Appointment } from '../calendars/appointmentBook';
import { asCalendarEvent, asContact } from '../highLevel/records';
import type { Profile } from '../profile';
import { recordIn } from '../responses';
import type { Contact, Seed } from '../seed';

/** An event's unique ID (`webhookId` of HighLevel), and one delivery for each registration and copy. */
export interface EmittedEvent {
	webhookEventId: string;
	deliveryIds: string[];
}

type Fields = { locationId: string } & Record<string, unknown>;

/** The fields that the contract names; it does not show the full payloads. */
const NAMED: Record<string, string[]> = {
	ContactCreate: ['type', 'contactId', 'email', 'firstName', 'locationId'],
	AppointmentCreate: ['type', 'appointmentId', 'startTime', 'contactId'],
	'app.deleted': ['type', 'locationId'],
};

/** Turns what happens on the platform into deliveries (receive_event in sandbox/openapi.yaml). */
export class Events {
	/** Typed in the app's settings: where app.deleted goes, and with HighLevel, which has no webhooks, every event */
	notificationUrl?: string;
	/** A second address for the same events: the test URL of a workflow that somebody builds. */
	testUrl?: string;

	constructor(
		private readonly platform: {
			registrations: Registrations;
			deliveries: Deliveries;
			profile: Profile;
			seed: Seed;
		},
	) {}

	contact(type: 'ContactCreate' | 'ContactUpdate', contact: Contact): EmittedEvent {
		const { id: contactId, ...fields } = contact;
		return this.emit(type, this.isContract ? { contactId, ...fields } : asContact(contact));
	}

	/** The contract names one event of appointments only. */
	appointment(
		type: `Appointment${'Create' | 'Update' | 'Delete'}`,
		appointment: Appointment,
	): void {
		const { id: appointmentId, startTime, contactId, calendarId, locationId } = appointment;
		if (!this.isContract)
			this.emit(type, {
				locationId,
				appointment: asCalendarEvent(this.platform.seed, appointment),
			});
		else if (type === 'AppointmentCreate')
			this.emit(type, { locationId, appointmentId, startTime, contactId, calendarId });
	}

	/** Delivers to each registration of the location whose actions contain the type. */
	emit(type: string, fields: Fields): EmittedEvent {
		if (!this.isContract) return this.send(this.ofApp, type, fields);
		const listening = this.platform.registrations
			.of(fields.locationId)
			.filter(({ actions }) => actions.includes(type));
		return this.send(
			listening.map(({ url }) => url),
			type,
			fields,
		);
	}

	/** Delivers app.deleted, of which the payload is not shown, or UNINSTALL, if an address for it is known. */
	uninstalled(locationId: string): EmittedEvent {
		const { id: appId } = this.platform.seed.app;
		return this.send(this.ofApp, this.isContract ? 'app.deleted' : 'UNINSTALL', {
			locationId,
			appId,
		});
	}

	private get isContract(): boolean {
		return this.platform.profile.form === 'contract';
	}

	private get ofApp(): string[] {
		const urls = [this.notificationUrl ?? '', this.testUrl ?? ''];
		return urls.filter((url) => url !== '');
	}

	private send(urls: string[], type: string, { locationId, ...fields }: Fields): EmittedEvent {
		const { deliveries, profile, seed } = this.platform;
		const appId = seed.app.id;
		const eventIdField = this.isContract ? profile.eventIdField : 'webhookId';
		const given = eventIdField === null ? undefined : fields[eventIdField];
		const webhookEventId =
			typeof given === 'string' ? given : `${this.isContract ? 'evt-' : ''}${randomUUID()}`;
		const all = { locationId, ...fields, type };
		const shown = this.isContract
			? recordIn(profile, all, NAMED[type] ?? ['type'])
			: { appId, versionId: appId, ...all, timestamp: new Date().toISOString() };
		const payload = {
			type,
			...(eventIdField !== null && { [eventIdField]: webhookEventId }),
			...shown,
		};
		const body = JSON.stringify(payload);
		const event = { type, webhookEventId, locationId, form: profile.form, body };
		return { webhookEventId, deliveryIds: urls.flatMap((url) => deliveries.add(url, event)) };
	}
}
