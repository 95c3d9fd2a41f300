import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

/** 72 bits in base64url. Among 100,000 events, two collide by chance in 2^-39. */
const KEY_LENGTH = 12;

/** Follows a dotted path through objects and arrays; own properties only. */
function valueAt(payload: IDataObject, path: string): unknown {
	let value: unknown = payload;
	for (const name of path.split('.')) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
		value = (value as Record<string, unknown>)[name];
	}
	return value;
}

/** Beyond 2^53 JSON.parse makes one number of several, so such a number identifies nothing. */
function identifies(value: unknown): value is string | number {
	return (typeof value === 'string' && value.trim() !== '') || Number.isSafeInteger(value);
}

/** What makes two deliveries the same event, for one trigger. */
export interface EventKey {
	/** KEY_LENGTH characters. */
	event: string;
	/** The whole body is compared: there is no field, or nothing in it that identifies. */
	isPayload: boolean;
}

/** @param field dotted path into the payload, or empty */
export function eventKey(trigger: string, rawBody: Buffer, payload: IDataObject, field: string): EventKey {
	const value = field === '' ? undefined : valueAt(payload, field);
	const isId = identifies(value);
	const hash = createHash('sha256').update(`${trigger}\0`);
	// A body is JSON and so never starts with the word that sets field values apart from bodies.
	hash.update(isId ? `field\0${field}\0${typeof value}\0${value}` : rawBody);
	return { event: hash.digest('base64url').slice(0, KEY_LENGTH), isPayload: !isId };
}
