import fc from 'fast-check';

import { bookings } from './bookings';
import { reads } from './reads';
import { platformSeed } from './scenario';
import { deliveries, registrations } from './webhooks';
import { SWITCHES, type Profile, type ProfileChoice } from '../../../sandbox/profile';
import { drawSeed, isLong } from '../../support/long';
import { useSandbox } from '../../support/useSandbox';

const MINUTES = 20;

/** What holds whatever the platform chooses where the contract is silent. */
const scenarios = { ...reads, ...bookings, ...registrations, ...deliveries };
const names = Object.keys(scenarios);
/** Without what waits for retries, seconds long. */
const quick = names.filter((name) => !name.startsWith('slow: '));

const sandbox = useSandbox({ seed: platformSeed });

/** Runs a scenario on a platform that begins anew with a profile. */
async function run(choice: ProfileChoice, name: string): Promise<void> {
	await sandbox.reset();
	const { control } = sandbox;
	await scenarios[name]({ sandbox, control, profile: control.setProfile(choice) });
	expect(control.violations()).toEqual([]);
}

// At each change the profile that is least like the one of the other tests; all of them at night.
describe('contrary', () => {
	it.each(isLong ? names : quick)('%s', async (name) => await run('contrary', name));
});

describe('highLevel', () => {
	const there = (isLong ? names : quick).filter((name) => !Object.hasOwn(registrations, name));
	it.each(there)('%s', async (name) => await run('highLevel', name));
});

if (isLong) {
	describe('usual', () => {
		it.each(names)('%s', async (name) => await run('usual', name));
	});

	// Tells which value of which switch a failure is about; the mixes run what is slow too.
	for (const [name, values] of Object.entries(SWITCHES)) {
		describe.each<unknown>(values.slice(1))(`${name}: %j`, (value) => {
			it.each(quick)('%s', async (scenario) => await run({ [name]: value }, scenario));
		});
	}

	it(
		'mixes of all switches',
		async () => {
			const drawn = Object.entries(SWITCHES).map(([name, values]) => [name, fc.constantFrom(...values)]);
			const profiles = fc.record(Object.fromEntries(drawn) as object) as fc.Arbitrary<Partial<Profile>>;
			let under = Promise.resolve();
			const property = fc.asyncProperty(fc.constantFrom(...names), profiles, async (scenario, profile) => {
				under = run(profile, scenario);
				await under;
			});
			await fc.assert(property, {
				seed: drawSeed("mixes of the platform's switches"),
				numRuns: 1_000_000,
				interruptAfterTimeLimit: MINUTES * 60_000,
				markInterruptAsFailure: false,
			});
			// The time limit does not wait for the run that it interrupts.
			await under.catch(() => undefined);
		},
		(MINUTES + 2) * 60_000,
	);
}
