import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { REPOSITORY } from '../runtime/paths';
import { run } from '../runtime/process';
import { MEASURED, type Figures } from '../scripts/figures';
import { draw, THEMES } from './pictures';
import { HEADER, toRow } from './report';
import type { Result } from './result';

const FILE = join(MEASURED, 'performance.json');
const PICTURES = join(REPOSITORY, 'docs', 'pictures');

/** Keeps what a benchmark has found, as the suites do, beside what others have found before. */
export async function keep(topic: string, machine: string, { lines, tables = {} }: Result): Promise<void> {
	await mkdir(MEASURED, { recursive: true });
	const before = JSON.parse(await readFile(FILE, 'utf8').catch(() => '{}')) as Figures;
	const found = { [topic]: { header: HEADER, rows: lines.map(toRow) }, ...tables };
	const figures = Object.fromEntries(
		Object.entries(found).map(([key, table]) => [key, { text: machine, machine, ...table }]),
	);
	await writeFile(FILE, JSON.stringify({ ...before, ...figures }));
}

/** Draws the pictures into docs/pictures, then fills all figures that were kept into the documents. */
export async function writeDocuments(results: readonly Result[]): Promise<void> {
	for (const { pictures = {} } of results) {
		for (const [name, picture] of Object.entries(pictures)) {
			for (const theme of THEMES) {
				await writeFile(join(PICTURES, `performance-${name}-${theme}.svg`), draw(picture, theme));
			}
		}
	}
	await run('npm', ['run', 'docs:figures'], { cwd: REPOSITORY });
}
