import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Harness } from '../harness';

/** Tokens of the sandbox have a form of their own, so that each one ever issued is found. */
const TOKEN = /(?:at|rt)-[A-Za-z0-9_-]{32}/g;
/** Random text has both, words joined by hyphens have not. */
const isRandom = (text: string) => /[A-Z]/.test(text) && /\d/.test(text);

/** Of the sandbox's seed, and of `sandboxCredentials`. */
const FIXED_SECRETS = ['demo-client-secret', 'pit-harbor', 'pit-summit'];

/** Access tokens, refresh tokens, the app's secret and private integration tokens in a text. */
export function secretsIn(text: string): string[] {
	const tokens = (text.match(TOKEN) ?? []).filter(isRandom);
	return [...tokens, ...FIXED_SECRETS.filter((secret) => text.includes(secret))];
}

/**
 * Searches everything that n8n has printed and stored: its log, each execution as its interface
 * hands it out, and every file of its user folder as it lies there, the database among them.
 * Credentials are encrypted in the database.
 * @returns where a secret was found, and which
 */
export async function findSecrets({ api, n8n }: Harness): Promise<string[]> {
	const found: string[] = [];
	const search = (where: string, text: string) => {
		for (const secret of new Set(secretsIn(text))) found.push(`${where}: ${secret}`);
	};
	search('log', n8n.log());
	for (const { id } of await api.listExecutions()) {
		search(`execution ${id}`, JSON.stringify(await api.getExecution(id)));
	}
	for (const entry of await readdir(n8n.userFolder, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile() || entry.parentPath.includes('/node_modules')) continue;
		const file = join(entry.parentPath, entry.name);
		// One character a byte, so that no sequence of bytes is lost in decoding.
		search(file, await readFile(file, 'latin1'));
	}
	return found;
}
