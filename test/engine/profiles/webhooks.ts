import { setTimeout as pause } from 'node:timers/promises';

import { showsAll } from './calendars';
import { succeeded, type Given, type Scenario } from './scenario';
import { createWorkflow, type ActivationOptions } from '../../support/activation';
import { startReceiver, type Receiver, type ReceiverOptions } from '../../support/webhookContext';
import { act } from '../platform/platform';

const OWN_URL = 'https://n8n.example.com/webhook/path-of-the-node/webhook';

function workflowWith({ sandbox, control }: Given, events = ['ContactCreate', 'AppointmentCreate']) {
	return createWorkflow({
		type: 'platformTrigger',
		parameters: { registration: 'automatic', authentication: 'accessToken', events },
		credentials: {
			platformWebhookApi: { publicKeys: control.publicKey().publicKeyPem },
			platformTokenApi: {
				accessToken: 'pit-harbor',
				platformUrl: sandbox.url,
				locationId: 'loc-harbor',
			},
		},
	} satisfies ActivationOptions);
}

/** Registrations of somebody else, so that one's own is neither the only nor the first one. */
async function registerOthers({ sandbox }: Given): Promise<void> {
	for (const host of ['one.example.com', 'two.example.com']) {
		await register(sandbox.url, `https://${host}/hook`);
	}
}

async function register(platformUrl: string, url: string): Promise<void> {
	await fetch(`${platformUrl}/locations/loc-harbor/customWebhooks`, {
		method: 'POST',
		headers: {
			authorization: 'Bearer pit-harbor',
			version: '2021-07-28',
			'content-type': 'application/json',
		},
		body: JSON.stringify({ name: 'By hand', url, actions: ['ContactCreate'] }),
	});
}

const own = ({ control }: Given) => control.webhooks().filter(({ url }) => url === OWN_URL);

/** A running trigger that the platform delivers new contacts to. */
async function listening(
	given: Given,
	options: Partial<ReceiverOptions>,
	use: (receiver: Receiver) => Promise<void>,
): Promise<void> {
	const { sandbox, control, profile } = given;
	const receiver = await startReceiver({
		type: 'platformTrigger',
		workflowId: `profiles-${(workflows += 1)}`,
		parameters: {
			registration: 'manual',
			events: ['ContactCreate', 'app.deleted'],
			additionalEvents: [],
			options: { binaryData: true },
			settings: profile.eventIdField === null ? {} : { eventIdField: profile.eventIdField },
		},
		credentials: { platformWebhookApi: { publicKeys: control.publicKey().publicKeyPem } },
		...options,
	});
	try {
		await register(sandbox.url, receiver.url);
		await use(receiver);
	} finally {
		await receiver.close();
	}
}
let workflows = 0;

export const webhookScenarios: Scenario[] = [
	{
		name: 'webhook.create registers one webhook and shows its ID',
		async run({ sandbox, control }) {
			const webhook = { name: 'One', url: 'https://example.com/hook', actions: ['ContactCreate'] };
			const { json } = succeeded(await act(sandbox, 'webhook.create', webhook));
			expect(control.webhooks()).toMatchObject([{ ...webhook, id: json[0].id }]);
		},
	},
	{
		name: 'webhook.getAll shows all webhooks',
		async run(given) {
			await registerOthers(given);
			const result = await act(given.sandbox, 'webhook.getAll', { returnAll: true });
			showsAll(result, given.control.webhooks().map(({ id }) => id));
		},
	},
	{
		name: 'a workflow that is published again and again registers once',
		async run(given) {
			await registerOthers(given);
			const workflow = workflowWith(given);
			for (let count = 0; count < 3; count++) {
				await workflow.publish();
				await workflow.unpublish();
			}
			expect(own(given)).toHaveLength(1);
		},
	},
	{
		name: 'a workflow that has forgotten its registration does not make another one unnoticed',
		async run(given) {
			await registerOthers(given);
			const workflow = workflowWith(given);
			await workflow.publish();
			workflow.column.text = '{}';
			const before = workflow.logs.length;
			await workflow.publish();
			if (own(given).length > 1) {
				expect(workflow.logs.slice(before).join()).toMatch(/regist|more than these/);
			}
		},
	},
	{
		name: 'an event that is selected later is registered too',
		async run(given) {
			const workflow = workflowWith(given, ['ContactCreate']);
			await workflow.publish();
			workflow.options.parameters.events = ['ContactCreate', 'FormSubmitted'];
			await workflow.publish();
			await workflow.publish();
			const actions = own(given).flatMap((each) => each.actions);
			expect(actions.sort()).toEqual(['ContactCreate', 'FormSubmitted']);
		},
	},
	{
		name: 'an event that arrives twice, or again because the response was late, starts it once',
		async run(given) {
			const start = async () => await pause(150);
			await listening(given, { start }, async ({ executions, settled }) => {
				given.control.setDelivery({ backoffMs: [20], timeoutMs: 75, maxAttempts: 5, copies: 2 });
				given.control.createContact({ locationId: 'loc-harbor', id: 'contact-new' });
				await given.control.deliveriesSettled();
				await settled();
				expect(executions).toHaveLength(1);
			});
		},
	},
	{
		name: 'app.deleted starts the workflow',
		async run(given) {
			await listening(given, {}, async ({ url, executions, settled }) => {
				given.control.setNotificationUrl(url);
				given.control.setDelivery({ maxAttempts: 1 });
				given.control.uninstallApp({ locationId: 'loc-harbor' });
				await given.control.deliveriesSettled();
				await settled();
				expect(executions).toHaveLength(1);
			});
		},
	},
];
