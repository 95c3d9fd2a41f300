import type { KeyObject } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { fieldsOf } from '../http/body';
import {
	APP_UNINSTALLED,
	type EventOption,
	eventOptionsOf,
	isSameEvent,
	PROVIDER_MESSAGE,
	VOICE_AI_CALL_END,
} from './events';

/** The differences between deliveries of the two forms. */
export interface Deliveries {
	/** As messages name the platform. */
	label: string;
	/** Holds base64 of Ed25519 over the raw body. Nobody signs its name, so the keys tell the form. */
	signatureHeader: string;
	/** Payload field with the event's unique ID, where it is documented. */
	eventIdField: string;
	/** Header that is the same for each attempt of a delivery, in lower case; empty where none is documented. Nobody signs it. */
	deliveryIdHeader: string;
	/** One key signs for every account, so that only the location says whose event it is. */
	isKeyShared: boolean;
	/** True where a person has to enter the webhook URL, because no API registers it. */
	isSetByHand: boolean;
	/** That key (SPKI in base64), where it is published. */
	signedBy: string;
	/** The events that are documented. */
	events: EventOption[];
	/** True where all events are documented, so that no other one comes. */
	areAllEventsKnown: boolean;
	/** Types that mean an event which people choose under another name. */
	sameEvents: Record<string, string>;
	/** The type of the event; undefined where the payload names none. */
	typeIn: (payload: IDataObject) => unknown;
	/** The location that the event belongs to; undefined where it names none. */
	locationIn: (payload: IDataObject) => unknown;
	/** What the item has beside the payload: IDs and times under the names that operations take, and what a person should know. */
	fieldsBeside: (payload: IDataObject) => IDataObject;
}

/** A null or a blank text names no location. Anything else does, also what can be no location's ID. */
function namedIn(value: unknown): unknown {
	const isBlank = value === null || (typeof value === 'string' && value.trim() === '');
	return isBlank ? undefined : value;
}

const contract: Deliveries = {
	label: 'Platform',
	signatureHeader: 'x-platform-signature',
	eventIdField: '',
	deliveryIdHeader: '',
	isKeyShared: false,
	isSetByHand: false,
	signedBy: '',
	events: eventOptionsOf('contract'),
	areAllEventsKnown: false,
	sameEvents: {},
	typeIn: ({ type }) => type,
	locationIn: ({ locationId }) => namedIn(locationId),
	// The contract's payloads have the IDs at the top.
	fieldsBeside: () => ({}),
};

/** The names of the IDs that HighLevel's events have as `id`, by how their types begin. */
const ID_NAMES: Array<[typeBegins: string, idName: string]> = [
	['Contact', 'contactId'],
	['Conversation', 'conversationId'],
	['Note', 'noteId'],
	['Opportunity', 'opportunityId'],
	['Task', 'taskId'],
	['User', 'userId'],
];

const CUT_PAYLOAD =
	'HighLevel has cut this payload, because it was larger than 256 KB. Get the record to have all of its fields.';

const highLevel: Deliveries = {
	label: 'HighLevel',
	signatureHeader: 'x-ghl-signature',
	eventIdField: 'webhookId',
	deliveryIdHeader: 'deliveryid',
	isKeyShared: true,
	isSetByHand: true,
	signedBy: 'MCowBQYDK2VwAyEAi2HR1srL4o18O8BRa7gVJY7G7bupbN3H9AwJrHCDiOg=',
	events: eventOptionsOf('highLevel'),
	areAllEventsKnown: true,
	sameEvents: { UNINSTALL: APP_UNINSTALLED, SMS: PROVIDER_MESSAGE, Email: PROVIDER_MESSAGE },
	typeIn({ type, agentId, executedCallActions }) {
		// HighLevel's page of a Voice AI call shows no type.
		const isVoiceAiCall = agentId !== undefined && Array.isArray(executedCallActions);
		return type === undefined && isVoiceAiCall ? VOICE_AI_CALL_END : type;
	},
	locationIn({ type, id, locationId, altType, altId }) {
		if (namedIn(locationId) !== undefined) return locationId;
		if (altType === 'location') return namedIn(altId);
		if (type === 'LocationCreate' || type === 'LocationUpdate') return namedIn(id);
		return undefined;
	},
	fieldsBeside(payload) {
		const type = highLevel.typeIn(payload);
		const appointment = fieldsOf(payload.appointment);
		const fields: Record<string, unknown> = {
			type,
			contactId: appointment.contactId ?? fieldsOf(payload.contactDetails).id,
			appointmentId: appointment.id,
			calendarId: appointment.calendarId,
			startTime: appointment.startTime,
			endTime: appointment.endTime,
		};
		for (const [typeBegins, idName] of ID_NAMES) {
			if (String(type).startsWith(typeBegins)) fields[idName] = payload.id;
		}
		const beside: IDataObject = {};
		for (const [name, value] of Object.entries(fields)) {
			if (typeof value === 'string' && value.trim() !== '') beside[name] = value;
		}
		if (payload.payloadTooLarge) beside.payloadNotice = CUT_PAYLOAD;
		return beside;
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

/** The keys of a credential: those that a person has entered, else the one that the chosen form has published. */
export function publicKeysText(publicKeys: unknown, api: unknown): string {
	const entered = String(publicKeys ?? '');
	if (entered.trim() !== '' || api !== 'highLevel') return entered;
	return `-----BEGIN PUBLIC KEY-----\n${highLevel.signedBy}\n-----END PUBLIC KEY-----`;
}

/** Finds the selected event that a delivery's type means in one of the forms. */
export function selectedAs(
	type: unknown,
	events: Set<string>,
	forms: Deliveries[] = Object.values(DELIVERIES),
): string | undefined {
	if (typeof type !== 'string') return undefined;
	if (events.has(type)) return type;
	const names = [type, ...forms.map(({ sameEvents }) => sameEvents[type] ?? type)];
	return [...events].find((event) => names.some((name) => isSameEvent(event, name)));
}
