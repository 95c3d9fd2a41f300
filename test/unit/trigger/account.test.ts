import { NodeApiError } from 'n8n-workflow';

import { targetOf, create, listed } from '../../../nodes/PlatformTrigger/register/registration';
import { requireReachable } from '../../../nodes/PlatformTrigger/register/activationChecks';
import { PlatformTrigger } from '../../../nodes/PlatformTrigger/PlatformTrigger.node';
import { platform } from '../platformApi/fakePlatform';

const node = { name: 'Trigger' };

/** n8n's context of a hook, as far as these read it. */
function contextWith({ url, workflow, locationId = 'loc-1', api }: { url?: string; workflow?: string; locationId?: string; api?: string }) {
	const data = { api, platformUrl: 'https://platform.example', accessToken: 't', locationId };
	return {
		getNode: () => node,
		getWorkflow: () => ({ name: workflow }),
		getNodeWebhookUrl: () => url,
		getNodeParameter: (name: string) => (name === 'authentication' ? 'accessToken' : undefined),
		getCredentials: async () => await Promise.resolve(data),
		getWorkflowStaticData: () => ({}),
		getMode: () => 'trigger',
	};
}

describe('targetOf', () => {
	const url = 'https://n8n.example.com/webhook/x/webhook';

	it.each([
		['Bookings', 'n8n: Bookings (Trigger)'],
		[undefined, 'n8n: workflow (Trigger)'],
	])('registers for the workflow %p as %p', async (workflow, name) => {
		const account = await targetOf(contextWith({ url, workflow }) as never);
		expect(account).toMatchObject({ url, locationId: 'loc-1', name });
	});

	it('needs a location', async () => {
		await expect(targetOf(contextWith({ url, locationId: '' }) as never)).rejects.toMatchObject({
			message: expect.stringContaining('credential belongs to no location'),
			description: expect.stringContaining("enter the 'Location ID' in the credential"),
		});
	});

	it('says where to enter the address on HighLevel, which registers none', async () => {
		await expect(targetOf(contextWith({ url, api: 'highLevel' }) as never)).rejects.toMatchObject({
			message: expect.stringContaining("'Registration' cannot be 'Automatic'"),
			description: expect.stringContaining(`Set 'Registration' to 'Manual'. Then enter ${url} as the webhook URL`),
		});
	});

	it('needs an address', async () => {
		await expect(targetOf(contextWith({}) as never)).rejects.toMatchObject({
			message: 'n8n has no webhook URL for this node',
			description: 'Save the workflow, then publish it again.',
		});
	});
});

/** An account whose platform gives one response; the requests that it gets. */
function accountWith(response: (given: Record<string, unknown>) => unknown) {
	const sent: Array<Record<string, unknown>> = [];
	const request = async (given: Record<string, unknown>) => {
		sent.push(given);
		return await Promise.resolve(response(given));
	};
	const url = 'https://n8n.example.com/webhook/x/webhook';
	const account = { client: { request, requestList: request }, url, locationId: 'loc-1', name: 'n8n: Bookings' };
	return { account: account as never, url, sent };
}

const failing = (error: Error) => () => {
	throw error;
};

describe('listed', () => {
	const list = async (response: (given: Record<string, unknown>) => unknown) =>
		await listed(contextWith({}) as never, accountWith(response).account);

	it('gives the registrations of the location', async () => {
		const registrations = [{ id: 'a', actions: ['X'] }];
		expect(await list(() => [{ id: 'a', actions: ['X'] }])).toEqual({ registrations, isPart: false });
	});

	it('says where the platform has listed only some of them', async () => {
		const { client } = platform({ responses: [{ webhooks: [{ id: 'a', actions: ['X'] }], hasMore: true }] });
		const found = await listed(contextWith({}) as never, { client, locationId: 'loc-1' } as never);
		expect(found).toMatchObject({ registrations: [{ id: 'a' }], isPart: true });
	});

	it('passes on what explains itself', async () => {
		const error = new NodeApiError(node as never, {}, { message: 'refused' });
		await expect(list(failing(error))).rejects.toBe(error);
	});

	it('names the node in what does not', async () => {
		await expect(list(failing(new Error('no list')))).rejects.toMatchObject({ message: 'no list', node });
	});

	it('explains a refusal by location and scope', async () => {
		const { account, sent } = accountWith(() => []);
		await listed(contextWith({}) as never, account);
		expect(sent[0].statuses).toEqual({
			403: {
				message: expect.stringMatching(/'loc-1'.*'webhooks\.readonly'/),
				whatToDo: expect.stringContaining('then reconnect'),
			},
			404: {
				message: expect.stringContaining("knows no location 'loc-1'"),
				whatToDo: expect.stringContaining('Check that the token belongs to the location'),
			},
		});
	});
});

describe('create', () => {
	const events = ['ContactCreate'];

	it('registers the events for the address, and explains what does not succeed', async () => {
		const { account, url, sent } = accountWith(() => ({ id: 'hook-1' }));
		expect(await create(account, events)).toEqual({ id: 'hook-1', locationId: 'loc-1', url, events });
		expect(sent).toEqual([
			expect.objectContaining({
				body: { name: 'n8n: Bookings', url, actions: events },
				statuses: expect.objectContaining({
					403: expect.objectContaining({ message: expect.stringContaining("'webhooks.write'") }),
				}),
				howToCheck: expect.stringContaining('uses what is already registered'),
			}),
		]);
	});

	it.each([
		['a page instead of a response', () => '<html></html>'],
		['a conflict', failing(Object.assign(new Error('exists'), { httpCode: '409' }))],
	])('takes %s for a registration without an ID', async (_what, response) => {
		const { account, url } = accountWith(response);
		expect(await create(account, events)).toEqual({ id: '', locationId: 'loc-1', url, events });
	});

	it.each(['400', '500', undefined])('passes on any other failure (%p)', async (httpCode) => {
		const error = Object.assign(new Error('failed'), { httpCode });
		await expect(create(accountWith(failing(error)).account, events)).rejects.toBe(error);
	});
});

describe('requireReachable', () => {
	const check = (url: string, platformUrl: string) => () =>
		requireReachable(contextWith({}) as never, url, platformUrl);

	it.each(['https://n8n.example.com', 'not a url'])('lets %s pass', (url) => {
		expect(check(url, 'https://platform.example')).not.toThrow();
	});

	it.each([
		'http://localhost:5678',
		'http://localhost.:5678',
		'http://n8n.localhost',
		'http://127.0.0.1:5678',
		'http://[::1]:5678',
		'http://[::ffff:127.0.0.1]:5678',
	])('refuses %s, unless the platform runs here as well', (url) => {
		expect(check(url, 'https://platform.example')).toThrow(`begins with ${new URL(url).origin}`);
		expect(check(url, 'http://127.0.0.1:4010')).not.toThrow();
	});

	it('does not take an address that it cannot read for one of this machine, and says what to set', () => {
		const description = expect.stringContaining('N8N_WEBHOOK_URL') as string;
		const refused = expect.objectContaining({ message: expect.stringContaining('cannot reach this n8n') as string, description });
		expect(check('http://localhost:5678', 'not a url')).toThrow(refused as never);
	});
});

const { webhookMethods } = new PlatformTrigger();

it('unpublishing without a registration says that it is done', async () => {
	const context = { ...contextWith({}), getNodeParameter: () => 'automatic' };
	expect(await webhookMethods.default.delete.call(context as never)).toBe(true);
});
