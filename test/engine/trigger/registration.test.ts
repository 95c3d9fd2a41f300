import { createSandbox } from '../../../sandbox/createSandbox';
import { CredentialStore } from '../../support/credentialStore';
import { BODY_SHAPES } from '../../support/profiles';
import { key, PRODUCTION_URL, refusal, registered, sandbox, tokenCredentials, useSandbox, workflowWith } from './publishing';

useSandbox();

/** The list as the platform shows it once. */
const listIs = (...records: object[]) =>
	sandbox.control.addFault({ method: 'GET', status: 200, body: { webhooks: records } });

const OTHER = { id: 'hook-0', url: 'https://other.example.com' };

function oAuth2Credentials(oauthTokenData: object) {
	return {
		platformWebhookApi: { publicKeys: key.publicKeyPem },
		platformOAuth2Api: {
			platformUrl: sandbox.url,
			marketplaceUrl: sandbox.url,
			clientId: 'demo-client',
			clientSecret: 'demo-client-secret',
			oauthTokenData: { ...oauthTokenData },
		},
	};
}

describe('automatic registration', () => {
	it('registers the selected events for the production URL', async () => {
		const workflow = workflowWith({ additionalEvents: ['ContactMerged', ' ', ' TaskCreate '] });
		await workflow.publish();
		const actions = ['ContactCreate', 'AppointmentCreate', 'ContactMerged', 'TaskCreate'];
		expect(registered()).toEqual([{ locationId: 'loc-harbor', url: PRODUCTION_URL, actions }]);
		expect(JSON.parse(workflow.column.text)).toEqual({
			global: {
				'platformTrigger:node-under-test': {
					registrations: [{ id: 'hook-1', locationId: 'loc-harbor', url: PRODUCTION_URL, events: actions }],
				},
			},
		});
	});

	it.each(BODY_SHAPES)('registers once over restarts and re-publishing, whatever the form of the list (%s)', async (_shape, profile) => {
		sandbox.control.setProfile(profile);
		const workflow = workflowWith();
		await workflow.publish();
		await workflow.publish();
		await workflow.unpublish();
		await workflow.publish();
		expect(registered()).toHaveLength(1);
	});

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
		listIs(OTHER);
		listIs(OTHER);
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

	it('registers once when it is published several times at once', async () => {
		sandbox.control.setLatency(30);
		await Promise.all([1, 2, 3].map(async () => await workflowWith().publish()));
		expect(registered()).toHaveLength(1);
	});

	it.each([
		['public URL', { publicUrl: 'https://new.example.com' }],
		['location', { credentials: () => tokenCredentials('pit-summit', 'loc-summit') }],
	])('registers for a changed %s anew and names what is left over', async (_what, { credentials, ...change }: { publicUrl?: string; credentials?: () => ReturnType<typeof tokenCredentials> }) => {
		const workflow = workflowWith();
		await workflow.publish();
		Object.assign(workflow.options, change, credentials && { credentials: credentials() });
		await workflow.publish();
		await workflow.publish();
		expect(registered()).toHaveLength(2);
		expect(workflow.logs[0]).toContain(`'hook-1' of the location 'loc-harbor' for ${PRODUCTION_URL} is left over`);
	});

	it('warns of a registration that the platform lists as disabled', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		listIs({ id: 'hook-1', url: PRODUCTION_URL, status: 'disabled' });
		await workflow.publish();
		expect(registered()).toHaveLength(1);
		expect(workflow.logs).toEqual([expect.stringContaining("lists the registration 'hook-1' as disabled")]);
	});

	it('stays registered when unpublished, and says where to remove it', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		await workflow.unpublish();
		expect(registered()).toHaveLength(1);
		expect(workflow.logs).toEqual([
			expect.stringMatching(/'hook-1'.*remove it in the platform's webhook settings/),
		]);
	});

	it('never registers app.deleted, and says where it belongs', async () => {
		const workflow = workflowWith({ events: ['app.deleted', 'ContactCreate'] });
		await workflow.publish();
		expect(registered()[0].actions).toEqual(['ContactCreate']);
		expect(workflow.logs).toEqual([
			expect.stringContaining(`Enter ${PRODUCTION_URL} as the app's notification URL`),
		]);
		const text = await refusal(workflowWith({ events: ['app.deleted'] }));
		expect(text).toContain("'app.deleted' cannot be registered automatically");
		expect(text).toContain("Set 'Registration' to 'Manual'");
	});

	it('works with an OAuth2 credential of a location', async () => {
		const credentials = oAuth2Credentials(sandbox.control.issueToken({ locationId: 'loc-harbor' }));
		await workflowWith({ authentication: 'oAuth2' }, { credentials }).publish();
		expect(registered()).toHaveLength(1);
	});

	it.each([
		['an unknown outcome', { drop: 'afterProcessing' }, 1],
		['a response without an ID', { status: 200, body: 'Created' }, 1],
		['a conflict', { status: 409, body: { message: 'exists' } }, 0],
	] as const)('finds what is there at the next publishing after %s', async (what, fault, count) => {
		const workflow = workflowWith();
		sandbox.control.addFault({ method: 'POST', ...fault });
		const text = await refusal(workflow);
		expect(text).toContain(what === 'an unknown outcome' ? 'Publish the workflow again' : 'published');
		for (let i = 0; i < 2; i++) {
			if (count === 0) listIs({ id: 'hook-7', url: PRODUCTION_URL });
			await workflow.publish();
		}
		expect(registered()).toHaveLength(count);
		expect(workflow.column.text).toContain('hook-');
	});
});

