import { setTimeout as pause } from 'node:timers/promises';

import { showsAll } from './reads';
import { succeeded, type Given, type Scenarios } from './scenario';
import { createWorkflow } from '../../support/activation';
import { startReceiver } from '../../support/receiver';
import { act } from '../platform/platform';

const OWN_URL = 'https://n8n.example.com/webhook/path-of-the-node/webhook';

function workflowWith({ sandbox, control }: Given) {
	return createWorkflow({
		type: 'platformTrigger',
		parameters: { registration: 'automatic', authentication: 'accessToken', events: ['ContactCreate', 'AppointmentCreate'] },
		credentials: {
			platformWebhookApi: { publicKeys: control.publicKey().publicKeyPem },
			platformTokenApi: { accessToken: 'pit-harbor', platformUrl: sandbox.url, locationId: 'loc-harbor' },
		},
	});
}

const register = async ({ sandbox }: Given, url: string) =>
	await act(sandbox, 'webhook.create', { name: 'By hand', url, actions: ['ContactCreate'] });

/** Registrations of somebody else, so that one's own is neither the only nor the first one. */
async function registerOthers(given: Given): Promise<void> {
	for (const host of ['one.example.com', 'two.example.com']) await register(given, `https://${host}/hook`);
}

const own = ({ control }: Given) => control.webhooks().filter(({ url }) => url === OWN_URL);
let workflows = 0;

/** What only the contract has. */
export const registrations: Scenarios = {
	async 'webhook.create shows the ID, and webhook.getAll all webhooks'(given) {
		await registerOthers(given);
		const json = succeeded(await register(given, 'https://example.com/hook'));
		const ids = given.control.webhooks().map(({ id }) => id);
		expect([ids.length, json[0].id]).toEqual([3, ids[2]]);
		showsAll(await act(given.sandbox, 'webhook.getAll', { returnAll: true }), ids);
	},

	async 'a workflow registers once, also when it is published again, has forgotten, or selects another event'(given) {
		const { pages, webhookFields } = given.profile;
		await registerOthers(given);
		const workflow = workflowWith(given);
		for (let count = 0; count < 3; count++) {
			await workflow.publish();
			await workflow.unpublish();
		}
		expect(own(given)).toHaveLength(1);
		workflow.column.text = '{}';
		await workflow.publish();
		// What is registered cannot be told from the list where it does not name addresses.
		if (pages === 'one' && webhookFields === 'named') expect(own(given)).toHaveLength(1);
		workflow.options.parameters.events = ['ContactCreate', 'AppointmentCreate', 'FormSubmitted'];
		for (let count = 0; count < 2; count++) await workflow.publish();
		expect(own(given).flatMap((each) => each.actions).filter((name) => name === 'FormSubmitted')).toHaveLength(1);
	},
};

export const deliveries: Scenarios = {
	async 'an event that arrives twice, or again because the response was late, starts it once; app.deleted too'(given) {
		const { control, profile } = given;
		const isContract = profile.form === 'contract';
		const receiver = await startReceiver({
			type: 'platformTrigger',
			workflowId: `profiles-${(workflows += 1)}`,
			parameters: {
				registration: 'manual',
				events: ['ContactCreate', 'app.deleted'],
				options: { binaryData: true },
				settings: isContract && profile.eventIdField !== null ? { eventIdField: profile.eventIdField } : {},
			},
			credentials: { platformWebhookApi: { publicKeys: control.publicKey().publicKeyPem, locationIds: 'loc-harbor' } },
			start: async () => await pause(150),
		});
		try {
			if (isContract) await register(given, receiver.url);
			control.setNotificationUrl(receiver.url);
			// After a time-out HighLevel does not repeat.
			control.setDelivery({ backoffMs: [20], timeoutMs: isContract ? 75 : 10_000, maxAttempts: 5, copies: 2 });
			control.createContact({ locationId: 'loc-harbor', id: 'contact-new' });
			control.uninstallApp({ locationId: 'loc-harbor' });
			await control.deliveriesSettled();
			await receiver.settled();
			expect(receiver.executions).toHaveLength(2);
		} finally {
			await receiver.close();
		}
	},
};
