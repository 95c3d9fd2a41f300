import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeProperties,
	INodePropertyOptions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { eventNames, type Kind, onOrOff, text, wholeNumber } from '../fields/valueKinds';
import { choiceOf, fieldOf, type FieldOf, fieldsAt } from '../fields/parameters';
import { parametersOf } from '../n8n/parameters';
import { DELIVERIES } from '../platformApi/deliveries';
import { EVENT_OPTIONS } from '../platformApi/events';

type Context = IHookFunctions | IWebhookFunctions | IExecuteFunctions;

export const HOUR_MS = 3_600_000;

export const SETTINGS = { displayName: 'Options', name: 'settings' };

export const REGISTRATION = choiceOf({
	displayName: 'Webhook Setup',
	name: 'registration',
	type: 'options',
	default: 'automatic',
	description: 'How the platform learns where to send the events',
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description:
				'Publishing the workflow registers the events on the platform. Not with HighLevel, which has no API for it.',
		},
		{
			name: 'Manual',
			value: 'manual',
			description:
				"You enter this node's production URL on the platform: with HighLevel, in your app's settings on the marketplace",
		},
	],
	noDataExpression: true,
});

export const REGISTER_TEST_URL = fieldOf(onOrOff, {
	displayName: 'Register Test URL',
	name: 'registerTestUrl',
	type: 'boolean',
	default: false,
	description:
		'Whether <b>Execute step</b> registers the test URL on the platform. It stays registered until you remove it in the webhook settings. While nobody listens, n8n refuses events sent to it.',
	displayOptions: { show: { registration: ['automatic'] } },
});

// n8n's list of nodes would write "high level".
const actionOf = (name: string) =>
	`On ${name.replace(/\b[A-Z](?=[a-z]+\b)/g, (letter) => letter.toLowerCase())}`;

/** The events that n8n's list of nodes offers one by one. */
const COMMON = [
	'AppointmentCreate',
	'AppointmentDelete',
	'AppointmentUpdate',
	'ContactCreate',
	'ContactUpdate',
	'FormSubmitted',
	'InboundMessage',
	'OpportunityCreate',
];

/** True for an event that comes in a form without registrations. */
const isSetByHand = (event: string) =>
	Object.values(DELIVERIES).some(
		(deliveries) =>
			deliveries.isSetByHand && deliveries.events.some(({ value }) => value === event),
	);

/**
 * Never shown: n8n's list of nodes makes a trigger of each option of the first property with this
 * label, and sets `name` to its value. With all events, they hid the package's actions.
 */
export const EVENT_ACTIONS: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'hidden',
	default: [],
	displayOptions: { show: { '@version': [-1] } },
	// n8n's type knows no lists as values, which nothing but the list of nodes reads.
	options: [
		...EVENT_OPTIONS.filter(({ value }) => COMMON.includes(value)).map(({ name, value }) => ({
			name,
			value: [value],
			action: isSetByHand(value) ? actionOf(name) : `${actionOf(name)} (not with HighLevel)`,
		})),
		// n8n searches the words of these entries alone.
		{
			name: 'Other Events',
			value: [],
			action: 'On other events (task, note, invoice, order, tag, user, uninstalled app, and more)',
		},
	] as unknown as INodePropertyOptions[],
};

/** No option can depend on a credential, which says what platform it is. But where events are set up by hand, it is HighLevel. */
const SHOWN_EVENTS: INodePropertyOptions[] = EVENT_OPTIONS.map((option) =>
	isSetByHand(option.value)
		? option
		: { ...option, displayOptions: { show: { registration: ['automatic'] } } },
);

export const EVENTS = fieldOf(eventNames, {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	options: SHOWN_EVENTS,
	default: ['ContactCreate'],
	description: 'The events that start the workflow. All others are ignored.',
});

const ACCEPT_OTHER_LOCATIONS = fieldOf(onOrOff, {
	displayName: 'Accept Other Locations',
	name: 'acceptOtherLocations',
	type: 'boolean',
	default: false,
	description:
		"Whether events start the workflow whatever location they name. Otherwise, only those of 'Location IDs' in the CRM Platform (GoHighLevel) Webhook API credential do, or of the credential for registering events. The others are ignored, and logged once.",
});

