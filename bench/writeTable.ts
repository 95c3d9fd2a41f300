/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { REPOSITORY } from '../runtime/paths';

const BEGIN = '<!-- measured: begin -->';
const END = '<!-- measured: end -->';

/**
 * Replaces machine and table in docs/performance.md, between its two markers.
 *
 * @throws Error when the markers are not there
 */
export async function writeTable(machine: string, table: string): Promise<void> {
	const file = join(REPOSITORY, 'docs', 'performance.md');
	const text = await readFile(file, 'utf8');
	const [before, rest] = text.split(BEGIN);
	const after = rest?.split(END)[1];
	if (after === undefined) throw new Error(`${file} lacks the markers ${BEGIN} and ${END}`);
	await writeFile(file, `${before}${BEGIN}\n\n${machine}\n\n${table}\n\n${END}${after}`);
}
