import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { MEASURED, toTable, type Figure, type Figures } from '../../scripts/figures';

/**
 * Prints what a test has measured, past jest's own decoration of console lines, and keeps it for the
 * documents, with the day: `npm run docs:figures` takes it over into test/figures/<suite>.json.
 * @param key names the measurement within its suite, e.g. `killed`
 * @param text the same as one line for people
 */
export function figure(key: string, text: string, values: Omit<Figure, 'text'> = {}): void {
	printFigure(text);
	keep(key, { text, ...values });
}

/** The same for a table, printed as Markdown. */
export function figureTable(key: string, ...[title, header, rows]: Parameters<typeof printTable>): void {
	printTable(title, header, rows);
	keep(key, { text: title, header, rows: rows.map((row) => row.map(String)) });
}

/** Only prints. */
export function printFigure(text: string): void {
	process.stdout.write(`  · ${text}\n`);
}

/** Only prints, as Markdown. */
export function printTable(title: string, header: string[], rows: Array<Array<string | number>>): void {
	const table = toTable(header, rows.map((row) => row.map(String)));
	process.stdout.write(`\n  ${title}\n${table.replace(/^/gm, '  ')}\n\n`);
}

function keep(key: string, values: Figure): void {
	const suite = basename(dirname(expect.getState().testPath ?? 'none/none'));
	const file = join(MEASURED, `${suite}.json`);
	mkdirSync(MEASURED, { recursive: true });
	const kept = { ...read(file), [key]: { day: new Date().toISOString().slice(0, 10), ...values } };
	writeFileSync(file, JSON.stringify(kept));
}

function read(file: string): Figures {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as Figures;
	} catch {
		return {};
	}
}
