/**
 * `npm run docs:figures`: takes over into test/figures what the suites have measured in this clone, and
 * writes the figures of test/figures into the pages.
 *
 * A place in a page: `<!-- figure:faults.killed.twice -->3<!-- /figure -->` shows the value `twice` of the
 * measurement `killed` in test/figures/faults.json; without a value it shows the measurement's table, or
 * its line for people.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { REPOSITORY, RUNTIME } from '../runtime/paths';

/** Where the suites keep what they measure: not in the repository, which a test run leaves as it is. */
export const MEASURED = join(RUNTIME, 'figures');
const KEPT = join(REPOSITORY, 'test', 'figures');
const DOCS = join(REPOSITORY, 'docs');

const PLACE = /<!-- figure:([\w-]+)\.([\w-]+)(?:\.([\w-]+))? -->[^]*?<!-- \/figure -->/g;

/** What a test has measured; `header` and `rows` make a table. */
export type Figure = Record<string, number | string | readonly string[] | ReadonlyArray<readonly string[]>>;

/** The measurements of a suite by their keys. */
export type Figures = Record<string, Figure>;

/** Rows as a Markdown table. */
export function toTable(header: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column].length)));
	const line = (row: readonly string[]) =>
		`| ${row.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
	const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
	return [line(header), rule, ...rows.map(line)].join('\n');
}

/** All of test/figures, by suite. */
export async function readFigures(): Promise<Record<string, Figures>> {
	return await readFolder(KEPT);
}

async function readFolder(folder: string): Promise<Record<string, Figures>> {
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
	const suites = names.map(async (name) => {
		const figures = JSON.parse(await readFile(join(folder, name), 'utf8')) as Figures;
		return [basename(name, '.json'), figures] as const;
	});
	return Object.fromEntries(await Promise.all(suites));
}

/** README, docs and the night's page, as they are. */
export async function readPages(): Promise<Array<{ file: string; text: string }>> {
	const names = (await readdir(DOCS)).filter((name) => name.endsWith('.md'));
	const files = [join(REPOSITORY, 'README.md'), join(REPOSITORY, 'test', 'night.md'), ...names.map((name) => join(DOCS, name))];
	return await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));
}

/**
 * A page with its figures filled in; tables on lines of their own.
 * @throws Error for a figure that nobody has measured
 */
export function withFigures(page: string, suites: Record<string, Figures>): string {
	return page.replace(PLACE, (_, suite: string, key: string, value?: string) => {
		const name = [suite, key, value].filter(Boolean).join('.');
		const { header, rows, ...values }: Figure = suites[suite]?.[key] ?? {};
		const isTable = value === undefined && header !== undefined;
		const text = isTable
			? `\n${toTable(header as string[], rows as string[][])}\n`
			: values[value ?? 'text'];
		if (text === undefined) throw new Error(`No figure is called ${name}`);
		return `<!-- figure:${name} -->${String(text)}<!-- /figure -->`;
	});
}

async function main(): Promise<void> {
	const before = await readFigures();
	await mkdir(KEPT, { recursive: true });
	for (const [suite, measured] of Object.entries(await readFolder(MEASURED))) {
		const all = Object.entries({ ...before[suite], ...measured }).sort(([a], [b]) => (a < b ? -1 : 1));
		await writeFile(join(KEPT, `${suite}.json`), `${JSON.stringify(Object.fromEntries(all), null, '\t')}\n`);
	}
	const figures = await readFigures();
	for (const { file, text } of await readPages()) {
		const filled = withFigures(text, figures);
		if (filled === text) continue;
		await writeFile(file, filled);
		console.log(`written: ${file}`);
	}
}

if (require.main === module) {
	main().catch((error: unknown) => {
		console.error(String(error));
		process.exitCode = 1;
	});
}
