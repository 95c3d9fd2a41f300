/** Rows as a Markdown table, padded so that it reads well in a terminal, too. */
export function toTable(header: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const widths = header.map((_, column) =>
		Math.max(...[header, ...rows].map((row) => row[column].length)),
	);
	const line = (row: readonly string[]) =>
		`| ${row.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
	const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
	return [line(header), rule, ...rows.map(line)].join('\n');
}

/** Prints what a test has measured, past jest's own decoration of console lines. */
export function print(text: string): void {
	process.stdout.write(`  · ${text}\n`);
}
