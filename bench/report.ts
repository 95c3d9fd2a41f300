import { medianOf, ratiosOf, type Spread } from './support/spread';

/** What a line promises; a bound on the ratio is held by its median. */
export type Bound =
	| { atMost: number }
	| { atLeast: number }
	/** Of another kind than a ratio. */
	| { text: string; holds: boolean };

/** One line of the table: something of ours, beside a peer or a physical limit. */
export interface Line {
	what: string;
	/** Our figure with its unit. */
	ours: string;
	/** What stands beside it, and its figure. */
	beside: string;
	theirs: string;
	ratio?: Spread;
	bound?: Bound;
	unreachable?: Unreachable;
}

/** A bound that cannot be held; docs/performance.md has the profile that shows it. */
export interface Unreachable {
	/** In a few words, for the table. */
	why: string;
	/** What the ratio must hold nevertheless; none where there is no ratio. */
	floor?: { atMost: number } | { atLeast: number };
}

/** Times are ours / theirs, so less is better; rates as well, and more is better. */
export function compared(
	line: Pick<Line, 'what' | 'beside' | 'bound' | 'unreachable'>,
	ours: readonly number[],
	theirs: readonly number[],
	show: (value: number) => string,
): Line {
	return {
		...line,
		ours: show(medianOf(ours)),
		theirs: show(medianOf(theirs)),
		ratio: ratiosOf(ours, theirs),
	};
}

export function holds({ ratio, bound }: Pick<Line, 'ratio' | 'bound'>): boolean {
	if (!bound) return true;
	if ('holds' in bound) return bound.holds;
	if (!ratio) return false;
	return 'atMost' in bound ? ratio.median <= bound.atMost : ratio.median >= bound.atLeast;
}

/** Broken, and not for a known reason; or so far off that the known reason does not explain it. */
export function fails(line: Line): boolean {
	if (holds(line)) return false;
	if (!line.unreachable) return true;
	return !holds({ ratio: line.ratio, bound: line.unreachable.floor });
}

export const milliseconds = (ms: number): string =>
	ms < 0.01 ? `${(ms * 1000).toFixed(2)} µs` : `${ms < 10 ? ms.toFixed(3) : ms.toFixed(1)} ms`;
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
export const perSecond = (rate: number): string => `${rate.toFixed(rate < 100 ? 1 : 0)}/s`;
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

const short = (value: number) =>
	value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(value < 0.1 ? 4 : 2);

function toText(bound: Bound): string {
	if ('holds' in bound) return bound.text;
	return 'atMost' in bound ? `≤ ${bound.atMost}` : `≥ ${bound.atLeast}`;
}

function boundText({ bound, unreachable }: Line): string {
	if (!bound) return '';
	const floor = unreachable?.floor ? `, at all events ${toText(unreachable.floor)}` : '';
	return toText(bound) + floor;
}

function ratioText({ ratio }: Line): string {
	return ratio ? `${short(ratio.median)} (${short(ratio.min)}–${short(ratio.max)})` : '';
}

function verdict(line: Line): string {
	if (!line.bound) return '';
	if (holds(line)) return 'yes';
	return fails(line) || !line.unreachable ? '**no**' : `no: ${line.unreachable.why}`;
}

const HEADER = ['what', 'ours', 'beside', 'theirs', 'ratio: median (min–max)', 'bound', 'held'];

/** The lines as a Markdown table, padded so that it reads well in a terminal, too. */
export function toTable(lines: readonly Line[]): string {
	const rows = lines.map((line) => [
		line.what,
		line.ours,
		line.beside,
		line.theirs,
		ratioText(line),
		boundText(line),
		verdict(line),
	]);
	const all = [HEADER, ...rows];
	const widths = HEADER.map((_, column) => Math.max(...all.map((row) => row[column].length)));
	const toRow = (row: string[]) =>
		`| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
	const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
	return [toRow(HEADER), rule, ...rows.map(toRow)].join('\n');
}
