import { N8nApi, type WorkflowDraft } from '../../runtime/api';
import { sandboxCredentials } from '../../runtime/credentials';
import { failureText } from '../../runtime/execution';
import { deliver } from '../support/deliver';
import { FORMS } from '../support/forms';
import { createSigningKey } from '../support/keys';
import {
	builtIn,
	manualTrigger,
	platform,
	platformTrigger,
	publish,
	workflow,
} from '../support/queue/workflows';
import { LOCATION, useHarness } from '../support/harness';

const TRIGGER = 'Platform Trigger';

describe("the contract's form", () => {
	const [{ profile, registration, signatureHeader }] = FORMS;
	const harness = useHarness({ profile });

	/** Platform Trigger -> nothing. */
	function triggerWorkflow() {
		const parameters = { ...registration, events: ['ContactCreate'] };
		const trigger = platformTrigger(
			parameters,
			harness.use('platformWebhookApi', 'platformOAuth2Api'),
		);
		return workflow('On an event', [trigger, builtIn('noOp', 'Go on')]);
	}

	/** Another user of n8n, without the owner's rights. */
	async function aMember(): Promise<N8nApi> {
		const path = '/invitations';
		const body = [{ email: 'member@example.com', role: 'global:member' }];
		const [{ user }] = await harness.api.call<
			Array<{ user: { id: string; inviteAcceptUrl: string } }>
		>({ method: 'POST', path, body });
		const member = new N8nApi(harness.n8n.url);
		const token = new URL(user.inviteAcceptUrl).searchParams.get('token');
		const { password } = harness.owner;
		await member.call({
			...{ method: 'POST', path: `${path}/accept` },
			body: { token, firstName: 'A', lastName: 'Member', password },
		});
		return member;
	}

	describe('after a restart of n8n', () => {
		/** It had been started by a contact, and registers itself. */
		let started: { id: string; url: string; deliveryId: string };
		/** Another node of it needs a credential that is gone. */
		let broken: { api: N8nApi; id: string; url: string; draft: WorkflowDraft };

		// One for both tests, since it takes longer than they do.
		beforeAll(async () => {
			const { api, n8n, owner, sandbox } = harness;
			const { id, path } = await publish(api, triggerWorkflow());
			const { deliveryIds } = sandbox.createContact();
			await sandbox.deliveriesSettled();
			await api.waitForExecutions(id, 1);
			started = { id, url: n8n.url + path, deliveryId: deliveryIds[0] };

			// An owner of n8n may use every credential, so n8n lets his executions begin.
			const member = await aMember();
			const { accessToken, webhook } = sandboxCredentials(sandbox);
			const key = await member.createCredential(webhook);
			const { id: deleted, name } = await member.createCredential(accessToken);
			const list = { resource: 'calendar', operation: 'getAll', authentication: 'accessToken' };
			const behind = platform('List', list, { platformTokenApi: { id: deleted, name } });
			const trigger = manualTrigger({ platformWebhookApi: key }, ['ContactMerged']);
			const draft = workflow('On a contact', [trigger, behind]);
			const published = await publish(member, draft);
			broken = { api: member, id: published.id, url: n8n.url + published.path, draft };
			await member.deleteCredential(deleted);

			// Verifying needs the public key only.
			sandbox.expireTokens({});
			await n8n.restart();
			await api.login(owner);
			await api.waitForWebhook(started.url);
			await api.waitForWebhook(broken.url);
		}, 120_000);

		// The first that n8n gets to do.
		test("a deleted credential of another node: 503, also first after the start; repaired, the event's repeat runs", async () => {
			const { n8n, sandbox } = harness;
			const { api, id, url, draft } = broken;
			const body = JSON.stringify({
				type: 'ContactMerged',
				contactId: 'c-1',
				locationId: LOCATION,
			});
			const send = async () => await deliver(url, body, { signature: sandbox.sign(body) });
			for (let n = 1; n <= 2; n++) {
				expect(await send()).toMatchObject({ status: 503, body: '' });
				await api.waitForExecutions(id, n);
			}
			const [failed] = await api.listExecutions({ workflowId: id });
			expect(failureText(await api.getExecution(failed.id))).toContain('access to the credential');
			expect(n8n.log()).toContain('an execution of the event that has not begun');
			const repaired = await api.createCredential(sandboxCredentials(sandbox).accessToken);
			draft.nodes[1].credentials = { platformTokenApi: repaired };
			await api.updateWorkflow(id, { nodes: draft.nodes, connections: draft.connections });
			await api.activate(id);
			// Of no use even now: only the platform can bring it back.
			const retry = { method: 'POST', path: `/executions/${failed.id}/retry` } as const;
			await expect(api.call({ ...retry, body: { loadWorkflow: true } })).rejects.toThrow(
				'No active execution found',
			);
			for (const body of ['Workflow started', 'Already processed'])
				expect(await send()).toMatchObject({ status: 200, body });
			// Two that never began, the retry, and the repeat.
			await api.waitForExecutions(id, 4);
			const executions = await api.listExecutions({ workflowId: id });
			expect(executions.map(({ status }) => status)).toEqual([
				...['success', 'error', 'error', 'error'],
			]);
		});

		test('a published workflow is served again, registers nothing, and knows what it has seen', async () => {
			const { api, sandbox } = harness;
			const { id, url, deliveryId } = started;
			const registrations = sandbox.webhooks().filter((webhook) => webhook.url === url);
			expect(registrations).toHaveLength(1);

			const repeat = await sandbox.redeliver(deliveryId);
			expect(repeat.attempts).toEqual([expect.objectContaining({ status: 200 })]);
			const [latest] = await api.waitForExecutions(id, 2);
			const { runData } = (await api.getExecution(latest.id)).data.resultData;
			// It ended at the trigger: nothing was put out, and nothing behind it ran.
			expect(Object.keys(runData)).toEqual([TRIGGER]);
			expect(runData[TRIGGER][0].data?.main).toEqual([[]]);
			expect(runData[TRIGGER][0].hints?.map(({ message }) => message).join()).toContain(
				'started the workflow',
			);

			sandbox.createContact();
			await sandbox.deliveriesSettled();
			await api.waitForExecutions(id, 3);
			expect(await api.countExecutions({ workflowId: id })).toBe(3);
		});
	});

	test('a deleted signing key: 503, and one failed execution that says why; with a new key the repeat runs', async () => {
		const { api, n8n, sandbox } = harness;
		const { webhook } = sandboxCredentials(sandbox);
		const key = await api.createCredential(webhook);
		const trigger = manualTrigger({ platformWebhookApi: key }, ['ContactMerged']);
		const draft = workflow('On a contact', [trigger, builtIn('noOp', 'Go on')]);
		const { id, path } = await publish(api, draft);
		await api.deleteCredential(key.id);
		const body = JSON.stringify({ type: 'ContactMerged', contactId: 'c-9', locationId: LOCATION });
		const send = async () => await deliver(n8n.url + path, body, { signature: sandbox.sign(body) });
		for (let n = 0; n < 3; n++) expect(await send()).toMatchObject({ status: 503, body: '' });

		const executions = await api.waitForExecutions(id, 1);
		expect(executions.map(({ status }) => status)).toEqual(['error']);
		const failed = await api.getExecution(executions[0].id);
		expect(failureText(failed)).toContain('A delivery was refused with 503');
		expect(Object.keys(failed.data.resultData.runData)).not.toContain('Go on');

		draft.nodes[0].credentials = { platformWebhookApi: await api.createCredential(webhook) };
		await api.updateWorkflow(id, { nodes: draft.nodes, connections: draft.connections });
		await api.activate(id);
		expect(await send()).toMatchObject({ status: 200, body: 'Workflow started' });
	});

	test('a refusal while the editor listens shows its reason there, and a bare 401 to the sender', async () => {
		const draft = triggerWorkflow();
		const { id } = await harness.api.createWorkflow(draft);
		await harness.api.listenForTestEvent(id, TRIGGER);
		const url = `${harness.n8n.url}/webhook-test/${draft.nodes[0].webhookId}/webhook`;
		const body = JSON.stringify({ type: 'ContactCreate' });
		const forged = { header: signatureHeader, signature: createSigningKey().sign(body) };
		expect(await deliver(url, body, forged)).toMatchObject({ status: 401, body: '' });
		const [{ id: executionId }] = await harness.api.waitForExecutions(id, 1);
		const failure = failureText(await harness.api.getExecution(executionId));
		expect(failure).toContain('A delivery was refused with 401');
		expect(failure).toContain('The key may have been rotated');
	});
});

