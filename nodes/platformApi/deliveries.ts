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
	/** The header with the signature: base64 of Ed25519 over the raw body. In lower case. */
	signatureHeader: string;
	/** The payload's field with the event's unique ID; empty where none is documented. */
	eventIdField: string;
	/** The header that each attempt of a delivery has in common, in lower case; empty where none is documented. Nobody signs it. */
	deliveryIdHeader: string;
	/** True where one key signs for every account, so that only the location says whose event it is. */
	isKeyShared: boolean;
	/** True where a person has to enter the webhook URL, because no API registers it. */
	isSetByHand: boolean;
	/** The key of the platform (SPKI in base64); empty where none is published. */
	signedBy: string;
	/** The events that are documented. */
	events: EventOption[];
	/** True where all events are documented, so that no other one comes. */
	areAllEventsKnown: boolean;
	/** By the type of a payload, the event that people choose for it under another name. */
	sameEvents: Record<string, string>;
	/** The type of the event; undefined where the payload names none. */
	typeIn: (payload: IDataObject) => unknown;
	/** The location that the event belongs to; undefined where it names none. */
	locationIn: (payload: IDataObject) => unknown;
	/** The fields that the item has beside the payload: what the operations take or put out, under the same names, and what a person should know. */
	fieldsBeside: (payload: IDataObject) => IDataObject;
}

/** A null or a blank text names no location. All else does, even a value that can be no location's ID. */
function locationNamedBy(value: unknown): unknown {
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
	locationIn: ({ locationId }) => locationNamedBy(locationId),
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
		if (locationNamedBy(locationId) !== undefined) return locationId;
		if (altType === 'location') return locationNamedBy(altId);
		if (type === 'LocationCreate' || type === 'LocationUpdate') return locationNamedBy(id);
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
			// HighLevel has two spellings.
			appointmentStatus: appointment.appointmentStatus ?? appointment.appoinmentStatus,
			assignedUserId: appointment.assignedUserId,
			title: appointment.title,
		};
		for (const [typeBegins, idName] of ID_NAMES) {
			if (String(type).startsWith(typeBegins)) fields[idName] = payload.id;
		}
		const fieldsWithValue: IDataObject = {};
		for (const [name, value] of Object.entries(fields)) {
			if (typeof value === 'string' && value.trim() !== '') fieldsWithValue[name] = value;
		}
		if (payload.payloadTooLarge) fieldsWithValue.payloadNotice = CUT_PAYLOAD;
		return fieldsWithValue;
	},
};

/** The keys are the credentials' values of 'API'. */
export const DELIVERIES = { contract, highLevel };

/** The keys of a credential, all of one form. */
export interface FormKeys {
	/** The form whose deliveries the keys sign. */
	form: Deliveries;
	keys: readonly KeyObject[];
	/** Says which key is left out, because it may be of another form. */
	unusable?: string;
}

/**
 * Decides which form the keys of a credential are of. A published key shows it by itself. All others are of the form that
 * the credential names: HighLevel's next key signs the events of every account, so it must not pass for that of an account.
 *
 * @param api the credential's choice
 */
export function keysOfOneForm(keys: readonly KeyObject[], api: unknown): FormKeys {
	const chosenForm = formNamed(api);
	const publisher = Object.values(DELIVERIES).find((form) =>
		keys.some((key) => isPublishedBy(form, key)),
	);
	if (!publisher || publisher === chosenForm) return { form: chosenForm, keys };
	const publishedKeys = keys.filter((key) => isPublishedBy(publisher, key));
	if (publishedKeys.length === keys.length) return { form: publisher, keys };
	const { label } = publisher;
	return {
		form: publisher,
		keys: publishedKeys,
		unusable: `'Public Keys' has ${label}'s key and another one, but 'API' is '${chosenForm.label}'. If the other one is ${label}'s next key, choose '${label}' as 'API'. If it is the key of another platform, put it into a credential of its own, for a trigger of its own.`,
	};
}

function formNamed(api: unknown): Deliveries {
	const isForm = typeof api === 'string' && Object.hasOwn(DELIVERIES, api);
	return isForm ? DELIVERIES[api as keyof typeof DELIVERIES] : contract;
}

function isPublishedBy({ signedBy }: Deliveries, key: KeyObject): boolean {
	return key.export({ format: 'der', type: 'spki' }).toString('base64') === signedBy;
}

/** The keys of a credential: those that a person has entered, else the one that the chosen form has published. */
export function publicKeysText(publicKeys: unknown, api: unknown): string {
	const entered = String(publicKeys ?? '');
	if (entered.trim() !== '' || api !== 'highLevel') return entered;
	return `-----BEGIN PUBLIC KEY-----\n${highLevel.signedBy}\n-----END PUBLIC KEY-----`;
}

/** Finds the selected event that a delivery's type means in one of the forms. */
export function findSelectedEvent(
	type: unknown,
	events: Set<string>,
	forms: Deliveries[] = Object.values(DELIVERIES),
): string | undefined {
	if (typeof type !== 'string') return undefined;
	if (events.has(type)) return type;
	const names = [type];
	for (const { sameEvents } of forms) {
		if (Object.hasOwn(sameEvents, type)) names.push(sameEvents[type]);
	}
	return [...events].find((event) => names.some((name) => isSameEvent(event, name)));
}
