import type { INodeParameters } from 'n8n-workflow';

import { connectOAuth2 } from '../../runtime/credentials';
import { findSecrets } from '../support/e2e/secrets';
import { LOCATION, useHarness } from '../support/harness';

const LIST_CALENDARS = { resource: 'calendar', operation: 'getAll' };

// All that n8n would print for somebody who looks for a mistake, so that secrets would show.
const harness = useHarness({ connect: false, env: { N8N_LOG_LEVEL: 'debug' } });

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

test('a credential whose connection is denied on the consent page stays unconnected', async () => {
	await expect(connect('deny')).rejects.toThrow(/access_denied/);
	const { failure } = await run(LIST_CALENDARS);
	expect(failure).toContain('The credential has not been connected to an account yet');
	expect(failure).toContain("select 'Connect'");
	expect(harness.sandbox.requests({ operationId: 'list_calendars' })).toEqual([]);
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
