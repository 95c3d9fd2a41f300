import { DELIVERIES } from '../../../nodes/platformApi/deliveries';
import {
	createWorkflow,
	type ActivationOptions,
	type PublishedWorkflow,
} from '../../support/activation';
import { createSigningKey } from '../../support/keys';
import { useSandbox } from '../../support/useSandbox';
import { tokenCredential } from '../platform/platform';

const sandbox = useSandbox();

const PRODUCTION_URL = 'https://n8n.example.com/webhook/path-of-the-node/webhook';
const { publicKeyPem } = createSigningKey();

function workflowWith(
	parameters: ActivationOptions['parameters'] = {},
	options: Partial<ActivationOptions> = {},
): PublishedWorkflow {
	const usual = {
		registration: 'automatic',
		authentication: 'accessToken',
		events: ['ContactCreate', 'AppointmentCreate'],
	};
	const credentials = {
		platformWebhookApi: { publicKeys: publicKeyPem },
		...tokenCredential(sandbox),
	};
	return createWorkflow({
		type: 'platformTrigger',
		parameters: { ...usual, ...parameters },
		credentials,
		...options,
	});
}

const registered = () =>
	sandbox.webhooks().map(({ locationId, url, actions }) => ({ locationId, url, actions }));

/** The message of what publishing is refused with: all that n8n shows. */
async function refusal(workflow: PublishedWorkflow): Promise<string> {
	try {
		await workflow.publish();
	} catch (error) {
		const { name, message: text } = error as Error;
		expect(name).toMatch(/^Node(Api|Operation)Error$/);
		expect(text).not.toMatch(/\b(error|problem|failure|mistake)\b/i);
		return text;
	}
	return 'published';
}

