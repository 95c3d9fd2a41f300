import { setImmediate as nextTurn } from 'node:timers/promises';
import { decideByCredential } from '../../../nodes/PlatformTrigger/signingCredential';
import { tellOperator } from '../../../nodes/PlatformTrigger/log';
import { fakeTrigger } from './fakeTrigger';

let now: number;
beforeEach(() => {
	now = 5_000_000;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});

describe('tellOperator', () => {
	/** The lines that come of telling texts, each at a second. */
	function lines(...told: Array<[text: string, second: number, parts?: object]>): string[] {
		const { context, lines } = fakeTrigger();
		for (const [text, second, parts] of told) {
			now = second * 1_000;
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

	it('counts texts, nodes and workflows apart, a bounded number of them', () => {
		const others = [{}, { getNode: () => ({ id: 'n' }) }, { getWorkflow: () => ({ id: 'w-2' }) }];
		expect(lines(...others.map((parts) => ['a', 1, parts] as never))).toHaveLength(3);
		const many = Array.from({ length: 1_000 }, (_, n): [string, number] => [`many:${n}`, 1]);
		expect(lines(['old', 0], ...many, ...many, ['old', 2])).toHaveLength(1_002);
	});
});

describe('decideByCredential', () => {
	/** A trigger that starts for one location, by what its credentials hold. */
	function made(held: Record<string, string>, registration = 'automatic') {
		const state = { id: '', chosen: 'c-1', mode: 'webhook', keys: held.keys, reads: 0 };
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
					return isKey
						? { locationIds: state.keys }
						: {
								platformUrl: 'https://platform.example',
								accessToken: 't',
								locationId: held.registering,
							};
				},
			},
		);
		/** What is known of locations where an event of this one is let through; `refused` where it is not. */
		const decide = async (location = '') => {
			const decided = decideByCredential(context, async (credential) => {
				const known = credential?.locationIds.join();
				if (known?.includes(location)) return await Promise.resolve({ known });
				throw Object.assign(new Error('refused'), { known });
			});
			return await decided.catch(({ known }: { known?: string }) => ({ refused: true, known }));
		};
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
		expect([await decide('loc-1'), state.reads]).toEqual([{ refused: true, known: 'loc-2' }, 2]);
		for (const change of [{ chosen: 'c-2' }, { id: 'another' }, { mode: 'manual' }])
			await decide((Object.assign(state, change), 'loc-2'));
		expect(state.reads).toBe(5);
	});

	it('refuses by a reading of the last second, so that what was added is accepted', async () => {
		const { state, decide } = made({ keys: 'loc-1' });
		await decide('loc-1');
		state.keys = 'loc-1,loc-2';
		now += 999;
		expect([await decide('loc-2'), state.reads]).toEqual([{ refused: true, known: 'loc-1' }, 1]);
		now += 1;
		expect([await decide('loc-2'), await decide('loc-3'), state.reads]).toEqual([
			{ known: state.keys },
			{ refused: true, known: state.keys },
			2,
		]);
	});

	it('refuses by one attempt where n8n cannot read the credential', async () => {
		const { state, decide } = made({ keys: 'unreadable' });
		expect([await decide('loc-1'), state.reads]).toEqual([{ refused: true, known: undefined }, 1]);
	});
});
