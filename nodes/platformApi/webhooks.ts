import type { IDataObject } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import { confirmsWrite, readId, readList, readOptionalObject, readText } from '../http/body';
import { nextPageOf } from '../http/nextPage';
import { withoutSlashesAtEnd } from '../utils/slashes';
import type { PlatformClient, PlatformRequest } from './client';
import { belongsTo, requestOf } from './endpoint';
import { isSameEvent } from './events';
import { CHOICES } from './pickLists';

/** A webhook to create. */
export interface NewCustomWebhook {
	name: string;
	url: string;
	/** Event types. */
	actions: string[];
}

/** A webhook of a location, as its record shows it. The contract does not document the fields of these records. */
export interface CustomWebhook {
	/** Empty where the record shows none. */
	id: string;
	/** Empty where the record shows none. */
	url: string;
	/** Empty where the record shows none. */
	events: string[];
	/** True where the record says that the webhook sends nothing. */
	isDisabled: boolean;
	/** The record as the platform sent it. */
	record: IDataObject;
}

/** The webhooks of a location. */
export interface CustomWebhookList {
	webhooks: CustomWebhook[];
	/** True where the platform has more than it listed. */
	isPartial: boolean;
}

/** A webhook that a node registered or adopted, as the node remembers it. */
export interface Registration {
	/** Empty where the platform showed none. */
	id: string;
	locationId: string;
	url: string;
	events: string[];
}

/** A webhook that sends to an address. */
export interface WebhookAtAddress {
	/** Empty where the platform showed none. */
	id: string;
	/** Those that the record shows, else those that are remembered. */
	events: string[];
	/** False where neither the record nor the memory says which events it sends. */
	areEventsKnown: boolean;
	isDisabled: boolean;
	/** Missing where the platform did not list it, although it is remembered. */
	record?: IDataObject;
}

/** A caller's words in place of the endpoint's. */
type Overrides = Pick<PlatformRequest, 'howToCheck' | 'statuses'>;

/** GET /locations/{locationId}/customWebhooks (sandbox/openapi.yaml, list_custom_webhooks). Those of other locations are left out. */
export async function listCustomWebhooks(
	client: PlatformClient,
	locationId: string,
	overrides: Overrides = {},
): Promise<CustomWebhookList> {
	const { body, headers } = await client.exchange({
		...requestOf(CHOICES.webhookId, { locationId }),
		...overrides,
	});
	const records = readList(body, ...CHOICES.webhookId.list);
	return {
		webhooks: records.filter(belongsTo(locationId)).map(readCustomWebhook),
		isPartial: nextPageOf(body, headers.link, records.length) !== undefined,
	};
}

/** POST of the same path (create_custom_webhook). @returns the record; without an ID in it, the outcome is unknown */
export async function createCustomWebhook(
	client: PlatformClient,
	locationId: string,
	webhook: NewCustomWebhook,
	overrides: Overrides = {},
): Promise<IDataObject> {
	const recordIn = (body: unknown) => readOptionalObject(body, 'webhook', 'customWebhook');
	const body = await client.request({
		method: 'POST',
		path: `/locations/${pathSegment(locationId)}/customWebhooks`,
		body: { ...webhook },
		right: 'writeWebhooks',
		howToCheck:
			'Before you create it again, list the webhooks with Webhook > Get Many: with two for the same URL, each event may arrive twice.',
		accepts: (sent) => confirmsWrite(sent) && readId(recordIn(sent)) !== undefined,
		...overrides,
	});
	return recordIn(body);
}

const ACTIVE_FLAGS = ['active', 'isactive', 'enabled', 'isenabled'];
const DISABLED_FLAGS = [
	'archived',
	'deleted',
	'disabled',
	'isarchived',
	'isdeleted',
	'isdisabled',
	'ispaused',
	'paused',
];
const DISABLED_STATES = [
	'archived',
	'deleted',
	'disabled',
	'expired',
	'inactive',
	'off',
	'paused',
	'revoked',
	'stopped',
	'suspended',
];

/** Recognizes the fields by which platforms say that a webhook sends nothing. */
function saysDisabled(fieldName: string, fieldValue: unknown): boolean {
	const name = fieldName.toLowerCase().replaceAll('_', '');
	const value = String(fieldValue).toLowerCase();
	if (ACTIVE_FLAGS.includes(name)) return value === 'false' || value === '0';
	if (DISABLED_FLAGS.includes(name)) return value === 'true' || value === '1';
	// A time, when it was deleted.
	if (name === 'deletedat') return /^\d/.test(value);
	if (name === 'status' || name === 'state') return DISABLED_STATES.includes(value);
	return false;
}

/** The events of a record: a list, or one text with commas. */
function readEvents({ actions }: IDataObject): string[] {
	const events: string[] = [];
	for (const action of [actions].flat()) {
		if (typeof action === 'string') events.push(...action.split(','));
	}
	return events;
}

/** Reads a webhook from its record, under the names that platforms use. */
export function readCustomWebhook(record: IDataObject): CustomWebhook {
	return {
		id: readId(record) ?? '',
		url: readText(record, 'url') ?? '',
		events: readEvents(record),
		isDisabled: Object.entries(record).some(([name, value]) => saysDisabled(name, value)),
		record,
	};
}

function normalizedUrl(url: string): string {
	if (!URL.canParse(url)) return url;
	return withoutSlashesAtEnd(new URL(url).href);
}

/** Ignores the host's case, the default port and slashes at the end. */
export const isSameUrl = (a: string, b: string) => normalizedUrl(a) === normalizedUrl(b);

/**
 * Finds the webhooks that send to an address. A record need not show its address and its events: then those count that
 * are remembered under the same ID, or where one of them has no ID, for the same address.
 */
export function findWebhooksAt(
	url: string,
	{ webhooks, isPartial }: CustomWebhookList,
	remembered: Registration[] = [],
): WebhookAtAddress[] {
	const found: WebhookAtAddress[] = [];
	const notListed = new Set(remembered);
	for (const webhook of webhooks) {
		const known = [...notListed].find((each) =>
			each.id && webhook.id ? each.id === webhook.id : isSameUrl(each.url, webhook.url),
		);
		if (known) notListed.delete(known);
		const address = webhook.url || known?.url || '';
		if (!isSameUrl(address, url)) continue;
		const events = webhook.events.length > 0 ? webhook.events : known?.events;
		found.push({
			id: webhook.id || known?.id || '',
			events: events ?? [],
			areEventsKnown: events !== undefined,
			isDisabled: webhook.isDisabled,
			record: webhook.record,
		});
	}
	if (!isPartial) return found;
	// What a part of the list does not show may exist all the same.
	for (const { id, url: address, events } of notListed) {
		if (isSameUrl(address, url))
			found.push({ id, events, areEventsKnown: true, isDisabled: false });
	}
	return found;
}

const includesEvent = (events: string[], event: string) =>
	events.some((each) => isSameEvent(each, event));

/** The events that no webhook sends. One whose events nobody knows counts as sending all: it cannot be removed, and a second one would send each event twice. */
export function eventsNotSent(events: string[], webhooks: WebhookAtAddress[]): string[] {
	const active = webhooks.filter(({ isDisabled }) => !isDisabled);
	if (active.some(({ areEventsKnown }) => !areEventsKnown)) return [];
	return events.filter((event) => !active.some((each) => includesEvent(each.events, event)));
}

/** True for the same events, in any order and spelling. */
export const areSameEvents = (a: string[], b: string[]) =>
	a.every((event) => includesEvent(b, event)) && b.every((event) => includesEvent(a, event));
