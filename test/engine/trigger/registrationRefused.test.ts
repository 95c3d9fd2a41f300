import { createSandbox } from '../../../sandbox/createSandbox';
import { key, refusal, registered, sandbox, tokenCredentials, useSandbox, workflowWith } from './publishing';

useSandbox();

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
