import { toTable as markdown } from '../test/support/print';

/** One line of the table: something of ours, beside a peer or a physical limit. */
export interface Line {
	what: string;
	/** Our figure with its unit. */
	ours: string;
	/** The peer, and its figure. */
	beside: string;
	theirs: string;
	ratio: ReturnType<typeof spreadOf>;
	/** The bound of the ratio's median. */
	bound?: { atMost: number };
}

/** @throws Error when there is nothing to sum up */
function spreadOf(values: readonly number[]) {
	if (values.length === 0) throw new Error('Nothing was measured');
	const sorted = [...values].sort((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
	return { median, min: sorted[0], max: sorted[sorted.length - 1] };
}

/** Each round's figures belong together. Times are ours / theirs, so less is better; rates as well, and more is better. */
export function compared(
	line: Pick<Line, 'what' | 'beside' | 'bound'>,
	ours: readonly number[],
	theirs: readonly number[],
	show: (value: number) => string,
): Line {
	const text = (values: readonly number[]) => show(spreadOf(values).median);
	const ratio = spreadOf(ours.map((value, round) => value / theirs[round]));
	return { ...line, ours: text(ours), theirs: text(theirs), ratio };
}

export function holds({ ratio, bound }: Pick<Line, 'ratio' | 'bound'>): boolean {
	return !bound || ratio.median <= bound.atMost;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
export const perSecond = (rate: number): string => `${rate.toFixed(rate < 100 ? 1 : 0)}/s`;
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

const short = (value: number) =>
	value >= 100
		? value.toFixed(0)
		: value >= 10
			? value.toFixed(1)
			: value.toFixed(value < 0.1 ? 4 : 2);

const HEADER = ['what', 'ours', 'beside', 'theirs', 'ratio: median (min–max)', 'bound', 'held'];

function toRow(line: Line): string[] {
	const { what, ours, beside, theirs, ratio, bound } = line;
	const range = `${short(ratio.median)} (${short(ratio.min)}–${short(ratio.max)})`;
	const figures = [what, ours, beside, theirs, range];
	return [
		...figures,
		...(bound ? [`≤ ${bound.atMost}`, holds(line) ? 'yes' : '**no**'] : ['', '']),
	];
}

/** The lines as a Markdown table, padded so that it reads well in a terminal, too. */
export const toTable = (lines: readonly Line[]): string => markdown(HEADER, lines.map(toRow));
