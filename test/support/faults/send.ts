import { Agent, request } from 'undici';

export interface SentResponse {
	/** Undefined when none came in time. */
	status?: number;
	body: string;
	retryAfter?: string;
	/** Milliseconds until the whole response. */
	took: number;
}

export interface Sending {
	headers?: Record<string, string>;
	/** Header names and values in turn, where a name occurs twice. */
	rawHeaders?: string[];
	/** How long the sender waits before it hangs up; default two minutes. */
	timeoutMs?: number;
}

const PATIENT_MS = 120_000;

/** More connections than any test has requests in flight: nothing may queue here. */
const agent = new Agent({ connections: 256 });

/** Posts bytes and never throws: a sender that has no response has none. */
export async function send(
	url: string,
	body: Buffer | string,
	{ headers = {}, rawHeaders, timeoutMs = PATIENT_MS }: Sending = {},
): Promise<SentResponse> {
	const begun = performance.now();
	const took = () => performance.now() - begun;
	try {
		const response = await request(url, {
			method: 'POST',
			headers: rawHeaders ?? { 'content-type': 'application/json', ...headers },
			body,
			dispatcher: agent,
			signal: AbortSignal.timeout(timeoutMs),
		});
		const text = await response.body.text();
		const retryAfter = response.headers['retry-after'];
		return { status: response.statusCode, body: text, retryAfter: retryAfter?.toString(), took: took() };
	} catch {
		return { body: '', took: took() };
	}
}

/** Does `count` tasks, so many of them at once. */
export async function inLanes<T>(
	count: number,
	atOnce: number,
	task: (index: number) => Promise<T>,
): Promise<T[]> {
	const results: T[] = [];
	let next = 0;
	const lane = async () => {
		while (next < count) {
			const index = next++;
			results[index] = await task(index);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, lane));
	return results;
}

/** How often each status was given; `none` is no response. */
export function countStatuses(responses: ReadonlyArray<{ status?: number }>): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { status = 'none' } of responses) counts[status] = (counts[status] ?? 0) + 1;
	return counts;
}
