import type { Picture } from './pictures';
import type { Line } from './report';

/** What a benchmark has found. */
export interface Result {
	lines: Line[];
	/** Further tables, by the key under which docs/performance.md shows them. */
	tables?: Record<string, { header: string[]; rows: string[][] }>;
	/** By the name of their files. */
	pictures?: Record<string, Picture>;
}
