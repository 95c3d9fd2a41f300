import type { Counts } from './jestReport';

/** One line of the summary at the end of `npm test`. */
export interface Row extends Counts {
	name: string;
	seconds: number;
	/** Why it failed or was skipped. */
	note?: string;
}

const HEADINGS = ['', 'passed', 'failed', 'skipped', 'seconds', ''];

/** The table of all rows, aligned; numbers to the right. */
export function summaryTable(rows: readonly Row[]): string {
	const cells = [
		HEADINGS,
		...rows.map((row) => [
			row.name,
			String(row.passed),
			String(row.failed),
			String(row.skipped),
			row.seconds.toFixed(1),
			row.note ?? '',
		]),
	];
	const widths = HEADINGS.map((_, column) => Math.max(...cells.map((line) => line[column].length)));
	return cells
		.map((line) =>
			line
				.map((cell, column) =>
					column === 0 || column === HEADINGS.length - 1
						? cell.padEnd(widths[column])
						: cell.padStart(widths[column]),
				)
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

export function total(rows: readonly Row[]): Counts {
	const sum = (pick: (row: Row) => number) => rows.reduce((so, row) => so + pick(row), 0);
	return {
		passed: sum((row) => row.passed),
		failed: sum((row) => row.failed),
		skipped: sum((row) => row.skipped),
	};
}

/** The last line that `npm test` prints; programs read it, so its form is fixed. */
export const closingLine = ({ passed, failed, skipped }: Counts) =>
	`${passed} passed, ${failed} failed, ${skipped} skipped`;