describe('what the node remembers', () => {
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
		const column = JSON.parse(workflow.column.text) as { global: object };
		workflow.column.text = JSON.stringify({ ...column, global: { ...column.global, counter: 5 }, 'node:X': { at: 1 } });
		const { text } = workflow.column;
		await workflow.unpublish();
		await workflow.publish();
		expect(workflow.saves()).toBe(1);
		expect(workflow.column.text).toBe(text);
	});

	it('is forgotten when a person registers by hand', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		workflow.options.parameters.registration = 'manual';
		await workflow.publish();
		expect(JSON.parse(workflow.column.text)).toEqual({ global: {} });
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

	it.each([true, '={{ "true" }}'])('registers the test URL, once, when wanted (%p), apart from the production URL', async (wanted) => {
		const workflow = workflowWith({ settings: { registerTestUrl: wanted } });
		for (const mode of ['trigger', 'manual', 'trigger', 'manual'] as const) {
			workflow.options.mode = mode;
			await workflow.publish();
		}
		expect(registered().map(({ url }) => url)).toEqual([
			PRODUCTION_URL,
			PRODUCTION_URL.replace('/webhook/', '/webhook-test/'),
		]);
		expect(workflow.logs).toEqual([]);
	});
});

it('manual registration sends nothing, needs no API credential and may use an address of this machine', async () => {
	const workflow = workflowWith(
		{ registration: 'manual', events: ['app.deleted'] },
		{ credentials: { platformWebhookApi: { publicKeys: key.publicKeyPem } }, publicUrl: 'http://localhost:5678' },
	);
	await workflow.publish();
	await workflow.unpublish();
	expect(sandbox.control.requests()).toEqual([]);
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
		['Contact Created', "'ContactCreate'"],
		['contact updated', "'ContactUpdate'"],
		['App Uninstalled', "'app.deleted'"],
	])('with the label %p for the name of an event', async (label, name) => {
		const text = await refusal(workflowWith({ additionalEvents: ['ContactDelete', label] }));
		expect(text).toContain(`'${label}' in 'Additional Event Names' is not the name of an event`);
		expect(text).toContain(name);
		expect(registered()).toEqual([]);
	});

	it('for an address that the platform cannot reach', async () => {
		const credentials = tokenCredentials();
		credentials.platformTokenApi.platformUrl = 'https://services.example.com';
		const text = await refusal(workflowWith({}, { publicUrl: 'http://localhost:5678', credentials }));
		expect(text).toContain('its webhook URL begins with http://localhost:5678');
		expect(text).toContain('N8N_WEBHOOK_URL (WEBHOOK_URL in n8n 1.x)');
	});

	it('when the scope for listing or registering is missing, naming it', async () => {
		const scopes = ['webhooks.readonly'];
		const { access_token } = sandbox.control.issueToken({ locationId: 'loc-harbor', scopes });
		expect(await refusal(workflowWith({}, { credentials: tokenCredentials(access_token) }))).toContain("'webhooks.write'");
		const readonly = tokenCredentials('pit-harbor-readonly');
		expect(await refusal(workflowWith({}, { credentials: readonly }))).toContain("'webhooks.readonly'");
		expect(registered()).toEqual([]);
	});

	it('for a location that is not the token’s', async () => {
		const credentials = tokenCredentials('pit-harbor', 'loc-summit');
		const text = await refusal(workflowWith({}, { credentials }));
		expect(text).toContain("location 'loc-summit'");
		expect(text).toContain('belongs to another location');
	});

	it('for an agency-level OAuth2 token, before anything is sent', async () => {
		const { access_token, refresh_token, expires_in } = sandbox.control.issueToken({ level: 'agency' });
		const credentials = oAuth2Credentials({ access_token, refresh_token, expires_in });
		const text = await refusal(workflowWith({ authentication: 'oAuth2' }, { credentials }));
		expect(text).toContain('choose a location instead of the agency');
		expect(sandbox.control.requests()).toEqual([]);
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

	it('with a message that never shows the token', async () => {
		const store = new CredentialStore(tokenCredentials('pit-unknown-secret'));
		const text = await refusal(workflowWith({}, { store, credentials: tokenCredentials() }));
		expect(text).not.toBe('published');
		expect(text).not.toContain('pit-unknown-secret');
	});
});
