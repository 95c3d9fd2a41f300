import type { Line } from './report';

/** What a benchmark has found. */
export interface Result {
	lines: Line[];
	/** Further tables, by what they show. */
	tables?: Record<string, { header: string[]; rows: string[][] }>;
}
