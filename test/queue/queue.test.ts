import { isLong } from '../support/long';
import { atNight } from './atNight';
import { bookingPage } from './bookingPage';
import { killedWorker } from './killedWorker';
import { outages } from './outages';
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
		await harness?.stop();
		// What the nodes sent in all of it kept to the contract.
		expect(violations).toEqual([]);
	}, 60_000);

	const running = () => harness!;
	killedWorker(running);
	outages(running, () => bookingPage(running));
	if (isLong) atNight(running);
});
