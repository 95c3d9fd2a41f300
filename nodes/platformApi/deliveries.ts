import type { IDataObject } from 'n8n-workflow';

/** The event of an uninstalled app in the contract; sent to the app's notification URL, never to a registered webhook. */
export const APP_UNINSTALLED = 'app.deleted';

const idIn = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

const contract = {
	/** Which names the form. Its value is base64 of Ed25519 over the raw body. */
	signatureHeader: 'x-platform-signature',
	/** Payload field with the event's unique ID, where it is documented. */
	eventIdField: '',
	/** One key signs for every account, so that only the location says whose event it is. */
	isKeyShared: false,
	/** The event's own name under the contract, where it has another one. */
	sameEvents: {} as Record<string, string>,
	/** The ID of the location that the event belongs to. */
	locationIn: ({ locationId }: IDataObject): string | undefined => idIn(locationId),
	/** What the contract's payloads have at the top, where these have it elsewhere. */
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

const CHANGED = { Create: 'Created', Update: 'Updated', Delete: 'Deleted' };

/** Events that tell of a change to an object, by the words of types and of names. */
const OBJECTS: Array<[object: string, name: string, events: Array<keyof typeof CHANGED>]> = [
	['Appointment', 'Appointment', ['Create', 'Update', 'Delete']],
	['Association', 'Association', ['Create', 'Update', 'Delete']],
	['Contact', 'Contact', ['Create', 'Update', 'Delete']],
	['Invoice', 'Invoice', ['Create', 'Update', 'Delete']],
	['Location', 'Location', ['Create', 'Update']],
	['Note', 'Note', ['Create', 'Update', 'Delete']],
	['ObjectSchema', 'Object Schema', ['Create', 'Update']],
	['Opportunity', 'Opportunity', ['Create', 'Update', 'Delete']],
	['Order', 'Order', ['Create']],
	['Price', 'Price', ['Create', 'Update', 'Delete']],
	['Product', 'Product', ['Create', 'Update', 'Delete']],
	['Record', 'Record', ['Create', 'Update', 'Delete']],
	['Relation', 'Relation', ['Create', 'Delete']],
	['Task', 'Task', ['Create', 'Delete']],
	['User', 'User', ['Create']],
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
	...OBJECTS.flatMap(([object, name, events]) =>
		events.map((event) => ({ name: `${name} ${CHANGED[event]}`, value: object + event })),
	),
	...Object.entries(OTHERS).map(([value, name]) => ({ name, value })),
];
