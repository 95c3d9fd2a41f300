import { Agent, request } from 'undici';

export interface Delivered {
	/** Undefined when there was no response in time. */
	status?: number;
	body: string;
	headers: Record<string, string | string[] | undefined>;
}

export interface Sending {
	/** Value of its header; without one there is no header. */
	signature?: string;
	/** The contract's by default */
	header?: string;
	/** Header names and values in turn, where a name occurs twice, in place of the usual headers. */
	rawHeaders?: string[];
	/** How long the sender waits before it hangs up; default two minutes. */
	timeoutMs?: number;
}

const PATIENT_MS = 120_000;

/** More connections than any test has requests in flight: nothing may queue here. */
const agent = new Agent({ connections: 256 });

/** Posts bytes as the platform does, and never throws: a sender that has no response has none. */
export async function deliver(
	url: string,
	body: Buffer | string,
	{ signature, header = 'x-platform-signature', rawHeaders, timeoutMs = PATIENT_MS }: Sending = {},
): Promise<Delivered> {
	const signed = signature === undefined ? {} : { [header]: signature };
	try {
		const response = await request(url, {
			method: 'POST',
			headers: rawHeaders ?? { 'content-type': 'application/json', ...signed },
			body,
			dispatcher: agent,
			signal: AbortSignal.timeout(timeoutMs),
		});
		return {
			status: response.statusCode,
			body: await response.body.text(),
			headers: response.headers,
		};
	} catch {
		return { body: '', headers: {} };
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
export function countStatuses(
	responses: ReadonlyArray<{ status?: number }>,
): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { status = 'none' } of responses) counts[status] = (counts[status] ?? 0) + 1;
	return counts;
}
