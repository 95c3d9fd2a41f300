import { deepCopy, type IExecuteFunctions, NodeApiError } from 'n8n-workflow';

import { SerialQueue } from '../utils/serialQueue';
import { BoundedMap } from '../utils/boundedMap';
import { executionKey, retryKey, runsAsTool } from './execution';

/** A write that a node has carried out in an execution, or may have. */
export interface LedgerEntry {
	/** `accountKeyOf` the credential. */
	account: string;
	/** Its ID; empty where n8n names none. */
	execution: string;
	/** Key of the execution, the node, the account and what the write is for; undefined where n8n names no execution. */
	purpose?: string;
	/** When it was first sent, in epoch milliseconds. */
	since: number;
	/** Undefined while the outcome is unknown. */
	result?: object;
	/** The IDs of what was written, and of whom it is for, by which it is found again in other executions. */
	subjects: string[];
	/** The error of an unknown outcome. */
	unknownOutcome?: NodeApiError;
	/** What to send again after an unknown outcome; undefined where nothing may be sent again. */
	wishToRepeat?: unknown;
	/** The keys under which it stands in `entries`. */
	keys: Set<string>;
}

/** The part of an entry that a write sets itself. */
export type LedgerWrite = Pick<LedgerEntry, 'subjects' | 'wishToRepeat'>;

/** The call of an operation, as far as the ledger needs it. */
export interface LedgerCaller {
	context: IExecuteFunctions;
	itemIndex: number;
	/** `accountKeyOf` the credential. */
	account: string;
}

/** What a write is for, by which the ledger knows it again. */
export interface Purpose {
	/** Such as a contact in a calendar. */
	purpose: unknown;
	/** What tells several writes for one purpose apart, such as their times. */
	times?: unknown;
}

export interface Write<Result> extends Purpose {
	/** The ID of what is written, where it is known before. */
	subject?: string;
	/** False for a result that wrote nothing. */
	isWritten?: (result: Result) => boolean;
	/**
	 * True where a further run of the node, or another item, wants it once more: each message of a loop is sent. The retry
	 * of a run, and a language model that repeats its call, still get the first result.
	 */
	isNewWishEachTime?: boolean;
	/**
	 * Looks on the platform for what an unknown outcome may have written; undefined where it is not there, so that it can be
	 * sent again. Without this, the outcome stays unknown.
	 */
	find?: (since: number) => Promise<Result | undefined>;
	/** The result for a language model that repeats its call, such as with `alreadySent`. */
	markRepeated?: (result: Result) => Result;
}

/** An item of a run, kept for the next attempt of n8n's Retry On Fail. */
interface ItemAttempt {
	/** What its operation returned. */
	result?: unknown;
	/** Keys of its writes in `entries`, by purpose: at the next attempt its times may have changed, as those of $now. */
	writes: Map<string, string>;
}

const MAX_ENTRIES = 50_000;

/** Some 700 bytes each. A write stands under its purpose with its times, and the latest also under its purpose alone. */
const entries = new BoundedMap<string, LedgerEntry>(MAX_ENTRIES);

/** The same writes by account and subject, so that a change need not walk through all of them. */
const entriesBySubject = new BoundedMap<string, Set<LedgerEntry>>(MAX_ENTRIES);

const itemAttempts = new BoundedMap<string, ItemAttempt>(MAX_ENTRIES);

/** An agent may make the same call twice at once. */
const queue = new SerialQueue();

/** The key of what a write is for, in this execution; undefined where n8n names no execution. */
function purposeKeyOf({ context, account }: LedgerCaller, purpose: unknown): string | undefined {
	return executionKey(context, account, purpose);
}

function keyOf(purpose: string, times: unknown): string {
	return `${purpose} ${JSON.stringify(times)}`;
}

function subjectKeyOf(account: string, subject: string): string {
	return JSON.stringify([account, subject]);
}

/** An earlier write of this execution. */
interface EarlierWrite {
	entry: LedgerEntry;
	/** True where an earlier attempt of the same item made it. */
	isOfSameItem: boolean;
}

