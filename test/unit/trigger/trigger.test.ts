import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { decideByCredentials } from '../../../nodes/PlatformTrigger/keysAndLocations';
import { tellOperator, triggerKey } from '../../../nodes/PlatformTrigger/log';
import type { NoRun } from '../../../nodes/PlatformTrigger/receive/readDelivery';
import {
	endWithoutRun,
	senderClosed,
} from '../../../nodes/PlatformTrigger/receive/receiveDelivery';

it('triggerKey is another one for each node of each workflow', () => {
	const keyOf = (workflow: string | undefined, node: string) =>
		triggerKey({ getWorkflow: () => ({ id: workflow }), getNode: () => ({ id: node }) } as never);
	const keys = [
		keyOf('w-1', 'n-1'),
		keyOf('w-2', 'n-1'),
		keyOf('w-1', 'n-2'),
		keyOf(undefined, 'n-1'),
	];
	expect(new Set(keys).size).toBe(keys.length);
	expect(keyOf('w-1', 'n-1')).toBe(keys[0]);
});

describe('tellOperator', () => {
	/** The lines that come of telling texts, each at a second. */
	function lines(...told: Array<[text: string, second: number, node?: string]>): string[] {
		const seen: string[] = [];
		for (const [text, second, id = 'n'] of told) {
			const context = {
				getNode: () => ({ id, name: 'Trigger', type: 'platformTrigger' }),
				getWorkflow: () => ({ id: 'w-1', name: 'Bookings' }),
				logger: { warn: (line: string) => seen.push(line) },
			};
			jest.spyOn(Date, 'now').mockReturnValue(second * 1_000);
			tellOperator(context as never, 'refused it', text);
		}
		return seen;
	}

	it('names the node and the workflow, at once, then once a minute with how often it happened since', () => {
		const seconds = Array.from({ length: 131 }, (_, second): [string, number] => [
			'Check that.',
			second,
		]);
		const again =
			"Trigger in workflow 'Bookings' (w-1) refused it (60 times since the last such line): Check that.";
		expect(lines(...seconds)).toEqual([
			"Trigger in workflow 'Bookings' (w-1) refused it: Check that.",
			again,
			again,
		]);
	});

	it('writes again after the clock was set back, and for another trigger', () => {
		expect(lines(['back', 7_200], ['back', 3_600], ['back', 3_600, 'another'])).toHaveLength(3);
	});

	it('counts texts apart, a bounded number of them', () => {
		const many = Array.from({ length: 1_000 }, (_, n): [string, number] => [`many:${n}`, 1]);
		expect(lines(['old', 0], ...many, ...many, ['old', 2])).toHaveLength(1_002);
	});
});

