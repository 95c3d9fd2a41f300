import { varied, withExtraFields } from './drawn';
import type { Profile } from './switches';
import type { Call } from '../http/exchange';
import { nextPage } from '../http/pages';
import type { Answer } from '../httpError';

/** An answer with a list. `name` is the list's in the wrapped form, `named` the contract's fields. */
export function listAnswer(
	call: Call,
	name: string,
	records: readonly object[],
	named: readonly string[],
): Answer {
	const { profile } = call.state;
	const ordered = profile.listOrder === 'reversed' ? [...records].reverse() : records;
	if (ordered.length === 0 && profile.emptyList === 'noContent') return { status: 204 };
	const { shown, link, fields } = nextPage(call, ordered);
	const list = shown.map((record) => recordIn(profile, record, named));
	const headers = profile.listBody === 'bare' ? link : undefined;
	return { status: 200, headers, body: listBody(profile, name, list, fields) };
}

function listBody(profile: Profile, name: string, list: object[], paging: object): unknown {
	const none = list.length === 0 && profile.emptyList === 'noProperty';
	const more = { ...(profile.records === 'extra' ? { traceId: 'trace-1' } : {}), ...paging };
	switch (profile.listBody) {
		case 'wrapped':
			return { ...(none ? {} : { [name]: list }), ...more };
		case 'bare':
			return none ? null : list;
		case 'nested':
			return { data: none ? {} : { [name]: list }, ...more };
		default:
			return { ...(none ? {} : { [profile.listBody]: list }), ...more };
	}
}

/** An answer with one record whose body is not shown. */
export function recordAnswer(
	{ state: { profile } }: Call,
	name: string,
	record: object,
	named: readonly string[],
): Answer {
	return { status: 200, body: wrapped(profile.recordBody, name, recordIn(profile, record, named)) };
}

/** The answer to PUT and DELETE, of which neither status nor body is shown. */
export function doneAnswer({ state: { profile } }: Call, name: string, record: object): Answer {
	const status = profile.doneStatus;
	if (status === 204) return { status };
	switch (profile.doneBody) {
		case 'empty':
			return { status };
		case 'text':
			return { status, body: 'OK' };
		case 'success':
			return { status, body: { success: true } };
		default:
			return { status, body: wrapped(profile.doneBody, name, recordIn(profile, record, ['id'])) };
	}
}

function wrapped(shape: Profile['recordBody'], name: string, record: object): object {
	switch (shape) {
		case 'bare':
			return record;
		case 'data':
			return { data: record };
		case 'nested':
			return { data: { [name]: record } };
		case 'wrapped':
			return { [name]: record };
	}
}

/** A record with as many fields as the profile shows. */
export function recordIn(profile: Profile, record: object, named: readonly string[]): object {
	if (profile.records === 'full') return record;
	if (profile.records === 'extra') return withExtraFields(record);
	return Object.fromEntries(Object.entries(record).filter(([name]) => named.includes(name)));
}

/** A resource of interface A, of which no field is declared required. */
export function knowledgeIn(profile: Profile, resource: object, schemaName: string): object {
	return profile.records === 'extra' ? varied(resource, schemaName) : resource;
}

/** The shape of error bodies is not shown. */
export function errorBody(
	shape: Profile['errorBody'],
	status: number,
	message: string,
	extra: object = {},
): Pick<Answer, 'body' | 'headers'> {
	switch (shape) {
		case 'message':
			return { body: { statusCode: status, message, ...extra } };
		case 'nested':
			return { body: { error: { code: status, message, ...extra } } };
		case 'list':
			return { body: { errors: [{ status: String(status), detail: message }] } };
		case 'html':
			return {
				headers: { 'content-type': 'text/html; charset=utf-8' },
				body: `<!doctype html><title>${status}</title><h1>${message}</h1>`,
			};
		case 'text':
			return { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: message };
		case 'empty':
			return {};
	}
}

/** The form of the token endpoint's refusals; the usual one is that of RFC 6749, section 5.2. */
export function oauthErrorBody(
	shape: Profile['oauthErrorBody'],
	code: string,
	description: string,
): Pick<Answer, 'body' | 'headers'> {
	const text = `${code}: ${description}`;
	switch (shape) {
		case 'rfc':
			return { body: { error: code, error_description: description } };
		case 'message':
			return { body: { message: text } };
		case 'nested':
			return { body: { error: { code, message: description } } };
		case 'list':
			return { body: { errors: [{ code, detail: description }] } };
		case 'text':
			return { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text };
	}
}