/** The earlier write for the purpose with the same times, or by an earlier attempt of the same item. */
function findEarlier(
	{ context, itemIndex }: LedgerCaller,
	purpose: string,
	times: unknown,
): EarlierWrite | undefined {
	const keyOfItem = attemptOf(context, itemIndex)?.writes.get(purpose);
	const entryOfItem = keyOfItem === undefined ? undefined : entries.get(keyOfItem);
	const entry = entries.get(keyOf(purpose, times)) ?? entryOfItem;
	return entry && { entry, isOfSameItem: entry === entryOfItem };
}

/** True where the node has written for the purpose in this execution, or may have, with other times and for another item. */
export function hasOtherWrite(caller: LedgerCaller, { purpose, times }: Purpose): boolean {
	const purposeKey = purposeKeyOf(caller, purpose);
	if (purposeKey === undefined || !entries.has(purposeKey)) return false;
	return findEarlier(caller, purposeKey, times) === undefined;
}

/**
 * Writes once in an execution, however often the call comes: by a loop, a further run or attempt of the node, or a language
 * model. Where n8n names no execution, each call writes, and its write is known by its subjects alone.
 *
 * @param send may set `subjects`, and `wishToRepeat`, which it gets again at the next call while the outcome is unknown
 * @returns its result, or that of the same call before
 * @throws the first error again where the outcome is unknown, nothing may be sent again, and the platform cannot be asked
 */
export async function writeOnce<Result extends object>(
	caller: LedgerCaller,
	write: Write<Result>,
	send: (entry: LedgerWrite) => Promise<Result>,
): Promise<Result> {
	const purpose = purposeKeyOf(caller, write.purpose);
	if (purpose === undefined)
		return await sendAndKeep(caller, newEntry(caller, purpose, write.subject), write, send);
	return await queue.run(purpose, async () => {
		const earlier = findEarlier(caller, purpose, write.times);
		const resultBefore = earlier && repeatedResult(caller, write, earlier);
		if (resultBefore) return resultBefore;
		const isPending = earlier !== undefined && earlier.entry.result === undefined;
		const entry = isPending ? earlier.entry : newEntry(caller, purpose, write.subject);
		const found = await findUnknown(entry, write);
		if (found) {
			keepResult(caller, entry, write, found);
			return found;
		}
		return await sendAndKeep(caller, entry, write, send);
	});
}

function newEntry(
	{ context, account }: LedgerCaller,
	purpose: string | undefined,
	subject: string | undefined,
): LedgerEntry {
	const execution = purpose === undefined ? '' : context.getExecutionId();
	const subjects = subject === undefined ? [] : [subject];
	return { account, execution, purpose, since: Date.now(), subjects, keys: new Set() };
}

/** The result of an earlier write, where the call is that one again; undefined where it has none, or is a new wish. */
function repeatedResult<Result extends object>(
	{ context }: LedgerCaller,
	{ isNewWishEachTime, markRepeated }: Write<Result>,
	{ entry, isOfSameItem }: EarlierWrite,
): Result | undefined {
	if (entry.result === undefined) return undefined;
	const isTool = runsAsTool(context.getNode());
	const isRepeat = !isNewWishEachTime || isOfSameItem || isTool;
	if (!isRepeat) return undefined;
	const result = deepCopy(entry.result as Result);
	return isTool && markRepeated ? markRepeated(result) : result;
}

/**
 * What a write of unknown outcome has written after all, where the platform shows it.
 *
 * @throws the error of that write, where nothing may be sent again and the platform cannot be asked
 */
async function findUnknown<Result extends object>(
	{ since, unknownOutcome, wishToRepeat }: LedgerEntry,
	{ find }: Write<Result>,
): Promise<Result | undefined> {
	if (unknownOutcome === undefined || wishToRepeat !== undefined) return undefined;
	if (!find) throw unknownOutcome;
	return await find(since);
}

