import type { IDataObject } from 'n8n-workflow';
import { readId, readText } from '../../shared/read';

/** One custom webhook as the platform lists it; its form is not shown, so anything may be absent. */
export interface ListedRegistration {
	id?: string;
	url?: string;
	events?: string[];
}

/** What this node knows of a registration that it made or adopted; kept in its static data. */
export interface KnownRegistration {
	id: string;
	/** The registration's scope: other locations and other addresses are not this node's concern. */
	locationId: string;
	url: string;
	events: string[];
}

const URL_NAMES = ['url', 'targetUrl', 'webhookUrl', 'callbackUrl', 'endpoint', 'target'];
const EVENT_NAMES = ['actions', 'events', 'eventTypes'];

function isTextList(value: unknown): value is string[] {
	return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/**
 * Undefined where the record does not show its events. Under one of the usual names an empty list
 * says that there are none; under any other name it need not be the list of events at all.
 */
function readEvents(record: IDataObject): string[] | undefined {
	const named: unknown[] = EVENT_NAMES.map((name) => record[name]).filter(Array.isArray);
	const lists = (named.length > 0 ? named : Object.values(record)).filter(isTextList);
	const filled = lists.find((list) => list.length > 0);
	return filled ?? (named.length > 0 ? lists[0] : undefined);
}

/** Contract: custom webhook create request (name, url, actions); list response: not shown. */
export function readRegistration(record: IDataObject): ListedRegistration {
	return {
		id: readId(record),
		url: readText(record, ...URL_NAMES),
		events: readEvents(record),
	};
}

/** The registrations in static data; whatever has another form is left out. */
export function readKnown(value: unknown): KnownRegistration[] {
	if (!Array.isArray(value)) return [];
	return (value as Array<Partial<KnownRegistration> | null>).flatMap((each) => {
		const { id, locationId, url, events } = each ?? {};
		return typeof id === 'string' &&
			typeof locationId === 'string' &&
			typeof url === 'string' &&
			Array.isArray(events)
			? [{ id, locationId, url, events: events.filter((event) => typeof event === 'string') }]
			: [];
	});
}

/** Two spellings of one address: case of the host, default port, a slash at the end. */
export function isSameUrl(a: string, b: string): boolean {
	return normalise(a) === normalise(b);
}

function normalise(url: string): string {
	try {
		return new URL(url).href.replace(/\/+$/, '');
	} catch {
		return url;
	}
}
