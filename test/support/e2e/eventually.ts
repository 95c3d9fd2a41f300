/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs under Jest, never inside n8n */
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;
/** Several times what anything here takes on a busy machine; longer means that it never comes. */
const DEADLINE_MS = 30_000;

/**
 * Looks again and again until there is something to see.
 * @param what for the message, e.g. "an appointment of the contact"
 * @throws Error after half a minute
 */
export async function eventually<T>(
	what: string,
	look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
	const deadline = Date.now() + DEADLINE_MS;
	for (;;) {
		const seen = await look();
		if (seen !== undefined) return seen;
		if (Date.now() > deadline) throw new Error(`Waited ${DEADLINE_MS} ms in vain for ${what}`);
		await delay(POLL_MS);
	}
}
