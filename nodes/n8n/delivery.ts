import { sleep, type ICheckProcessedOptions, type IExecuteFunctions } from 'n8n-workflow';
import { withTimeout } from '../utils/attempt';

/** The parts of n8n's request that carry the body; n8n adds `readRawBody` and `rawBody` to Node's. */
export interface BodyRequest {
	headers: Record<string, string | string[] | undefined>;
	rawBody?: unknown;
	readRawBody?: () => Promise<void>;
}

export type RawBody =
	| { kind: 'bytes'; bytes: Buffer }
	/** Compressed, as `Content-Encoding` says; it was not read. */
	| { kind: 'encoded' }
	| { kind: 'tooLarge' }
	/** The sender did not send all of it in time. */
	| { kind: 'unfinished' }
	/** n8n left none, or the sender hung up in the middle. */
	| { kind: 'missing' };

/**
 * The body of a genuine delivery is there within milliseconds, unless n8n stands still. So a body is slow
 * when it is not there after several turns of the event loop, in each of which n8n reads what has arrived.
 */
const PROMPT_TURNS = 6;
const TURN_MS = 25;

/** Far more than the body of an event takes; each connection holds an isolate of n8n until then. */
const MAX_BODY_MS = 10_000;

function isEncoded({ headers }: BodyRequest): boolean {
	const encoding = [headers['content-encoding'] ?? ''].flat().join().trim().toLowerCase();
	return encoding !== '' && encoding !== 'identity';
}

/** raw-body, with which n8n reads, throws errors of HTTP that carry their status. */
function isTooLarge(error: unknown): boolean {
	return error instanceof Error && (error as { status?: unknown }).status === 413;
}

/**
 * The body's bytes before any parsing. n8n (all versions that offer `readRawBody`, 2.41 included)
 * pipes a compressed body through zlib without listening for zlib's errors: where such a body breaks
 * off, its promise never settles, and the webhook call and its isolate stay for ever. Decompressing
 * also lets a stranger turn kilobytes into megabytes. So compressed bodies are refused unread, and
 * the time for all others is bounded.
 *
 * @param whenSlow called when the body is slow; resolves when it is not to be waited for any longer
 */
export async function readRawBody(
	request: BodyRequest,
	whenSlow: () => Promise<void> = async () => await new Promise(() => {}),
	maxMs: number = MAX_BODY_MS,
): Promise<RawBody> {
	if (isEncoded(request)) return { kind: 'encoded' };
	try {
		const reading = Promise.resolve(request.readRawBody?.()).then(() => true);
		let ended: unknown;
		for (let turn = 0; !ended && turn < PROMPT_TURNS; turn++) ended = await Promise.race([reading, sleep(TURN_MS)]);
		ended ??= await Promise.race([withTimeout(reading, maxMs), whenSlow()]);
		if (!ended) return { kind: 'unfinished' };
	} catch (error) {
		return { kind: isTooLarge(error) ? 'tooLarge' : 'missing' };
	}
	const { rawBody } = request;
	return Buffer.isBuffer(rawBody) ? { kind: 'bytes', bytes: rawBody } : { kind: 'missing' };
}

/** The parts of n8n's response (Express's, on Node's) that matter to its end. */
export interface EndingResponse {
	statusCode: number;
	writableEnded: boolean;
	end(...args: unknown[]): unknown;
}

/**
 * `end()` is n8n's response. n8n (all versions, 2.41 included) tells a trigger neither that it has
 * started the execution nor that it is about to respond. But it calls `end()` to respond, once the
 * execution has started, also when the sender has hung up: on a closed connection Node emits no 'finish'.
 *
 * @param before may hold the response; told whether it is 2xx
 * @param after n8n has responded, whether or not that could be delivered
 */
export function aroundEnd(
	response: EndingResponse,
	before: (confirmed: boolean) => Promise<void> | void,
	after: (confirmed: boolean) => void,
): void {
	const end = response.end;
	let called = false;
	response.end = function (this: EndingResponse, ...args: unknown[]) {
		// A second end while the first is held would be a write after the end, which nobody catches.
		if (called) return this;
		called = true;
		// No response ends with a status below 200.
		const confirmed = response.statusCode < 300;
		const finish = () => {
			end.apply(this, args);
			after(confirmed);
		};
		const held = before(confirmed);
		if (held) void held.then(finish);
		else finish();
		return this;
	};
}

/**
 * Lets `webhook()` throw after it has responded by itself. In the editor's test mode a thrown error is
 * how a person sees why a delivery was refused; n8n (2.41) then responds once more with `json()`
 * or `send()`, on a response that has ended, which would throw a second error.
 */
export function silenceResponse(response: EndingResponse): void {
	Object.assign(response, { json: () => response, send: () => response });
}

/** n8n's record of the items that a node has processed: the table `processed_data`. */
export interface ProcessedItems {
	/** Records what is not recorded yet. @returns the keys that had been recorded before */
	record(keys: string[]): Promise<string[]>;
	forget(keys: string[]): Promise<void>;
}

/** What SQLite, Postgres and MySQL say of a row that is there already. */
const COLLISION = /unique|primary key|duplicate/i;

/**
 * n8n offers the record in `execute()` only. One row for each workflow and node **id**: neither a rename
 * nor another node's static data touches it, and all processes share it. n8n reads the row, then writes
 * it whole, without a lock (2.41 included):
 * - a key that is given twice in one call counts as new both times, so keys must be distinct;
 * - of calls at the same time the last one wins, so a process must make one after another;
 * - two first calls at once collide in the database and one throws; it has recorded nothing.
 *
 * @param maxKeys the oldest beyond it are forgotten
 */
export function processedItems({ helpers }: IExecuteFunctions, maxKeys: number): ProcessedItems {
	const options: ICheckProcessedOptions = { mode: 'entries', maxEntries: maxKeys };
	const record = async (keys: string[]) =>
		(await helpers.checkProcessedAndRecord(keys, 'node', options)).processed.map(String);
	return {
		record: async (keys) =>
			await record(keys).catch(async (error: Error) =>
				COLLISION.test(error.message) ? await record(keys) : await Promise.reject(error),
			),
		async forget(keys) {
			await helpers.removeProcessed(keys, 'node', options);
		},
	};
}
