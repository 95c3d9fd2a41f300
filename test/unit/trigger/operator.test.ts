import { setImmediate as nextTurn } from 'node:timers/promises';
import { decideByCredential } from '../../../nodes/PlatformTrigger/signingCredential';
import { isFailureDue, tellOperator } from '../../../nodes/PlatformTrigger/log';
import { fakeTrigger } from './fakeTrigger';

let nowMs: number;
beforeEach(() => {
	nowMs = 5_000_000;
	jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});

describe('tellOperator', () => {
	it('names the node and the workflow', () => {
		const { context, lines } = fakeTrigger();

		tellOperator(context, 'refused a delivery', 'Enter a key.');

		expect(lines).toEqual([
			"Trigger in workflow 'Bookings' (w-1) refused a delivery: Enter a key.",
		]);
	});

	it('says the same once a minute, with how often it happened since', () => {
		const { context, lines } = fakeTrigger();

		for (let second = 0; second <= 130; second++) {
			tellOperator(context, 'refused it', 'Enter a key.');
			nowMs += 1_000;
		}

		expect(lines).toEqual([
			"Trigger in workflow 'Bookings' (w-1) refused it: Enter a key.",
			"Trigger in workflow 'Bookings' (w-1) refused it (60 times since the last such line): Enter a key.",
			"Trigger in workflow 'Bookings' (w-1) refused it (60 times since the last such line): Enter a key.",
		]);
	});

	it.each([
		{ what: 'of another text', otherParts: {}, text: 'Enter another key.' },
		{
			what: 'of another node',
			otherParts: { getNode: () => ({ id: 'another', name: 'Trigger' }) },
			text: 'Enter a key.',
		},
		{
			what: 'of another workflow',
			otherParts: { getWorkflow: () => ({ id: 'w-2', name: 'Bookings' }) },
			text: 'Enter a key.',
		},
	])('has a line $what at once', ({ otherParts, text }) => {
		const { context, lines } = fakeTrigger();
		const other = Object.assign({}, context, otherParts) as never;
		tellOperator(context, 'refused it', 'Enter a key.');

		tellOperator(other, 'refused it', text);

		expect(lines).toHaveLength(2);
	});

	it('remembers a thousand texts, and not the oldest beyond them', () => {
		const { context, lines } = fakeTrigger();
		const tellThousand = () => {
			for (let n = 0; n < 1_000; n++) tellOperator(context, 'refused it', `Text ${n}`);
		};
		tellOperator(context, 'refused it', 'The oldest text');
		tellThousand();
		expect(lines).toHaveLength(1_001);

		tellThousand();
		tellOperator(context, 'refused it', 'The oldest text');

		expect(lines).toHaveLength(1_002);
	});
});

describe('isFailureDue', () => {
	const HOUR_MS = 3_600_000;

	it('is true for a text at once, and again when the interval has passed', () => {
		const { context } = fakeTrigger();
		const due: boolean[] = [];
		for (const minute of [0, 59, 60, 61]) {
			nowMs = minute * 60_000;
			due.push(isFailureDue(context, 'Repair it.', HOUR_MS));
		}
		expect(due).toEqual([true, false, true, false]);
	});

	it('is true for another text meanwhile', () => {
		const { context } = fakeTrigger();
		isFailureDue(context, 'Repair it.', HOUR_MS);

		expect(isFailureDue(context, 'Repair something else.', HOUR_MS)).toBe(true);
	});
});

