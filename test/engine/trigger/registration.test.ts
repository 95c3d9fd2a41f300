import { createSandbox } from '../../../sandbox/createSandbox';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { createWorkflow } from '../../support/activation';
import type { ActivationOptions, PublishedWorkflow } from '../../support/activation';
import { CredentialStore } from '../../support/credentialStore';
import { createSigningKey } from '../../support/keys';
import { BODY_SHAPES } from '../../support/profiles';

const PRODUCTION_URL = 'https://n8n.example.com/webhook/path-of-the-node/webhook';

// A busy machine may take several times as long.
jest.setTimeout(60_000);

const key = createSigningKey();
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await createSandbox();
});

afterEach(async () => {
	expect(sandbox.control.violations()).toEqual([]);
	await sandbox.reset();
});

afterAll(async () => {
	await sandbox.close();
});

function tokenCredentials(token = 'pit-harbor', locationId = 'loc-harbor') {
	return {
		platformWebhookApi: { publicKeys: key.publicKeyPem },
		platformTokenApi: { accessToken: token, platformUrl: sandbox.url, locationId },
	};
}

function workflowWith(
	parameters: ActivationOptions['parameters'] = {},
	options: Partial<ActivationOptions> = {},
): PublishedWorkflow {
	return createWorkflow({
		type: 'platformTrigger',
		parameters: {
			registration: 'automatic',
			authentication: 'accessToken',
			events: ['ContactCreate', 'AppointmentCreate'],
			...parameters,
		},
		credentials: tokenCredentials(),
		...options,
	});
}

function registered() {
	return sandbox.control.webhooks().map(({ locationId, url, actions }) => ({
		locationId,
		url,
		actions,
	}));
}

/** Message and description of what publishing is refused with. */
async function refusal(workflow: PublishedWorkflow): Promise<string> {
	try {
		await workflow.publish();
	} catch (error) {
		const { name, message, description } = error as Error & { description?: string };
		expect(name).toMatch(/^Node(Api|Operation)Error$/);
		const text = `${message}. ${description ?? ''}`;
		expect(text).not.toMatch(/\b(error|problem|failure|mistake)\b/i);
		return text;
	}
	return 'published';
}

