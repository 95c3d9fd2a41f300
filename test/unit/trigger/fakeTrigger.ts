import { EventEmitter } from 'node:events';

let triggers = 0;

/** n8n's response to a delivery, which tells what it was given. */
export function fakeResponse() {
	const headers: Record<string, string> = {};
	const ends: unknown[] = [];
	return Object.assign(new EventEmitter(), {
		statusCode: 200,
		destroyed: false,
		setHeader: (name: string, value: string) => (headers[name] = value),
		removeHeader: () => {},
		end: (text?: unknown) => ends.push(text),
		headers,
		ends,
	});
}

/** The webhook context of a trigger of its own. */
export function fakeTrigger(parameters: Record<string, unknown> = {}, parts: object = {}) {
	const lines: string[] = [];
	const response = fakeResponse();
	const id = `trigger-${(triggers += 1)}`;
	const context = {
		getNode: () => ({ id, name: 'Trigger', type: 'platformTrigger' }),
		getWorkflow: () => ({ id: 'w-1', name: 'Bookings' }),
		getMode: () => 'webhook',
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getResponseObject: () => response,
		logger: { warn: (line: string) => lines.push(line) },
		...parts,
	};
	return { context: context as never, id, lines, response };
}