describe('decideByCredentials', () => {
	let now = 5_000_000;
	beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => now));

	/** A trigger that starts for one location, by what its credentials hold. */
	function made(id: string, held: Record<string, string>, registration = 'automatic') {
		const state = {
			id,
			credential: 'c-1',
			mode: 'webhook',
			reads: 0,
			decisions: 0,
			keys: held.keys as string | undefined,
		};
		const context = {
			getNode: () => ({
				id: state.id,
				type: 'platformTrigger',
				credentials: { platformWebhookApi: { id: state.credential } },
			}),
			getNodeParameter: (name: string) => (name === 'registration' ? registration : 'accessToken'),
			getWorkflow: () => ({ id: 'w-1' }),
			getMode: () => state.mode,
			getCredentials: async (type: string) => {
				await nextTurn();
				state.reads += Number(type === 'platformWebhookApi');
				if (
					state.keys === 'unreadable' ||
					(type !== 'platformWebhookApi' && held.registering === undefined)
				)
					throw new Error('SQLITE_BUSY');
				return {
					locationIds: state.keys,
					platformUrl: 'https://platform.example',
					accessToken: 't',
					locationId: held.registering,
				};
			},
		};
		const decide = async (location?: string) =>
			await decideByCredentials(context as never, async (own) => {
				state.decisions += 1;
				const known = own?.locationIds.join();
				return await Promise.resolve(
					location === undefined || known?.includes(location) ? { known } : { status: 401, known },
				);
			});
		return { state, decide };
	}

	it.each([
		['those of the key', 'loc-1,loc-2', { keys: 'loc-1 loc-2', registering: 'loc-3' }, 'automatic'],
		['that of the registering credential', 'loc-3', { registering: 'loc-3' }, 'automatic'],
		["none of an agency's", '', { registering: '' }, 'automatic'],
		['none where it cannot be read', '', {}, 'automatic'],
		['none where a person has registered', '', { registering: 'loc-3' }, 'manual'],
	])('knows the locations: %s', async (what, known, held, registration) => {
		expect(await made(what, held, registration).decide()).toEqual({ known });
	});

	it('accepts for ten seconds by one reading, by another one for another trigger, mode or credential', async () => {
		const { state, decide } = made('accepts', { keys: 'loc-1' });
		await Promise.all([decide('loc-1'), decide('loc-1')]);
		state.keys = 'loc-2';
		now += 9_999;
		expect([await decide('loc-1'), state.reads]).toEqual([{ known: 'loc-1' }, 1]);
		now += 1;
		expect([await decide('loc-1'), state.reads]).toEqual([{ status: 401, known: 'loc-2' }, 2]);
		for (const change of [{ credential: 'c-2' }, { id: 'another' }, { mode: 'manual' }])
			await decide((Object.assign(state, change), 'loc-2'));
		expect(state.reads).toBe(5);
	});

	it('refuses by a reading of the last second, so that what was added is accepted', async () => {
		const { state, decide } = made('refuses', { keys: 'loc-1' });
		await decide('loc-1');
		state.keys = 'loc-1,loc-2';
		now += 999;
		expect([await decide('loc-2'), state.reads, state.decisions]).toEqual([
			{ status: 401, known: 'loc-1' },
			1,
			2,
		]);
		now += 1;
		expect([await decide('loc-2'), await decide('loc-3'), state.reads]).toEqual([
			{ known: state.keys },
			{ status: 401, known: state.keys },
			2,
		]);
	});

	it('refuses by one attempt where n8n cannot read the credential', async () => {
		const { state, decide } = made('fails', { keys: 'unreadable' });
		expect([await decide('loc-1'), state.reads]).toEqual([{ status: 401, known: undefined }, 1]);
	});
});

/** The response to the sender, and the result for n8n. */
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
		getNode: () => ({ id: 'node', name: 'Trigger', type: 'platformTrigger' }),
		getWorkflow: () => ({ id: `rejects-${JSON.stringify(ending)}` }),
		logger: { warn: (line: string) => lines.push(line) },
	};
	const refuse = () =>
		endWithoutRun(context as never, { status: 401, text: 'Check the key.', ...ending });
	return { refuse, response, headers, lines, ends };
}

const UNUSED = {
	status: 200,
	responseText: 'Not selected',
	text: 'The event "X" is not selected.',
};

it.each<[Partial<NoRun>, object, number, RegExp]>([
	[{ status: 401 }, {}, 2, /refused a delivery with 401: Check the key\.$/],
	[
		{ status: 429 },
		{ 'retry-after': '30' },
		2,
		/with 429: Check the key\. The platform was asked to send the delivery again later\.$/,
	],
	[
		{ status: 429, closeConnection: true },
		{ 'retry-after': '30', connection: 'close' },
		2,
		/refused a delivery with 429/,
	],
	// Once in the life of the process.
	[
		UNUSED,
		{},
		1,
		/received a delivery that it does not use: The event "X" is not selected\. Nothing was started\.$/,
	],
])(
	'responds to %j itself, with the headers %j, and tells the operator so %i times',
	(ending, headers, times, line) => {
		const seen = senderOf(ending);
		// So n8n does not respond once more.
		for (let n = 0; n < 2; n++) expect(seen.refuse()).toEqual({ noWebhookResponse: true });
		expect([seen.response.statusCode, seen.headers, seen.ends[0]]).toEqual([
			ending.status,
			headers,
			[ending.responseText],
		]);
		expect(seen.lines).toEqual([expect.stringMatching(line)]);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
		seen.refuse();
		expect(seen.lines).toHaveLength(times);
	},
);

it.each([
	[{ status: 401 }, 'A delivery was refused with 401', 'Check the key.'],
	[UNUSED, 'A delivery started nothing: Not selected', `${UNUSED.text} Nothing was started.`],
])(
	'tells who listens for a test event of %j, and lets n8n respond once more to no effect',
	(ending, message, description) => {
		const { refuse, ends, response, lines } = senderOf(ending, 'manual');
		expect(refuse).toThrow(expect.objectContaining({ message, description }));
		expect(response).toMatchObject({
			statusCode: ending.status,
			json: expect.any(Function),
			send: expect.any(Function),
		});
		expect([ends.length, lines]).toEqual([1, []]);
	},
);

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
