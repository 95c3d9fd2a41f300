import { bookingPage } from './bookingPage';
import { hashRouting } from './hashRouting';
import { killedWorker } from './killedWorker';
import { marks } from './marks';
import { mcp } from './mcp';
import { oauthRefresh } from './oauthRefresh';
import { registration } from './registration';
import { roundRobin } from './roundRobin';
import { startHarness } from './harness';
import type { Harness } from './harness';
import { startingProcessor } from './startingProcessor';
import { throughput } from './throughput';

/**
 * One topology for all of it: starting ten processes on two cores takes longer than most tests.
 * Each test uses workflows of its own, and leaves every process running.
 */
describe('n8n in queue mode', () => {
	let harness: Harness | undefined;

	beforeAll(async () => {
		harness = await startHarness();
	}, 300_000);

	afterAll(async () => {
		await harness?.sender.close();
		const violations = harness?.sandbox.control.violations();
		expect(await harness?.stop()).toEqual([]);
		// What the nodes sent in all of it kept to the contract.
		expect(violations).toEqual([]);
	}, 60_000);

	hashRouting(() => harness!);
	startingProcessor(() => harness!);
	mcp(() => harness!);
	roundRobin(() => harness!);
	marks(() => harness!);
	killedWorker(() => harness!);
	// After the one that counts appointments.
	bookingPage(() => harness!);
	oauthRefresh(() => harness!);
	registration(() => harness!);
	throughput(() => harness!);
});
