import { CredentialStore } from '../../support/credentialStore';
import { BODY_SHAPES } from '../../support/profiles';
import { key, PRODUCTION_URL, refusal, registered, sandbox, tokenCredentials, useSandbox, workflowWith } from './publishing';

useSandbox();

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
