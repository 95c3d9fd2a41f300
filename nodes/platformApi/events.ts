import type { DialectName } from './dialect';

/** An event that a person can choose. */
export interface PlatformEvent {
	name: string;
	/** The type as the platform spells it. */
	value: string;
	/** When it comes. */
	description: string;
	/** The forms of the API in which it comes. */
	forms: DialectName[];
	/** True where the official example has no type, so that nobody can tell what happened. */
	showsNoType?: boolean;
}

const BOTH: DialectName[] = ['contract', 'highLevel'];
const CONTRACT: DialectName[] = ['contract'];
const HIGH_LEVEL: DialectName[] = ['highLevel'];

/** The event of an uninstalled app in the contract; sent to the app's notification URL, never to a registered webhook. */
export const APP_UNINSTALLED = 'app.deleted';

/** What HighLevel sends to the app that delivers messages, with the type SMS or Email. */
export const PROVIDER_MESSAGE = 'ProviderOutboundMessage';

/** An event whose official example has no type; deliveries.ts knows it by its fields. */
export const VOICE_AI_CALL_END = 'VoiceAiCallEnd';

/** The events that the contract names, and those that HighLevel documents, in the order of their names. The contract does not show its full list, so others can be named by hand. */
const PLATFORM_EVENTS: PlatformEvent[] = [
	{
		name: 'App Installed',
		value: 'INSTALL',
		description:
			"Your app is installed. By an agency, it names no location: turn on 'Accept Other Locations'.",
		forms: HIGH_LEVEL,
	},
	{
		name: 'App Payment Status Changed',
		value: 'AppPaymentStatus',
		description: 'A payment for your paid app fails, or succeeds after it had failed',
		forms: HIGH_LEVEL,
	},
	{
		name: 'App Plan Changed',
		value: 'PLAN_CHANGE',
		description: 'A user changes the plan of your paid app',
		forms: HIGH_LEVEL,
	},
	{
		name: 'App Uninstalled',
		value: APP_UNINSTALLED,
		description:
			"A user uninstalls your app. Sent to the app's notification URL. HighLevel calls it UNINSTALL.",
		forms: BOTH,
	},
	{
		name: 'App Uninstalled (HighLevel)',
		value: 'UNINSTALL',
		description:
			"Your app is uninstalled. By an agency, it names no location: turn on 'Accept Other Locations'.",
		forms: HIGH_LEVEL,
	},
	{
		name: 'App Updated',
		value: 'UPDATE',
		description: 'An installed app is updated to a new version',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Appointment Created',
		value: 'AppointmentCreate',
		description:
			"An appointment is booked. HighLevel's examples show this type for updates and deletions, too.",
		forms: BOTH,
	},
	{
		name: 'Appointment Deleted',
		value: 'AppointmentDelete',
		description:
			"An appointment is deleted. HighLevel may name it 'Appointment Created': select that, too.",
		forms: HIGH_LEVEL,
	},
	{
		name: 'Appointment Updated',
		value: 'AppointmentUpdate',
		description:
			"An appointment changes. HighLevel may name it 'Appointment Created': select that, too.",
		forms: HIGH_LEVEL,
	},
	{
		name: 'Association Created',
		value: 'AssociationCreate',
		description: 'A kind of association is added',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Association Deleted',
		value: 'AssociationDelete',
		description: 'A kind of association is removed',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Association Updated',
		value: 'AssociationUpdate',
		description: 'A kind of association changes',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Campaign Status Updated',
		value: 'CampaignStatusUpdate',
		description: 'The status of a contact in a campaign changes',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Contact Created',
		value: 'ContactCreate',
		description: 'A contact is created',
		forms: BOTH,
	},
	{
		name: 'Contact Deleted',
		value: 'ContactDelete',
		description: 'A contact is deleted',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Contact Do Not Disturb Updated',
		value: 'ContactDndUpdate',
		description: 'A contact turns messages off or on, in one channel or in all',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Contact Tag Updated',
		value: 'ContactTagUpdate',
		description: 'Tags are added to a contact, or removed. The event has all tags of the contact.',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Contact Updated',
		value: 'ContactUpdate',
		description: 'Fields of a contact change. With HighLevel, tags have an event of their own.',
		forms: BOTH,
	},
	{
		name: 'Conversation Unread Updated',
		value: 'ConversationUnreadUpdate',
		description: 'A conversation is read, or gets messages that nobody has read',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Conversation Updated',
		value: 'ConversationUpdate',
		description: 'A conversation changes, for example who is assigned to it',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Email Statistics Received',
		value: 'LCEmailStats',
		description: 'An email that the location has sent is delivered, opened, clicked or bounces',
		forms: HIGH_LEVEL,
	},
	{
		name: 'External Authentication Connected',
		value: 'ExternalAuthConnected',
		description: "A user connects your app's external account, by OAuth2 or with a password",
		forms: HIGH_LEVEL,
	},
	{
		name: 'Form Submitted',
		value: 'FormSubmitted',
		description:
			"A form is submitted. With HighLevel, use a workflow's Webhook action and n8n's Webhook node.",
		forms: CONTRACT,
	},
	{
		name: 'Invoice Created',
		value: 'InvoiceCreate',
		description: 'An invoice is created',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Invoice Deleted',
		value: 'InvoiceDelete',
		description: 'An invoice is deleted',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Invoice Paid',
		value: 'InvoicePaid',
		description: 'An invoice is paid in full',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Invoice Partially Paid',
		value: 'InvoicePartiallyPaid',
		description: 'A part of an invoice is paid',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Invoice Sent',
		value: 'InvoiceSent',
		description: 'An invoice is sent to the contact',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Invoice Updated',
		value: 'InvoiceUpdate',
		description: 'An invoice changes',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Invoice Voided',
		value: 'InvoiceVoid',
		description: 'An invoice is marked as void',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Knowledge Base Created',
		value: 'KnowledgeBaseCreate',
		description: 'A knowledge base is created',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Knowledge Base Deleted',
		value: 'KnowledgeBaseDelete',
		description: 'A knowledge base is deleted',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Knowledge Base FAQ Changed',
		value: 'KnowledgeBaseFaqChange',
		description: 'A question in a knowledge base is created, updated or deleted',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Knowledge Base File Changed',
		value: 'KnowledgeBaseFileChange',
		description: 'A file in a knowledge base is created, updated or deleted',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Knowledge Base Rich Text Changed',
		value: 'KnowledgeBaseRichTextChange',
		description: 'A text in a knowledge base is created, updated or deleted',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Knowledge Base Table File Changed',
		value: 'KnowledgeBaseTableFileChange',
		description: 'A table in a knowledge base is created, updated or deleted',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Knowledge Base Trained URL Changed',
		value: 'KnowledgeBaseTrainedUrlChange',
		description: 'A web page in a knowledge base is created, updated or deleted',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Knowledge Base Updated',
		value: 'KnowledgeBaseUpdate',
		description: 'The name or the settings of a knowledge base change',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Location Created',
		value: 'LocationCreate',
		description:
			"An agency creates a location. 'Location IDs' cannot name it: turn on 'Accept Other Locations'.",
		forms: HIGH_LEVEL,
	},
	{
		name: 'Location Updated',
		value: 'LocationUpdate',
		description: 'The name, address or other data of a location (sub-account) change',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Message for Custom Provider',
		value: PROVIDER_MESSAGE,
		description:
			'Your app, the conversation provider, is to send a message. Its type is SMS or Email.',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Message Received',
		value: 'InboundMessage',
		description: 'A contact sends a message, or calls',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Message Sent',
		value: 'OutboundMessage',
		description: 'A user or a workflow sends a message to a contact, or calls',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Note Created',
		value: 'NoteCreate',
		description: 'A note is added to a contact',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Note Deleted',
		value: 'NoteDelete',
		description: 'A note of a contact is deleted',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Note Updated',
		value: 'NoteUpdate',
		description: 'A note of a contact changes',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Object Schema Created',
		value: 'ObjectSchemaCreate',
		description: 'A kind of custom object is added',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Object Schema Updated',
		value: 'ObjectSchemaUpdate',
		description: 'A kind of custom object changes',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Opportunity Assigned To Updated',
		value: 'OpportunityAssignedToUpdate',
		description: 'An opportunity is assigned to another user',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Opportunity Created',
		value: 'OpportunityCreate',
		description: 'An opportunity is created',
		forms: BOTH,
	},
	{
		name: 'Opportunity Deleted',
		value: 'OpportunityDelete',
		description: 'An opportunity is deleted',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Opportunity Monetary Value Updated',
		value: 'OpportunityMonetaryValueUpdate',
		description: 'The value of an opportunity changes',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Opportunity Stage Updated',
		value: 'OpportunityStageUpdate',
		description: 'An opportunity is moved to another stage of its pipeline',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Opportunity Status Updated',
		value: 'OpportunityStatusUpdate',
		description: 'An opportunity becomes won, lost, abandoned or open',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Opportunity Updated',
		value: 'OpportunityUpdate',
		description: 'Any data of an opportunity changes',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Order Created',
		value: 'OrderCreate',
		description: 'An order is placed',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Order Status Updated',
		value: 'OrderStatusUpdate',
		description: 'The status of an order changes, for example when it is paid',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Price Created',
		value: 'PriceCreate',
		description: 'A price of a product is added',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Price Deleted',
		value: 'PriceDelete',
		description: 'A price of a product is deleted',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Price Updated',
		value: 'PriceUpdate',
		description: 'A price of a product changes',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Product Created',
		value: 'ProductCreate',
		description: 'A product is added',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Product Deleted',
		value: 'ProductDelete',
		description: 'A product is deleted',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Product Updated',
		value: 'ProductUpdate',
		description: 'A product changes',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Record Created',
		value: 'RecordCreate',
		description: 'A record (also a company) is added',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Record Deleted',
		value: 'RecordDelete',
		description: 'A record (also a company) is deleted',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Record Updated',
		value: 'RecordUpdate',
		description: 'A record (also a company) changes',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Relation Created',
		value: 'RelationCreate',
		description: 'Two records are linked',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'Relation Deleted',
		value: 'RelationDelete',
		description: 'The link of two records is removed',
		forms: HIGH_LEVEL,
		showsNoType: true,
	},
	{
		name: 'SaaS Plan Created',
		value: 'SaaSPlanCreate',
		description:
			"An agency creates a plan that it sells. It names no location: turn on 'Accept Other Locations'.",
		forms: HIGH_LEVEL,
	},
	{
		name: 'Support Ticket Created',
		value: 'SupportTicketCreate',
		description: 'A user opens a support ticket for your app',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Support Ticket Deleted',
		value: 'SupportTicketDelete',
		description: 'A support ticket of your app is deleted',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Support Ticket Updated',
		value: 'SupportTicketUpdate',
		description: 'A support ticket of your app is answered, or its status or data change',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Task Completed',
		value: 'TaskComplete',
		description: 'A task is marked as done',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Task Created',
		value: 'TaskCreate',
		description: 'A task is created. HighLevel may leave out its contact.',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Task Deleted',
		value: 'TaskDelete',
		description: 'A task is deleted',
		forms: HIGH_LEVEL,
	},
	{
		name: 'User Created',
		value: 'UserCreate',
		description:
			"A user is added. By an agency, it names no location: turn on 'Accept Other Locations'.",
		forms: HIGH_LEVEL,
	},
	{
		name: 'User Deleted',
		value: 'UserDelete',
		description: 'A user (team member) is removed',
		forms: HIGH_LEVEL,
	},
	{
		name: 'User Updated',
		value: 'UserUpdate',
		description: 'The name, role or other data of a user (team member) change',
		forms: HIGH_LEVEL,
	},
	{
		name: 'Voice AI Call Ended',
		value: VOICE_AI_CALL_END,
		description: 'A call with a Voice AI agent has ended',
		forms: HIGH_LEVEL,
	},
];