describe('automatic registration', () => {
	it('looks, then registers the selected events for the production URL, and nothing when all is there', async () => {
		const sentOperations = () => sandbox.requests().map(({ operationId }) => operationId);
		// The platform sends app.deleted to another address.
		const events = ['app.deleted', 'ContactCreate'];
		const workflow = workflowWith({
			events,
			settings: { additionalEvents: ['ContactMerged', ' ', ' TaskCreate '] },
		});
		await workflow.publish();
		const first = ['list_custom_webhooks', 'create_custom_webhook'];
		expect(sentOperations()).toEqual(first);
		const actions = ['ContactCreate', 'ContactMerged', 'TaskCreate'];
		expect(registered()).toEqual([{ locationId: 'loc-harbor', url: PRODUCTION_URL, actions }]);
		// By its name, a person finds the workflow and the node.
		expect(sandbox.webhooks()[0].name).toMatch(/^n8n: .+ \(Node\)$/);
		const registrations = [
			{ id: 'hook-1', locationId: 'loc-harbor', url: PRODUCTION_URL, events: actions },
		];
		expect(JSON.parse(workflow.column.text)).toEqual({
			global: { 'platformTrigger:node-under-test': { registrations } },
		});
		await workflow.publish();
		expect(sentOperations()).toEqual([...first, 'list_custom_webhooks']);
	});

	it('registers an event of which the contract does not speak, as its list is not whole', async () => {
		await workflowWith({ events: ['ContactCreate', 'TaskComplete'] }).publish();
		expect(registered()).toMatchObject([{ actions: ['ContactCreate', 'TaskComplete'] }]);
	});

	it('registers the address of this machine on a platform of this machine', async () => {
		expect(await refusal(workflowWith({}, { publicUrl: 'http://localhost:5678' }))).toBe(
			'published',
		);
		expect(registered()).toMatchObject([
			{ url: expect.stringContaining('http://localhost:5678/') },
		]);
	});

	it('registers once when it is published several times at once', async () => {
		sandbox.addFault({ times: 'always', delayMs: 30 });
		await Promise.all([1, 2, 3].map(async () => await workflowWith().publish()));
		expect(registered()).toHaveLength(1);
	});

	it('registers what is missing alone when two are published at once with different events', async () => {
		sandbox.addFault({ times: 'always', delayMs: 30 });
		await Promise.all([
			workflowWith({ events: ['ContactCreate'] }).publish(),
			workflowWith({ events: ['ContactCreate', 'AppointmentCreate'] }).publish(),
		]);
		expect(registered().map(({ actions }) => actions)).toEqual([
			['ContactCreate'],
			['AppointmentCreate'],
		]);
	});

	it('keeps the selected events of a webhook whose events the platform does not list, and warns', async () => {
		const listed = { id: 'hook-1', url: PRODUCTION_URL };
		sandbox.addFault({ method: 'GET', status: 200, body: { customWebhooks: [listed] } });
		const workflow = workflowWith();
		await workflow.publish();
		expect(registered()).toEqual([]);
		expect(workflow.column.text).toContain('"events":["ContactCreate","AppointmentCreate"]');
		expect(workflow.logs).toEqual([
			expect.stringContaining("does not say which events the webhook 'hook-1' covers"),
		]);
	});

	it('registers anew for another location, also where the list shows only others and goes on', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		const { platformTokenApi } = tokenCredential(sandbox);
		Object.assign(workflow.options.credentials!.platformTokenApi, {
			...platformTokenApi,
			accessToken: 'pit-summit',
			locationId: 'loc-summit',
		});
		sandbox.addFault({ method: 'GET', status: 200, body: { customWebhooks: [], hasMore: true } });
		await workflow.publish();
		expect(registered().map(({ locationId }) => locationId)).toEqual(['loc-harbor', 'loc-summit']);
	});

	it('registers once for a changed public URL, stays registered when unpublished, and says where to remove it', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		workflow.options.publicUrl = 'https://new.example.com';
		for (let n = 0; n < 3; n++) await workflow.publish();
		await workflow.unpublish();
		expect(registered()).toHaveLength(2);
		expect(workflow.logs).toEqual([
			expect.stringMatching(
				/'hook-2'.* stays on the platform.*remove it in the platform's webhook settings/,
			),
		]);
	});

	it('registers alone what is selected since, also where the list shows only others and goes on', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		sandbox.addFault({
			method: 'GET',
			times: 'always',
			status: 200,
			body: { customWebhooks: [], hasMore: true },
		});
		workflow.options.parameters.events = ['ContactCreate', 'FormSubmitted'];
		for (let n = 0; n < 2; n++) await workflow.publish();
		expect(registered().map(({ actions }) => actions)).toEqual([
			['ContactCreate', 'AppointmentCreate'],
			['FormSubmitted'],
		]);
		expect(workflow.column.text).toContain('"events":["FormSubmitted"]');
		await workflow.unpublish();
		expect(workflow.logs).toEqual(
			['hook-1', 'hook-2'].map((id) => expect.stringContaining(`'${id}'`) as string),
		);
	});

	it('registers anew what the platform lists as disabled, or refuses to publish', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		const listed = { id: 'hook-1', url: PRODUCTION_URL, actions: registered()[0].actions };
		const isOff = { status: 200, body: { customWebhooks: [{ ...listed, active: false }] } };
		sandbox.addFault({ method: 'GET', ...isOff });
		await workflow.publish();
		expect(registered()).toHaveLength(2);
		// Nothing counts as sent by the one that is off.
		expect(workflow.column.text).not.toContain('hook-1');
		sandbox.addFault({ method: 'GET', ...isOff });
		sandbox.addFault({ method: 'POST', status: 409 });
		expect(await refusal(workflow)).toMatch(/'hook-1'.*is disabled on the platform\. Enable or/);
	});

	it.each([
		{ actions: ['ContactCreate'], lacks: ['AppointmentCreate'] },
		{ locationId: 'loc-2', lacks: ['ContactCreate', 'AppointmentCreate'] },
		{ active: false, lacks: ['ContactCreate', 'AppointmentCreate'] },
	])(
		'tells the operator which events the record of a new one lacks: %j',
		async ({ lacks, ...record }) => {
			sandbox.addFault({ method: 'POST', status: 200, body: { id: 'hook-1', ...record } });
			const workflow = workflowWith();
			await workflow.publish();
			const { actions = [] } = record as { actions?: string[] };
			expect(workflow.logs).toEqual([
				expect.stringMatching(
					new RegExp(
						`'hook-1'.* does not send these events of the location 'loc-harbor' to https:.*: ${lacks.join(', ')}\\. Check`,
					),
				),
			]);
			expect(workflow.column.text).toContain(`"events":${JSON.stringify(actions)}`);
		},
	);

	it('finds what is there at the next publishing after an unknown outcome', async () => {
		const workflow = workflowWith();
		sandbox.addFault({ method: 'POST', drop: 'afterProcessing' });
		expect(await refusal(workflow)).toContain('Publish the workflow again');
		await workflow.publish();
		expect(registered()).toHaveLength(1);
		expect(workflow.column.text).toContain('hook-1');
	});
});

