import type { KeyObject } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { fieldsOf } from '../http/body';

/** The event of an uninstalled app in the contract; sent to the app's notification URL, never to a registered webhook. */
export const APP_UNINSTALLED = 'app.deleted';

const idIn = (value: unknown) =>
	typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** A null or a blank text names no location. Anything else does, also what can be no location's ID. */
const namedIn = (value: unknown) =>
	value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;

const contract = {
	/** Holds base64 of Ed25519 over the raw body. Nobody signs its name, so the keys tell the form. */
	signatureHeader: 'x-platform-signature',
	/** Payload field with the event's unique ID, where it is documented. */
	eventIdField: '',
	/** One key signs for every account, so that only the location says whose event it is. */
	isKeyShared: false,
	/** That key (SPKI in base64), where it is published. */
	signedBy: '',
	/** The contract's names of events that have others here. */
	sameEvents: {} as Record<string, string>,
	/** The location that the event belongs to; undefined where it names none. */
	locationIn: ({ locationId }: IDataObject): unknown => namedIn(locationId),
	/** IDs and times that the contract's payloads have at the top, and these elsewhere. */
	idsIn: (() => ({})) as (payload: IDataObject) => IDataObject,
};

/** The differences between deliveries of the two forms. */
export type Deliveries = typeof contract;

const highLevel: Deliveries = {
	signatureHeader: 'x-ghl-signature',
	eventIdField: 'webhookId',
	isKeyShared: true,
	signedBy: 'MCowBQYDK2VwAyEAi2HR1srL4o18O8BRa7gVJY7G7bupbN3H9AwJrHCDiOg=',
	sameEvents: { UNINSTALL: APP_UNINSTALLED },
	locationIn({ type, id, locationId, altType, altId }) {
		const ofRecord = /^Location(Create|Update)$/.test(String(type)) ? namedIn(id) : undefined;
		return namedIn(locationId) ?? (altType === 'location' ? namedIn(altId) : ofRecord);
	},
	idsIn({ type, id, appointment, contactDetails }) {
		const {
			id: appointmentId,
			contactId = fieldsOf(contactDetails).id,
			calendarId,
			startTime,
			endTime,
		} = fieldsOf(appointment);
		const ids = {
			contactId: String(type).startsWith('Contact') ? id : contactId,
			appointmentId,
			calendarId,
			startTime,
			endTime,
		};
		return Object.fromEntries(
			Object.entries(ids).filter(([, value]) => idIn(value)),
		) as IDataObject;
	},
};

/** The keys are the credentials' values of 'API'. */
export const DELIVERIES = { contract, highLevel };

/**
 * The form whose deliveries the keys of a credential sign. Where one of them is a form's published key, all are of that
 * form: the others are there for a rotation.
 *
 * @param api the credential's choice, for keys that nobody has published
 */
export function formOfKeys(keys: readonly KeyObject[], api: unknown): Deliveries {
	const forms = Object.values(DELIVERIES);
	for (const key of keys) {
		const spki = key.export({ format: 'der', type: 'spki' }).toString('base64');
		const publisher = forms.find(({ signedBy }) => signedBy === spki);
		if (publisher) return publisher;
	}
	const isForm = typeof api === 'string' && Object.hasOwn(DELIVERIES, api);
	return isForm ? DELIVERIES[api as keyof typeof DELIVERIES] : contract;
}

/** The event types that the contract names. The full list is not shown, so others can be named by hand. */
const EVENT_TYPES = [
	{
		name: 'Appointment Created',
		value: 'AppointmentCreate',
		description:
			"An appointment is booked. HighLevel's examples show this type for updates and deletions, too.",
	},
	{ name: 'Contact Created', value: 'ContactCreate', description: 'A contact is created' },
	{ name: 'Contact Updated', value: 'ContactUpdate', description: 'A contact is updated' },
	{
		name: 'Form Submitted',
		value: 'FormSubmitted',
		description: 'A form is submitted. HighLevel documents no such event.',
	},
	{
		name: 'Opportunity Created',
		value: 'OpportunityCreate',
		description: 'An opportunity is created',
	},
];

/** The other types that HighLevel documents, such as AppointmentUpdate and OrderStatusUpdate, by what happened. */
const CHANGES = {
	Create:
		'Association Invoice KnowledgeBase Location Note ObjectSchema Order Price Product Record Relation SupportTicket Task User',
	Update:
		'Appointment Association CampaignStatus ContactTag Conversation ConversationUnread Invoice KnowledgeBase Location Note ObjectSchema Opportunity OpportunityAssignedTo OpportunityMonetaryValue OpportunityStage OpportunityStatus OrderStatus Price Product Record SupportTicket User',
	Delete:
		'Appointment Association Contact Invoice KnowledgeBase Note Opportunity Price Product Record Relation Task User',
	Complete: 'Task',
};

const OTHERS = {
	INSTALL: 'App Installed',
	UNINSTALL: 'App Uninstalled (HighLevel)',
	UPDATE: 'App Updated',
	PLAN_CHANGE: 'App Plan Changed',
	AppPaymentStatus: 'App Payment Status Changed',
	ExternalAuthConnected: 'External Authentication Connected',
	SaaSPlanCreate: 'SaaS Plan Created',
	VoiceAiCallEnd: 'Voice AI Call Ended',
	ContactDndUpdate: 'Contact Do Not Disturb Updated',
	LCEmailStats: 'Email Statistics Received',
	InvoicePaid: 'Invoice Paid',
	InvoicePartiallyPaid: 'Invoice Partially Paid',
	InvoiceSent: 'Invoice Sent',
	InvoiceVoid: 'Invoice Voided',
	InboundMessage: 'Message Received',
	OutboundMessage: 'Message Sent',
};

const HIGH_LEVEL_EVENTS = [
	...Object.entries(OTHERS),
	...Object.entries(CHANGES).flatMap(([change, objects]) =>
		objects
			.split(' ')
			.map((object) => [
				object + change,
				`${object.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')} ${change}d`,
			]),
	),
].map(([value, name]) => ({ name, value, description: 'HighLevel only' }));

/** The events that a person can choose, as n8n's options: the contract's, and the others that HighLevel documents. */
export const EVENT_OPTIONS = [
	{
		name: 'App Uninstalled',
		value: APP_UNINSTALLED,
		description:
			"Sent to the app's notification URL when a user uninstalls the app. From HighLevel, UNINSTALL.",
	},
	...EVENT_TYPES,
	...HIGH_LEVEL_EVENTS,
].sort((a, b) => (a.name < b.name ? -1 : 1));

export const normalizedEvent = (name: string) => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Two spellings of one event: `ContactCreate`, `contact.create`, `contact_create`. */
export const isSameEvent = (a: string, b: string) => normalizedEvent(a) === normalizedEvent(b);

/** The event type that a text names in another spelling, under which no event would come. */
export const misspelledEvent = (text: string, types = EVENT_TYPES) =>
	types.find(
		({ name, value }) => value !== text && (isSameEvent(name, text) || isSameEvent(value, text)),
	);
