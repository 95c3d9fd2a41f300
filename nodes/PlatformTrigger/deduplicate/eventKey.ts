import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

/** 72 bits in base64url. Among 100,000 events, two collide by chance in 2^-39. */
const KEY_LENGTH = 12;

const inner = (value: unknown, name: string): unknown =>
	typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as IDataObject)[name] : undefined;

/** JSON.parse makes one number of several beyond 2^53, so such a number identifies nothing. */
function identifies(value: unknown): value is string | number {
	return (typeof value === 'string' && value.trim() !== '') || Number.isSafeInteger(value);
}

export interface EventKey {
	event: string;
	/** The whole body is compared, because no field identifies the event. */
	isPayload: boolean;
}

/** `field` is a dotted path into the payload, or empty. */
export function eventKey(trigger: string, rawBody: Buffer, payload: IDataObject, field: string): EventKey {
	const value = field === '' ? undefined : field.split('.').reduce<unknown>(inner, payload);
	const isId = identifies(value);
	const hash = createHash('sha256').update(`${trigger}\0`);
	// A body is JSON and so never starts with the word that sets field values apart from bodies.
	hash.update(isId ? `field\0${field}\0${typeof value}\0${value}` : rawBody);
	return { event: hash.digest('base64url').slice(0, KEY_LENGTH), isPayload: !isId };
}
