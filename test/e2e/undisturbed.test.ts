import type { INodeParameters } from 'n8n-workflow';

import { connectOAuth2 } from '../../runtime/credentials';
import { nodeJson, nodeRuns } from '../../runtime/execution';
import { inviteByExample, open, type Wait } from '../support/e2e/bookingPage';
import { findSecrets } from '../support/e2e/secrets';
import { LOCATION, useHarness } from '../support/harness';

/** What takes an n8n in which nothing else runs: a wait of minutes, which n8n ends, and all that it has printed and stored. */

const LIST_CALENDARS = { resource: 'calendar', operation: 'getAll' };

// All that n8n would print for somebody who looks for a mistake, so that secrets would show.
const harness = useHarness({ connect: false, env: { N8N_LOG_LEVEL: 'debug' } });

/** The execution of the example for a contact who does not answer. */
let unanswered: Wait;

// n8n's own timer ends a wait two minutes after the page does, and here twice, so it begins before all else.
beforeAll(async () => void (unanswered = await inviteByExample(harness, 'Never', 0.001)), 60_000);

const connect = async (decision: 'allow' | 'deny') =>
	await connectOAuth2(harness.api, harness.credentials.platformOAuth2Api, {
		choice: LOCATION,
		decision,
	});

const run = async (parameters: INodeParameters) =>
	await harness.runNode({
		type: 'platform',
		parameters: { authentication: 'oAuth2', ...parameters },
		credentials: ['platformOAuth2Api'],
	});

test('the example: who does not answer is reminded once, and the link then books nothing', async () => {
	const ended = await harness.api.waitForExecution(unanswered.executionId, 300_000);
	expect(nodeRuns(ended, 'Send Reminder')).toHaveLength(1);
	expect(nodeJson(ended, 'Follow Up')).toMatchObject([
		{ text: 'Never has not booked, and was reminded once.' },
	]);
	expect((await open(unanswered.url)).status).toBe(409);
}, 360_000);

test('a credential whose connection is denied on the consent page stays unconnected', async () => {
	const countCalendarLists = () =>
		harness.sandbox.requests({ operationId: 'list_calendars' }).length;
	const before = countCalendarLists();
	await expect(connect('deny')).rejects.toThrow(/access_denied/);
	const { failure } = await run(LIST_CALENDARS);
	expect(failure).toContain('The credential has not been connected to an account yet');
	expect(failure).toContain("select 'Connect'");
	expect(countCalendarLists()).toBe(before);
});

test('secrets stand nowhere in what n8n has printed and stored, a refresh and failed runs included, but where a workflow asks for one', async () => {
	const { sandbox } = harness;
	await connect('allow');
	sandbox.expireTokens({});
	expect((await run(LIST_CALENDARS)).failure).toBeUndefined();
	expect(sandbox.tokenRequests().at(-1)).toMatchObject({
		grantType: 'refresh_token',
		outcome: 'issued',
	});
	sandbox.addFault({ operationId: 'list_calendars', status: 500, times: 'always' });
	expect((await run(LIST_CALENDARS)).failure).toBeDefined();
	expect(await findSecrets(harness)).toEqual([]);
	await run({ resource: 'accessToken', operation: 'get', includeToken: true });
	expect(await findSecrets(harness)).not.toEqual([]);
});
