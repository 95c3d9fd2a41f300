import type { IDataObject } from 'n8n-workflow';

import { deliver, key, settled, start, useReceivers } from './deliveries';
import { FORMS } from '../../support/forms';
import { recorded } from '../../support/recorded';

useReceivers(FORMS.find(({ form }) => form === 'highLevel'));

it('a recorded event starts a workflow, if it is signed', async () => {
	const credentials = {
		platformWebhookApi: { api: 'highLevel', publicKeys: key.publicKeyPem, locationIds: 'LOC1' },
	};
	const parameters = { events: ['ContactCreate', 'INSTALL', 'UNINSTALL'] };
	const settings = { additionalEvents: ['UPDATE'], eventIdField: '' };
	const { url, executions } = await start({ credentials, parameters }, settings);
	const [unsigned, ...signed] = recorded<IDataObject[]>('webhooks').reverse();
	// In the recorded answers, all have the same ID.
	const events = signed.map((event, index) => ({
		...event,
		...(event.webhookId && { webhookId: `00000000-0000-0000-0000-00000000000${index}` }),
	}));
	for (const event of events) expect((await deliver(url, event)).status).toBe(200);
	const forger = { ...key, sign: () => '' };
	for (const event of [unsigned, signed[0]])
		expect((await deliver(url, event, forger)).status).toBe(401);
	await settled();
	expect(executions.map(([[{ json }]]) => json)).toMatchObject(events);
});