/** An event as n8n's option. */
export interface EventOption {
	name: string;
	value: string;
	description: string;
}

/** The description of an event, with what follows from its other properties. */
function describeEvent({ description, forms, showsNoType }: PlatformEvent): string {
	const sentences = [description.replace(/\.$/, '')];
	if (!forms.includes('contract')) sentences.push('HighLevel only');
	if (showsNoType) sentences.push('Its example has no type, and without one, nothing starts');
	return sentences.length === 1 ? description : `${sentences.join('. ')}.`;
}

function optionOf(event: PlatformEvent): EventOption {
	return { name: event.name, value: event.value, description: describeEvent(event) };
}

/** All events as n8n's options, in the order of their names. */
export const EVENT_OPTIONS: EventOption[] = PLATFORM_EVENTS.map(optionOf);

/** The options of the events that come in a form. */
export function eventOptionsOf(form: DialectName): EventOption[] {
	return PLATFORM_EVENTS.filter(({ forms }) => forms.includes(form)).map(optionOf);
}

const normalizedEvent = (name: string) => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Longer than the name of any event. What is longer need not be normalized, which takes time. */
const MAX_NAME_LENGTH = 200;

/** True for two spellings of one event: `ContactCreate`, `contact.create`, `contact_create`. */
export function isSameEvent(a: string, b: string): boolean {
	if (a === b) return true;
	if (a.length > MAX_NAME_LENGTH || b.length > MAX_NAME_LENGTH) return false;
	return normalizedEvent(a) === normalizedEvent(b);
}

/** The event that a text names in another spelling, under which no event would be registered. */
export const misspelledEvent = (text: string, options = EVENT_OPTIONS) =>
	options.find(
		({ name, value }) => value !== text && (isSameEvent(name, text) || isSameEvent(value, text)),
	);
