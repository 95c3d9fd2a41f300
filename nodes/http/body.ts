import type { IDataObject } from 'n8n-workflow';

/** A response of success whose body cannot be what was asked for. */
export class UnexpectedResponseError extends Error {
	override readonly name = 'UnexpectedResponseError';

	constructor(expected: string) {
		super(
			`The response is not ${expected}. Check the address in the credential: it may lead to another service or to a sign-in page.`,
		);
	}
}

/** An object that is no list. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a body is a web page, which no API sends. */
export function isPage(body: unknown): boolean {
	return typeof body === 'string' && body.trimStart().startsWith('<');
}

/** Under these an API reports what went wrong, even when the status says success. */
const ERROR_KEYS = new Set(['error', 'errors', 'warnings']);

/** The properties that can hold what was asked for. */
function contentOf(body: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(body).filter(([name]) => !ERROR_KEYS.has(name)));
}

/** A list of bare ids is a list of records that carry only an id. */
function asRecord(entry: unknown): IDataObject | undefined {
	if (isRecord(entry)) return entry;
	return typeof entry === 'string' || typeof entry === 'number' ? { id: String(entry) } : undefined;
}

/** The one array among the properties; the named ones first (null is empty), then any, records before scalars. */
function arrayIn(body: IDataObject, names: readonly string[]): unknown[] | undefined {
	const named = names.map((name) => body[name]).find(Array.isArray);
	if (named) return named;
	if (names.some((name) => body[name] === null)) return [];
	const arrays = Object.values(body).filter((value) => Array.isArray(value));
	return arrays.find((array) => array.some(isRecord)) ?? arrays[0];
}

/**
 * Reads a list whose form the contract does not show: an array, or an array under any property,
 * also when that is wrapped once more. An empty body is an empty list.
 *
 * @param names properties to look at first, where a body holds several arrays
 * @throws {UnexpectedResponseError} where there is no list, such as an HTML page
 */
export function readList(body: unknown, ...names: string[]): IDataObject[] {
	if (body === undefined || body === null || body === '') return [];
	const found = Array.isArray(body) ? body : listIn(body, names);
	if (!found) throw new UnexpectedResponseError('a list');
	return found.map(asRecord).filter((entry) => entry !== undefined);
}

function listIn(body: unknown, names: readonly string[]): unknown[] | undefined {
	if (!isRecord(body)) return undefined;
	const content = contentOf(body);
	const direct = arrayIn(content, names);
	if (direct) return direct;
	for (const value of Object.values(content)) {
		const nested = isRecord(value) ? arrayIn(value, names) : undefined;
		if (nested) return nested;
	}
	return isEmpty(body) ? [] : undefined;
}

/** What may stand beside a list that is left out because it is empty: paging and tracing. */
const PAGING_KEYS = /^(meta|total|count|limit|skip|offset|has_?more|next.*|prev.*|page.*|cursor|links?|trace_?id)$/i;

/** What may stand beside `data` without being a field of a record. */
const OF_RESPONSE = new RegExp(`${PAGING_KEYS.source}|^(ok|success|status|status_?code|code|message)$`, 'i');

function isEmpty(body: IDataObject): boolean {
	return Object.entries(body).every(
		([name, value]) => PAGING_KEYS.test(name) || (isRecord(value) && isEmpty(value)),
	);
}

function onlyOf(body: unknown): unknown {
	return Array.isArray(body) && body.length === 1 ? body[0] : body;
}

/**
 * Reads one record whose form the contract does not show: bare, or wrapped under one of the names,
 * or under the only property of the body.
 *
 * @throws {UnexpectedResponseError} where there is no record
 */
export function readObject(body: unknown, ...names: string[]): IDataObject {
	const candidate = onlyOf(body);
	if (!isRecord(candidate)) throw new UnexpectedResponseError('a record');
	const named = 'id' in candidate ? undefined : names.map((name) => candidate[name]).find(isRecord);
	if (named) return named;
	const { data, ...beside } = contentOf(candidate);
	if (isRecord(data) && Object.keys(beside).every((name) => OF_RESPONSE.test(name))) return readObject(data, ...names);
	const [value, ...others] = Object.values(contentOf(candidate));
	if (value === undefined && Object.keys(candidate).length > 0) {
		throw new UnexpectedResponseError('a record');
	}
	return others.length === 0 && isRecord(value) ? value : candidate;
}

/** The first of the properties that holds a non-empty text or a number, as text. */
export function readText(record: IDataObject, ...names: string[]): string | undefined {
	for (const name of names) {
		const value = record[name];
		if (typeof value === 'string' && value !== '') return value;
		if (typeof value === 'number') return String(value);
	}
	return undefined;
}

/** The `id` of a record whose other fields the contract does not show; `_id` is its common variant. */
export function readId(record: IDataObject): string | undefined {
	return readText(record, 'id', '_id');
}

/**
 * Like {@link readObject}, for responses to writes: the status has said that it is done, so a body
 * that holds no record, such as none at all or `OK`, is an empty one. To call it a failure would
 * invite a repetition. Only a web page cannot come from the API.
 *
 * @throws {UnexpectedResponseError} for a web page
 */
export function readOptionalObject(body: unknown, ...names: string[]): IDataObject {
	if (isPage(body)) return readObject(body);
	const candidate = onlyOf(body);
	const holdsRecord = isRecord(candidate) && Object.keys(contentOf(candidate)).length > 0;
	return holdsRecord ? readObject(candidate, ...names) : {};
}

/** Properties by which responses tell that a list has more, in their usual spellings. */
const MORE = /^(next|nextPage|nextPageUrl|next_page|nextCursor|next_cursor|hasMore|has_more|hasNext)$/;
const TOTAL = /^(total|totalCount|total_count)$/;
const MAX_DEPTH = 2;

const NEXT_LINK = /<[^>]+>[^,]*;\s*rel="?next/i;

/**
 * Whether a response says, in its body or its `Link` header (RFC 8288), that its list has more than
 * it shows.
 *
 * @param length of the list that was read
 */
export function hasMore(body: unknown, link: unknown, length: number): boolean {
	return NEXT_LINK.test(String(link)) || saysMore(body, length);
}

function saysMore(body: unknown, length: number, depth = 0): boolean {
	if (!isRecord(body) || depth > MAX_DEPTH) return false;
	return Object.entries(body).some(([name, value]) => {
		if (MORE.test(name) && Boolean(value)) return true;
		if (TOTAL.test(name) && Number(value) > length) return true;
		return saysMore(value, length, depth + 1);
	});
}
