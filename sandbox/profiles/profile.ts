import fc from 'fast-check';

import { SWITCHES, type Profile, type SwitchName } from './switches';

/** Named profiles. `random:<seed>` names a mix too. */
export type ProfileName = 'usual' | 'contrary' | 'conflict' | `random:${number}`;

/** A name, or switches that differ from the usual ones. */
export type ProfileChoice = ProfileName | Partial<Profile>;

const NAMES = Object.keys(SWITCHES) as SwitchName[];

/** Switches whose listed values are examples. */
const OPEN: readonly string[] = [
	'latencyMs',
	'slotRangeDays',
	'tokenLifetimeSeconds',
	'eventIdField',
	'deliveryTimeoutMs',
	'knowledgeHeader',
] satisfies SwitchName[];

const pick = (choose: (values: readonly unknown[]) => unknown): Profile =>
	Object.fromEntries(NAMES.map((name) => [name, choose(SWITCHES[name])])) as Profile;

const usual = pick((values) => values[0]);

/** Draws any mix of switches; shrinks to the usual ones. */
export const profiles: fc.Arbitrary<Profile> = fc.record(
	Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom(...SWITCHES[name])])),
) as unknown as fc.Arbitrary<Profile>;

/** The mix of a seed: the same seed gives the same mix. */
export function random(seed: number): Profile {
	return fc.sample(profiles, { seed, numRuns: 1 })[0];
}

/**
 * The profile of a name, or the base with some switches changed.
 *
 * @throws Error for a name, switch or value that there is not
 */
export function profileOf(choice: ProfileChoice, base: Profile = usual): Profile {
	if (typeof choice !== 'string') return { ...base, ...checked(choice) };
	const seed = /^random:(-?\d+)$/.exec(choice)?.[1];
	if (seed !== undefined) return random(Number(seed));
	switch (choice) {
		case 'usual':
			return { ...usual };
		case 'contrary':
			return pick((values) => values[values.length - 1]);
		case 'conflict':
			// A repeat of the very same booking is answered 409, whatever else applies.
			return { ...usual, refusalOrder: '409 first', rescheduledToSame: 409 };
		default:
			throw new Error(`There is no profile ${choice}`);
	}
}

/** The switches in which a profile differs from the usual one. */
export function differences(profile: Profile): Partial<Profile> {
	return Object.fromEntries(
		Object.entries(profile).filter(([name, value]) => value !== usual[name as SwitchName]),
	);
}

function checked(choice: Partial<Profile>): Partial<Profile> {
	for (const [name, value] of Object.entries(choice)) {
		if (!Object.hasOwn(SWITCHES, name)) throw new Error(`There is no switch ${name}`);
		const values: readonly unknown[] = SWITCHES[name as SwitchName];
		if (!OPEN.includes(name) && !values.includes(value)) {
			throw new Error(`The switch ${name} cannot be ${String(value)}`);
		}
	}
	return choice;
}
