import { writeFileSync } from 'node:fs';

import type { Account } from './account';
import { exchangeShape, type ExchangeShape } from './shapes';
import { type Line, lineForReport, type Progress } from './steps';
import { contractVariants, highLevelVariants, type Variants } from './variants';

/** The file that a person may send: nothing in it names anybody. */
export interface Report {
	form: string;
	/** Days, so that nobody's clock is in it. */
	date: string;
	/** By the names of the local platform's switches. */
	variants: Variants;
	steps: Line[];
	/** Each kind of exchange once. */
	exchanges: ExchangeShape[];
}

export function makeReport(account: Account, progress: Progress, duplicates?: string): Report {
	const { log, settings } = account;
	const shapes = new Map<string, ExchangeShape>();
	for (const exchange of log.entries) {
		const shape = exchangeShape(exchange);
		shapes.set(JSON.stringify(shape), shape);
	}
	return {
		form: settings.form,
		date: new Date().toISOString().slice(0, 10),
		variants:
			settings.form === 'highLevel' ? highLevelVariants(log, duplicates) : contractVariants(log),
		steps: progress.lines.map((line) => lineForReport(line, account)),
		exchanges: [...shapes.values()],
	};
}

export function writeReport(file: string, report: Report): void {
	writeFileSync(file, `${JSON.stringify(report, null, '\t')}\n`, { mode: 0o600 });
}
