import { setImmediate as nextTurn } from 'node:timers/promises';
import { knownKeys } from '../../../nodes/PlatformTrigger/credentials';
import { tellOperator, triggerKey } from '../../../nodes/PlatformTrigger/log';
import { createSigningKey } from '../../support/keys';

it('triggerKey is another one for each node of each workflow', () => {
	const keyOf = (workflow: string | undefined, node: string) =>
		triggerKey({ getWorkflow: () => ({ id: workflow }), getNode: () => ({ id: node }) } as never);
	const keys = [keyOf('w-1', 'n-1'), keyOf('w-2', 'n-1'), keyOf('w-1', 'n-2'), keyOf(undefined, 'n-1')];
	expect(new Set(keys).size).toBe(keys.length);
	expect(keyOf('w-1', 'n-1')).toBe(keys[0]);
});

describe('tellOperator', () => {
	/** The lines that come of telling texts, each at a second. */
	function lines(...told: Array<[text: string, second: number]>): string[] {
		const seen: string[] = [];
		const context = {
			getNode: () => ({ id: 'n', name: 'Trigger' }),
			getWorkflow: () => ({ id: 'w-1', name: 'Bookings' }),
			logger: { warn: (line: string) => seen.push(line) },
		};
		for (const [text, second] of told) {
			jest.spyOn(Date, 'now').mockReturnValue(second * 1_000);
			tellOperator(context as never, 'refused it', text);
		}
		return seen;
	}

	it('names the node and the workflow, at once, then once a minute with how often it happened since', () => {
		const seconds = Array.from({ length: 131 }, (_, second): [string, number] => ['Check that.', second]);
		const again = "Trigger in workflow 'Bookings' (w-1) refused it (60 times since the last such line): Check that.";
		expect(lines(...seconds)).toEqual(["Trigger in workflow 'Bookings' (w-1) refused it: Check that.", again, again]);
	});

	it('writes again after the clock was set back', () => {
		expect(lines(['back', 7_200], ['back', 3_600])).toHaveLength(2);
	});

	it('counts texts apart, a bounded number of them', () => {
		const many = Array.from({ length: 1_000 }, (_, n): [string, number] => [`many:${n}`, 1]);
		expect(lines(['old', 0], ...many, ...many, ['old', 2])).toHaveLength(1_002);
	});
});

it('the keys are read once for all deliveries of a second, anew for another trigger, and for another credential of one', async () => {
	const { publicKeyPem } = createSigningKey();
	let now = 5_000_000;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	const made = { id: 'keys-1', credential: 'c-1', keys: 1, begun: 0 };
	const context = {
		getNode: () => ({ id: made.id, credentials: { platformWebhookApi: { id: made.credential } } }),
		getWorkflow: () => ({ id: 'w-1' }),
		getMode: () => 'webhook',
		getCredentials: async () => {
			made.begun += 1;
			await nextTurn();
			return { publicKeys: publicKeyPem.repeat(made.keys) };
		},
	};
	const get = async () => (await knownKeys(context as never)).keys.length;
	expect(await Promise.all([get(), get()])).toEqual([1, 1]);
	made.keys = 2;
	now += 999;
	expect([await get(), made.begun]).toEqual([1, 1]);
	now += 1;
	expect([await get(), made.begun]).toEqual([2, 2]);
	for (const change of [{ credential: 'c-2' }, { id: 'keys-2' }]) {
		Object.assign(made, change);
		await get();
	}
	expect(made.begun).toBe(4);
});
