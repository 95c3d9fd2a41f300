import type { IDataObject } from 'n8n-workflow';

import { tryOr } from '../utils/tryOr';

/** A response of success whose body cannot be what was asked for. */
export class UnexpectedResponseError extends Error {
	constructor(
		expected: string,
		whatToDo = 'Check the address in the credential: it may lead to another service or to a sign-in page.',
	) {
		super(`The response is not ${expected}. ${whatToDo}`);
	}
}

/** True for an object that is no list. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The properties of a value; a value that is no object has none. */
export function fieldsOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** True for a web page and for JSON that breaks off, which both arrive as text. */
export function isPageOrCutJson(body: unknown): boolean {
	return typeof body === 'string' && /^\s*[<[{]/.test(body.slice(0, 1_000));
}

/** A name as names are compared: `status_code` and `statusCode` are `statuscode`. */
export const comparableName = (name: string) => name.toLowerCase().replaceAll('_', '');

/** The usual names of fields that say how a request ended. */
const MESSAGE_NAMES = [
	'code',
	'detail',
	'details',
	'error',
	'errordescription',
	'errors',
	'message',
	'msg',
	'ok',
	'status',
	'statuscode',
	'success',
	'warnings',
];

/** The usual names of fields that say where a list goes on, and of those for the platform's support. */
const PAGING_NAMES = [
	'count',
	'cursor',
	'hasmore',
	'limit',
	'link',
	'links',
	'meta',
	'offset',
	'skip',
	'total',
	'traceid',
	'traceids',
];

/** The beginnings of further such names: `nextPageUrl`, `previous`, `pageSize`. */
const PAGING_BEGINNINGS = ['next', 'prev', 'page'];

/** HighLevel also writes `succeded`. */
const SUCCESS_NAMES = ['ok', 'succeded', 'succeeded', 'success', 'successful'];

const STATUS_NAMES = ['code', 'status', 'statuscode'];

/** The usual names of a field that holds the whole answer. */
const ENVELOPE_NAMES = ['appointment', 'data', 'event', 'response', 'result'];

const isOfMessage = (name: string) => MESSAGE_NAMES.includes(comparableName(name));

function isOfPaging(name: string): boolean {
	const comparable = comparableName(name);
	if (PAGING_NAMES.includes(comparable)) return true;
	return PAGING_BEGINNINGS.some((beginning) => comparable.startsWith(beginning));
}

const isOfSuccess = (name: string) => SUCCESS_NAMES.includes(comparableName(name));

/** A body without what it says of the request and of further pages; `data` stays. */
function contentOf(body: IDataObject): IDataObject {
	const content: IDataObject = {};
	for (const [name, value] of Object.entries(body)) {
		if (!isOfMessage(name) && !isOfPaging(name)) content[name] = value;
	}
	return content;
}

/** True for null, false, 0, an empty text, an empty list and an object without fields. */
const isNothing = (value: unknown) =>
	!value || (typeof value === 'object' && Object.keys(value).length === 0);

/** True for a body without content, whatever it says. */
const holdsNothing = (body: IDataObject) => Object.values(contentOf(body)).every(isNothing);

/** True for a status in the body that says that something went wrong, whatever the status of the response. */
const isFailedStatus = (value: unknown) =>
	Number(value) >= 400 || /^(error|failed|failure)$/i.test(String(value));

/**
 * False for a body that denies that a write was carried out, although the response has a status of success. The structure
 * of the body decides, never its sentences: a web page, JSON that breaks off, `success: false`, an `error`, or a failed
 * status where there is no record.
 */
export function confirmsWrite(body: unknown): boolean {
	if (Array.isArray(body)) return body.every(confirmsWrite);
	if (!isRecord(body)) return body !== false && !isPageOrCutJson(body);
	// In a record, `status` is a field of the record.
	const hasRecord = !holdsNothing(body);
	for (const [name, value] of Object.entries(body)) {
		if (isOfSuccess(name) && /^(false|0)$/i.test(String(value))) return false;
		if (/^errors?$/i.test(name) && !isNothing(value)) return false;
		const isStatus = STATUS_NAMES.includes(comparableName(name));
		if (!hasRecord && isStatus && isFailedStatus(value)) return false;
		if (ENVELOPE_NAMES.includes(name) && isRecord(value) && !confirmsWrite(value)) return false;
	}
	return true;
}

/**
 * True for a body that cannot be the answer to a read, although the response has a status of success: a text, a message
 * without content, or a denial of success without content.
 */
export function isRefusal(body: unknown): boolean {
	if (!isRecord(body)) return typeof body === 'string' && body.trim() !== '';
	const content = Object.values(contentOf(body));
	const messages = Object.entries(body).filter(
		([name, value]) => isOfMessage(name) && !isNothing(value),
	);
	if (content.length === 0) return messages.length > 0 || !confirmsWrite(body);
	// Null in place of what was asked for, with a message, is a refusal unless the message says success.
	const isAllNull = content.every((value) => value === null);
	const saysSuccess = messages.some(([name, value]) => isOfSuccess(name) && value === true);
	if (isAllNull && messages.length > 0) return !saysSuccess;
	return !confirmsWrite(body) && holdsNothing(body);
}

/** The values of a body among which its list may be: under the first of the names that it has, else under any name. */
function valuesUnder(content: IDataObject, names: string[]): unknown[] {
	const name = names.find((each) => each in content);
	// Null under the name is an empty list.
	return name === undefined ? Object.values(content) : [content[name] ?? []];
}

/** True for a response without any content, which stands for an empty list. */
function isEmptyBody(body: unknown): boolean {
	if (isRecord(body)) return isNothing(contentOf(body)) && !isRefusal(body);
	return body === undefined || body === null || body === '';
}

/**
 * Reads the list of a response: the body itself, an array under one of the names, or else under any name, or one of these
 * under `data`. An empty body is an empty list.
 *
 * @param names properties to look at first
 * @throws {UnexpectedResponseError} where there is no list of records
 */
export function readList(body: unknown, ...names: string[]): IDataObject[] {
	const content = isRecord(body) ? contentOf(body) : {};
	const lists = [body, ...valuesUnder(content, names)].filter((value) => Array.isArray(value));
	const list = lists.find((each) => each.some(isRecord)) ?? lists[0];
	if (list?.every(isRecord)) return list;
	if (!list && isRecord(content.data)) return readList(content.data, ...names);
	if (isEmptyBody(body)) return [];
	throw new UnexpectedResponseError('a list');
}

/** True for a body that has a list, even an empty one, where {@link readList} looks for it. */
export function holdsList(body: unknown): boolean {
	if (Array.isArray(body)) return true;
	if (!isRecord(body)) return false;
	const content = contentOf(body);
	return Object.values(content).some(Array.isArray) || holdsList(content.data);
}

/** The record in an envelope, such as `{ data: { id } }`: the only content of a body. Undefined where there is none. */
function recordInEnvelope(body: IDataObject): IDataObject | undefined {
	const filled = Object.entries(contentOf(body)).filter(([, value]) => !isNothing(value));
	if (filled.length !== 1) return undefined;
	const [name, value] = filled[0];
	return ENVELOPE_NAMES.includes(name) && isRecord(value) ? value : undefined;
}

/**
 * Reads the record of a response: under one of the names, in an envelope, or the body itself. An `id` beside a record that
 * stands under its name belongs to something else.
 *
 * @throws {UnexpectedResponseError} where there is none
 */
export function readObject(body: unknown, ...names: string[]): IDataObject {
	if (!isRecord(body) || isRefusal(body)) throw new UnexpectedResponseError('a record');
	const named = names.map((name) => body[name]).find((value) => typeof value === 'object');
	if (isRecord(named)) return tryOr(() => readObject(named, ...names), named);
	// Null or a list under the name is no record.
	if (named !== undefined) return {};
	const inner = recordInEnvelope(body);
	return inner === undefined ? body : readObject(inner, ...names);
}

/** The record in the response to a write, see {@link readObject}; an empty object where there is none, since the status says that the write is done. */
export function readOptionalObject(body: unknown, ...names: string[]): IDataObject {
	if (!isRecord(body) || isNothing(contentOf(body))) return {};
	return tryOr(() => readObject(body, ...names), {});
}

/** The first of the properties that holds a text which is not empty, or a whole number, as text. A number beyond 2^53 was rounded, so it is left out. */
export function readText(record: IDataObject, ...names: string[]): string | undefined {
	for (const name of names) {
		const value = record[name];
		if (typeof value === 'string' && value !== '') return value;
		if (Number.isSafeInteger(value)) return String(value);
	}
	return undefined;
}

/** The `id` of a record; `_id` is its common variant. */
export const readId = (record: IDataObject) => readText(record, 'id', '_id');

/** True for a record that the platform lists although it was deleted. */
export const isDeleted = ({ deleted }: IDataObject) => /^(true|1)$/i.test(String(deleted));