it('listening for a test event registers nothing, unless it is wanted: then the test URL, once', async () => {
	const workflow = workflowWith();
	await workflow.publish();
	const before = sandbox.requests().length;
	workflow.options.mode = 'manual';
	await workflow.publish();
	await workflow.unpublish();
	expect(sandbox.requests()).toHaveLength(before);
	workflow.options.parameters.registerTestUrl = '={{ "true" }}';
	for (const mode of ['manual', 'trigger', 'manual'] as const) {
		workflow.options.mode = mode;
		await workflow.publish();
	}
	const testUrl = PRODUCTION_URL.replace('/webhook/', '/webhook-test/');
	expect(registered().map(({ url }) => url)).toEqual([PRODUCTION_URL, testUrl]);
	expect(workflow.logs).toEqual([]);
});

it('manual registration sends nothing, needs no API credential and may use an address of this machine', async () => {
	const workflow = workflowWith(
		{ registration: 'manual', events: ['app.deleted'] },
		{
			credentials: { platformWebhookApi: { publicKeys: publicKeyPem } },
			publicUrl: 'http://localhost:5678',
		},
	);
	await workflow.publish();
	await workflow.unpublish();
	expect(sandbox.requests()).toEqual([]);
});

it('listening for a test event needs no API credential, as it registers nothing', async () => {
	const credentials = { platformWebhookApi: { publicKeys: publicKeyPem } };
	expect(await refusal(workflowWith({}, { credentials, mode: 'manual' }))).toBe('published');
});

describe("with HighLevel's key", () => {
	const MANUAL = { registration: 'manual' };

	it.each<{
		what: string;
		parameters: ActivationOptions['parameters'];
		locations: object;
		outcome: string;
	}>([
		{
			what: 'no location',
			parameters: MANUAL,
			locations: {},
			outcome: "credential is empty. One key signs .*Enter 'Location IDs'",
		},
		{
			what: 'a location',
			parameters: MANUAL,
			locations: { locationIds: 'loc-1' },
			outcome: 'published',
		},
		{
			what: 'any location',
			parameters: { ...MANUAL, settings: { acceptOtherLocations: true } },
			locations: {},
			outcome: 'published',
		},
		{
			what: 'automatic setup, which HighLevel has no API for',
			parameters: {},
			locations: { locationIds: 'loc-1' },
			outcome: `Set 'Webhook Setup' to 'Manual'. Then enter ${PRODUCTION_URL}`,
		},
		{
			what: 'an event that HighLevel never sends',
			parameters: { ...MANUAL, events: ['ContactCreate', 'FormSubmitted'] },
			locations: { locationIds: 'loc-1' },
			outcome: "sends no event 'Form Submitted'. Remove it .* use a workflow's Webhook action",
		},
		{
			what: 'such an event by hand',
			parameters: { ...MANUAL, settings: { additionalEvents: ['FormSubmitted'] } },
			locations: { locationIds: 'loc-1' },
			outcome: 'published',
		},
		{
			what: "an event of the contract's that HighLevel has under another name",
			parameters: { ...MANUAL, events: ['app.deleted'] },
			locations: { locationIds: 'loc-1' },
			outcome: 'published',
		},
	])(
		'publishing and listening, with $what: $parameters',
		async ({ parameters, locations, outcome }) => {
			const publicKeys = DELIVERIES.highLevel.signedBy;
			const credentials = { platformWebhookApi: { publicKeys, ...locations } };
			const workflow = workflowWith(parameters, { credentials });
			for (const mode of ['trigger', 'manual'] as const) {
				workflow.options.mode = mode;
				const url = outcome.includes(PRODUCTION_URL) && mode === 'manual';
				const expected = url ? outcome.split(' Then')[0] : outcome;
				expect(await refusal(workflow)).toMatch(RegExp(expected));
			}
		},
	);

	it('no key needs to be entered where HighLevel is chosen: its published one is used', async () => {
		const credentials = { platformWebhookApi: { api: 'highLevel', locationIds: 'loc-1' } };
		expect(await refusal(workflowWith(MANUAL, { credentials }))).toBe('published');
	});
});

