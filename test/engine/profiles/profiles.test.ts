import fc from 'fast-check';

import { platformSeed, scenarios } from './scenarios';
import {
	RECORDED,
	SWITCHES,
	profileOf,
	type Profile,
	type ProfileChoice,
} from '../../../sandbox/profile';
import { drawSeed, isLong } from '../../support/long';
import { useSandbox } from '../../support/useSandbox';

const MINUTES = 20;

const names = Object.keys(scenarios);

const sandbox = useSandbox({ seed: platformSeed });

/** Runs a scenario on a platform that begins anew with a profile. */
async function run(choice: ProfileChoice, name: string): Promise<void> {
	await sandbox.reset();
	await scenarios[name]({ sandbox, profile: sandbox.setProfile(choice) });
	expect(sandbox.violations()).toEqual([]);
}

// At each change the profiles that are least like the one of the other tests; all of them at night.
const profiles: ProfileChoice[] = [
	...(['contrary', 'highLevel', 'highLevelPaper'] as const),
	...(isLong ? (['usual'] as const) : []),
];
describe.each(profiles)('%s', (profile) => {
	it.each(names)('%s', async (name) => await run(profile, name));
});

if (isLong) {
	// Tells which value of which switch a failure is about.
	for (const [form, switches, usual] of [
		['contract', SWITCHES, {}],
		['HighLevel', RECORDED, profileOf('highLevel')],
	] as const)
		for (const [name, values] of Object.entries(switches))
			describe.each<unknown>(values.slice(1))(`${form}, ${name}: %j`, (value) => {
				it.each(names)('%s', async (scenario) => await run({ ...usual, [name]: value }, scenario));
			});

	it(
		'mixes of all switches',
		async () => {
			const drawn = Object.entries(SWITCHES).map(([name, values]) => [
				name,
				fc.constantFrom(...values),
			]);
			const profiles = fc.record(Object.fromEntries(drawn) as object) as fc.Arbitrary<
				Partial<Profile>
			>;
			let under = Promise.resolve();
			const property = fc.asyncProperty(
				fc.constantFrom(...names),
				profiles,
				async (scenario, profile) => {
					under = run(profile, scenario);
					await under;
				},
			);
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
