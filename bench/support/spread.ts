/** What repeated measurements of one thing gave. */
export interface Spread {
	median: number;
	min: number;
	max: number;
}

/** @throws Error when there is nothing to sum up */
export function spreadOf(values: readonly number[]): Spread {
	if (values.length === 0) throw new Error('Nothing was measured');
	const sorted = [...values].sort((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
	return { median, min: sorted[0], max: sorted[sorted.length - 1] };
}

export const medianOf = (values: readonly number[]): number => spreadOf(values).median;

/** Ratios of two things measured alternately: each round's figures belong together. */
export function ratiosOf(ours: readonly number[], theirs: readonly number[]): Spread {
	return spreadOf(ours.map((value, round) => value / theirs[round]));
}