describe('automatic registration', () => {
	it('registers the selected events for the production URL', async () => {
		const workflow = workflowWith({ additionalEvents: ['ContactMerged', ' ', ' TaskCreate '] });
		await workflow.publish();
		expect(registered()).toEqual([
			{
				locationId: 'loc-harbor',
				url: PRODUCTION_URL,
				actions: ['ContactCreate', 'AppointmentCreate', 'ContactMerged', 'TaskCreate'],
			},
		]);
		expect(JSON.parse(workflow.column.text)).toMatchObject({
			global: {
				'platformTrigger:node-under-test': {
					registrations: [{ id: 'hook-1', locationId: 'loc-harbor', url: PRODUCTION_URL }],
				},
			},
		});
	});

	it.each(BODY_SHAPES)(
		'registers once over restarts and re-publishing, whatever the form of the list (%s)',
		async (_shape, profile) => {
			sandbox.control.setProfile(profile);
			const workflow = workflowWith();
			await workflow.publish();
			await workflow.publish();
			await workflow.unpublish();
			await workflow.publish();
			expect(registered()).toHaveLength(1);
		},
	);

	it('adopts what it finds when its static data is lost', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		workflow.column.text = '{}';
		await workflow.publish();
		expect(registered()).toHaveLength(1);
		expect(workflow.column.text).toContain('hook-1');
	});

	it('registers again what was removed on the platform, although it remembers it', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		await sandbox.reset();
		await workflow.publish();
		expect(registered()).toHaveLength(1);
	});

	it('asks only for the events that no registration for the URL covers yet', async () => {
		await workflowWith().publish();
		await workflowWith({ events: ['ContactCreate', 'FormSubmitted'] }).publish();
		await workflowWith({ events: ['AppointmentCreate', 'FormSubmitted'] }).publish();
		expect(registered().map(({ actions }) => actions)).toEqual([
			['ContactCreate', 'AppointmentCreate'],
			['FormSubmitted'],
		]);
	});

	it('leaves a registration that covers more than is selected', async () => {
		await workflowWith().publish();
		await workflowWith({ events: ['ContactCreate'] }).publish();
		expect(registered()).toHaveLength(1);
	});

	it('registers once when it is published several times at once', async () => {
		sandbox.control.setLatency(30);
		await Promise.all([1, 2, 3].map(async () => await workflowWith().publish()));
		expect(registered()).toHaveLength(1);
	});

	it('registers a changed public URL anew and names what is left over', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		workflow.options.publicUrl = 'https://new.example.com';
		await workflow.publish();
		await workflow.publish();
		expect(registered().map(({ url }) => new URL(url).host)).toEqual([
			'n8n.example.com',
			'new.example.com',
		]);
		expect(workflow.logs[0]).toContain(
			`'hook-1' of the location 'loc-harbor' for ${PRODUCTION_URL} is left over`,
		);
	});

	it('names what is left over at another location', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		workflow.options.credentials = tokenCredentials('pit-summit', 'loc-summit');
		await workflow.publish();
		expect(registered().map(({ locationId }) => locationId)).toEqual(['loc-harbor', 'loc-summit']);
		expect(workflow.logs.join()).toContain("'hook-1' of the location 'loc-harbor'");
	});

	it('stops naming what has been removed', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		await sandbox.reset();
		workflow.options.publicUrl = 'https://new.example.com';
		await workflow.publish();
		expect(workflow.logs).toEqual([]);
	});

	it('warns of an event that is registered twice for its URL', async () => {
		await workflowWith().publish();
		const post = async () =>
			await fetch(`${sandbox.url}/locations/loc-harbor/customWebhooks`, {
				method: 'POST',
				headers: {
					authorization: 'Bearer pit-harbor',
					version: '2021-07-28',
					'content-type': 'application/json',
				},
				body: JSON.stringify({ name: 'twin', url: PRODUCTION_URL, actions: ['ContactCreate'] }),
			});
		expect((await post()).status).toBe(200);
		const workflow = workflowWith();
		await workflow.publish();
		expect(workflow.logs).toHaveLength(1);
		expect(workflow.logs[0]).toContain("'ContactCreate' is registered 2 times");
		expect(workflow.logs[0]).toContain('hook-1, hook-2');
	});

	it('stays registered when unpublished, and says where to remove it', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		await workflow.unpublish();
		expect(registered()).toHaveLength(1);
		expect(workflow.logs).toHaveLength(1);
		expect(workflow.logs[0]).toContain("'hook-1'");
		expect(workflow.logs[0]).toContain("remove it in the platform's webhook settings");
	});

	it('never registers app.deleted, which goes to the notification URL', async () => {
		await workflowWith({ events: ['app.deleted', 'ContactCreate'] }).publish();
		expect(registered()[0].actions).toEqual(['ContactCreate']);
		await sandbox.reset();
		const text = await refusal(workflowWith({ events: ['app.deleted'] }));
		expect(text).toContain("'app.deleted' cannot be registered automatically");
		expect(text).toContain("Set 'Registration' to 'Manual'");
	});

	it('works with an OAuth2 credential of a location', async () => {
		const oauthTokenData = sandbox.control.issueToken({ locationId: 'loc-harbor' });
		const credentials = {
			platformWebhookApi: { publicKeys: key.publicKeyPem },
			platformOAuth2Api: {
				platformUrl: sandbox.url,
				marketplaceUrl: sandbox.url,
				clientId: 'demo-client',
				clientSecret: 'demo-client-secret',
				oauthTokenData: { ...oauthTokenData },
			},
		};
		await workflowWith({ authentication: 'oAuth2' }, { credentials }).publish();
		expect(registered()).toHaveLength(1);
	});
});

