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
export const isWhole = (body: unknown) =>
	typeof body !== 'string' || !/^\s*[<[{]/.test(body.slice(0, 1_000));

const OF_MESSAGE =
	/^(errors?|warnings|message|msg|error_description|details?|status|status_?code|code|ok|success)$/i;
const OF_PAGING =
	/^(meta|total|count|limit|skip|offset|has_?more|next.*|prev.*|page.*|cursor|links?|trace_?ids?)$/i;
const SUCCESS = /^(ok|succe+d+ed|success(ful)?)$/i;
const STATUS = /^(status|status_?code|code)$/i;
const ENVELOPE = /^(appointment|data|event|response|result)$/;

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

/** True for a status of the body's own that says that something went wrong, whatever the status of the response. */
const isFailedStatus = (value: unknown) =>
	Number(value) >= 400 || /^(error|failed|failure)$/i.test(String(value));

/**
 * False for a body that denies that a write was carried out, although the response's status says so. Its structure decides,
 * and no sentence: it is a page or breaks off, denies success, has an `error`, or a status of its own.
 */
export function confirmsWrite(body: unknown): boolean {
	if (Array.isArray(body)) return body.filter(isRecord).every(confirmsWrite);
	if (!isRecord(body)) return body !== false && isWhole(body);
	// In a record, `status` is a field of the record.
	const hasRecord = !holdsNothing(body);
	for (const [name, value] of Object.entries(body)) {
		if (SUCCESS.test(name) && /^(false|0)$/i.test(String(value))) return false;
		if (/^errors?$/i.test(name) && !isNothing(value)) return false;
		if (!hasRecord && STATUS.test(name) && isFailedStatus(value)) return false;
		if (ENVELOPE.test(name) && isRecord(value) && !confirmsWrite(value)) return false;
	}
	return true;
}

/** True for a body that does not serve a read: a text, one that only reports something, or one that denies success and holds nothing. */
export function isRefusal(body: unknown): boolean {
	if (!isRecord(body)) return typeof body === 'string' && body.trim() !== '';
	const content = Object.values(contentOf(body));
	const reports = Object.entries(body).filter(
		([name, value]) => OF_MESSAGE.test(name) && !isNothing(value),
	);
	if (content.length === 0) return reports.length > 0 || !confirmsWrite(body);
	// Null in place of what was asked for, and something to say about it.
	const isAllNull = content.every((value) => value === null);
	const saysSuccess = reports.some(([name, value]) => SUCCESS.test(name) && value === true);
	if (isAllNull && reports.length > 0) return !saysSuccess;
	return !confirmsWrite(body) && holdsNothing(body);
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

/** True for a body that has a list, be it empty, where {@link readList} looks for one. */
export function holdsList(body: unknown): boolean {
	if (Array.isArray(body)) return true;
	if (!isRecord(body)) return false;
	const content = contentOf(body);
	return Object.values(content).some(Array.isArray) || holdsList(content.data);
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

/** Far more than an address and its parameters take. */
const MAX_LINK = 4_000;

/** The address that a `Link` header (RFC 8288) calls the next one: `<https://…?page=2>; rel="next", <…>; rel="prev"`. */
function nextLinkIn(header: unknown): string | undefined {
	let rest = String(header ?? '').slice(0, MAX_LINK);
	while (rest !== '') {
		const start = rest.indexOf('<');
		const end = rest.indexOf('>', start);
		if (start < 0 || end < 0) return undefined;
		const address = rest.slice(start + 1, end);
		const following = rest.indexOf(',', end);
		const parameters = rest.slice(end + 1, following < 0 ? undefined : following);
		if (/;\s?rel="?next\b/i.test(parameters) && address !== '') return address;
		rest = following < 0 ? '' : rest.slice(following);
	}
	return undefined;
}

/** The rest of a list of this length, as its body or `Link` header (RFC 8288) names it; empty where unnamed, undefined where there is none. */
export function moreOf(
	body: unknown,
	link: unknown,
	length: number,
	levels = LEVELS,
): string | undefined {
	const next = nextLinkIn(link);
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