/** Sends a write, and keeps what became of it. A write that certainly was not carried out is forgotten. */
async function sendAndKeep<Result extends object>(
	caller: LedgerCaller,
	entry: LedgerEntry,
	write: Write<Result>,
	send: (entry: LedgerWrite) => Promise<Result>,
): Promise<Result> {
	try {
		const result = await send(entry);
		if (write.isWritten?.(result) === false) dropEntry(entry);
		else keepResult(caller, entry, write, result);
		return result;
	} catch (error) {
		const isUnknown = error instanceof NodeApiError && error.context.outcomeUnknown === true;
		if (isUnknown) {
			entry.unknownOutcome = error;
			keepForCaller(caller, entry, write.times);
		} else if (entry.wishToRepeat === undefined) {
			dropEntry(entry);
		}
		return await Promise.reject(error as Error);
	}
}

function keepResult<Result extends object>(
	caller: LedgerCaller,
	entry: LedgerEntry,
	{ times }: Write<Result>,
	result: Result,
): void {
	entry.result = deepCopy(result);
	keepForCaller(caller, entry, times);
}

/** Enters a write, also for the next attempt of the item that made it. */
function keepForCaller(
	{ context, itemIndex }: LedgerCaller,
	entry: LedgerEntry,
	times: unknown,
): void {
	keepEntry(entry, times);
	const { purpose } = entry;
	if (purpose === undefined) return;
	attemptOf(context, itemIndex)?.writes.set(purpose, keyOf(purpose, times));
}

/** Enters a write under its purpose, with its times and alone, and under its subjects. */
export function keepEntry(entry: LedgerEntry, times: unknown): void {
	const { account, purpose, subjects } = entry;
	if (purpose !== undefined) {
		for (const key of [purpose, keyOf(purpose, times)]) {
			entries.set(key, entry);
			entry.keys.add(key);
		}
	}
	for (const subject of subjects) {
		const subjectKey = subjectKeyOf(account, subject);
		const ofSubject = entriesBySubject.get(subjectKey) ?? new Set<LedgerEntry>();
		entriesBySubject.set(subjectKey, ofSubject.add(entry));
	}
}

/** The writes of all executions by one of their subjects. */
export function writesOf(account: string, subject: string): LedgerEntry[] {
	return [...(entriesBySubject.get(subjectKeyOf(account, subject)) ?? [])];
}

/** Forgets a write, so that the same call writes again. */
export function dropEntry(entry: LedgerEntry): void {
	for (const key of entry.keys) {
		if (entries.get(key) === entry) entries.delete(key);
	}
	for (const subject of entry.subjects) {
		const subjectKey = subjectKeyOf(entry.account, subject);
		const ofSubject = entriesBySubject.get(subjectKey);
		ofSubject?.delete(entry);
		if (ofSubject?.size === 0) entriesBySubject.delete(subjectKey);
	}
}

/** What is remembered of an item for the next attempt of its run; undefined where n8n makes none. */
function attemptOf(context: IExecuteFunctions, itemIndex: number): ItemAttempt | undefined {
	const run = retryKey(context);
	if (run === undefined) return undefined;
	const key = `${run} ${itemIndex}`;
	const attempt = itemAttempts.get(key) ?? { writes: new Map<string, string>() };
	itemAttempts.set(key, attempt);
	return attempt;
}

/** The results of a run's items, kept for the next attempt of n8n's Retry On Fail. */
export interface AttemptMemory<Result> {
	resultOf: (itemIndex: number) => Result | undefined;
	keepResult: (itemIndex: number, result: Result) => void;
	/** After a run without a failure, no further attempt comes. */
	forget: (itemCount: number) => void;
}

/** Undefined where n8n makes no further attempt. */
export function attemptMemoryOf<Result>(
	context: IExecuteFunctions,
): AttemptMemory<Result> | undefined {
	const run = retryKey(context);
	if (run === undefined) return undefined;
	return {
		resultOf: (itemIndex) => itemAttempts.get(`${run} ${itemIndex}`)?.result as Result | undefined,
		keepResult(itemIndex, result) {
			const attempt = attemptOf(context, itemIndex);
			if (attempt) attempt.result = result;
		},
		forget(itemCount) {
			for (let itemIndex = 0; itemIndex < itemCount; itemIndex++)
				itemAttempts.delete(`${run} ${itemIndex}`);
		},
	};
}
