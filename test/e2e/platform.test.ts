import { nodeJson } from '../../runtime/execution';
import { byId } from '../support/e2e/platformParameters';
import { LOCATION, openHarness } from '../support/harness';
import type { Harness } from '../support/harness';
import { appointments } from './platform/appointments';
import { calendars } from './platform/calendars';
import { races } from './platform/races';
import { platformRuns } from './platform/runs';
import { wrongResults } from './platform/wrongResults';

/** One n8n for all of it: to start one takes longer than these tests. */
let harness: Harness;

beforeAll(async () => {
	harness = await openHarness();
}, 180_000);

afterAll(async () => await harness?.close(), 60_000);

const { run, runWithToken, during } = platformRuns(() => harness);

describe('Access Token > Get', () => {
	const get = { resource: 'accessToken', operation: 'get' };

	test('describes the token, and keeps it to itself', async () => {
		const { json } = await run(get);
		expect(json).toEqual([
			expect.objectContaining({
				locationId: LOCATION,
				userId: 'user-riley',
				level: 'location',
				requestedScopes: expect.arrayContaining(['calendars.write', 'webhooks.write']),
				apiVersion: '2021-07-28',
			}),
		]);
		expect(json[0].expiresInSeconds).toBeGreaterThan(3_000);
		expect(json[0]).not.toHaveProperty('accessToken');
	});

	test('is refused for another location, before anything is sent', async () => {
		const { result, requests } = await during(async () =>
			await run({ ...get, locationId: byId('loc-summit') }),
		);
		expect(result.failure).toContain(
			"The Platform OAuth2 API credential belongs to the location 'loc-harbor', so it cannot be used for the location 'loc-summit'",
		);
		expect(requests).toEqual([]);
	});
});

appointments(() => harness);
calendars(() => harness);
races(() => harness);
wrongResults(() => harness);

describe('Installed Location > Get Many', () => {
	const getAll = { resource: 'installedLocation', operation: 'getAll' };

	test('lists where the app is installed', async () => {
		const { json } = await run(getAll);
		expect(json[0]).toMatchObject({ id: LOCATION, name: 'Harbor Dental' });
	});

	test('names the scope that the token lacks', async () => {
		const { failure } = await runWithToken('pit-harbor-readonly', getAll);
		expect(failure).toContain("it lacks the scope 'locations.readonly'");
	});
});

describe('Webhook > Create and Get Many', () => {
	const create = { resource: 'webhook', operation: 'create', name: 'To the ledger' };
	const getAll = { resource: 'webhook', operation: 'getAll' };
	const url = 'http://127.0.0.1:9/ledger';

	test('creates one, which is then listed', async () => {
		const actions = ['OpportunityCreate'];
		const created = await run({ ...create, url, actions, otherActions: ['InvoicePaid'] });
		const webhook = { name: 'To the ledger', url, actions: [...actions, 'InvoicePaid'] };
		expect(created.json).toEqual([{ created: true, id: 'hook-1', locationId: LOCATION, ...webhook }]);
		const again = await run({ ...create, url, actions, otherActions: ['InvoicePaid'] });
		expect(again.json).toEqual([{ ...created.json[0], created: false }]);
		const { json } = await run(getAll);
		expect(json).toEqual([expect.objectContaining({ id: 'hook-1', ...webhook })]);
	});

	test('refuses an address that is none, and sends nothing', async () => {
		const { result, requests } = await during(async () =>
			await run({ ...create, url: 'localhost:5678', actions: ['FormSubmitted'] }),
		);
		expect(result.failure).toContain("'URL' is not a web address: 'localhost:5678'");
		expect(requests).toEqual([]);
	});

	test('names the scope that the token lacks for the list', async () => {
		const { failure } = await runWithToken('pit-harbor-readonly', getAll);
		expect(failure).toContain("'webhooks.readonly'");
	});
});

describe('Webhook Signature > Verify', () => {
	test('tells a signed body from a changed one', async () => {
		const { publicKeyPem } = harness.sandbox.control.publicKey();
		const rawBody = '{"type":"ContactCreate", "contactId":"contact-ada"}';
		const { execution } = await run(
			{
				resource: 'webhookSignature',
				operation: 'verify',
				rawBodySource: 'text',
				rawBody: '={{ $json.rawBody }}',
				signatureHeader: harness.sandbox.control.sign(rawBody),
				publicKeyPem,
			},
			{
				credentials: [],
				items: [{ rawBody }, { rawBody: JSON.stringify(JSON.parse(rawBody)) }],
			},
		);
		expect(nodeJson(execution, 'Node')).toEqual([
			expect.objectContaining({ valid: true, reason: null }),
			expect.objectContaining({ valid: false, reason: 'signatureMismatch' }),
		]);
	});
});
