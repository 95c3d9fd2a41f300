import type { SandboxControl } from '../control/sandboxControl';
import type { Answer } from '../httpError';

/** Apart from the contract's paths; requests below it are not recorded. */
export const CONTROL_PREFIX = '/__sandbox/';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/**
 * Calls a function of the control interface. The body is `{ "args": […] }`, or the single argument
 * itself, or empty; the answer is what the function returned, as JSON (`null` for nothing).
 */
export async function answerControl(
	control: SandboxControl,
	name: string,
	bytes: Buffer,
): Promise<Answer> {
	if (!isControlName(control, name)) return failure(404, `There is no control function ${name}`);
	try {
		const args = readArguments(bytes);
		const call = control[name] as (...args: unknown[]) => unknown;
		const result = await call(...args);
		return { status: 200, headers: JSON_TYPE, body: JSON.stringify(result ?? null) };
	} catch (reason) {
		return failure(400, reason instanceof Error ? reason.message : String(reason));
	}
}

function isControlName(control: SandboxControl, name: string): name is keyof SandboxControl {
	return Object.hasOwn(control, name);
}

function readArguments(bytes: Buffer): unknown[] {
	if (bytes.length === 0) return [];
	const body: unknown = JSON.parse(bytes.toString('utf8'));
	if (typeof body === 'object' && body !== null && 'args' in body && Array.isArray(body.args)) {
		return body.args;
	}
	return [body];
}

function failure(status: number, message: string): Answer {
	return { status, headers: JSON_TYPE, body: JSON.stringify({ message }) };
}
