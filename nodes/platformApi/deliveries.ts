import type { IDataObject } from 'n8n-workflow';

/** The event of an uninstalled app in the contract; sent to the app's notification URL, never to a registered webhook. */
export const APP_UNINSTALLED = 'app.deleted';

const idIn = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

const contract = {
	/** The header that tells the form: base64 of Ed25519 over the raw body. */
	signatureHeader: 'x-platform-signature',
	/** Payload field with the event's unique ID, where it is documented. */
	eventIdField: '',
	/** One key signs for every account, so that only the location says whose event it is. */
	isKeyShared: false,
	/** The contract's names of events that have others here. */
	sameEvents: {} as Record<string, string>,
	/** The ID of the location that the event belongs to. */
	locationIn: ({ locationId }: IDataObject): string | undefined => idIn(locationId),
	/** IDs that the contract's payloads have at the top, and these elsewhere. */
	idsIn: (() => ({})) as (payload: IDataObject) => IDataObject,
};

/** What differs between deliveries of the two forms. */
export type Deliveries = typeof contract;

const highLevel: Deliveries = {
	signatureHeader: 'x-ghl-signature',
	eventIdField: 'webhookId',
	isKeyShared: true,
	sameEvents: { UNINSTALL: APP_UNINSTALLED },
	locationIn: ({ locationId, altType, altId }) => idIn(locationId) ?? (altType === 'location' ? idIn(altId) : undefined),
	idsIn({ type, id, appointment }) {
		const { id: appointmentId, contactId, startTime } = (appointment ?? {}) as IDataObject;
		const ids = { contactId: String(type).startsWith('Contact') ? id : contactId, appointmentId, startTime };
		return Object.fromEntries(Object.entries(ids).filter(([, value]) => idIn(value)));
	},
};

/** By the credentials' values of 'API'. */
export const DELIVERIES = { contract, highLevel };

const CHANGED = 'Appointment Association Contact Invoice Note Opportunity Price Product Record';

/** Objects whose changes are events, such as AppointmentCreate. */
const CHANGES = [
	{ type: 'Create', name: 'Created', objects: `${CHANGED} Location ObjectSchema Order Relation Task User` },
	{ type: 'Update', name: 'Updated', objects: `${CHANGED} Location ObjectSchema` },
	{ type: 'Delete', name: 'Deleted', objects: `${CHANGED} Relation Task` },
];

const OTHERS = {
	INSTALL: 'App Installed (INSTALL)',
	UNINSTALL: 'App Uninstalled (UNINSTALL)',
	PLAN_CHANGE: 'App Plan Changed',
	CampaignStatusUpdate: 'Campaign Status Changed',
	ContactDndUpdate: 'Contact Do Not Disturb Changed',
	ContactTagUpdate: 'Contact Tags Changed',
	ConversationUnreadUpdate: 'Conversation Unread Changed',
	LCEmailStats: 'Email Statistics Received',
	InvoicePaid: 'Invoice Paid',
	InvoicePartiallyPaid: 'Invoice Partially Paid',
	InvoiceSent: 'Invoice Sent',
	InvoiceVoid: 'Invoice Voided',
	InboundMessage: 'Message Received',
	OutboundMessage: 'Message Sent',
	OpportunityAssignedToUpdate: 'Opportunity Assigned User Changed',
	OpportunityMonetaryValueUpdate: 'Opportunity Monetary Value Changed',
	OpportunityStageUpdate: 'Opportunity Stage Changed',
	OpportunityStatusUpdate: 'Opportunity Status Changed',
	OrderStatusUpdate: 'Order Status Changed',
	TaskComplete: 'Task Completed',
};

/** The event types that HighLevel documents, some of which the contract shows, too, as n8n's options. */
export const HIGH_LEVEL_EVENTS = [
	...CHANGES.flatMap(({ type, name, objects }) =>
		objects.split(' ').map((object) => ({ name: `${object.replace(/(?<=[a-z])(?=[A-Z])/, ' ')} ${name}`, value: object + type })),
	),
	...Object.entries(OTHERS).map(([value, name]) => ({ name, value })),
];
