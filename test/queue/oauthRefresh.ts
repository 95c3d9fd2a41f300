import { print } from '../support/print';
import { manualTrigger, platform, publish, workflow } from '../support/queue/workflows';
import { LOCATION } from '../support/harness';
import type { Harness } from './harness';

const EVENT = 'CalendarsWanted';
const AT_ONCE = 60;

/** All workers share one credential, and the platform accepts each refresh token once. */
export function oauthRefresh(harness: () => Harness): void {
	it(`two workers, one OAuth2 credential whose token has expired, ${AT_ONCE} executions at once: one refresh`, async () => {
		const { api, sandbox, sender, executions, workers, url, use } = harness();
		const list = platform(
			'List Calendars',
			{ resource: 'calendar', operation: 'getAll', authentication: 'oAuth2', returnAll: true },
			use('platformOAuth2Api'),
		);
		const trigger = manualTrigger(use('platformWebhookApi'), [EVENT]);
		const { id, path } = await publish(api, workflow('Calendars', [trigger, list]));
		sandbox.control.expireTokens({ locationId: LOCATION });

		const asked = sandbox.control.tokenRequests().length;
		const finished = () => workers.map((worker) => worker.log().split('Worker finished execution').length - 1);
		const before = finished();
		await Promise.all(Array.from({ length: AT_ONCE }, async () => await sender.send(`${url}${path}`, sender.event(EVENT))));
		const statuses = await executions.settled(id);
		const refreshes = sandbox.control.tokenRequests().slice(asked);
		const perWorker = finished().map((count, index) => count - before[index]);
		print(`access token expired: ${AT_ONCE} executions (${perWorker.join(' and ')} on the two workers), ${refreshes.length} refresh reached the platform`);
		expect(statuses).toEqual({ success: AT_ONCE });
		expect(refreshes).toMatchObject([{ grantType: 'refresh_token', outcome: 'issued' }]);
		expect(Math.min(...perWorker)).toBeGreaterThan(0);
	}, 180_000);
}
