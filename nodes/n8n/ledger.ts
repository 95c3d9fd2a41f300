import { deepCopy, type IExecuteFunctions, NodeApiError } from 'n8n-workflow';

import { SerialQueue } from '../utils/attempt';
import { BoundedMap } from '../utils/boundedMap';
import { executionKey, retryKey } from './execution';

/** A write that a node has carried out in an execution, or may have. */
export interface Entry<Result = unknown> {
	account: string;
	execution: string;
	/** Key of the account, the execution, the node and the purpose. */
	purpose: string;
	/** Key of the run and the item: when n8n retries it, its times may have changed, as those of $now. */
	place?: string;
	result?: Result;
	/** The ID of what was written. */
	subject?: string;
	/** Set while the outcome is unknown: thrown again, unless there is something `sent` that may be sent again. */
	unknown?: NodeApiError;
	sent?: unknown;
}

/** The call of an operation, as far as the ledger needs it. */
interface Caller {
	context: IExecuteFunctions;
	itemIndex: number;
	/** `accountKeyOf` the credential. */
	account: string;
}

interface Write<Result> {
	/** What the write is for, such as a contact in a calendar. */
	purpose: unknown;
	/** What another write for the same purpose has otherwise, such as its times. */
	times?: unknown;
	/** False for a result that wrote nothing. */
	isWritten?: (result: Result) => boolean;
	/** The ID of what is written, where it is known before. */
	subject?: string;
	/** Called where the node has written for the purpose before, or may have, and not by this call. Throws to stop it. */
	whenOther?: () => void;
}

/** Some 700 bytes each. A write stands under its purpose with its times, and the latest also under its purpose alone. */
const entries = new BoundedMap<string, Entry>(50_000);

/** An agent may make the same call twice at once. */
const queue = new SerialQueue();

const keyOf = (purpose: string, times: unknown) => `${purpose} ${JSON.stringify(times)}`;

/**
 * Writes once in an execution, however often the call comes: by a loop, a further run or try of the node, or a language
 * model. Where n8n names no execution, nothing is remembered.
 *
 * @param write may set `subject`, and `sent`, which it gets again at the next call while the outcome is unknown
 * @returns its result, or that of the same call before
 * @throws the first error again where the outcome is unknown, and nothing may be sent again
 */
export async function writeOnce<Result extends object>(
	{ context, itemIndex, account }: Caller,
	{ purpose: of, times, isWritten = () => true, subject, whenOther }: Write<Result>,
	write: (entry: Pick<Entry, 'sent' | 'subject'>) => Promise<Result>,
): Promise<Result> {
	const purpose = executionKey(context, account, of);
	if (purpose === undefined) return await write({});
	return await queue.run(purpose, async () => {
		const run = retryKey(context);
		const place = run && `${run} ${itemIndex}`;
		const latest = entries.get(purpose);
		const isSamePlace = place !== undefined && latest?.place === place;
		const before = entries.get(keyOf(purpose, times)) ?? (isSamePlace ? latest : undefined);
		if (before?.result !== undefined) return deepCopy(before.result as Result);
		if (before?.unknown && before.sent === undefined) throw before.unknown;
		if (latest && !before) whenOther?.();
		const execution = context.getExecutionId();
		const entry: Entry = before ?? { account, execution, purpose, place, subject };
		try {
			const result = await write(entry);
			if (isWritten(result)) keep(Object.assign(entry, { result: deepCopy(result) }), times);
			else drop(entry);
			return result;
		} catch (error) {
			const isUnknown = error instanceof NodeApiError && error.context.outcomeUnknown;
			if (isUnknown) keep(Object.assign(entry, { unknown: error }), times);
			else if (entry.sent === undefined) drop(entry);
			return await Promise.reject(error);
		}
	});
}

export function keep(entry: Entry, times: unknown): void {
	entries.set(entry.purpose, entry);
	entries.set(keyOf(entry.purpose, times), entry);
}

/** The writes of all executions by what they wrote. */
export const writesOf = (account: string, subject: string): Entry[] =>
	[...new Set(entries.values())].filter(
		(entry) => entry.account === account && entry.subject === subject,
	);

export function drop(entry: Entry): void {
	for (const [key, other] of [...entries]) if (other === entry) entries.delete(key);
}

/** Keeps the results of a run for the next try of n8n's Retry On Fail, by item. Undefined where none can come. */
export function triesOf<Result>(context: IExecuteFunctions) {
	const run = retryKey(context);
	if (run === undefined) return undefined;
	const keyAt = (itemIndex: number) => `${run} ${itemIndex}`;
	return {
		before: (itemIndex: number) => entries.get(keyAt(itemIndex))?.result as Result | undefined,
		keep: (itemIndex: number, result: Result) =>
			entries.set(keyAt(itemIndex), { account: '', execution: '', purpose: '', result }),
		/** After a run without a failure, no further try comes. */
		forget: (count: number) => {
			for (let itemIndex = 0; itemIndex < count; itemIndex++) entries.delete(keyAt(itemIndex));
		},
	};
}
