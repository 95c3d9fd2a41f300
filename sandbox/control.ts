import { randomUUID } from 'node:crypto';

import { isActive, type Appointment, type NewAppointment } from './calendars/appointmentBook';
import { toUtcText } from './calendars/freeSlots';
import type { FollowUp } from './contacts/followUp';
import type { Fault } from './http/faults';
import type { RequestRecord } from './http/requestLog';
import type { Consent } from './oauth/oauthStore';
import type { Platform } from './platform';
import { profileOf, type Form, type Profile, type ProfileChoice } from './profile';
import { SCOPES_OF, type BlockedTime, type Contact } from './seed';
import type { Delivery, DeliverySettings } from './webhooks/deliveries';
import type { EmittedEvent } from './webhooks/events';
import type { WebhookRegistration } from './webhooks/registrations';

/**
 * Everything that tests and the demo do to the platform beside its API, through its resets. Over HTTP
 * each function is `POST /__sandbox/<name>`, see `http/server.ts`.
 */
export type SandboxControl = ReturnType<typeof createControl>;

/** The location of what is done without naming one: Harbor Dental. */
const HARBOR = 'loc-harbor';

/** @throws Error when there is none with the ID */
function named<T extends { id: string }>(list: readonly T[], wanted: string, what: string): T {
	const found = list.find(({ id }) => id === wanted);
	if (!found) throw new Error(`There is no ${what} ${wanted}`);
	return found;
}

