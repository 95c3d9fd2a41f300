import { appendFileSync } from 'node:fs';

/**
 * Name of the variable that holds a file's path. `npm test` sets it, so that a violation of the
 * contract in any sandbox of any suite, in whatever process, is seen at the end.
 */
export const VIOLATION_JOURNAL = 'SANDBOX_VIOLATION_JOURNAL';

/** Appends one JSON line for a request that violates the contract, if a journal is kept. */
export function noteViolation(method: string, path: string, violations: string[]): void {
	const file = process.env[VIOLATION_JOURNAL];
	if (file) appendFileSync(file, `${JSON.stringify({ method, path, violations })}\n`);
}