it("listening in vain is refused: HighLevel's credential cannot register events automatically", async () => {
	const { platformTokenApi } = tokenCredential(sandbox);
	const credentials = {
		platformWebhookApi: { publicKeys: publicKeyPem },
		platformTokenApi: { ...platformTokenApi, api: 'highLevel' },
	};
	const workflow = workflowWith({}, { credentials, mode: 'manual' });
	expect(await refusal(workflow)).toContain('has no API that registers webhooks');
	expect(sandbox.requests()).toEqual([]);
});

describe('publishing is refused', () => {
	it.each<[string, ActivationOptions['parameters'], Record<string, string>, string]>([
		[
			'a key that cannot be used',
			{},
			{ publicKeys: 'ssh-ed25519 AAAA' },
			'cannot be used as it is. ',
		],
		[
			'one below a good one',
			{ registration: 'manual' },
			{ publicKeys: `${publicKeyPem}ssh-ed25519 AAAA` },
			'an SSH key',
		],
		[
			'no event',
			{ events: [], settings: { additionalEvents: [''] } },
			{},
			"No event is selected in 'Events'. Select at least one event",
		],
		['app.deleted alone', { events: ['app.deleted'] }, {}, "Set 'Webhook Setup' to 'Manual'"],
		[
			'a label for a name',
			{ settings: { additionalEvents: ['ContactDelete', 'contact updated'] } },
			{},
			"The platform calls this event 'ContactUpdate'",
		],
		[
			'another label',
			{ settings: { additionalEvents: ['App Uninstalled'] } },
			{},
			"'App Uninstalled' in 'Additional Event Names' is not the name of an event",
		],
		[
			'no location',
			{},
			{ locationId: '' },
			"The CRM Platform (GoHighLevel) Token API credential belongs to no location, so there is nowhere to register the webhook. Webhooks are registered per location. With OAuth2, create a new credential, and choose a location on the consent page. With a token, enter the 'Location ID' in the credential.",
		],
		[
			'an address that the platform cannot reach',
			{},
			{ publicUrl: 'http://localhost:5678', platformUrl: 'https://platform.example' },
			'begins with http://localhost:5678, which',
		],
		[
			'HighLevel',
			{},
			{ api: 'highLevel' },
			`Set 'Webhook Setup' to 'Manual'. Then enter ${PRODUCTION_URL} as the webhook URL`,
		],
	])(
		'with %s, before anything is sent',
		async (_what, parameters, { publicKeys = publicKeyPem, publicUrl, ...fields }, whatToDo) => {
			const { platformTokenApi } = tokenCredential(sandbox);
			const credentials = {
				platformWebhookApi: { publicKeys },
				platformTokenApi: { ...platformTokenApi, ...fields },
			};
			expect(await refusal(workflowWith(parameters, { credentials, publicUrl }))).toContain(
				whatToDo,
			);
			expect(sandbox.requests()).toEqual([]);
		},
	);

	it.each([
		{
			what: 'a location that the platform does not know',
			fault: { status: 404 },
			text: "The platform knows no location 'loc-harbor' for this credential. Check that the token belongs to the location in the credential.",
		},
		{
			what: 'a location that it no longer knows',
			fault: { method: 'POST', status: 404 },
			text: "The platform knows no location 'loc-harbor' for this credential. Check that the token belongs to the location in the credential.",
		},
		{ what: 'a list that cannot be understood', fault: { status: 200, body: 'text' }, text: '' },
	])('with $what', async ({ fault, text }) => {
		sandbox.addFault({ method: 'GET', ...fault });
		expect(await refusal(workflowWith())).toContain(text);
		expect(registered()).toEqual([]);
	});

	it.each([
		[['ContactUpdate'], 'conflict'],
		[[], 'published'],
	])(
		'with a conflict where the address is registered for other events (%j): %s',
		async (before, outcome) => {
			const workflow = workflowWith({ events: before });
			if (before.length > 0) await workflow.publish();
			workflow.options.parameters.events = ['ContactCreate'];
			sandbox.addFault({ method: 'POST', status: 409 });
			expect(await refusal(workflow)).toContain(outcome);
			// The platform lists none, so the operator hears of it.
			expect(workflow.logs).toHaveLength(before.length === 0 ? 1 : 0);
		},
	);
});
