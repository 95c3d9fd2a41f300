import { EventEmitter } from 'node:events';

let triggers = 0;

/** The webhook context of a trigger of its own, with a response that tells what it was given. */
export function fakeTrigger(parameters: Record<string, unknown> = {}, parts: object = {}) {
	const lines: string[] = [];
	const sent = { headers: {} as Record<string, string>, ends: [] as unknown[] };
	const response = Object.assign(new EventEmitter(), {
		statusCode: 200,
		destroyed: false,
		setHeader: (name: string, value: string) => (sent.headers[name] = value),
		end: (text?: unknown) => sent.ends.push(text),
	});
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
	return { context: context as never, id, lines, response, sent };
}
