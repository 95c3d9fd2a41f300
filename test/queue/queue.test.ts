import { isLong } from '../support/long';
import { bookingPage } from './bookingPage';
import { killedWorker } from './killedWorker';
import { oauthRefresh } from './oauthRefresh';
import { outages } from './outages';
import { roundRobin } from './roundRobin';
import { routing } from './routing';
import { startHarness, type Harness } from './harness';

/**
 * One topology for all of it: starting ten processes on two cores takes longer than most tests.
 * Each test uses workflows of its own, and leaves every process running. What has held
 * for long runs with TEST_LONG=1, at night.
 */
describe('n8n in queue mode', () => {
	let harness: Harness | undefined;

	beforeAll(async () => {
		harness = await startHarness();
	}, 300_000);

	afterAll(async () => {
		const violations = harness?.sandbox.control.violations();
		expect(await harness?.stop()).toEqual([]);
		// What the nodes sent in all of it kept to the contract.
		expect(violations).toEqual([]);
	}, 60_000);

	const running = () => harness!;
	routing(running);
	killedWorker(running);
	outages(running, () => {
		bookingPage(running);
	});
	if (isLong) {
		for (const suite of [roundRobin, oauthRefresh]) suite(running);
	}
});
