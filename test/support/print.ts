import { toTable } from '../../scripts/lib/table';

/** Prints what a test has measured, past jest's own decoration of console lines. */
export function print(text: string): void {
	process.stdout.write(`  · ${text}\n`);
}

/** The same as a Markdown table under a title. */
export function printTable(title: string, header: string[], rows: Array<Array<string | number>>): void {
	const table = toTable(header, rows.map((row) => row.map(String)));
	process.stdout.write(`\n  ${title}\n${table.replace(/^/gm, '  ')}\n\n`);
}
