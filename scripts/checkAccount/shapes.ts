import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Exchange } from './exchanges';

/** What a value is, without the value: a word for a text, number or switch, else the shapes of what is in it. */
export type Shape = string | Shape[] | { [name: string]: Shape };

const SANDBOX = path.join(__dirname, '..', '..', 'sandbox');

/** Each word of our OpenAPI files: a name that stands there is a field's, and nobody's. */
const KNOWN_NAMES = new Set(
	['openapi.yaml', 'highLevel.yaml'].flatMap(
		(file) => readFileSync(path.join(SANDBOX, file), 'utf8').match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [],
	),
);

const MAX_NAME = 30;

/** True for a name that can be shown. An ID, an address or somebody's name may be used as a key, too. */
function isFieldName(name: string): boolean {
	if (KNOWN_NAMES.has(name)) return true;
	return (
		name.length <= MAX_NAME &&
		/^[a-z_][A-Za-z_]*$/.test(name) &&
		!/[a-z][A-Z]{2}|[A-Z]{3}/.test(name)
	);
}

function nameShown(name: string): string {
	if (/^\d{4}-\d{2}-\d{2}$/.test(name)) return '<date>';
	return isFieldName(name) ? name : '<other name>';
}

function wordFor(text: string): string {
	if (text === '') return 'empty text';
	if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'date';
	if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/.test(text)) return 'time in UTC (Z)';
	if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?[+-]\d{2}:?\d{2}$/.test(text))
		return 'time with an offset';
	if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text))
		return 'time without an offset';
	return 'text';
}

/** Entries of a list, or levels below it, that are looked at. */
const MAX_ENTRIES = 50;
const MAX_DEPTH = 12;

/** The shape of a value. A list has each shape of its entries once. */
export function shapeOf(value: unknown, depth = 0): Shape {
	if (value === null) return 'null';
	if (typeof value === 'string') return wordFor(value);
	if (typeof value !== 'object') return typeof value;
	if (depth >= MAX_DEPTH) return 'deeper';
	if (Array.isArray(value)) {
		const shapes = new Map<string, Shape>();
		for (const entry of value.slice(0, MAX_ENTRIES)) {
			const shape = shapeOf(entry, depth + 1);
			shapes.set(JSON.stringify(shape), shape);
		}
		return [...shapes.values()];
	}
	const fields: Record<string, Shape> = {};
	for (const [name, inner] of Object.entries(value))
		fields[nameShown(name)] = shapeOf(inner, depth + 1);
	return fields;
}

/** What the report says of an exchange. */
export interface ExchangeShape {
	request: string;
	sent?: Shape;
	status: number;
	/** Names only. */
	headers: string[];
	body: Shape;
}

const isHeaderShown = (name: string) => /^[a-z][a-z-]{0,50}$/.test(name);

export function exchangeShape({
	method,
	endpoint,
	status,
	headers,
	body,
	requestBody,
}: Exchange): ExchangeShape {
	return {
		request: `${method} ${endpoint}`,
		...(requestBody !== undefined && { sent: shapeOf(requestBody) }),
		status,
		headers: Object.keys(headers).filter(isHeaderShown).sort(),
		body: shapeOf(body),
	};
}

/** Texts of a value at any depth. */
function textsIn(value: unknown, found: Set<string>): void {
	if (typeof value === 'string' || typeof value === 'number') found.add(String(value));
	else if (Array.isArray(value)) for (const entry of value) textsIn(entry, found);
	else if (typeof value === 'object' && value !== null) {
		for (const [name, inner] of Object.entries(value)) {
			if (!isFieldName(name)) found.add(name);
			textsIn(inner, found);
		}
	}
}

/** Shorter ones occur in any sentence. */
const MIN_MASKED = 3;

/**
 * One of the nodes' own texts without what came from the account: quoted parts, the platform's words, and every value that
 * was sent or received.
 */
export function ownText(
	message: string,
	exchanges: readonly Exchange[],
	entered: readonly string[],
): string {
	const values = new Set(entered);
	for (const { body, requestBody } of exchanges) {
		textsIn(body, values);
		textsIn(requestBody, values);
	}
	const longestFirst = [...values]
		.filter((value) => value.length >= MIN_MASKED)
		.sort((a, b) => b.length - a.length);
	let text = message.replace(/ ?The (platform|API) says:[^]*$/, '').replace(/"[^"]*"/g, '"…"');
	for (const value of longestFirst) text = text.replaceAll(value, '…');
	return text.replace(/ \[Item \d+\]/, '').trim();
}
