import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { knownKeys } from '../../../nodes/PlatformTrigger/credentials';
import { tellOperator, triggerKey } from '../../../nodes/PlatformTrigger/log';
import { isSameUrl, recall, remember } from '../../../nodes/PlatformTrigger/registrations';
import { createSigningKey } from '../../support/keys';

const url = 'https://n8n.example.com/webhook/x/webhook';

it('triggerKey is another one for each node of each workflow', () => {
	const keyOf = (workflow: string | undefined, node: string) =>
		triggerKey({ getWorkflow: () => ({ id: workflow }), getNode: () => ({ id: node }) } as never);
	const keys = [keyOf('w-1', 'n-1'), keyOf('w-2', 'n-1'), keyOf('w-1', 'n-2'), keyOf(undefined, 'n-1')];
	expect(new Set(keys).size).toBe(keys.length);
	expect(keyOf('w-1', 'n-1')).toBe(keys[0]);
});

describe('tellOperator', () => {
	/** The lines that come of telling reasons, each at a second. */
	function lines(...told: Array<[reason: string, second: number]>): string[] {
		const seen: string[] = [];
		const context = {
			getNode: () => ({ id: 'n', name: 'Trigger' }),
			getWorkflow: () => ({ id: 'w-1', name: 'Bookings' }),
			logger: { warn: (line: string) => seen.push(line) },
		};
		for (const [reason, second] of told) {
			jest.spyOn(Date, 'now').mockReturnValue(second * 1_000);
			tellOperator(context as never, reason, 'refused it', 'Check that.');
		}
		return seen;
	}

	it('names the node and the workflow, at once, then once a minute with how often it happened since', () => {
		const seconds = Array.from({ length: 131 }, (_, second): [string, number] => ['flood', second]);
		const again = "Trigger in workflow 'Bookings' (w-1) refused it (60 times since the last such line): Check that.";
		expect(lines(...seconds)).toEqual(["Trigger in workflow 'Bookings' (w-1) refused it: Check that.", again, again]);
	});

	it('writes again after the clock was set back', () => {
		expect(lines(['back', 7_200], ['back', 3_600])).toHaveLength(2);
	});

	it('counts reasons apart, a bounded number of them', () => {
		const many = Array.from({ length: 1_000 }, (_, n): [string, number] => [`many:${n}`, 1]);
		expect(lines(['old', 0], ...many, ...many, ['old', 2])).toHaveLength(1_002);
	});
});

describe('the known keys', () => {
	const { publicKeyPem } = createSigningKey();
	const clock = { ms: 5_000_000 };
	beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => clock.ms));
	let triggers = 0;

	/** A trigger whose credential holds so many keys; a reading gives those of its beginning, and ends when told to. */
	function trigger() {
		const ends: Array<() => void> = [];
		const made = { id: `keys-${(triggers += 1)}`, credential: 'c-1', keys: 1, begun: 0 };
		const context = {
			getNode: () => ({ id: made.id, credentials: { platformWebhookApi: { id: made.credential } } }),
			getWorkflow: () => ({ id: 'w-1' }),
			getMode: () => 'webhook',
			getCredentials: async () => {
				const publicKeys = publicKeyPem.repeat(made.keys);
				made.begun += 1;
				await new Promise<void>((resolve) => ends.push(resolve));
				return { publicKeys };
			},
		};
		const get = async () => (await knownKeys(context as never)).keys.length;
		const end = async () => {
			ends.shift()?.();
			await nextTurn();
		};
		return { made, get, end };
	}

	it('are read once for all deliveries of a second, which begins with the reading', async () => {
		const { made, get, end } = trigger();
		const first = get();
		clock.ms += 600;
		const second = get();
		await end();
		clock.ms += 399;
		made.keys = 2;
		expect(await Promise.all([first, second, get()])).toEqual([1, 1, 1]);
		clock.ms += 1;
		const changed = get();
		await end();
		expect(await changed).toBe(2);
	});

	it('are not held up by a reading that does not end', async () => {
		const { made, get, end } = trigger();
		void get();
		clock.ms += 1_000;
		const second = get();
		expect(made.begun).toBe(2);
		await end();
		await end();
		expect(await second).toBe(1);
	});

	it('are read anew for another trigger, and for another credential of one', async () => {
		const { made, get } = trigger();
		void get();
		made.credential = 'c-2';
		void get();
		made.id = 'another';
		void get();
		expect(made.begun).toBe(3);
	});
});

describe('what is remembered of registrations', () => {
	const known = { id: 'hook-1', locationId: 'loc-1', url, events: ['X'] };

	/** The node's context, with the workflow's static data, which may hold anything. */
	function contextWith(data: unknown, mode = 'trigger') {
		const context = { getWorkflowStaticData: () => data, getNode: () => ({ id: 'node-1' }), getMode: () => mode };
		return context as never;
	}

	it('is kept by the id of the node, the test URL apart', () => {
		const data: IDataObject = { others: 1 };
		remember(contextWith(data), [known]);
		expect(data).toEqual({ others: 1, 'platformTrigger:node-1': { registrations: [known] } });
		expect(recall(contextWith(data, 'manual'))).toEqual([]);
		remember(contextWith(data, 'manual'), [{ ...known, id: 'test' }]);
		expect(recall(contextWith(data))).toEqual([known]);
		expect(recall(contextWith(data, 'manual'))).toEqual([{ ...known, id: 'test' }]);
	});

	it.each([null, 'x'])('is nothing in static data that are %p, and nothing fails', (data) => {
		expect(recall(contextWith(data))).toEqual([]);
		remember(contextWith(data), [known]);
		expect(recall(contextWith(data))).toEqual([]);
	});
});

it.each([
	['https://N8N.example.com:443/webhook/x/webhook', true],
	[`${url}/`, true],
	[`${url}//`, true],
	['http://n8n.example.com/webhook/x/webhook', false],
	['https://n8n.example.com/webhook/X/webhook', false],
	['not a url', false],
])('%s is the same address: %s', (other, same) => {
	expect(isSameUrl(url, other)).toBe(same);
	expect(isSameUrl(other, other)).toBe(true);
});
