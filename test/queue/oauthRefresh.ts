import { print } from '../support/print';
import { manualTrigger, platform, publish, workflow, type PublishedWorkflow } from '../support/queue/workflows';
import { LOCATION } from '../support/harness';
import type { Harness } from './harness';

const EVENT = 'CalendarsWanted';
const AT_ONCE = 60;

/** All workers share one credential, and the platform accepts each refresh token once. */
export function oauthRefresh(harness: () => Harness): void {
	describe('one OAuth2 credential, two workers', () => {
		let published: PublishedWorkflow;

		beforeAll(async () => {
			const { api, use } = harness();
			const list = platform(
				'List Calendars',
				{ resource: 'calendar', operation: 'getAll', authentication: 'oAuth2', returnAll: true },
				use('platformOAuth2Api'),
			);
			const trigger = manualTrigger(use('platformWebhookApi'), [EVENT]);
			published = await publish(api, workflow('Calendars', [trigger, list]));
		}, 60_000);

		it(`the access token expired, ${AT_ONCE} executions at once: one refresh`, async () => {
			harness().sandbox.control.expireTokens({ locationId: LOCATION });
			const run = await runAtOnce(harness(), published, AT_ONCE);
			print(`access token expired: ${describeRun(run)}`);
			expectOneRefresh(run);
		}, 120_000);
	});
}

type Run = Awaited<ReturnType<typeof runAtOnce>>;

async function runAtOnce(
	{ sandbox, sender, executions, workers, url }: Harness,
	{ id, path }: PublishedWorkflow,
	count: number,
) {
	const before = {
		succeeded: (await executions.statuses(id)).success ?? 0,
		executions: await executions.count(id),
		tokenRequests: sandbox.control.tokenRequests().length,
		requests: sandbox.control.requests().length,
		perWorker: workers.map(finishedBy),
	};
	await Promise.all(
		Array.from({ length: count }, async () => await sender.send(`${url}${path}`, sender.event(EVENT))),
	);
	const statuses = await executions.settled(id);
	const refreshes = sandbox.control
		.tokenRequests()
		.slice(before.tokenRequests)
		.filter(({ grantType }) => grantType === 'refresh_token');
	return {
		executions: (await executions.count(id)) - before.executions,
		succeeded: (statuses.success ?? 0) - before.succeeded,
		/** Outcomes of the refreshes that reached the platform. */
		refreshes: refreshes.map(({ outcome }) => outcome),
		/** Calls that the platform refused with 401. */
		refused: sandbox.control.requests().slice(before.requests).filter(({ status }) => status === 401)
			.length,
		/** Executions that each worker ran. */
		perWorker: workers.map((worker, index) => finishedBy(worker) - before.perWorker[index]),
	};
}

function finishedBy(worker: Harness['workers'][number]): number {
	return worker.log().split('Worker finished execution').length - 1;
}

function describeRun({ executions, succeeded, refreshes, refused, perWorker }: Run): string {
	return (
		`${executions} executions (${perWorker.join(' and ')} on the two workers), ${succeeded} succeeded; ` +
		`${refreshes.length} refresh reached the platform, ${refused} calls were refused with 401 before`
	);
}

function expectOneRefresh(run: Run): void {
	expect(run.executions).toBe(AT_ONCE);
	expect(run.succeeded).toBe(AT_ONCE);
	expect(run.refreshes).toEqual(['issued']);
	expect(Math.min(...run.perWorker)).toBeGreaterThan(0);
}
