import { createHash } from 'node:crypto';

import { noteViolation } from './violationJournal';

/** One request as it arrived and how it was answered; secrets are replaced by fingerprints. */
export interface RequestRecord {
	id: number;
	/** ISO 8601, real time */
	at: string;
	method: string;
	/** As sent, without the query string */
	path: string;
	query: Record<string, unknown>;
	headers: Record<string, string | string[] | undefined>;
	body?: unknown;
	/** Name in openapi.yaml; absent for paths that it does not know */
	operationId?: string;
	/** Requests being answered when this one arrived, itself included */
	inFlight: number;
	/** 0 when the connection was dropped instead of answered; absent while in progress */
	status?: number;
	durationMs?: number;
	/** True when an injected fault answered, delayed or dropped this request */
	fault?: true;
	violations?: string[];
}

/** A request that the contract does not allow. */
export interface Violation {
	requestId: number;
	at: string;
	method: string;
	path: string;
	operationId?: string;
	violations: string[];
}

export const DEFAULT_REQUEST_LOG_LIMIT = 50_000;

/** Bodies beyond this are not worth their memory in a log of thousands of requests. */
const MAX_LOGGED_BODY_BYTES = 8_192;

const SECRET_FIELDS = new Set(['client_secret', 'code', 'refresh_token', 'access_token']);

/**
 * Stands for a secret in logs: equal secrets have equal fingerprints, so that tests can see
 * whether the same token was used, and nobody can read it.
 */
export function fingerprint(secret: string): string {
	return `sha256:${createHash('sha256').update(secret).digest('hex').slice(0, 12)}`;
}

/** Keeps the last `limit` requests and every violation of the contract. */
export class RequestLog {
	private readonly kept: RequestRecord[] = [];
	private oldest = 0;
	private readonly violating: Violation[] = [];
	private count = 0;

	constructor(private readonly limit = DEFAULT_REQUEST_LOG_LIMIT) {}

	add(request: Omit<RequestRecord, 'id' | 'at'>): RequestRecord {
		const record: RequestRecord = {
			...request,
			id: ++this.count,
			at: new Date().toISOString(),
			headers: redactHeaders(request.headers),
			query: redactFields(request.query),
		};
		if (this.kept.length < this.limit) {
			this.kept.push(record);
		} else if (this.limit > 0) {
			this.kept[this.oldest] = record;
			this.oldest = (this.oldest + 1) % this.limit;
		}
		return record;
	}

	/** Adds the body once it has been read. @param bytes its length as sent */
	setBody(record: RequestRecord, body: unknown, bytes: number): void {
		if (bytes === 0) return;
		record.body =
			bytes > MAX_LOGGED_BODY_BYTES
				? `(${bytes} bytes, not kept)`
				: isFields(body)
					? redactFields(body)
					: body;
	}

	violated(record: RequestRecord, violations: string[]): void {
		if (violations.length === 0) return;
		const { id: requestId, at, method, path, operationId } = record;
		record.violations = violations;
		this.violating.push({ requestId, at, method, path, operationId, violations });
		noteViolation(method, path, violations);
	}

	/** Oldest first. */
	requests(): RequestRecord[] {
		return [...this.kept.slice(this.oldest), ...this.kept.slice(0, this.oldest)];
	}

	violations(): Violation[] {
		return [...this.violating];
	}

	/** All requests so far, also those no longer kept. */
	total(): number {
		return this.count;
	}
}

function isFields(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function redactHeaders(headers: RequestRecord['headers']): RequestRecord['headers'] {
	const { authorization, cookie, ...rest } = headers;
	return {
		...rest,
		...(authorization === undefined ? {} : { authorization: redactAuthorization(authorization) }),
		...(cookie === undefined ? {} : { cookie: fingerprint(String(cookie)) }),
	};
}

function redactAuthorization(value: string | string[]): string {
	const [scheme, ...rest] = String(value).split(' ');
	return `${scheme} ${fingerprint(rest.join(' '))}`;
}

function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			name,
			SECRET_FIELDS.has(name) ? fingerprint(String(value)) : value,
		]),
	);
}