describe('decideByCredential', () => {
	/** A trigger, and what a person has filled in. */
	interface Setup {
		/** 'Location IDs' of the credential with the key; undefined where n8n cannot read it. */
		locationIds?: string;
		/** 'Location ID' of the credential for registering events; undefined where n8n cannot read it. */
		registeredLocation?: string;
		/** 'Webhook Setup' */
		registration?: 'automatic' | 'manual';
	}

	/** A trigger that lets an event through whose location the credential knows. */
	class Trigger {
		/** How often n8n has read the credential with the key. */
		reads = 0;
		nodeId: string;
		mode = 'webhook';
		credentialId = 'c-1';
		private readonly context: never;

		constructor(readonly setup: Setup) {
			const { registration = 'automatic' } = setup;
			const { context, id } = fakeTrigger(
				{ registration, authentication: 'accessToken' },
				{
					getNode: () => ({
						id: this.nodeId,
						type: 'platformTrigger',
						credentials: this.credentialId,
					}),
					getMode: () => this.mode,
					getCredentials: async (type: string) => await this.readCredential(type),
				},
			);
			this.context = context;
			this.nodeId = id;
		}

		private async readCredential(type: string): Promise<object> {
			await nextTurn();
			const { locationIds, registeredLocation } = this.setup;
			if (type === 'platformWebhookApi') {
				this.reads += 1;
				if (locationIds === undefined) throw new Error('SQLITE_BUSY');
				return { locationIds };
			}
			if (registeredLocation === undefined) throw new Error('SQLITE_BUSY');
			return {
				platformUrl: 'https://platform.example',
				accessToken: 't',
				locationId: registeredLocation,
			};
		}

		/** The locations that are known where an event of this one comes, and whether it is let through. */
		async decide(location: string) {
			let knownLocations: string[] | undefined;
			try {
				await decideByCredential(this.context, async (credential) => {
					knownLocations = credential?.locationIds;
					if (!knownLocations?.includes(location)) throw new Error('Refused');
					await Promise.resolve();
				});
				return { isLetThrough: true, knownLocations };
			} catch {
				return { isLetThrough: false, knownLocations };
			}
		}
	}

	it.each<Setup & { which: string; knownLocations: string[] }>([
		{
			which: 'those of the key',
			locationIds: 'loc-1 loc-2',
			registeredLocation: 'loc-3',
			knownLocations: ['loc-1', 'loc-2'],
		},
		{
			which: 'that of the registering credential, where the key names none',
			locationIds: '',
			registeredLocation: 'loc-3',
			knownLocations: ['loc-3'],
		},
		{
			which: "none of an agency's registering credential",
			locationIds: '',
			registeredLocation: '',
			knownLocations: [],
		},
		{
			which: 'none where the registering credential cannot be read',
			locationIds: '',
			knownLocations: [],
		},
		{
			which: 'none where a person has registered',
			locationIds: '',
			registeredLocation: 'loc-3',
			registration: 'manual',
			knownLocations: [],
		},
	])('knows the locations: $which', async ({ which: _which, knownLocations, ...setup }) => {
		const decided = await new Trigger(setup).decide('loc-1');

		expect(decided.knownLocations).toEqual(knownLocations);
	});

	it('lets through for ten seconds by one reading, also what comes at once', async () => {
		const trigger = new Trigger({ locationIds: 'loc-1' });
		await Promise.all([trigger.decide('loc-1'), trigger.decide('loc-1')]);
		trigger.setup.locationIds = 'loc-2';
		nowMs += 9_999;

		const { isLetThrough } = await trigger.decide('loc-1');

		expect(isLetThrough).toBe(true);
		expect(trigger.reads).toBe(1);
	});

	it('reads again after ten seconds', async () => {
		const trigger = new Trigger({ locationIds: 'loc-1' });
		await trigger.decide('loc-1');
		trigger.setup.locationIds = 'loc-2';
		nowMs += 10_000;

		const decided = await trigger.decide('loc-1');

		expect(decided).toEqual({ isLetThrough: false, knownLocations: ['loc-2'] });
		expect(trigger.reads).toBe(2);
	});

	it.each([
		['credential', { credentialId: 'c-2' }],
		['trigger', { nodeId: 'another' }],
		['mode', { mode: 'manual' }],
	])('reads again at once for another %s', async (_, change) => {
		const trigger = new Trigger({ locationIds: 'loc-1' });
		await trigger.decide('loc-1');
		Object.assign(trigger, change);

		await trigger.decide('loc-1');

		expect(trigger.reads).toBe(2);
	});

	it('refuses by a reading of the last second', async () => {
		const trigger = new Trigger({ locationIds: 'loc-1' });
		await trigger.decide('loc-1');
		trigger.setup.locationIds = 'loc-1,loc-2';
		nowMs += 999;

		const decided = await trigger.decide('loc-2');

		expect(decided).toEqual({ isLetThrough: false, knownLocations: ['loc-1'] });
		expect(trigger.reads).toBe(1);
	});

	it('reads again before it refuses by an older one, so that what was added is let through', async () => {
		const trigger = new Trigger({ locationIds: 'loc-1' });
		await trigger.decide('loc-1');
		trigger.setup.locationIds = 'loc-1,loc-2';
		nowMs += 1_000;

		const added = await trigger.decide('loc-2');
		const other = await trigger.decide('loc-3');

		expect(added).toEqual({ isLetThrough: true, knownLocations: ['loc-1', 'loc-2'] });
		expect(other).toEqual({ isLetThrough: false, knownLocations: ['loc-1', 'loc-2'] });
		expect(trigger.reads).toBe(2);
	});

	it('refuses by one attempt where n8n cannot read the credential', async () => {
		const trigger = new Trigger({});

		const decided = await trigger.decide('loc-1');

		expect(decided).toEqual({ isLetThrough: false, knownLocations: undefined });
		expect(trigger.reads).toBe(1);
	});
});
