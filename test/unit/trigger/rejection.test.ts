import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { NoRun } from '../../../nodes/PlatformTrigger/receive/readDelivery';
import { senderClosed } from '../../../nodes/PlatformTrigger/receive/readDelivery';
import { endWithoutRun } from '../../../nodes/PlatformTrigger/receive/webhook';

/** What the sender is sent, and what n8n is told. */
function senderOf(ending: Partial<NoRun>, mode = 'webhook') {
	const headers: Record<string, string> = {};
	const lines: string[] = [];
	const ends: unknown[][] = [];
	const response = {
		statusCode: 200,
		setHeader: (name: string, value: string) => (headers[name] = value),
		end: (...args: unknown[]) => ends.push(args),
	};
	const context = {
		getResponseObject: () => response,
		getMode: () => mode,
		getNode: () => ({ id: 'node', name: 'Trigger' }),
		getWorkflow: () => ({ id: `rejects-${JSON.stringify(ending)}` }),
		logger: { warn: (line: string) => lines.push(line) },
	};
	const whole = { status: 401, reason: 'reason', text: 'text', ...ending } as const;
	const refuse = () => endWithoutRun(context as never, whole);
	return { refuse, response, headers, lines, ends };
}

it.each([
	[{ status: 401 }, {}],
	[{ status: 415 }, {}],
	[{ status: 429 }, { 'retry-after': '30' }],
	[{ status: 429, closeConnection: true }, { 'retry-after': '30', connection: 'close' }],
] as const)('responds to %j itself, with the headers %j and no body', (rejection, headers) => {
	const seen = senderOf(rejection);
	// So n8n does not respond once more.
	expect(seen.refuse()).toEqual({ noWebhookResponse: true });
	expect(seen.response.statusCode).toBe(rejection.status);
	expect(seen.headers).toEqual(headers);
	expect(seen.ends).toEqual([[undefined]]);
});

it('tells the operator why, once for each reason', () => {
	const { refuse, lines } = senderOf({ status: 413, text: 'Too large.' });
	refuse();
	refuse();
	expect(lines).toEqual([expect.stringMatching(/refused a delivery with 413: Too large\.$/)]);
});

it('tells who listens for a test event why, and lets n8n respond once more to no effect', () => {
	const { refuse, ends, response, lines } = senderOf({ status: 401, text: 'Check the key.' }, 'manual');
	expect(refuse).toThrow(
		expect.objectContaining({ message: 'A delivery was refused with 401', description: 'Check the key.' }),
	);
	expect(response).toMatchObject({ statusCode: 401, json: expect.any(Function), send: expect.any(Function) });
	expect(ends).toEqual([[undefined]]);
	expect(lines).toEqual([]);
});

describe('what is signed, but starts nothing', () => {
	const unused = { status: 200, told: 'Not selected', text: 'The event "X" is not selected.' } as const;

	it('is accepted with a word, and told once in the life of the process, also a day later', () => {
		const { refuse, ends, response, lines } = senderOf({ ...unused, reason: 'notSelected "X"' });
		expect(refuse()).toEqual({ noWebhookResponse: true });
		expect([response.statusCode, ends]).toEqual([200, [['Not selected']]]);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
		refuse();
		expect(lines).toEqual([expect.stringMatching(/received a delivery that it does not use: The event "X" is not selected\.$/)]);
	});

	it('is told who listens for a test event', () => {
		const { refuse, response } = senderOf(unused, 'manual');
		expect(refuse).toThrow(
			expect.objectContaining({ message: 'A delivery started nothing: Not selected', description: unused.text }),
		);
		expect(response.statusCode).toBe(200);
	});
});

it.each([true, false])('sees a sender that hangs up (before: %p)', async (destroyed) => {
	const response = Object.assign(new EventEmitter(), { destroyed });
	const seen = senderClosed(response as never);
	if (!destroyed) response.emit('close');
	await expect(seen).resolves.toBeUndefined();
});

it('does not take a sender that waits for one that hung up', async () => {
	const response = Object.assign(new EventEmitter(), { destroyed: false });
	const gone = senderClosed(response as never).then(() => 'gone');
	const first = await Promise.race([gone, delay(20, 'waits')]);
	expect(first).toBe('waits');
});
