import axios, { type AxiosResponse } from 'axios';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline, Readable, Transform } from 'node:stream';
import { parse } from 'yaml';

import type { Form } from '../../sandbox/profile';

/** A request to the platform and its response, as they were on the wire. */
export interface Exchange {
	method: string;
	/** The path as our OpenAPI files write it, such as `/calendars/{calendarId}`; `/…` for one that they do not name. */
	endpoint: string;
	status: number;
	/** In lower case. */
	headers: Record<string, string>;
	/** As parsed from JSON, else the text. */
	body: unknown;
	requestBody: unknown;
	/** What was asked for in the address. */
	query: Record<string, unknown>;
}

const FILES: Record<Form, string> = { contract: 'openapi.yaml', highLevel: 'highLevel.yaml' };

interface OpenApiFile {
	paths: Record<string, unknown>;
}

/** Paths without parameters first: `/contacts/search` is no contact's ID. */
function readEndpoints(form: Form): string[] {
	const file = path.join(__dirname, '..', '..', 'sandbox', FILES[form]);
	const { paths } = parse(readFileSync(file, 'utf8')) as OpenApiFile;
	return Object.keys(paths).sort((a, b) => a.split('{').length - b.split('{').length);
}

/** Read once: it takes a quarter of a second. */
const endpointsOf: Partial<Record<Form, string[]>> = {};

/** Keeps every exchange of n8n's HTTP client with the platform, which is how the nodes call it. */
export class ExchangeLog {
	readonly entries: Exchange[] = [];

	private readonly endpoints: string[];

	private readonly interceptor: number;

	constructor(
		form: Form,
		private readonly platformUrl: string,
	) {
		this.endpoints = endpointsOf[form] ??= readEndpoints(form);
		this.interceptor = axios.interceptors.response.use(
			(response) => {
				this.add(response);
				return response;
			},
			async (error: { response?: AxiosResponse }) => {
				if (error.response) this.add(error.response);
				return await Promise.reject(error as Error);
			},
		);
	}

	/** Keeps no further exchange. */
	close(): void {
		axios.interceptors.response.eject(this.interceptor);
	}

	/** The newest exchange of an endpoint. */
	last(method: string, endpoint: string): Exchange | undefined {
		return this.entries.filter((one) => one.method === method && one.endpoint === endpoint).at(-1);
	}

	private add(response: AxiosResponse): void {
		const { config, status, headers } = response;
		const data: unknown = response.data;
		const url = String(config.url);
		if (!url.startsWith(this.platformUrl)) return;
		const { pathname } = new URL(url);
		const below = pathname.slice(new URL(this.platformUrl).pathname.replace(/\/$/, '').length);
		const exchange: Exchange = {
			method: String(config.method ?? 'get').toUpperCase(),
			endpoint: this.endpointOf(below),
			status,
			headers: Object.fromEntries(
				Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
			),
			body: parsed(data),
			requestBody: parsed(config.data),
			query: { ...Object.fromEntries(new URL(url).searchParams), ...(config.params as object) },
		};
		this.entries.push(exchange);
		if (data instanceof Readable) response.data = copyBody(data, exchange);
	}

	private endpointOf(pathname: string): string {
		const segments = pathname.split('/');
		const found = this.endpoints.find((endpoint) => {
			const names = endpoint.split('/');
			return (
				names.length === segments.length &&
				names.every((name, index) => name.startsWith('{') || name === segments[index])
			);
		});
		return found ?? '/…';
	}
}

/** Keeps the body of a response that is read as a stream, and hands the same stream on. */
function copyBody(data: Readable, exchange: Exchange): Readable {
	const chunks: Buffer[] = [];
	exchange.body = undefined;
	const copy = new Transform({
		transform(chunk: Buffer, _encoding, done) {
			chunks.push(chunk);
			done(null, chunk);
		},
		flush(done) {
			exchange.body = parsed(Buffer.concat(chunks));
			done();
		},
	});
	// How the stream ends is for its reader to say.
	pipeline(data, copy, () => {});
	return copy;
}

function parsed(data: unknown): unknown {
	const text = Buffer.isBuffer(data) ? data.toString('utf8') : data;
	if (typeof text !== 'string') return text;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}
