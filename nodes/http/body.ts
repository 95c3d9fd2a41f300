import type { IDataObject } from 'n8n-workflow';

import { tried } from '../utils/attempt';

/** A response of success whose body cannot be what was asked for. */
export class UnexpectedResponseError extends Error {
	constructor(
		expected: string,
		whatToDo = 'Check the address in the credential: it may lead to another service or to a sign-in page.',
	) {
		super(`The response is not ${expected}. ${whatToDo}`);
	}
}

export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The properties of a value; a value that is no object has none. */
export const fieldsOf = (value: unknown) =>
	(typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;

/** False for a web page and for JSON that breaks off, which both arrive as text. */
export const isWhole = (body: unknown) => typeof body !== 'string' || !/^\s*[<[{]/.test(body);

const OF_MESSAGE =
	/^(errors?|warnings|message|msg|error_description|details?|status|status_?code|code|ok|success)$/i;
const OF_PAGING =
	/^(meta|total|count|limit|skip|offset|has_?more|next.*|prev.*|page.*|cursor|links?|trace_?ids?)$/i;
const SUCCESS = /^(ok|succe+d+ed|success(ful)?)$/i;
const STATUS = /^(status|status_?code|code)$/i;
/** Words beside null where there is nothing to list. */
const NONE = /^(|\d+|ok|success.*|none|no .*(found|match).*)$/i;
const ENVELOPE = /^(appointment|data|event|response|result)$/;
/** Words of a text that comes in place of a response; what is done needs no negation. */
const FAILURE =
	/(?<!\b(no|without) (\w+ ){0,2})\b(conflict|error|missing|required)\b|\b(exception|fail(ed|ure)?|denied|blocked|forbidden|unauthori[sz]ed|unavailable|timed? ?out|went wrong|not|cannot|no (longer|such)|invalid|unable|try again|exceeded|too many|expired|refused|rejected|maintenance)\b|n['’]t\b/i;

/** A body without the keys of its envelope; `data` stays. */
function contentOf(body: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(body).filter(([name]) => !OF_MESSAGE.test(name) && !OF_PAGING.test(name)),
	);
}

const isNothing = (value: unknown) =>
	!value || (typeof value === 'object' && Object.keys(value).length === 0);

/** True for a body without content, whatever it says. */
const holdsNothing = (body: IDataObject) => Object.values(contentOf(body)).every(isNothing);

/** False for a body that denies that a write was carried out: a proxy's page or words, JSON that breaks off, or an `error`. */
export function confirmsWrite(body: unknown): boolean {
	if (Array.isArray(body)) return body.filter(isRecord).every(confirmsWrite);
	if (!isRecord(body)) return body !== false && isWhole(body) && !FAILURE.test(String(body));
	return Object.entries(body).every(([name, value]) => {
		if (SUCCESS.test(name)) return !/^(false|0)$/i.test(String(value));
		if (/^errors?$/i.test(name)) return isNothing(value);
		// In a record, `status` and `message` are fields of the record.
		if (holdsNothing(body))
			return !FAILURE.test(String(value)) && !(STATUS.test(name) && Number(value) >= 400);
		return !ENVELOPE.test(name) || confirmsWrite(value);
	});
}

/** True for a body that does not serve a read: it only says something, as a text does, or it denies success and holds nothing. */
export function isRefusal(body: unknown): boolean {
	if (!isRecord(body)) return typeof body === 'string' && body.trim() !== '';
	const content = Object.values(contentOf(body));
	// Beside null in place of a list, words say more than that it is empty.
	const isSaid = (value: unknown) =>
		content.length === 0 ? !isNothing(value) : typeof value === 'string' && !NONE.test(value);
	const speaks =
		content.every((value) => value === null) &&
		Object.entries(body).some(([name, value]) => OF_MESSAGE.test(name) && isSaid(value));
	return speaks || (!confirmsWrite(body) && holdsNothing(body));
}

/**
 * Reads a list: an array, an array under one of the names or else any property, or one of these under `data`. An empty
 * body is an empty list.
 *
 * @throws {UnexpectedResponseError} where there is no list of records
 */
export function readList(body: unknown, ...names: string[]): IDataObject[] {
	const content = isRecord(body) ? contentOf(body) : {};
	const name = names.find((each) => each in content);
	const lists = [body, ...(name ? [content[name] ?? []] : Object.values(content))].filter((value) =>
		Array.isArray(value),
	);
	const found = lists.find((list) => list.some(isRecord)) ?? lists[0];
	if (found?.every(isRecord)) return found;
	if (!found && isRecord(content.data)) return readList(content.data, ...names);
	if (isRecord(body) ? isNothing(content) && !isRefusal(body) : (body ?? '') === '') return [];
	throw new UnexpectedResponseError('a list');
}

/**
 * Reads a record: bare, under one of the names, beside which an `id` is something else's, or either in an envelope.
 *
 * @throws {UnexpectedResponseError} where there is none
 */
export function readObject(body: unknown, ...names: string[]): IDataObject {
	if (!isRecord(body) || isRefusal(body)) throw new UnexpectedResponseError('a record');
	const named = names.map((name) => body[name]).find((value) => typeof value === 'object');
	if (named !== undefined)
		return isRecord(named) ? tried(() => readObject(named, ...names), named) : {};
	const filled = Object.entries(contentOf(body)).filter(([, value]) => !isNothing(value));
	const [[name, inner] = [''], ...others] = filled;
	return isRecord(inner) && others.length === 0 && ENVELOPE.test(name)
		? readObject(inner, ...names)
		: body;
}

/** Like {@link readObject} for writes, whose status says that they are done: a body without a record is an empty one. */
export const readOptionalObject = (body: unknown, ...names: string[]): IDataObject =>
	isRecord(body) && !isNothing(contentOf(body)) ? tried(() => readObject(body, ...names), {}) : {};

/** The first of the properties that holds a non-empty text, or a number that was not rounded in reading, as text. */
export function readText(record: IDataObject, ...names: string[]): string | undefined {
	const isText = (value: unknown) =>
		typeof value === 'string' ? value !== '' : Number.isSafeInteger(value);
	return names
		.map((name) => record[name])
		.find(isText)
		?.toString();
}

/** The `id` of a record; `_id` is its common variant. */
export const readId = (record: IDataObject) => readText(record, 'id', '_id');

export const isDeleted = ({ deleted }: IDataObject) => /^(true|1)$/i.test(String(deleted));

/** The usual names of fields that say that a list has more. */
const MORE =
	/^(next|nextPage|nextPageUrl|next_page|nextCursor|next_cursor|hasMore|has_more|hasNext)$/;
const TOTAL = /^(total|totalCount|total_count)$/;
const LEVELS = 2;
const NEXT_LINK = /<([^>]+)>[^,]*;\s*rel="?next/i;

/** The rest of a list of this length, as its body or `Link` header (RFC 8288) names it; empty where unnamed, undefined where there is none. */
export function moreOf(
	body: unknown,
	link: unknown,
	length: number,
	levels = LEVELS,
): string | undefined {
	const [, next] = NEXT_LINK.exec(String(link)) ?? [];
	if (next !== undefined || !isRecord(body) || levels < 0) return next;
	const found = Object.entries(body).flatMap(([name, value]) => {
		if (MORE.test(name) && value)
			return typeof value === 'boolean' || typeof value === 'object' ? '' : `${name}: ${value}`;
		// Deeper, a count is often of something else.
		const isTotal = TOTAL.test(name) || (name === 'count' && levels === LEVELS);
		if (isTotal && Number(value) > length) return '';
		return moreOf(value, undefined, length, levels - 1) ?? [];
	});
	return found.find(Boolean) ?? found[0];
}