describe('what the node remembers', () => {
	/** The list as the platform shows it once. */
	const listIs = (...records: object[]) =>
		sandbox.control.addFault({ method: 'GET', status: 200, body: { webhooks: records } });

	it('outlives a rename', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		workflow.options.node = { name: 'Renamed' };
		listIs({ id: 'hook-1' });
		await workflow.publish();
		expect(registered()).toHaveLength(1);
		expect(workflow.logs).toEqual([]);
	});

	it('is written once, and what others have in static data stays', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		expect(workflow.saves()).toBe(1);
		const column = JSON.parse(workflow.column.text) as { global: object };
		workflow.column.text = JSON.stringify({ ...column, global: { ...column.global, counter: 5 }, 'node:X': { at: 1 } });
		const { text } = workflow.column;
		await workflow.publish('init');
		await workflow.unpublish();
		await workflow.publish();
		expect(workflow.saves()).toBe(1);
		expect(workflow.column.text).toBe(text);
		workflow.options.publicUrl = 'https://new.example.com';
		await workflow.publish();
		expect(JSON.parse(workflow.column.text)).toMatchObject({ global: { counter: 5 }, 'node:X': { at: 1 } });
	});

	it.each([
		['nothing but ids', (id: string) => ({ id })],
		['no events', (id: string) => ({ id, url: PRODUCTION_URL })],
		['another list of texts', (id: string) => ({ id, url: PRODUCTION_URL, scopes: ['webhooks.write'] })],
		['events as objects', (id: string) => ({ id, url: PRODUCTION_URL, events: [{ type: 'ContactCreate' }, { type: 'AppointmentCreate' }] })],
		['another one, on the first page', () => ({ id: 'hook-0', url: 'https://other.example.com' })],
	])('keeps three publishings from registering again where the list shows %s', async (_what, record) => {
		const workflow = workflowWith();
		await workflow.publish();
		for (let i = 0; i < 3; i++) {
			listIs(record('hook-1'));
			await workflow.publish();
		}
		expect(registered()).toHaveLength(1);
	});

	it('is forgotten when a person registers by hand, so that publishing can register anew', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		listIs({ id: 'hook-0', url: 'https://other.example.com' });
		await workflow.publish();
		expect(workflow.logs.join()).toContain("set 'Registration' to 'Manual', publish");
		workflow.options.parameters.registration = 'manual';
		await workflow.publish();
		expect(JSON.parse(workflow.column.text)).toEqual({ global: {} });
		workflow.options.parameters.registration = 'automatic';
		listIs({ id: 'hook-0', url: 'https://other.example.com' });
		listIs({ id: 'hook-0', url: 'https://other.example.com' });
		await workflow.publish();
		expect(registered()).toHaveLength(2);
	});

	it('counts a registration that the platform refuses as there already', async () => {
		const workflow = workflowWith();
		sandbox.control.addFault({ method: 'POST', status: 409, body: { message: 'exists' } });
		await workflow.publish();
		expect(registered()).toEqual([]);
		listIs({ id: 'hook-7', url: PRODUCTION_URL });
		await workflow.publish();
		expect(registered()).toEqual([]);
		expect(workflow.column.text).toContain('hook-7');
	});
});

