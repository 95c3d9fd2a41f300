import { accountOf } from '../../../nodes/PlatformTrigger/register/account';
import { requireReachable } from '../../../nodes/PlatformTrigger/register/activationChecks';
import { PlatformTrigger } from '../../../nodes/PlatformTrigger/PlatformTrigger.node';

const node = { name: 'Trigger' };

/** n8n's context of a hook, as far as these read it. */
function contextWith({ url, workflow }: { url?: string; workflow?: string }) {
	const data = { platformUrl: 'https://platform.example', accessToken: 't', locationId: 'loc-1' };
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

describe('accountOf', () => {
	const url = 'https://n8n.example.com/webhook/x/webhook';

	it.each([
		['Bookings', 'n8n: Bookings (Trigger)'],
		[undefined, 'n8n: workflow (Trigger)'],
	])('registers for the workflow %p as %p', async (workflow, name) => {
		const account = await accountOf.call(contextWith({ url, workflow }) as never);
		expect(account).toMatchObject({ url, locationId: 'loc-1', name });
	});

	it('needs an address', async () => {
		await expect(accountOf.call(contextWith({}) as never)).rejects.toMatchObject({
			message: 'n8n has no webhook URL for this node',
			description: 'Save the workflow, then publish it again.',
		});
	});
});

describe('requireReachable', () => {
	const check = (url: string, platformUrl: string) => () =>
		requireReachable.call(contextWith({}) as never, url, platformUrl);

	it.each(['https://n8n.example.com', 'not a url'])('lets %s pass', (url) => {
		expect(check(url, 'https://platform.example')).not.toThrow();
	});

	it('does not take an address that it cannot read for one of this machine', () => {
		expect(check('http://localhost:5678', 'not a url')).toThrow('cannot reach this n8n');
	});
});

it('unpublishing without a registration says that it is done', async () => {
	const { webhookMethods } = new PlatformTrigger();
	const context = { ...contextWith({}), getNodeParameter: () => 'automatic' };
	expect(await webhookMethods.default.delete.call(context as never)).toBe(true);
});
