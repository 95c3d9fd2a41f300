/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on a developer's machine, never inside n8n */

/** Prints one result into the run's output, past jest's own decoration of console lines. */
export function printFigure(text: string): void {
	process.stdout.write(`  · ${text}\n`);
}

/** Prints rows as a Markdown table, the form in which docs/scaling.md has them. */
export function printTable(title: string, header: string[], rows: Array<Array<string | number>>): void {
	const cells = [header, ...rows.map((row) => row.map(String))];
	const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
	const line = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
	const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
	const lines = [line(cells[0]), rule, ...cells.slice(1).map(line)];
	process.stdout.write(`\n  ${title}\n${lines.map((text) => `  ${text}\n`).join('')}\n`);
}