describe('when n8n takes up a published workflow again', () => {
	const withdrawn = () => tokenCredentials('pit-withdrawn');

	it.each(['init', 'leadershipChange'] as const)(
		'it is served although the registration cannot be checked (%s)',
		async (activation) => {
			const workflow = workflowWith();
			await workflow.publish();
			workflow.options.credentials = withdrawn();
			await workflow.publish(activation);
			expect(workflow.logs).toHaveLength(1);
			expect(workflow.logs[0]).toContain('Events still start it');
			expect(workflow.logs[0]).not.toContain('pit-withdrawn');
			expect(registered()).toHaveLength(1);
		},
	);

	it('it is served although its key cannot be used, so that the platform repeats', async () => {
		const parameters = { registration: 'manual' };
		const credentials = { platformWebhookApi: { publicKeys: 'ssh-ed25519 AAAA' } };
		const workflow = workflowWith(parameters, { credentials });
		await workflow.publish('init');
		expect(workflow.logs[0]).toContain('contains no usable key');
	});

	it.each([
		['nothing is known to be registered', {}],
		['it is registered for another address', { publicUrl: 'https://new.example.com' }],
	])('it is not where %s', async (what, change) => {
		const workflow = workflowWith();
		if (what !== 'nothing is known to be registered') await workflow.publish();
		Object.assign(workflow.options, change, { credentials: withdrawn() });
		await expect(workflow.publish('init')).rejects.toThrow('access token');
	});

	it.each(['activate', 'update'] as const)('a person who publishes is told (%s)', async (activation) => {
		const workflow = workflowWith();
		await workflow.publish();
		workflow.options.credentials = withdrawn();
		await expect(workflow.publish(activation)).rejects.toThrow();
	});
});

describe('listening for a test event', () => {
	it('registers nothing, since it could not be removed, and says nothing of what is registered', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		const before = sandbox.control.requests().length;
		workflow.options.mode = 'manual';
		await workflow.publish();
		await workflow.unpublish();
		expect(sandbox.control.requests()).toHaveLength(before);
		expect(workflow.logs).toEqual([]);
	});

	it.each([true, '={{ "true" }}'])('registers the test URL, once, when wanted (%p)', async (wanted) => {
		const workflow = workflowWith({ settings: { registerTestUrl: wanted } }, { mode: 'manual' });
		await workflow.publish();
		await workflow.unpublish();
		await workflow.publish();
		expect(registered().map(({ url }) => url)).toEqual([
			'https://n8n.example.com/webhook-test/path-of-the-node/webhook',
		]);
	});
});

describe('manual registration', () => {
	it('sends nothing and needs no API credential', async () => {
		const workflow = workflowWith(
			{ registration: 'manual', events: ['app.deleted'] },
			{ credentials: { platformWebhookApi: { publicKeys: key.publicKeyPem } } },
		);
		await workflow.publish();
		await workflow.unpublish();
		expect(sandbox.control.requests()).toEqual([]);
	});

	it('may use an address of this machine', async () => {
		const workflow = workflowWith(
			{ registration: 'manual' },
			{ publicUrl: 'http://localhost:5678' },
		);
		expect(await refusal(workflow)).toBe('published');
	});
});

