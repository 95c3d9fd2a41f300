import { platformSeed } from './calendars';
import { run, scenarios } from './scenarios';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { profileOf, type ProfileChoice } from '../../../sandbox/profiles/profile';
import { SWITCHES } from '../../../sandbox/profiles/switches';

jest.setTimeout(60_000);

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ seed: platformSeed });
});
afterAll(async () => await sandbox.close());

function runAll(choice: ProfileChoice, chosen = scenarios): void {
	for (const scenario of chosen) {
		it(scenario.name, async () => await run(sandbox, profileOf(choice), scenario));
	}
}

describe('usual', () => runAll('usual'));
describe('contrary', () => runAll('contrary'));

if (process.env.TEST_LONG) {
	describe('conflict', () => runAll('conflict'));

	// Tells which value of which switch a failure is about; the mixes run what is slow too.
	const quick = scenarios.filter(({ slow }) => !slow);
	for (const [name, values] of Object.entries(SWITCHES)) {
		for (const value of values.slice(1)) {
			describe(`${name}: ${JSON.stringify(value)}`, () => runAll({ [name]: value }, quick));
		}
	}
}
