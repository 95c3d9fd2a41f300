import { appendFileSync } from 'node:fs';

import type { SentRequest } from './contract';

/**
 * Name of the variable that holds a file's path. `npm test` sets it, so that a violation of the
 * contract in any sandbox of any suite, in whatever process, is seen at the end.
 */
export const VIOLATION_JOURNAL = 'SANDBOX_VIOLATION_JOURNAL';

/** One request as it arrived, and what its response was. */
export interface RequestRecord extends Omit<SentRequest, 'body'> {
	id: number;
	/** ISO 8601, real time */
	at: string;
	body?: unknown;
	/** Name in openapi.yaml; absent for paths that it does not know */
	operationId?: string;
	/** Status of the response; 0 when the connection was dropped; absent while in progress */
	status?: number;
	durationMs?: number;
	violations?: string[];
}

/** A request that the contract does not allow. */
export type Violation = Pick<RequestRecord, 'at' | 'method' | 'path' | 'operationId'> & {
	violations: string[];
};

const LIMIT = 50_000;

/** Bodies beyond this are not worth their memory in a log of thousands of requests. */
const MAX_LOGGED_BODY_BYTES = 8_192;

/** Keeps the last requests and every violation of the contract, oldest first. */
export class RequestLog {
	readonly requests: RequestRecord[] = [];
	readonly violations: Violation[] = [];
	private count = 0;

	add(
		{ body: bytes, ...sent }: SentRequest,
		more: Pick<RequestRecord, 'body' | 'operationId'>,
	): RequestRecord {
		const record: RequestRecord = {
			id: ++this.count,
			at: new Date().toISOString(),
			...sent,
			...more,
		};
		if (bytes.length > MAX_LOGGED_BODY_BYTES) record.body = `(${bytes.length} bytes, not kept)`;
		this.requests.push(record);
		// Half at a time: taking the first of a long list costs more the longer it is.
		if (this.requests.length > 2 * LIMIT) this.requests.splice(0, LIMIT);
		return record;
	}

	violated(record: RequestRecord, violations: string[]): void {
		if (violations.length === 0) return;
		record.violations = violations;
		const { at, method, path, operationId } = record;
		this.violations.push({ at, method, path, operationId, violations });
		const journal = process.env[VIOLATION_JOURNAL];
		if (journal) appendFileSync(journal, `${JSON.stringify({ method, path, violations })}\n`);
	}
}
