import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeProperties,
	INodePropertyOptions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { eventNames as eventKind, onOrOff, text, wholeNumber } from '../fields/kinds';
import { choiceOf, fieldOf, type FieldOf, fieldsAt } from '../fields/parameters';
import { parametersOf } from '../n8n/waitingExecution';
import { DELIVERIES, EVENT_OPTIONS, type Deliveries } from '../platformApi/deliveries';

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
			description: 'Publishing the workflow registers the events on the platform',
		},
		{
			name: 'Manual',
			value: 'manual',
			description:
				"You enter this node's production URL on the platform, for example as the notification URL of an app",
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
			action: actionOf(name),
		})),
		// n8n searches the words of these entries alone.
		{
			name: 'Other Events',
			value: [],
			action: 'On other events (task, note, invoice, order, tag, user, uninstalled app, and more)',
		},
	] as unknown as INodePropertyOptions[],
};

export const EVENTS = fieldOf(eventKind, {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	options: EVENT_OPTIONS,
	default: ['ContactCreate'],
	description: 'The events that start the workflow. All others are ignored.',
});

const OPTIONS = {
	acceptOtherLocations: fieldOf(onOrOff, {
		displayName: 'Accept Other Locations',
		name: 'acceptOtherLocations',
		type: 'boolean',
		default: false,
		description:
			"Whether events start the workflow whatever location they name. Otherwise, only those of 'Location IDs' in the Platform Webhook API credential do, or of the credential for registering events. The others are ignored, and logged once.",
	}),
	additionalEvents: fieldOf(eventKind, {
		displayName: 'Additional Event Names',
		name: 'additionalEvents',
		type: 'string',
		noDataExpression: true,
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Event Name' },
		default: [],
		placeholder: 'e.g. ContactDelete',
		description: "Other event types, spelled as in the payload's 'type' field",
	}),
	deduplicate: fieldOf(onOrOff, {
		displayName: 'Deduplicate',
		name: 'deduplicate',
		type: 'boolean',
		default: true,
		description:
			'Whether to ignore repeated deliveries of the same event. The platform retries deliveries that failed or were slow.',
	}),
	eventIdField: fieldOf(text, {
		displayName: 'Event ID Field',
		name: 'eventIdField',
		type: 'string',
		default: '',
		placeholder: 'e.g. webhookEventId',
		description:
			'Payload field with an ID that is unique across all selected events, with dots for nested fields. Leave empty to compare whole payloads. Do not use a contact or appointment ID: later events would be dropped.',
		noDataExpression: true,
	}),
	eventsToRemember: fieldOf(wholeNumber(100, 20_000), {
		displayName: 'Events to Remember',
		name: 'eventsToRemember',
		type: 'number',
		default: 2_000,
		typeOptions: { minValue: 100, maxValue: 20_000 },
		description:
			'How many recent events to recognize when they are repeated, even after a restart. The default covers 20 days at 100 events a day.',
		noDataExpression: true,
	}),
	hoursToRememberPayloads: fieldOf(wholeNumber(1, 720), {
		displayName: 'Hours to Remember Payloads',
		name: 'hoursToRememberPayloads',
		type: 'number',
		default: 24,
		typeOptions: { minValue: 1, maxValue: 720 },
		description:
			'How long equal payloads count as one event, when no ID tells events apart. A second event with the same payload does not start the workflow within that time. After a restart, it may be half as long.',
		noDataExpression: true,
	}),
	outputPerEvent: fieldOf(onOrOff, {
		displayName: 'One Output per Event',
		name: 'outputPerEvent',
		type: 'boolean',
		default: false,
		description:
			"Whether each selected event has its own output, in the order of 'Events', then 'Additional Event Names'",
	}),
};

export const settingFields: INodeProperties[] = Object.values(OPTIONS);

type Chosen = {
	[Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name] extends FieldOf<infer Value>
		? Value
		: never;
};

const fieldsIn = (context: Context) =>
	fieldsAt('getInputData' in context ? context : parametersOf(context as IWebhookFunctions), 0);

/**
 * The options, with defaults filled in; `events` are those chosen from the list, then those typed in.
 *
 * @throws NodeOperationError that names an option which cannot be used
 */
export function readSettings(context: Context) {
	const { read } = fieldsIn(context);
	const options = Object.fromEntries(
		Object.values<FieldOf<unknown>>(OPTIONS).map((field) => [
			field.name,
			read(field, SETTINGS) ?? field.default,
		]),
	) as Chosen;
	return {
		...options,
		events: new Set([...(read(EVENTS) ?? []), ...options.additionalEvents]),
		registerTestUrl: read(REGISTER_TEST_URL),
	};
}

export type TriggerSettings = ReturnType<typeof readSettings>;

export const registersAutomatically = (context: Context) =>
	fieldsIn(context).read(REGISTRATION) === 'automatic';

/** Finds the selected event that a delivery's type means in one of the forms. */
export function selectedAs(
	type: unknown,
	events: Set<string>,
	forms: Deliveries[] = Object.values(DELIVERIES),
): string | undefined {
	const names = [String(type), ...forms.map(({ sameEvents }) => sameEvents[String(type)])];
	return names.find((name) => events.has(name));
}
