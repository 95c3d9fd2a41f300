import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { decideByCredentials } from '../../../nodes/PlatformTrigger/keysAndLocations';
import { tellOperator } from '../../../nodes/PlatformTrigger/log';
import {
	retryLater,
	unused,
	type NoRun,
} from '../../../nodes/PlatformTrigger/receive/readDelivery';
import {
	endWithoutRun,
	senderClosed,
} from '../../../nodes/PlatformTrigger/receive/receiveDelivery';
import { fakeTrigger } from './fakeTrigger';

describe('tellOperator', () => {
	/** The lines that come of telling texts, each at a second. */
	function lines(...told: Array<[text: string, second: number, parts?: object]>): string[] {
		const { context, lines } = fakeTrigger();
		for (const [text, second, parts] of told) {
			jest.spyOn(Date, 'now').mockReturnValue(second * 1_000);
			tellOperator(Object.assign({}, context, parts) as never, 'refused it', text);
		}
		return lines;
	}

	it('names the node and the workflow, at once, then once a minute with how often it happened since', () => {
		const seconds = Array.from({ length: 131 }, (_, second): [string, number] => ['Do.', second]);
		const again =
			"Trigger in workflow 'Bookings' (w-1) refused it (60 times since the last such line): Do.";
		expect(lines(...seconds)).toEqual([
			"Trigger in workflow 'Bookings' (w-1) refused it: Do.",
			again,
			again,
		]);
	});

	it('writes again after the clock was set back, and for another node or workflow', () => {
		const others = [{ getNode: () => ({ id: 'n' }) }, { getWorkflow: () => ({ id: 'w-2' }) }];
		expect(
			lines(['a', 7_200], ['a', 3_600], ...others.map((parts) => ['a', 3_600, parts] as never)),
		).toHaveLength(4);
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
	function made(held: Record<string, string>, registration = 'automatic') {
		const state = {
			id: '',
			chosen: 'c-1',
			mode: 'webhook',
			keys: held.keys as string | undefined,
			reads: 0,
		};
		const { context, id } = fakeTrigger(
			{ registration, authentication: 'accessToken' },
			{
				getNode: () => ({ id: state.id || id, type: 'platformTrigger', credentials: state.chosen }),
				getMode: () => state.mode,
				getCredentials: async (type: string) => {
					await nextTurn();
					const isKey = type === 'platformWebhookApi';
					state.reads += Number(isKey);
					if (isKey ? state.keys === 'unreadable' : held.registering === undefined)
						throw new Error('SQLITE_BUSY');
					const { registering: locationId } = held;
					const platformUrl = 'https://platform.example';
					return isKey
						? { locationIds: state.keys }
						: { platformUrl, accessToken: 't', locationId };
				},
			},
		);
		/** What is known of locations where an event of this one is let through; with a status where it is refused. */
		const decide = async (location?: string) =>
			await decideByCredentials(context, async (own) => {
				const known = own?.locationIds.join();
				const isLet = location === undefined || known?.includes(location);
				return await Promise.resolve(isLet ? { known } : { status: 401, known });
			});
		return { state, decide };
	}

	it.each([
		['those of the key', 'loc-1,loc-2', { keys: 'loc-1 loc-2', registering: 'loc-3' }, 'automatic'],
		['that of the registering credential', 'loc-3', { registering: 'loc-3' }, 'automatic'],
		["none of an agency's", '', { registering: '' }, 'automatic'],
		['none where it cannot be read', '', {}, 'automatic'],
		['none where a person has registered', '', { registering: 'loc-3' }, 'manual'],
	])('knows the locations: %s', async (_what, known, held, registration) => {
		expect(await made(held, registration).decide()).toEqual({ known });
	});

	it('accepts for ten seconds by one reading, by another one for another trigger, credential or mode', async () => {
		const { state, decide } = made({ keys: 'loc-1' });
		await Promise.all([decide('loc-1'), decide('loc-1')]);
		state.keys = 'loc-2';
		now += 9_999;
		expect([await decide('loc-1'), state.reads]).toEqual([{ known: 'loc-1' }, 1]);
		now += 1;
		expect([await decide('loc-1'), state.reads]).toEqual([{ status: 401, known: 'loc-2' }, 2]);
		for (const change of [{ chosen: 'c-2' }, { id: 'another' }, { mode: 'manual' }])
			await decide((Object.assign(state, change), 'loc-2'));
		expect(state.reads).toBe(5);
	});

	it('refuses by a reading of the last second, so that what was added is accepted', async () => {
		const { state, decide } = made({ keys: 'loc-1' });
		await decide('loc-1');
		state.keys = 'loc-1,loc-2';
		now += 999;
		const refused = { status: 401, known: 'loc-1' };
		expect([await decide('loc-2'), state.reads]).toEqual([refused, 1]);
		now += 1;
		expect([await decide('loc-2'), await decide('loc-3'), state.reads]).toEqual([
			{ known: state.keys },
			{ status: 401, known: state.keys },
			2,
		]);
	});

	it('refuses by one attempt where n8n cannot read the credential', async () => {
		const { state, decide } = made({ keys: 'unreadable' });
		expect([await decide('loc-1'), state.reads]).toEqual([{ status: 401, known: undefined }, 1]);
	});
});

const FORGED: NoRun = { status: 401, text: 'Check the key.' };
const UNUSED = unused('Not selected', 'The event "X" is not selected.');
const DAY_MS = 86_400_000;

it.each<[NoRun, object, number, RegExp]>([
	[FORGED, {}, 2, /refused a delivery with 401: Check the key\.$/],
	[
		{ ...retryLater('Busy.'), closeConnection: true },
		{ 'retry-after': '30', connection: 'close' },
		2,
		/with 429: Busy\. The platform was asked to send the delivery again later\.$/,
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
		const { context, response, sent, lines } = fakeTrigger();
		const end = () => endWithoutRun(context, ending);
		// So n8n does not respond once more.
		for (let n = 0; n < 2; n++) expect(end()).toEqual({ noWebhookResponse: true });
		expect(response.statusCode).toBe(ending.status);
		expect(sent).toEqual({ headers, ends: Array(2).fill(ending.responseText) });
		expect(lines).toEqual([expect.stringMatching(line)]);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + DAY_MS);
		end();
		expect(lines).toHaveLength(times);
	},
);

it.each([
	[FORGED, 'A delivery was refused with 401', 'Check the key.'],
	[UNUSED, 'A delivery started nothing: Not selected', UNUSED.text],
])(
	'tells who listens for a test event of %j, and lets n8n respond once more to no effect',
	(ending, message, description) => {
		const { context, response, sent, lines } = fakeTrigger({}, { getMode: () => 'manual' });
		expect(() => endWithoutRun(context, ending)).toThrow(
			expect.objectContaining({ message, description }),
		);
		const silenced = {
			json: expect.any(Function) as unknown,
			send: expect.any(Function) as unknown,
		};
		expect(response).toMatchObject({ statusCode: ending.status, ...silenced });
		expect([sent.ends.length, lines]).toEqual([1, []]);
	},
);

it.each([
	['hangs up', false, true, 'gone'],
	['has hung up', true, false, 'gone'],
	['waits', false, false, 'waits'],
])('sees whether a sender %s', async (_what, destroyed, closes, seen) => {
	const response = Object.assign(fakeTrigger().response, { destroyed });
	const gone = senderClosed(response as never).then(() => 'gone');
	if (closes) response.emit('close');
	expect(await Promise.race([gone, delay(20, 'waits')])).toBe(seen);
});