export function createControl(platform: Platform, reset: () => Promise<void>) {
	const requireLocation = (locationId: string) =>
		named(platform.state.seed.locations, locationId, 'location');
	const calendarNamed = (calendarId: string) =>
		named(platform.state.seed.calendars, calendarId, 'calendar');

	return {
		// Actions of people on the platform, each of which delivers its event

		createContact({ locationId = HARBOR, email, ...given }: Partial<Contact> = {}): Contact &
			EmittedEvent {
			const { id = `contact-${randomUUID()}` } = given;
			requireLocation(locationId);
			const contact = {
				id,
				locationId,
				email: email || `${id}@example.com`,
				firstName: 'New',
				lastName: '',
				dateAdded: new Date(Date.now()).toISOString(),
				...given,
			};
			platform.state.contacts.set(id, contact);
			return { ...contact, ...platform.state.events.contact('ContactCreate', contact) };
		},
		/** Staff cancel an appointment, which frees its slot. @throws Error for one that is not there, or canceled */
		cancelAppointment(id: string): void {
			const { appointments } = platform.state;
			appointments.cancel(named(appointments.listed().filter(isActive), id, 'active appointment'));
		},
		/** Takes back the app's access to a location, then sends app.deleted or UNINSTALL to the notification URL. */
		uninstallApp({ locationId = HARBOR } = {}): EmittedEvent {
			requireLocation(locationId);
			platform.state.oauth.uninstall(locationId);
			return platform.state.events.uninstalled(locationId);
		},
		/** Any event, with any fields. */
		emit({
			type,
			...fields
		}: {
			type: string;
			locationId: string;
			[field: string]: unknown;
		}): EmittedEvent {
			requireLocation(fields.locationId);
			return platform.state.events.emit(type, fields);
		},
		/**
		 * Changes a webhook, or deletes it (null). `more` are further fields that the list shows, for
		 * example `{ status: 'disabled' }`.
		 *
		 * @throws Error when there is no such webhook
		 */
		changeWebhook: (
			id: string,
			change: Partial<Omit<WebhookRegistration, 'id' | 'locationId'>> | null,
		): void => platform.state.registrations.change(id, change),

		// Deliveries and their signature

		/** The URL in the app's settings: where app.deleted is sent, with HighLevel every event; empty for nowhere. */
		setNotificationUrl(url: string): void {
			platform.state.events.notificationUrl = url;
		},
		/** A second URL for the same events, such as the test URL of a workflow that somebody builds; empty for none. */
		setTestUrl(url: string): void {
			platform.state.events.testUrl = url;
		},
		setDelivery: (change: Partial<DeliverySettings>): void =>
			platform.state.deliveries.configure(change),
		/** Sends the same bytes again; resolves when the repeat has come to an end. */
		redeliver: async (deliveryId: string) => await platform.state.deliveries.redeliver(deliveryId),
		/** Resolves when no delivery is under way. */
		deliveriesSettled: async () => await platform.state.deliveries.settled(),
		deliveries: (): Delivery[] => platform.state.deliveries.all(),
		/** How many deliveries are in each state: cheaper to poll than `deliveries`. */
		deliveryCounts: () => platform.state.deliveries.counts(),
		/** A new signing key, from the next attempt on. @returns the new public key, SPKI PEM */
		rotateKey() {
			platform.state.signer.rotate();
			return { publicKeyPem: platform.state.signer.publicKeyPem() };
		},
		publicKey: () => ({ publicKeyPem: platform.state.signer.publicKeyPem() }),
		/** @param bytes text stands for its UTF-8 bytes @returns base64 of the Ed25519 signature */
		sign: (bytes: Uint8Array | string): string => platform.state.signer.sign(Buffer.from(bytes)),

		// Tokens

		/** @param token `expiresIn` in seconds; by default with all scopes */
		issueToken({
			level = 'location',
			locationId = HARBOR,
			scopes = SCOPES_OF[platform.state.profile.form],
			expiresIn,
		}: Partial<Consent> & { expiresIn?: number }) {
			requireLocation(locationId);
			const { oauth } = platform.state;
			return oauth.issue(
				oauth.consent(level === 'location' ? locationId : undefined, scopes),
				expiresIn,
			);
		},
		/** Access tokens, and on request refresh tokens, run out now. */
		expireTokens: (which: { refreshTokens?: boolean } = {}): void =>
			platform.state.oauth.expire(which),
		/** Calls of the token endpoint, oldest first. */
		tokenRequests: () => [...platform.state.oauth.requests],

		// Disturbances, and choices where the contract is silent

		/** Slots of a calendar that nobody has booked and that begin in a span, as UTC texts. @param span dates or times */
		freeSlots({ calendarId, from, until }: Record<'calendarId' | 'from' | 'until', string>) {
			const span = { start: Date.parse(from), end: Date.parse(until) };
			const slots = platform.state.appointments.free(calendarNamed(calendarId), span);
			return slots.map(({ start, end }) => ({
				startTime: toUtcText(start),
				endTime: toUtcText(end),
			}));
		},
		/** Somebody else books a slot, without an event. @throws Error when it cannot be booked */
		takeSlot({
			calendarId,
			...slot
		}: Partial<NewAppointment> & {
			calendarId: string;
			startTime: string;
			endTime: string;
		}): Appointment {
			return platform.state.appointments.book(calendarNamed(calendarId), {
				contactId: 'contact-somebody-else',
				...slot,
			});
		},
		/** Replaces, delays or loses the responses of an operation, see `http/faults.ts`. */
		addFault: (fault: Fault): void => platform.state.faults.add(fault),
		clearFaults: (): void => platform.state.faults.clear(),
		/** The form of the API that it speaks. */
		form: (): Form => platform.state.profile.form,
		/** A named profile, or switches to change in the present one. @throws Error for an unknown one */
		setProfile(choice: ProfileChoice): Profile {
			platform.state.profile = profileOf(choice, platform.state.profile);
			return { ...platform.state.profile };
		},

		// The record of what happened

		/** The last requests to the contract's paths, oldest first. */
		requests: (wanted: { operationId?: string } = {}): RequestRecord[] =>
			platform.state.requestLog.requests.filter(
				({ operationId }) => operationId === (wanted.operationId ?? operationId),
			),
		/** Requests that the contract does not allow, oldest first; all are kept. */
		violations: () => [...platform.state.requestLog.violations],
		appointments: (): Appointment[] => structuredClone(platform.state.appointments.all()),
		blockedTimes: (): BlockedTime[] => structuredClone(platform.state.appointments.blockedTimes),
		contacts: (): Contact[] => [...platform.state.contacts.values()],
		/** Opportunities, tasks, notes, messages, custom fields and who is in which workflow. */
		followUp: (): FollowUp => structuredClone(platform.state.followUp),
		webhooks: (): WebhookRegistration[] => platform.state.registrations.all(),

		/** Back to the seed: everything else is forgotten, and what is under way is stopped. */
		reset,
	};
}
