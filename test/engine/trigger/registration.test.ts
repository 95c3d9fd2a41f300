import { createWorkflow } from '../../support/activation';
import type { ActivationOptions, PublishedWorkflow } from '../../support/activation';
import { createSigningKey } from '../../support/keys';
import { useSandbox } from '../../support/useSandbox';
import { oauthCredential, tokenCredential } from '../platform/platform';

const sandbox = useSandbox();

const PRODUCTION_URL = 'https://n8n.example.com/webhook/path-of-the-node/webhook';
const { publicKeyPem } = createSigningKey();

const tokenCredentials = () => ({ platformWebhookApi: { publicKeys: publicKeyPem }, ...tokenCredential(sandbox) });

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

const registered = () =>
	sandbox.control.webhooks().map(({ locationId, url, actions }) => ({ locationId, url, actions }));

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
	it('looks before it registers, and registers nothing when all is there', async () => {
		const asked = () => sandbox.control.requests().map(({ operationId }) => operationId);
		const workflow = workflowWith();
		await workflow.publish();
		const first = ['list_custom_webhooks', 'list_custom_webhooks', 'create_custom_webhook'];
		expect(asked()).toEqual(first);
		await workflow.publish();
		expect(asked()).toEqual([...first, 'list_custom_webhooks']);
	});

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

	it.each([{}, { bodies: 'bare' }, { bodies: 'data' }, { records: 'named' }] as const)('registers once over restarts and re-publishing, whatever the form of the list (%p)', async (profile) => {
		sandbox.control.setProfile(profile);
		const workflow = workflowWith();
		await workflow.publish();
		await workflow.publish();
		await workflow.unpublish();
		await workflow.publish();
		expect([registered().length, workflow.saves()]).toEqual([1, 1]);
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

	it('registers for a changed public URL anew and names what is left over', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		workflow.options.publicUrl = 'https://new.example.com';
		await workflow.publish();
		await workflow.publish();
		expect(registered()).toHaveLength(2);
		expect(workflow.logs[0]).toContain(`'hook-1' of the location 'loc-harbor' for ${PRODUCTION_URL} is left over`);
	});

	it('stays registered when unpublished, and says where to remove it', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		await workflow.unpublish();
		expect(registered()).toHaveLength(1);
		expect(workflow.logs).toEqual([expect.stringMatching(/'hook-1'.*remove it in the platform's webhook settings/)]);
	});

	it('never registers app.deleted, and says where it belongs', async () => {
		const workflow = workflowWith({ events: ['app.deleted', 'ContactCreate'] });
		await workflow.publish();
		expect(registered()[0].actions).toEqual(['ContactCreate']);
		expect(workflow.logs).toEqual([expect.stringContaining(`Enter ${PRODUCTION_URL} as the app's notification URL`)]);
		const text = await refusal(workflowWith({ events: ['app.deleted'] }));
		expect(text).toContain("'app.deleted' cannot be registered automatically");
		expect(text).toContain("Set 'Registration' to 'Manual'");
	});

	it('works with an OAuth2 credential of a location', async () => {
		const credentials = { ...tokenCredentials(), ...oauthCredential(sandbox) };
		await workflowWith({ authentication: 'oAuth2' }, { credentials }).publish();
		expect(registered()).toHaveLength(1);
	});

	it('finds what is there at the next publishing after an unknown outcome', async () => {
		const workflow = workflowWith();
		sandbox.control.addFault({ method: 'POST', drop: 'afterProcessing' });
		expect(await refusal(workflow)).toContain('Publish the workflow again');
		await workflow.publish();
		expect(registered()).toHaveLength(1);
		expect(workflow.column.text).toContain('hook-1');
	});
});

it('what is remembered is forgotten when a person registers by hand', async () => {
	const workflow = workflowWith();
	await workflow.publish();
	workflow.options.parameters.registration = 'manual';
	await workflow.publish();
	expect(JSON.parse(workflow.column.text)).toEqual({ global: {} });
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

	it('registers the test URL, once, when wanted, apart from the production URL', async () => {
		const workflow = workflowWith({ settings: { registerTestUrl: '={{ "true" }}' } });
		for (const mode of ['trigger', 'manual', 'trigger', 'manual'] as const) {
			workflow.options.mode = mode;
			await workflow.publish();
		}
		const testUrl = PRODUCTION_URL.replace('/webhook/', '/webhook-test/');
		expect(registered().map(({ url }) => url)).toEqual([PRODUCTION_URL, testUrl]);
		workflow.options.parameters.settings = {};
		await workflow.unpublish();
		expect(workflow.logs).toEqual([]);
	});
});

it('manual registration sends nothing, needs no API credential and may use an address of this machine', async () => {
	const workflow = workflowWith(
		{ registration: 'manual', events: ['app.deleted'] },
		{ credentials: { platformWebhookApi: { publicKeys: publicKeyPem } }, publicUrl: 'http://localhost:5678' },
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
		['contact updated', "'ContactUpdate'"],
		['App Uninstalled', "'app.deleted'"],
	])('with the label %p for the name of an event', async (label, name) => {
		const text = await refusal(workflowWith({ additionalEvents: ['ContactDelete', label] }));
		expect(text).toContain(`'${label}' in 'Additional Event Names' is not the name of an event`);
		expect(text).toContain(name);
		expect(registered()).toEqual([]);
	});

	it('when the platform responds with something that is no list, rather than registering twice', async () => {
		sandbox.control.addFault({ status: 200, body: '<html>Sign in</html>' });
		expect(await refusal(workflowWith())).toContain('not a list');
		expect(registered()).toEqual([]);
	});
});
