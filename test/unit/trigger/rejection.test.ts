import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { hungUp, reject } from '../../../nodes/PlatformTrigger/receive/rejection';
import type { Rejection } from '../../../nodes/PlatformTrigger/receive/rejection';

/** What the sender is sent, and what n8n is told. */
function answerTo(rejection: Partial<Rejection>) {
	const headers: Record<string, string> = {};
	let ended = 0;
	const response = {
		statusCode: 200,
		setHeader: (name: string, value: string) => (headers[name] = value),
		end: (...args: unknown[]) => (ended += args.length + 1),
	};
	const context = {
		getResponseObject: () => response,
		getMode: () => 'webhook',
		getNode: () => ({ id: 'node', name: 'Trigger' }),
		getWorkflow: () => ({ id: `rejects-${JSON.stringify(rejection)}` }),
		logger: { warn: () => {} },
	};
	const result = reject.call(context as never, {
		kind: 'rejected',
		status: 401,
		reason: 'reason',
		text: 'text',
		...rejection,
	});
	return { result, status: response.statusCode, headers, ended };
}

it.each([
	[{ status: 401 }, {}],
	[{ status: 415 }, {}],
	[{ status: 503 }, { 'retry-after': '30' }],
	[{ status: 503, hangUp: true }, { 'retry-after': '30', connection: 'close' }],
] as const)('answers %j itself, with the headers %j and no body', (rejection, headers) => {
	expect(answerTo(rejection)).toEqual({
		// So n8n does not answer once more.
		result: { noWebhookResponse: true },
		status: rejection.status,
		headers,
		ended: 1,
	});
});

it.each([true, false])('sees a sender that hangs up (before: %p)', async (destroyed) => {
	const response = Object.assign(new EventEmitter(), { destroyed });
	const seen = hungUp(response as never);
	if (!destroyed) response.emit('close');
	await expect(seen).resolves.toBeUndefined();
});

it('does not take a sender that waits for one that hung up', async () => {
	const response = Object.assign(new EventEmitter(), { destroyed: false });
	const gone = hungUp(response as never).then(() => 'gone');
	const first = await Promise.race([gone, delay(20, 'waits')]);
	expect(first).toBe('waits');
});
