import type { IExecuteFunctions, IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { numberField, switchField, textField } from '../fields/declare';
import { EVENT_TYPES } from '../fields/eventTypes';
import { eventNames as eventKind, oneOf, onOrOff, text, wholeNumber, type Kind } from '../fields/kinds';
import { collectionOf, fieldsAt, readAs, refuserFor, type ParameterContext } from '../fields/parameters';
import { parametersOf } from '../n8n/waitingExecution';
import { APP_UNINSTALLED, DELIVERIES, HIGH_LEVEL_EVENTS, type Deliveries } from '../platformApi/deliveries';

const SHOWN = new Set(EVENT_TYPES.map(({ value }) => value));

/** The contract's event types, and the others that HighLevel documents. */
export const EVENT_OPTIONS = [
	{
		name: 'App Uninstalled',
		value: APP_UNINSTALLED,
		description: "Sent to the app's notification URL when a user uninstalls the app. From HighLevel, UNINSTALL.",
	},
	...EVENT_TYPES,
	...HIGH_LEVEL_EVENTS.filter(({ value }) => !SHOWN.has(value)).map((event) => ({ ...event, description: 'HighLevel only' })),
].sort((a, b) => (a.name < b.name ? -1 : 1));

type Context = IHookFunctions | IWebhookFunctions | IExecuteFunctions;

export const HOUR_MS = 3_600_000;

export const SETTINGS = { displayName: 'Options', name: 'settings' };

/** How each option is read. */
const KINDS = {
	acceptOtherLocations: onOrOff,
	additionalEvents: eventKind,
	deduplicate: onOrOff,
	eventIdField: text,
	eventsToRemember: wholeNumber(100, 20_000),
	hoursToRememberPayloads: wholeNumber(1, 720),
	outputPerEvent: onOrOff,
};

export type TriggerSettings = {
	[Name in keyof typeof KINDS]: (typeof KINDS)[Name] extends Kind<infer Value> ? Value : never;
};

/** The options, by the names in {@link KINDS}. */
export const settingFields: INodeProperties[] = [
	switchField('Accept Events of Other Locations', 'acceptOtherLocations', false, {
		description:
			"Whether events start the workflow whatever location they name. Otherwise, only those of 'Location IDs' in the Platform Webhook API credential do, or of the credential for registering events. The others are ignored, and logged once.",
	}),
	textField('Additional Event Names', 'additionalEvents', {
		noDataExpression: true,
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Event Name' },
		default: [],
		placeholder: 'e.g. ContactDelete',
		description: "Other event types, spelled as in the payload's 'type' field",
	}),
	switchField('Deduplicate', 'deduplicate', true, {
		description:
			'Whether to ignore repeated deliveries of the same event. The platform retries deliveries that failed or were slow.',
	}),
	textField('Event ID Field', 'eventIdField', {
		noDataExpression: true,
		placeholder: 'e.g. webhookEventId',
		description:
			'Payload field with an ID that is unique across all selected events, with dots for nested fields. Leave empty to compare whole payloads. Do not use a contact or appointment ID: later events would be dropped.',
	}),
	numberField('Events to Remember', 'eventsToRemember', 2_000, {
		noDataExpression: true,
		typeOptions: { minValue: 100, maxValue: 20_000 },
		description:
			'How many recent events to recognize when they are repeated, even after a restart. The default covers 20 days at 100 events a day.',
	}),
	numberField('Hours to Remember Payloads', 'hoursToRememberPayloads', 24, {
		noDataExpression: true,
		typeOptions: { minValue: 1, maxValue: 720 },
		description:
			'How long equal payloads count as one event, when no ID tells events apart. A second event with the same payload does not start the workflow within that time. After a restart, it may be half as long.',
	}),
	switchField('One Output per Event', 'outputPerEvent', false, {
		description:
			"Whether each selected event has its own output, in the order of 'Events', then 'Additional Event Names'",
	}),
];

const parametersIn = (context: Context): ParameterContext =>
	'getInputData' in context ? context : parametersOf(context as IWebhookFunctions);

/** Fills in defaults. @throws NodeOperationError that names an option which cannot be used */
export function readSettings(context: Context): TriggerSettings {
	const parameters = parametersIn(context);
	const chosen = collectionOf(parameters, SETTINGS, 0);
	const settings = settingFields.map(({ name, displayName, default: otherwise }) => {
		const kind: Kind<unknown> = KINDS[name as keyof typeof KINDS];
		return [name, readAs(kind, chosen[name], displayName, refuserFor(parameters)) ?? otherwise];
	});
	return Object.fromEntries(settings) as TriggerSettings;
}

export function registersTestUrl(context: Context): boolean {
	return fieldsAt(parametersIn(context), 0).readBy(onOrOff, { name: 'registerTestUrl', displayName: 'Register Test URL' }) ?? false;
}

export function registersAutomatically(context: Context): boolean {
	const registration = { name: 'registration', displayName: 'Registration' };
	return fieldsAt(parametersIn(context), 0).readBy(oneOf('automatic', 'manual'), registration) === 'automatic';
}

/** Returns those chosen from the list, then those typed in. */
export function selectedEvents(context: Context, { additionalEvents } = readSettings(context)): Set<string> {
	const events = fieldsAt(parametersIn(context), 0).readBy(eventKind, { name: 'events', displayName: 'Events' });
	return new Set([...(events ?? []), ...additionalEvents]);
}

/** Finds the selected event that a delivery's type means in one of the forms. */
export function selectedAs(type: unknown, events: Set<string>, forms: Deliveries[] = Object.values(DELIVERIES)): string | undefined {
	const names = [String(type), ...forms.map(({ sameEvents }) => sameEvents[String(type)])];
	return names.find((name) => events.has(name));
}
