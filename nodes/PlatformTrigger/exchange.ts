/**
 * The parts of n8n's request and response objects (Express's, on Node's) that the trigger uses.
 * Written out because their types come from packages that a community package does not install.
 */

export interface DeliveryRequest {
	headers: Record<string, string | string[] | undefined>;
	/** Names and values in turn, as received: the only place where a repeated header shows. */
	rawHeaders?: string[];
	/** Set by n8n once it has read the body, with gzip and deflate undone. */
	rawBody?: unknown;
	readRawBody?: () => Promise<void>;
}

export interface DeliveryResponse {
	statusCode: number;
	writableEnded: boolean;
	setHeader(name: string, value: string): unknown;
	end(...args: unknown[]): unknown;
	once(event: 'finish' | 'close', listener: () => void): unknown;
	json?: (body: unknown) => unknown;
	send?: (body: unknown) => unknown;
}

/** All values of a header, in order; undefined when there is none. */
export function headerValues(request: DeliveryRequest, name: string): string[] | undefined {
	const raw = request.rawHeaders ?? [];
	const values = raw.filter((_, i) => i % 2 === 1 && raw[i - 1].toLowerCase() === name);
	if (values.length > 0) return values;
	const joined = request.headers[name];
	return joined === undefined ? undefined : [joined].flat();
}

/**
 * The body's bytes before any parsing, or undefined when they cannot be had. A later n8n that parses
 * first leaves them in `rawBody`; if it leaves nothing, there is nothing to verify.
 */
export async function readRawBody(request: DeliveryRequest): Promise<Buffer | undefined> {
	try {
		if (!Buffer.isBuffer(request.rawBody)) await request.readRawBody?.();
	} catch {
		// Not gzip although it says so, too large, cut off, or read by somebody else before.
		return undefined;
	}
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

/** Ends the response with a status and nothing else. */
export function answer(
	response: DeliveryResponse,
	status: number,
	headers: Record<string, string> = {},
): void {
	response.statusCode = status;
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	response.end();
}
