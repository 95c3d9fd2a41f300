import { createSandbox } from '../../../sandbox/createSandbox';
import type { Sandbox } from '../../../sandbox/createSandbox';
import { createWorkflow } from '../../support/activation';
import type { ActivationOptions, PublishedWorkflow } from '../../support/activation';
import { createSigningKey } from '../../support/keys';

export const PRODUCTION_URL = 'https://n8n.example.com/webhook/path-of-the-node/webhook';

export const key = createSigningKey();
export let sandbox: Sandbox;

/** For a file of tests: `sandbox` is started for all of it, and forgets after each test. */
export function useSandbox(): void {
	// A busy machine may take several times as long.
	jest.setTimeout(60_000);

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
}

export function tokenCredentials(token = 'pit-harbor', locationId = 'loc-harbor') {
	return {
		platformWebhookApi: { publicKeys: key.publicKeyPem },
		platformTokenApi: { accessToken: token, platformUrl: sandbox.url, locationId },
	};
}

export function workflowWith(
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

export function registered() {
	return sandbox.control.webhooks().map(({ locationId, url, actions }) => ({
		locationId,
		url,
		actions,
	}));
}

/** Message and description of what publishing is refused with. */
export async function refusal(workflow: PublishedWorkflow): Promise<string> {
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