describe("HighLevel's form", () => {
	const [, { profile, signatureHeader }] = FORMS;
	const harness = useHarness({ profile });
	const PLATFORM_HEADER = 'x-platform-signature';

	test("another account's genuine bytes start nothing, whatever their header and their location are, and an own event starts the workflow once", async () => {
		const { api, n8n, sandbox } = harness;
		const events = ['ContactCreate', 'InvoicePaid', 'LocationUpdate', 'INSTALL'];
		const trigger = manualTrigger(harness.use('platformWebhookApi'), events);
		const { id, path } = await publish(api, workflow('Whose event', [trigger]));
		const send = async (body: string, ...headers: string[]) => {
			const signature = sandbox.sign(body);
			const rawHeaders = headers.flatMap((header) => [header, signature]);
			const delivered = await deliver(n8n.url + path, body, {
				rawHeaders: ['content-type', 'application/json', ...rawHeaders],
			});
			return `${delivered.status} ${delivered.body}`.trim();
		};
		const own = `{"type":"ContactCreate","locationId":"${LOCATION}","webhookId":"w-1"}`;
		const ofOthers = [
			'{"type":"ContactCreate","locationId":"loc-other"}',
			`{"type":"ContactCreate","locationId":["${LOCATION}"]}`,
			`{"type":"ContactCreate","locationId":{"id":"${LOCATION}"}}`,
			`{"type":"ContactCreate","locationId":"${LOCATION}","locationId":"loc-other"}`,
			`{"type":"ContactCreate","\\u006cocationId":"loc-other"}`,
			`{"type":"ContactCreate","data":{"locationId":"${LOCATION}"}}`,
			'{"type":"ContactCreate"}',
			'{"type":"InvoicePaid","altType":"location","altId":"loc-other"}',
			`{"type":"InvoicePaid","altType":"location","altId":["${LOCATION}"]}`,
			'{"type":"LocationUpdate","id":"loc-other"}',
			'{"type":"INSTALL","companyId":"company-other"}',
		];
		for (const body of ofOthers) {
			expect([body, await send(body, signatureHeader)]).toEqual([body, '200 Other location']);
			expect([body, await send(body, PLATFORM_HEADER)]).toEqual([body, '401']);
		}
		expect(await send(own, PLATFORM_HEADER)).toBe('401');
		expect(await send(own, PLATFORM_HEADER, signatureHeader)).toBe('401');
		expect(await send(own, signatureHeader, signatureHeader)).toBe('401');
		expect(await send(own, 'X-GHL-Signature')).toBe('200 Workflow started');
		expect(await send(own, signatureHeader)).toBe('200 Already processed');
		expect(await send(own, PLATFORM_HEADER)).toBe('401');
		await api.waitForExecutions(id, 1);
		expect(await api.countExecutions({ workflowId: id })).toBe(1);
	});
});
