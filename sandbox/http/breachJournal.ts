/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on a developer's machine, never inside n8n */
import { appendFileSync } from 'node:fs';

/**
 * Name of the variable that holds a file's path. `npm test` sets it, so that a breach by any
 * sandbox of any suite, in whatever process, is seen at the end, also where a test forgot to look.
 */
export const BREACH_JOURNAL = 'SANDBOX_BREACH_JOURNAL';

/** Appends one JSON line for a request that broke the contract, if a journal is kept. */
export function noteBreach(method: string, path: string, problems: string[]): void {
	const file = process.env[BREACH_JOURNAL];
	if (file) appendFileSync(file, `${JSON.stringify({ method, path, problems })}\n`);
}

/**
 * Runs a test in which the user, not the node, makes requests break the contract: by a wrong base
 * URL, say. Works for sandboxes of this process.
 */
export async function withoutBreachJournal<T>(work: () => Promise<T>): Promise<T> {
	const { [BREACH_JOURNAL]: file } = process.env;
	delete process.env[BREACH_JOURNAL];
	try {
		return await work();
	} finally {
		if (file !== undefined) process.env[BREACH_JOURNAL] = file;
	}
}
