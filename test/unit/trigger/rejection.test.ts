import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { senderClosed, type NoRun } from '../../../nodes/PlatformTrigger/receive/readDelivery';
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
	const refuse = () => endWithoutRun(context as never, { status: 401, text: 'Check the key.', ...ending });
	return { refuse, response, headers, lines, ends };
}

const UNUSED = { status: 200, told: 'Not selected', text: 'The event "X" is not selected.' };

it.each<[Partial<NoRun>, object, number, RegExp]>([
	[{ status: 401 }, {}, 2, /refused a delivery with 401: Check the key\.$/],
	[{ status: 429 }, { 'retry-after': '30' }, 2, /refused a delivery with 429/],
	[{ status: 429, closeConnection: true }, { 'retry-after': '30', connection: 'close' }, 2, /refused a delivery with 429/],
	// Once in the life of the process.
	[UNUSED, {}, 1, /received a delivery that it does not use: The event "X" is not selected\.$/],
])('responds to %j itself, with the headers %j, and tells the operator so %i times', (ending, headers, times, line) => {
	const seen = senderOf(ending);
	// So n8n does not respond once more.
	for (let n = 0; n < 2; n++) expect(seen.refuse()).toEqual({ noWebhookResponse: true });
	expect([seen.response.statusCode, seen.headers, seen.ends[0]]).toEqual([ending.status, headers, [ending.told]]);
	expect(seen.lines).toEqual([expect.stringMatching(line)]);
	jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
	seen.refuse();
	expect(seen.lines).toHaveLength(times);
});

it.each([
	[{ status: 401 }, 'A delivery was refused with 401', 'Check the key.'],
	[UNUSED, 'A delivery started nothing: Not selected', UNUSED.text],
])('tells who listens for a test event of %j, and lets n8n respond once more to no effect', (ending, message, description) => {
	const { refuse, ends, response, lines } = senderOf(ending, 'manual');
	expect(refuse).toThrow(expect.objectContaining({ message, description }));
	expect(response).toMatchObject({ statusCode: ending.status, json: expect.any(Function), send: expect.any(Function) });
	expect([ends.length, lines]).toEqual([1, []]);
});

it.each([
	['hangs up', false, true, 'gone'],
	['has hung up', true, false, 'gone'],
	['waits', false, false, 'waits'],
])('sees whether a sender %s', async (_what, destroyed, closes, seen) => {
	const response = Object.assign(new EventEmitter(), { destroyed });
	const gone = senderClosed(response as never).then(() => 'gone');
	if (closes) response.emit('close');
	expect(await Promise.race([gone, delay(20, 'waits')])).toBe(seen);
});
