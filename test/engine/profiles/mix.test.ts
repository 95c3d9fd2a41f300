import fc from 'fast-check';

import { platformSeed } from './calendars';
import { run, scenarios } from './scenarios';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { differences, profileOf, profiles } from '../../../sandbox/profiles/profile';

/** The nightly run sets TEST_LONG. */
const isLong = process.env.TEST_LONG !== undefined;
const MINUTES = Number(process.env.PROFILES_MINUTES ?? (isLong ? 20 : 4));
/**
 * About a minute at each change, beside the other tests; as many on a faster machine, whose verdict would
 * be another.
 */
const RUNS = isLong ? 1_000_000 : 150;
/** The same at each change, whose verdict must not depend on luck; another one each night. */
const seed = Number(
	process.env.PROFILES_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 20_261_121),
);

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ seed: platformSeed });
});
afterAll(async () => await sandbox.close());

it(
	'mixes of all switches',
	async () => {
		console.log(`Mixes of the platform's switches, PROFILES_SEED=${seed}`);
		const ran = new Set<string>();
		let count = 0;
		let under = Promise.resolve();
		const byName = new Map(scenarios.map((scenario) => [scenario.name, scenario]));
		const names = scenarios
			.filter(({ slow }) => isLong || !slow)
			.map(({ name }) => name);
		const property = fc.asyncProperty(
			fc.constantFrom(...names),
			profiles.map(differences),
			async (name, different) => {
				const scenario = byName.get(name);
				if (!scenario) return;
				ran.add(name);
				count += 1;
				under = run(sandbox, profileOf(different), scenario);
				await under;
			},
		);
		await fc.assert(property, {
			seed,
			numRuns: RUNS,
			interruptAfterTimeLimit: MINUTES * 60_000,
			markInterruptAsFailure: false,
		});
		// The time limit does not wait for the run that it interrupts.
		await under.catch(() => undefined);
		console.log(`${count} scenarios on as many mixes`);
		// A busy machine runs a tenth of what an idle one does.
		expect(ran.size).toBeGreaterThan(10);
	},
	MINUTES * 60_000 + 120_000,
);
