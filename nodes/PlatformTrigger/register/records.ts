import type { IDataObject } from 'n8n-workflow';
import { readId, readText } from '../../http/body';

/** One custom webhook as the platform lists it; its form is not shown, so anything may be absent. */
export interface ListedRegistration {
	id?: string;
	name?: string;
	url?: string;
	/** Its events, under the name under which they are registered; undefined where that is empty. */
	actions?: string[];
	/** Under any other name: its events, or something else. */
	otherLists: string[][];
}

const URL_NAMES = ['url', 'targetUrl', 'webhookUrl', 'callbackUrl', 'endpoint', 'target'];
/** Of a list's entry that is an object. */
const ENTRY_NAMES = ['type', 'name', 'event', 'eventType', 'action', 'key'];

/** The texts in a list of texts or of objects. */
function textsIn(value: unknown): string[] {
	if (!Array.isArray(value)) return [];
	const texts = (value as unknown[]).map((each) =>
		typeof each === 'object' && each !== null ? readText(each as IDataObject, ...ENTRY_NAMES) : each,
	);
	return texts.filter((text) => typeof text === 'string');
}

/** Reads an entry of the response to `list_custom_webhooks` (sandbox/openapi.yaml). */
export function readRegistration(record: IDataObject): ListedRegistration {
	const isFilled = (list: string[]) => list.length > 0;
	const { actions, ...others } = record;
	return {
		id: readId(record),
		name: readText(record, 'name'),
		url: readText(record, ...URL_NAMES),
		actions: [textsIn(actions)].find(isFilled),
		otherLists: Object.values(others).map(textsIn).filter(isFilled),
	};
}

/** Two spellings of one address: case of the host, default port, a slash at the end. */
export function isSameUrl(a: string, b: string): boolean {
	return normalizedUrl(a) === normalizedUrl(b);
}

function normalizedUrl(url: string): string {
	try {
		return new URL(url).href.replace(/\/+$/, '');
	} catch {
		return url;
	}
}

/** Two spellings of one event: `ContactCreate`, `contact.create`, `contact_create`. */
export function isSameEvent(a: string, b: string): boolean {
	return normalizedEvent(a) === normalizedEvent(b);
}

function normalizedEvent(name: string): string {
	return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