describe('publishing is refused', () => {
	it.each(['automatic', 'manual'])('without a usable key (%s)', async (registration) => {
		const credentials = { ...tokenCredentials(), platformWebhookApi: { publicKeys: 'ssh-ed25519 AAAA' } };
		const text = await refusal(workflowWith({ registration }, { credentials }));
		expect(text).toContain('contains no usable key');
		expect(text).toContain('an SSH key');
		expect(sandbox.control.requests()).toEqual([]);
	});

	it('without an event', async () => {
		const text = await refusal(workflowWith({ events: [], additionalEvents: [''] }));
		expect(text).toContain("No event is selected in 'Events'. Select at least one event");
	});

	it.each([
		'http://localhost:5678',
		'http://localhost.:5678',
		'http://n8n.localhost',
		'http://127.0.0.1:5678',
		'http://[::1]:5678',
		'http://[::ffff:127.0.0.1]:5678',
	])(
		'for %s, which the platform cannot reach',
		async (publicUrl) => {
			const credentials = tokenCredentials();
			credentials.platformTokenApi.platformUrl = 'https://services.example.com';
			const text = await refusal(workflowWith({}, { publicUrl, credentials }));
			expect(text).toContain('The platform cannot reach this n8n');
			expect(text).toContain(new URL(publicUrl).origin);
			expect(text).toContain('N8N_WEBHOOK_URL (WEBHOOK_URL in n8n 1.x)');
		},
	);

	it('not for an address of this machine when the platform runs here as well', async () => {
		await workflowWith({}, { publicUrl: 'http://localhost:5678' }).publish();
		expect(registered()).toHaveLength(1);
	});

	it('when the scope for listing or registering is missing, naming it', async () => {
		const readonly = sandbox.control.issueToken({
			locationId: 'loc-harbor',
			scopes: ['webhooks.readonly'],
		});
		expect(
			await refusal(workflowWith({}, { credentials: tokenCredentials(readonly.access_token) })),
		).toContain("'webhooks.write'");
		expect(
			await refusal(workflowWith({}, { credentials: tokenCredentials('pit-harbor-readonly') })),
		).toContain("'webhooks.readonly'");
		expect(registered()).toEqual([]);
	});

	it('for a location that is not the token’s', async () => {
		const text = await refusal(
			workflowWith({}, { credentials: tokenCredentials('pit-harbor', 'loc-summit') }),
		);
		expect(text).toContain("location 'loc-summit'");
		expect(text).toContain('belongs to another location');
		expect(registered()).toEqual([]);
	});

	it('for a location that the platform does not know', async () => {
		sandbox.control.addFault({ method: 'GET', status: 404, body: { message: 'not found' } });
		const text = await refusal(workflowWith());
		expect(text).toContain("knows no location 'loc-harbor'");
		expect(text).toContain('Check that the credential names the location');
	});

	it('for a credential without a location, before anything is sent', async () => {
		const text = await refusal(workflowWith({}, { credentials: tokenCredentials('pit-harbor', '') }));
		expect(text).toContain('belongs to no location');
		expect(sandbox.control.requests()).toEqual([]);
	});

	it('for an agency-level OAuth2 token', async () => {
		const { access_token, refresh_token, expires_in } = sandbox.control.issueToken({ level: 'agency' });
		const credentials = {
			platformWebhookApi: { publicKeys: key.publicKeyPem },
			platformOAuth2Api: {
				platformUrl: sandbox.url,
				marketplaceUrl: sandbox.url,
				clientId: 'demo-client',
				clientSecret: 'demo-client-secret',
				oauthTokenData: { access_token, refresh_token, expires_in },
			},
		};
		const text = await refusal(workflowWith({ authentication: 'oAuth2' }, { credentials }));
		expect(text).toContain('choose a location instead of the agency');
	});

	it('when the platform cannot be reached', async () => {
		const gone = await createSandbox();
		const { url } = gone;
		await gone.close();
		const credentials = tokenCredentials();
		credentials.platformTokenApi.platformUrl = url;
		const text = await refusal(workflowWith({}, { credentials, publicUrl: 'http://localhost' }));
		expect(text).toContain('could not be reached');
		expect(text).toContain(new URL(url).host);
	});

	it('when the platform answers with something that is no list, rather than registering twice', async () => {
		sandbox.control.addFault({ status: 200, body: '<html>Sign in</html>' });
		expect(await refusal(workflowWith())).toContain('not a list');
		expect(registered()).toEqual([]);
	});
});

it('reports an outcome that is unknown, and finds the registration at the next publishing', async () => {
	const workflow = workflowWith();
	sandbox.control.addFault({ method: 'POST', drop: 'afterProcessing' });
	expect(await refusal(workflow)).toContain('Publish the workflow again');
	await workflow.publish();
	expect(registered()).toHaveLength(1);
});

it('does not rely on an answer without an ID: the next publishing looks at the list again', async () => {
	const workflow = workflowWith();
	sandbox.control.addFault({ method: 'POST', status: 200, body: 'Created' });
	await workflow.publish();
	await workflow.publish();
	expect(registered()).toHaveLength(1);
	await workflow.publish();
	expect(registered()).toHaveLength(1);
});

it('never shows a token', async () => {
	const store = new CredentialStore(tokenCredentials('pit-unknown-secret'));
	const text = await refusal(workflowWith({}, { store, credentials: tokenCredentials() }));
	expect(text).not.toBe('published');
	expect(text).not.toContain('pit-unknown-secret');
});
