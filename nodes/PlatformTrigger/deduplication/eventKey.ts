import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

/** 72 bits in base64url. Among the 20,000 events kept at most, two collide by chance in 2^-44. */
export const TOKEN_LENGTH = 12;

function token(content: Buffer | string): string {
	return createHash('sha256').update(content).digest('base64url').slice(0, TOKEN_LENGTH);
}

/** Follows a dotted path through objects and arrays; own properties only. */
function valueAt(payload: IDataObject, path: string): unknown {
	let value: unknown = payload;
	for (const name of path.split('.')) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
		value = (value as Record<string, unknown>)[name];
	}
	return value;
}

/**
 * What makes two deliveries the same event. By default that is the body: each event's payload is
 * unique, since it carries a unique event id, and a retry repeats the bytes. With a field it is the
 * field's value, and the body where the field is absent or holds nothing that identifies.
 * Contract: Receiver rules, 5 (the name of the unique event id field is not shown).
 *
 * @param field dotted path into the payload, or empty
 * @returns TOKEN_LENGTH characters
 */
export function eventToken(rawBody: Buffer, payload: IDataObject, field: string): string {
	if (field === '') return token(rawBody);
	const value = valueAt(payload, field);
	const identifies =
		(typeof value === 'string' && value !== '') || (typeof value === 'number' && isFinite(value));
	// A body is JSON and so never starts with the word that sets field values apart from bodies.
	return identifies ? token(`field\0${field}\0${typeof value}\0${value}`) : token(rawBody);
}
