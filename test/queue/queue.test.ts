import { bookingPage } from './bookingPage';
import { hashRouting } from './hashRouting';
import { killedWorker } from './killedWorker';
import { limited } from './limited';
import { marks } from './marks';
import { mcp } from './mcp';
import { oauthRefresh } from './oauthRefresh';
import { registration } from './registration';
import { roundRobin } from './roundRobin';
import { startStage } from './stage';
import type { Stage } from './stage';
import { startingProcessor } from './startingProcessor';
import { throughput } from './throughput';

/**
 * One topology for all of it: starting ten processes on two cores takes longer than most tests.
 * Each test uses workflows of its own, and leaves every process running.
 */
describe('n8n in queue mode', () => {
	let stage: Stage | undefined;

	beforeAll(async () => {
		stage = await startStage();
	}, 300_000);

	afterAll(async () => {
		await stage?.sender.close();
		const violations = stage?.sandbox.control.violations();
		expect(await stage?.stop()).toEqual([]);
		// What the nodes sent in all of it kept to the contract.
		expect(violations).toEqual([]);
	}, 60_000);

	hashRouting(() => stage!);
	startingProcessor(() => stage!);
	mcp(() => stage!);
	roundRobin(() => stage!);
	marks(() => stage!);
	killedWorker(() => stage!);
	// After the one that counts appointments.
	bookingPage(() => stage!);
	oauthRefresh(() => stage!);
	registration(() => stage!);
	limited(() => stage!);
	throughput(() => stage!);
});
