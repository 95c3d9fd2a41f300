/** Longer than any call takes, also an activation that waits for the platform. */
const CALL_MS = 60_000;

/** A response of n8n's REST interface other than 2xx. */
class N8nApiError extends Error {
	constructor(
		request: string,
		readonly status: number,
		body: string,
	) {
		super(`${request} returned ${status}: ${readMessage(body)}`);
	}
}

function readMessage(body: string): string {
	try {
		const { message } = JSON.parse(body) as { message?: unknown };
		if (typeof message === 'string') return message;
	} catch {
		// Not JSON: shown as is.
	}
	return body.slice(0, 500);
}

/** For `.catch`: turns a 404 into undefined. */
export function ignoreNotFound(error: unknown): undefined {
	if (error instanceof N8nApiError && error.status === 404) return undefined;
	throw error;
}

/** The same, also for an execution that still runs: n8n 2.20 responds to whoever reads one with 500. */
export function ignoreUnreadable(error: unknown): undefined {
	if (error instanceof N8nApiError && error.status === 500 && error.message.includes('resultData'))
		return undefined;
	return ignoreNotFound(error);
}

interface Call {
	method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	path: string;
	query?: Readonly<Record<string, string>>;
	body?: unknown;
}

/** A browser's session with n8n: keeps the cookies that n8n sets, and sends them back. */
export class Session {
	private readonly cookies = new Map<string, string>();

	constructor(readonly baseUrl: string) {}

	/** A plain request with the session's cookies; redirects are left to the caller. */
	async fetch(url: string, init: RequestInit = {}): Promise<Response> {
		const headers = new Headers(init.headers);
		const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`);
		if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
		// n8n closes idle connections, now and then in the moment in which the next call would use one.
		headers.set('connection', 'close');
		const signal = init.signal ?? AbortSignal.timeout(CALL_MS);
		const response = await fetch(url, { redirect: 'manual', ...init, headers, signal });
		for (const cookie of response.headers.getSetCookie()) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			// n8n deletes a cookie by leaving its value empty.
			if (value === '') this.cookies.delete(name);
			else this.cookies.set(name, value);
		}
		return response;
	}

	/**
	 * Calls n8n's REST interface and unwraps its `{ data }` envelope.
	 * @throws N8nApiError unless the response is 2xx
	 */
	async call<T>({ method = 'GET', path, query, body }: Call): Promise<T> {
		const search = query ? `?${new URLSearchParams(query).toString()}` : '';
		const response = await this.fetch(`${this.baseUrl}/rest${path}${search}`, {
			method,
			headers: body === undefined ? {} : { 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new N8nApiError(`${method} ${path}`, response.status, text);
		const content: unknown = text === '' ? undefined : JSON.parse(text);
		const wrapped = typeof content === 'object' && content !== null && 'data' in content;
		return (wrapped ? content.data : content) as T;
	}
}
