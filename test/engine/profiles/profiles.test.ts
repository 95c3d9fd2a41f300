import fc from 'fast-check';

import { bookingScenarios } from './bookings';
import { calendarScenarios, platformSeed } from './calendars';
import { knowledgeScenarios } from './knowledge';
import { offerScenarios } from './offers';
import type { Scenario } from './scenario';
import { tokenScenarios } from './tokens';
import { webhookScenarios } from './webhooks';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { SWITCHES, type Profile, type ProfileChoice } from '../../../sandbox/profile';
import { drawSeed, isLong } from '../../support/long';

const MINUTES = 20;

/** What holds whatever the platform chooses where the contract is silent. */
const scenarios: Scenario[] = [
	...knowledgeScenarios,
	...calendarScenarios,
	...bookingScenarios,
	...offerScenarios,
	...tokenScenarios,
	...webhookScenarios,
];
const quick = scenarios.filter(({ slow }) => !slow);

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ seed: platformSeed });
});
afterAll(async () => await sandbox.close());

/** Runs a scenario on a platform that begins anew with a profile. */
async function run(choice: ProfileChoice, scenario: Scenario): Promise<void> {
	await sandbox.reset();
	const { control } = sandbox;
	await scenario.run({ sandbox, control, profile: control.setProfile(choice) });
	expect(control.violations()).toEqual([]);
}

// At each change the profile that is least like the one of the other tests; all of them at night.
describe('contrary', () => {
	it.each(isLong ? scenarios : quick)('$name', async (scenario) => await run('contrary', scenario));
});

if (isLong) {
	describe('usual', () => {
		it.each(scenarios)('$name', async (scenario) => await run('usual', scenario));
	});

	// Tells which value of which switch a failure is about; the mixes run what is slow too.
	for (const [name, values] of Object.entries(SWITCHES)) {
		describe.each<unknown>(values.slice(1))(`${name}: %j`, (value) => {
			it.each(quick)('$name', async (scenario) => await run({ [name]: value }, scenario));
		});
	}

	it(
		'mixes of all switches',
		async () => {
			const drawn = Object.entries(SWITCHES).map(([name, values]) => [name, fc.constantFrom(...values)]);
			const profiles = fc.record(Object.fromEntries(drawn) as object) as fc.Arbitrary<Partial<Profile>>;
			let under = Promise.resolve();
			const property = fc.asyncProperty(fc.constantFrom(...scenarios), profiles, async (scenario, profile) => {
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
