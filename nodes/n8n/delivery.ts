import { sleep, type IWebhookFunctions } from 'n8n-workflow';
import { withTimeout } from '../utils/withTimeout';

/** The parts of n8n's request that carry the body; n8n adds `readRawBody` and `rawBody` to Node's. */
export interface BodyRequest {
	headers: Record<string, string | string[] | undefined>;
	rawBody?: unknown;
	readRawBody?: () => Promise<void>;
}

/**
 * Why there is no body:
 *
 * - encoded: it is compressed, so it was not read
 * - missing: n8n left none, or the sender hung up
 * - tooLarge: it is larger than n8n accepts
 * - unfinished: not all of it came in time
 */
export type NoBody = 'encoded' | 'missing' | 'tooLarge' | 'unfinished';

/** A genuine body arrives within milliseconds. Turns of the event loop are counted, because a busy process is late with all of them. */
const PROMPT_TURNS = 6;
const TURN_MS = 25;

/** A connection that waits for its body holds an isolate of n8n. */
const MAX_BODY_MS = 10_000;

/**
 * The bytes before any parsing. Compressed bodies are not read: n8n (2.41 included) does not listen for zlib's errors, so
 * a truncated one would hold its isolate forever.
 *
 * @param whenSlow called when the body is slow; resolves when waiting must end
 */
export async function readRawBody(
	request: BodyRequest,
	whenSlow: () => Promise<void>,
): Promise<Buffer | NoBody> {
	const encoding = [request.headers['content-encoding'] ?? ''].flat().join().trim().toLowerCase();
	if (encoding !== '' && encoding !== 'identity') return 'encoded';
	try {
		const reading = Promise.resolve(request.readRawBody?.()).then(() => true);
		let ended: unknown;
		for (let turn = 0; !ended && turn < PROMPT_TURNS; turn++)
			ended = await Promise.race([reading, sleep(TURN_MS)]);
		ended ??= await Promise.race([withTimeout(reading, MAX_BODY_MS), whenSlow()]);
		if (!ended) return 'unfinished';
	} catch (error) {
		// n8n reads with raw-body, whose errors carry an HTTP status.
		return (error as { status?: number } | undefined)?.status === 413 ? 'tooLarge' : 'missing';
	}
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : 'missing';
}

/** n8n's response (Express's, on Node's), whose type a community package cannot import. */
export interface DeliveryResponse {
	statusCode: number;
	destroyed: boolean;
	setHeader(name: string, value: string): unknown;
	removeHeader(name: string): unknown;
	once(event: 'close', listener: () => void): unknown;
	end(...args: unknown[]): unknown;
}

/**
 * n8n (2.41 included) calls `end()` to respond once the execution has started, even where the sender has hung up. A trigger
 * has no other sign of it.
 *
 * @param before called with whether the response is 2xx. The response waits for what it returns; where that has changed the
 * status to another than 2xx, the text of the response is dropped
 * @param after called once the response has gone out, with whether it was 2xx
 */
export function aroundEnd(
	response: DeliveryResponse,
	before: (confirmed: boolean) => Promise<void> | void,
	after: (confirmed: boolean) => void,
): void {
	const end = response.end;
	let called = false;
	response.end = function (this: DeliveryResponse, ...args: unknown[]) {
		// A second call while the first one waits would be a write after the end, whose error nobody catches.
		if (called) return this;
		called = true;
		// No response ends with a status below 200.
		const isConfirmed = () => response.statusCode < 300;
		const finish = (text: unknown[]) => {
			end.apply(this, text);
			after(isConfirmed());
		};
		const wait = before(isConfirmed());
		if (!wait) {
			finish(args);
			return this;
		}
		void wait.then(() => {
			if (isConfirmed()) return finish(args);
			response.removeHeader('content-length');
			finish([]);
		});
		return this;
	};
}

/** Lets `webhook()` throw after it has responded: n8n (2.41) then calls `json()` or `send()`, which would throw again. */
export function silenceResponse(response: DeliveryResponse): void {
	Object.assign(response, { json: () => response, send: () => response });
}

/** True where this process executes its workflows itself. Of all that a node can see, only n8n's logger (2.41 included) shows it. */
export function executesHere({ logger }: Pick<IWebhookFunctions, 'logger'>): boolean {
	const { globalConfig } = logger as { globalConfig?: { executions?: { mode?: string } } };
	return globalConfig?.executions?.mode === 'regular';
}

/** True where a failure of the node ends the execution. Otherwise n8n continues with an empty item. */
export function stopsOnError(context: Pick<IWebhookFunctions, 'getNode'>): boolean {
	const { onError = 'stopWorkflow', continueOnFail = false } = context.getNode();
	return onError === 'stopWorkflow' && !continueOnFail;
}
