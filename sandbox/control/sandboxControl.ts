import type { Appointment } from '../calendars/appointmentBook';
import type { Fault } from '../http/faults';
import type { RequestRecord, Violation } from '../http/requestLog';
import type { TokenLevel, TokenRequest, TokenResponse } from '../oauth/oauthStore';
import type { ProfileChoice } from '../profiles/profile';
import type { Profile } from '../profiles/switches';
import type { Contact } from '../seed';
import type { Delivery, DeliverySettings } from '../webhooks/delivery';
import type { EmittedEvent } from '../webhooks/events';
import type { WebhookRegistration } from '../webhooks/registrations';

type Fields = Record<string, unknown>;

export interface RequestFilter {
	/** Name of an operation in openapi.yaml */
	operationId?: string;
	/** Only requests that came after the one with this id */
	afterId?: number;
}

/**
 * Everything that tests and the demo do to the platform beside its API. Over HTTP each function is
 * `POST /__sandbox/<name>`, see `controlClient.ts`.
 */
export interface SandboxControl {
	// What people do on the platform: each delivers its event

	createContact(contact: Partial<Contact> & Pick<Contact, 'locationId'>): Contact & EmittedEvent;
	/** @throws Error when there is no such contact */
	updateContact(
		id: string,
		change: Partial<Pick<Contact, 'email' | 'firstName' | 'lastName'>>,
	): Contact & EmittedEvent;
	submitForm(form: { locationId: string } & Fields): EmittedEvent;
	createOpportunity(opportunity: { locationId: string } & Fields): EmittedEvent;
	/** Takes back the app's access to a location, then sends app.deleted to the notification URL. */
	uninstallApp(app: { locationId: string }): EmittedEvent;
	/** Any event, with any fields. */
	emit(event: { type: string; locationId: string } & Fields): EmittedEvent;

	// Deliveries and their signature

	/** Where app.deleted is sent; null for nowhere. */
	setNotificationUrl(url: string | null): void;
	/** Name of the field with the unique event id; null leaves it out of payloads. */
	setEventIdField(name: string | null): void;
	setDelivery(change: Partial<DeliverySettings>): DeliverySettings;
	/** Sends the same bytes again; resolves when the repeats have come to an end. */
	redeliver(
		deliveryId: string,
		options?: { copies?: number; atOnce?: boolean },
	): Promise<Delivery[]>;
	/** Resolves when no delivery is under way. */
	deliveriesSettled(): Promise<void>;
	deliveries(): Delivery[];
	/** How many deliveries are in each state: cheaper to poll than `deliveries`. */
	deliveryCounts(): Record<Delivery['state'], number>;
	/** A new signing key, from the next attempt on. @returns the new public key, SPKI PEM */
	rotateKey(): { publicKeyPem: string };
	publicKey(): { publicKeyPem: string };
	/** The key that the next `rotateKey` brings, for receivers that take it up beforehand. */
	nextPublicKey(): { publicKeyPem: string };
	/** @param bytes text stands for its UTF-8 bytes @returns base64 of the Ed25519 signature */
	sign(bytes: Uint8Array | string | { base64: string }): string;

	// Tokens

	/** @param token `expiresIn` in seconds; scopes default to all */
	issueToken(token: {
		level?: TokenLevel;
		locationId?: string;
		scopes?: string[];
		expiresIn?: number;
	}): TokenResponse;
	/** `expires_in` of tokens issued from now on, in seconds. */
	setTokenLifetime(seconds: number): void;
	/** Access tokens, and on request refresh tokens, run out now. @returns how many did */
	expireTokens(which?: { locationId?: string; refreshTokens?: boolean }): number;
	/** Users take access back; or one private token is withdrawn. @returns how many grants ended */
	revoke(which?: { locationId?: string; privateToken?: string }): number;
	/** Calls of the token endpoint, oldest first. */
	tokenRequests(): TokenRequest[];

	// Disturbances, and choices where the contract is silent

	/** Somebody else books a slot, without an event. @throws Error when it cannot be booked */
	takeSlot(slot: {
		calendarId: string;
		startTime: string;
		endTime: string;
		contactId?: string;
	}): Appointment;
	/**
	 * A person changes a webhook on the platform's pages, or deletes it (null); `more` are further
	 * fields that the list shows, for example `{ status: 'disabled' }`.
	 *
	 * @throws Error when there is no such webhook
	 */
	changeWebhook(
		id: string,
		change: Partial<Omit<WebhookRegistration, 'id' | 'locationId'>> | null,
	): void;
	/** Replaces, changes, delays or loses the responses of an operation, see `http/faults.ts`. */
	addFault(fault: Fault): void;
	clearFaults(): void;
	/** Standing delay of every answer, in milliseconds; 0 ends it. */
	setLatency(ms: number): void;
	/** A named profile, or switches to change in the present one. @throws Error for an unknown one */
	setProfile(choice: ProfileChoice): Profile;
	/** Puts the sandbox's clock forward, in milliseconds. */
	advanceClock(ms: number): void;

	// What happened

	/** The last requests to the contract's paths, oldest first. */
	requests(filter?: RequestFilter): RequestRecord[];
	/** Requests that the contract does not allow, oldest first; all are kept. */
	violations(): Violation[];
	appointments(): Appointment[];
	contacts(): Contact[];
	webhooks(): WebhookRegistration[];

	/** Back to the seed: everything else is forgotten, and what is under way is stopped. */
	reset(): Promise<void>;
}
