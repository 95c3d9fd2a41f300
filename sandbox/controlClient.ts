import { request } from 'undici';

import type { SandboxControl } from './control';
import { CONTROL_PREFIX } from './http/server';

/** The control interface from another process: the same functions, each returning a promise. */
export type RemoteControl = {
	[Name in keyof SandboxControl]: (
		...args: Parameters<SandboxControl[Name]>
	) => Promise<Awaited<ReturnType<SandboxControl[Name]>>>;
};

/**
 * Connects to the control interface of a running sandbox.
 *
 * @param sandboxUrl for example `http://127.0.0.1:4010`
 * @returns functions that throw an Error with the sandbox's message when it refuses
 */
export function connectControl(sandboxUrl: string): RemoteControl {
	return new Proxy({} as RemoteControl, {
		get(_target, name) {
			// A promise resolving to this object would otherwise call the sandbox for `then`.
			if (typeof name !== 'string' || name === 'then') return undefined;
			return async (...args: unknown[]) => await call(sandboxUrl, name, args);
		},
	});
}

async function call(sandboxUrl: string, name: string, args: unknown[]): Promise<unknown> {
	const { statusCode, body } = await request(new URL(CONTROL_PREFIX + name, sandboxUrl), {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ args }),
		// Waiting for deliveries to settle takes as long as their retries do.
		headersTimeout: 0,
		bodyTimeout: 0,
	});
	const result: unknown = await body.json();
	if (statusCode === 200) return result;
	const { message } = result as { message?: string };
	throw new Error(message ?? `The sandbox responded to ${name} with ${statusCode}`);
}
