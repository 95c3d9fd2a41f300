import type { IDataObject } from 'n8n-workflow';

import type { RunResult } from '../../test/support/engine';
import type { Account } from './account';
import type { Exchange } from './exchanges';
import { ownText } from './shapes';

/** What a step has shown. */
export type Verdict = 'differs' | 'does not work' | 'not allowed' | 'not tried' | 'works';

export interface Line {
	step: string;
	verdict: Verdict;
	/** For the person at the terminal; the report has it without what came from the account. */
	says?: string;
}

const SIGN: Record<Verdict, string> = {
	works: '✓',
	differs: '≠',
	'not allowed': '⨯',
	'does not work': '✗',
	'not tried': '–',
};

/** Prints the lines of a run as they come, and keeps them for the report. */
export class Progress {
	readonly lines: Line[] = [];

	constructor(private readonly print: (text: string) => void) {}

	add(step: string, verdict: Verdict, says?: string): void {
		this.lines.push({ step, verdict, says });
		this.print(`  ${SIGN[verdict]} ${step}: ${verdict}${says ? `. ${says}` : ''}`);
	}
}

/** True for a refusal that a further scope would lift. */
export function isOfScope(exchange: Exchange | undefined): boolean {
	if (!exchange || (exchange.status !== 401 && exchange.status !== 403)) return false;
	return /scope/i.test(JSON.stringify(exchange.body ?? ''));
}

/** Runs one operation as a step. @returns its items; undefined where it did not work */
export async function runStep(
	account: Account,
	progress: Progress,
	step: string,
	name: string,
	parameters: IDataObject = {},
): Promise<IDataObject[] | undefined> {
	const { result, exchange } = await watched(
		account,
		async () => await account.run(name, parameters),
	);
	if (!result.error) {
		const { json } = result;
		progress.add(step, 'works', json.length === 1 ? '1 item' : `${json.length} items`);
		return json;
	}
	progress.add(step, verdictOf(result.error.message, exchange), textOf(result));
	return undefined;
}

async function watched(account: Account, run: () => Promise<RunResult>) {
	const before = account.log.entries.length;
	const result = await run();
	const exchange = account.log.entries.length > before ? account.log.entries.at(-1) : undefined;
	return { result, exchange };
}

function verdictOf(message: string, exchange: Exchange | undefined): Verdict {
	if (isOfScope(exchange)) return 'not allowed';
	const isReadable = exchange !== undefined && exchange.status >= 200 && exchange.status < 300;
	if (isReadable || /cannot be read|not expected|unexpected/i.test(message)) return 'differs';
	return 'does not work';
}

function textOf({ error }: RunResult): string {
	const message = String(error?.message).replace(/ \[Item \d+\]$/, '');
	return [message, error?.description].filter(Boolean).join('. ');
}

/** A line as the report holds it. */
export function lineForReport({ step, verdict, says = '' }: Line, account: Account): Line {
	const { accessToken, locationId, calendarId, contact, platformUrl } = account.settings;
	const entered = [accessToken, locationId, calendarId, contact, platformUrl];
	return { step, verdict, says: ownText(says, account.log.entries, entered) };
}
