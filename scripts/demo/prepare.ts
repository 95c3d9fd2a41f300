import { randomBytes } from 'node:crypto';

import type { Credential, N8nApi, Workflow } from '../../runtime/api';
import { listExamples, readExample, withCredentials } from '../../runtime/examples';
import type { N8n } from '../../runtime/n8n';
import { connectOAuth2 } from '../../runtime/oauthConnect';
import { sandboxCredentials } from '../../runtime/sandboxCredentials';
import type { Sandbox } from '../../sandbox/createSandbox';

/** The location of the local platform that the demo is connected to. */
export const DEMO_LOCATION = 'loc-harbor';

const MAIN_EXAMPLE = 'new-contact-books-onboarding-call.json';

/** n8n's own API, for the example that deletes a credential; only what that example calls. */
const API_KEY_SCOPES = ['credential:delete', 'credential:list'];

/** All credentials that the examples ask for, but a language model's; the OAuth2 one connected. */
export async function createCredentials(
	n8n: N8n,
	api: N8nApi,
	sandbox: Sandbox,
): Promise<Credential[]> {
	const { publicKeyPem } = sandbox.control.publicKey();
	const drafts = [
		...Object.values(sandboxCredentials(sandbox, publicKeyPem)),
		{
			name: 'n8n account',
			type: 'n8nApi',
			data: {
				apiKey: await api.createApiKey('Demo', API_KEY_SCOPES),
				baseUrl: `${n8n.url}/api/v1`,
			},
		},
		{
			name: 'Bearer Auth account',
			type: 'httpBearerAuth',
			data: { token: randomBytes(24).toString('base64url') },
		},
	];
	const credentials: Credential[] = [];
	for (const draft of drafts) credentials.push(await api.createCredential(draft));
	return credentials;
}

/** Walks through the consent page for the demo's location. */
export async function connectAccount(api: N8nApi, credentials: Credential[]): Promise<void> {
	const account = credentials.find(({ type }) => type === 'platformOAuth2Api');
	if (!account) throw new Error('There is no credential of type platformOAuth2Api');
	await connectOAuth2(api, account.id, { choice: DEMO_LOCATION });
}

/** Imports all examples; answers the one that books a call for a new contact. None is active yet. */
export async function importExamples(api: N8nApi, credentials: Credential[]): Promise<Workflow> {
	let main: Workflow | undefined;
	for (const fileName of await listExamples()) {
		const draft = withCredentials(await readExample(fileName), credentials);
		const workflow = await api.createWorkflow(draft);
		if (fileName === MAIN_EXAMPLE) main = workflow;
	}
	if (!main) throw new Error(`There is no example ${MAIN_EXAMPLE}`);
	return main;
}

/** Activates the workflow and waits until its production webhook answers. */
export async function activate(api: N8nApi, workflow: Workflow, sandbox: Sandbox): Promise<void> {
	await api.activate(workflow.id);
	const [registration] = sandbox.control.webhooks();
	if (!registration) throw new Error('The trigger has registered no webhook on the platform');
	await api.waitForWebhook(registration.url);
}