/** One name in each entry, so that the expression of the node's outputs shows the entries as they are. */
const eventEntries: Kind<string[]> = {
	what: 'a list with one event name in each entry',
	enter: 'each name in an entry of its own, such as ContactDelete',
	read(value) {
		const names: string[] = [];
		for (const entry of [value].flat()) {
			if (String(entry ?? '').trim() === '') continue;
			const name = text.read(entry);
			if (name === undefined || /[,\n"'`{}[\]]/.test(name)) return undefined;
			names.push(name);
		}
		return names;
	},
};

const ADDITIONAL_EVENTS = fieldOf(eventEntries, {
	displayName: 'Additional Event Names',
	name: 'additionalEvents',
	type: 'string',
	noDataExpression: true,
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Event Name' },
	default: [],
	placeholder: 'e.g. ContactDelete',
	description: "Other event types, spelled as in the payload's 'type' field",
});

const DEDUPLICATE = fieldOf(onOrOff, {
	displayName: 'Deduplicate',
	name: 'deduplicate',
	type: 'boolean',
	default: true,
	description:
		'Whether to ignore repeated deliveries of the same event. The platform retries deliveries that failed or were slow.',
});

const EVENT_ID_FIELD = fieldOf(text, {
	displayName: 'Event ID Field',
	name: 'eventIdField',
	type: 'string',
	default: '',
	placeholder: 'e.g. webhookEventId',
	description:
		'Payload field with an ID that is unique across all selected events, with dots for nested fields. Leave empty to compare whole payloads. Do not use a contact or appointment ID: later events would be dropped.',
	noDataExpression: true,
});

const EVENTS_TO_REMEMBER = fieldOf(wholeNumber(100, 20_000), {
	displayName: 'Events to Remember',
	name: 'eventsToRemember',
	type: 'number',
	default: 2_000,
	typeOptions: { minValue: 100, maxValue: 20_000 },
	description:
		'How many recent events to recognize when they are repeated, even after a restart. The default covers 20 days at 100 events a day.',
	noDataExpression: true,
});

const HOURS_TO_REMEMBER_PAYLOADS = fieldOf(wholeNumber(1, 720), {
	displayName: 'Hours to Remember Payloads',
	name: 'hoursToRememberPayloads',
	type: 'number',
	default: 24,
	typeOptions: { minValue: 1, maxValue: 720 },
	description:
		'How long equal payloads count as one event, when no ID tells events apart. A second event with the same payload does not start the workflow within that time. After a restart, it may be half as long.',
	noDataExpression: true,
});

const OUTPUT_PER_EVENT = fieldOf(onOrOff, {
	displayName: 'One Output per Event',
	name: 'outputPerEvent',
	type: 'boolean',
	default: false,
	description:
		"Whether each selected event has its own output, in the order of 'Events', then 'Additional Event Names'",
});

/** The entries of 'Options', in the order of the alphabet. */
export const settingFields: INodeProperties[] = [
	ACCEPT_OTHER_LOCATIONS,
	ADDITIONAL_EVENTS,
	DEDUPLICATE,
	EVENT_ID_FIELD,
	EVENTS_TO_REMEMBER,
	HOURS_TO_REMEMBER_PAYLOADS,
	OUTPUT_PER_EVENT,
];

/** What the node's fields say, with defaults filled in. */
export interface TriggerSettings {
	/** The events that start the workflow: those chosen in 'Events', then those typed in. */
	events: Set<string>;
	/** Those chosen in 'Events'. */
	selectedEvents: string[];
	/** Those typed in under 'Additional Event Names'. */
	additionalEvents: string[];
	acceptOtherLocations: boolean;
	deduplicate: boolean;
	/** Empty where whole payloads are compared. */
	eventIdField: string;
	eventsToRemember: number;
	hoursToRememberPayloads: number;
	outputPerEvent: boolean;
	registerTestUrl: boolean;
}

const fieldsIn = (context: Context) =>
	fieldsAt('getInputData' in context ? context : parametersOf(context as IWebhookFunctions), 0);

/** @throws NodeOperationError that names a field which cannot be used */
export function readSettings(context: Context): TriggerSettings {
	const { read } = fieldsIn(context);
	const readSetting = <T>(field: FieldOf<T>): T => read(field, SETTINGS) ?? (field.default as T);
	const selectedEvents = read(EVENTS) ?? [];
	const additionalEvents = readSetting(ADDITIONAL_EVENTS);
	return {
		events: new Set([...selectedEvents, ...additionalEvents]),
		selectedEvents,
		additionalEvents,
		acceptOtherLocations: readSetting(ACCEPT_OTHER_LOCATIONS),
		deduplicate: readSetting(DEDUPLICATE),
		eventIdField: readSetting(EVENT_ID_FIELD),
		eventsToRemember: readSetting(EVENTS_TO_REMEMBER),
		hoursToRememberPayloads: readSetting(HOURS_TO_REMEMBER_PAYLOADS),
		outputPerEvent: readSetting(OUTPUT_PER_EVENT),
		registerTestUrl: read(REGISTER_TEST_URL) ?? false,
	};
}

export const registersAutomatically = (context: Context) =>
	fieldsIn(context).read(REGISTRATION) === 'automatic';
