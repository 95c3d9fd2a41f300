import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { EVENT_TYPES } from '../fields/eventTypes';
import { toBoolean } from '../fields/parameters';

/** Sent to the app's notification URL, never to a registered webhook. */
export const APP_UNINSTALLED = 'app.deleted';

/** The event types that the contract shows. */
export const EVENT_OPTIONS = [
	{
		name: 'App Uninstalled',
		value: APP_UNINSTALLED,
		description: "Sent to the app's notification URL when a user uninstalls the app",
	},
	...EVENT_TYPES,
];

/** Two spellings of one event: `ContactCreate`, `contact.create`, `contact_create`. */
export function isSameEvent(a: string, b: string): boolean {
	return normalizedEvent(a) === normalizedEvent(b);
}

function normalizedEvent(name: string): string {
	return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

type Context = IHookFunctions | IWebhookFunctions | IExecuteFunctions;

export const EVENTS_TO_REMEMBER = { minimum: 100, default: 5_000, maximum: 20_000 };

export interface TriggerSettings {
	acceptOtherLocations: boolean;
	deduplicate: boolean;
	/** Dotted path into the payload; empty for a digest of the body. */
	eventIdField: string;
	eventsToRemember: number;
	outputPerEvent: boolean;
	registerTestUrl: boolean;
}

/** Reads a parameter, which in an execution is read for an item. */
function read(context: Context, name: string, fallback: object): unknown {
	return 'getInputData' in context
		? context.getNodeParameter(name, 0, fallback)
		: (context as IWebhookFunctions).getNodeParameter(name, fallback);
}

/** Reads the node's options, with their defaults for what the person has not added. */
export function readSettings(context: Context): TriggerSettings {
	const given = read(context, 'settings', {}) as Record<string, unknown>;
	const { minimum, maximum } = EVENTS_TO_REMEMBER;
	const count = Math.floor(Number(given.eventsToRemember ?? EVENTS_TO_REMEMBER.default));
	return {
		acceptOtherLocations: toBoolean(given.acceptOtherLocations, false),
		deduplicate: toBoolean(given.deduplicate, true),
		eventIdField: typeof given.eventIdField === 'string' ? given.eventIdField.trim() : '',
		eventsToRemember: Math.min(Math.max(count || EVENTS_TO_REMEMBER.default, minimum), maximum),
		outputPerEvent: toBoolean(given.outputPerEvent, false),
		registerTestUrl: toBoolean(given.registerTestUrl, false),
	};
}

/** Whether publishing registers the events on the platform. */
export function registersAutomatically(context: Context): boolean {
	return read(context, 'registration', {}) === 'automatic';
}

/** The names in one of the two lists, the one to choose from and the free one, without blanks. */
export function eventNames(context: Context, list: 'events' | 'additionalEvents'): string[] {
	const names = [read(context, list, [])].flat().map((name) => String(name ?? '').trim());
	return names.filter((name) => name !== '');
}

/** The event types that start the workflow: those chosen from the list, then those typed in. */
export function selectedEvents(context: Context): Set<string> {
	return new Set([...eventNames(context, 'events'), ...eventNames(context, 'additionalEvents')]);
}
