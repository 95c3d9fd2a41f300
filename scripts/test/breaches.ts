/* eslint-disable @n8n/community-nodes/no-restricted-imports, no-console -- runs on a developer's machine, never inside n8n */
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Row } from './summary';

/** Where every sandbox of the run notes requests that break the contract. */
export const breachJournal = (root: string) =>
	path.join(root, '.runtime', 'test', 'breaches.jsonl');

/** Begins the run with an empty journal. */
export async function clearBreaches(root: string): Promise<void> {
	const file = breachJournal(root);
	await mkdir(path.dirname(file), { recursive: true });
	await rm(file, { force: true });
}

/** One check over the whole run: no suite made a node send what the contract does not allow. */
export async function breachRow(root: string): Promise<Row> {
	const journal = await readFile(breachJournal(root), 'utf8').catch(() => '');
	const breaches = journal.split('\n').filter(Boolean);
	for (const breach of breaches) console.log(`  ${breach}`);
	const failed = breaches.length > 0 ? 1 : 0;
	return {
		name: 'contract',
		passed: 1 - failed,
		failed,
		skipped: 0,
		seconds: 0,
		note: failed ? `${breaches.length} requests broke the contract` : undefined,
	};
}
