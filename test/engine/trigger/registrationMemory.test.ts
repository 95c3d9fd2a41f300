import { PRODUCTION_URL, registered, sandbox, tokenCredentials, useSandbox, workflowWith } from './publishing';

useSandbox();

describe('what the node remembers', () => {
	/** The list as the platform shows it once. */
	const listIs = (...records: object[]) =>
		sandbox.control.addFault({ method: 'GET', status: 200, body: { webhooks: records } });

	it('outlives a rename', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		workflow.options.node = { name: 'Renamed' };
		listIs({ id: 'hook-1' });
		await workflow.publish();
		expect(registered()).toHaveLength(1);
		expect(workflow.logs).toEqual([]);
	});

	it('is written once, and what others have in static data stays', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		expect(workflow.saves()).toBe(1);
		const column = JSON.parse(workflow.column.text) as { global: object };
		workflow.column.text = JSON.stringify({ ...column, global: { ...column.global, counter: 5 }, 'node:X': { at: 1 } });
		const { text } = workflow.column;
		await workflow.publish('init');
		await workflow.unpublish();
		await workflow.publish();
		expect(workflow.saves()).toBe(1);
		expect(workflow.column.text).toBe(text);
		workflow.options.publicUrl = 'https://new.example.com';
		await workflow.publish();
		expect(JSON.parse(workflow.column.text)).toMatchObject({ global: { counter: 5 }, 'node:X': { at: 1 } });
	});

	it.each([
		['nothing but ids', (id: string) => ({ id })],
		['no events', (id: string) => ({ id, url: PRODUCTION_URL })],
		['another list of texts', (id: string) => ({ id, url: PRODUCTION_URL, scopes: ['webhooks.write'] })],
		['events as objects', (id: string) => ({ id, url: PRODUCTION_URL, events: [{ type: 'ContactCreate' }, { type: 'AppointmentCreate' }] })],
		['another one, on the first page', () => ({ id: 'hook-0', url: 'https://other.example.com' })],
	])('keeps three publishings from registering again where the list shows %s', async (_what, record) => {
		const workflow = workflowWith();
		await workflow.publish();
		for (let i = 0; i < 3; i++) {
			listIs(record('hook-1'));
			await workflow.publish();
		}
		expect(registered()).toHaveLength(1);
	});

	it('is forgotten when a person registers by hand, so that publishing can register anew', async () => {
		const workflow = workflowWith();
		await workflow.publish();
		listIs({ id: 'hook-0', url: 'https://other.example.com' });
		await workflow.publish();
		expect(workflow.logs.join()).toContain("set 'Registration' to 'Manual', publish");
		workflow.options.parameters.registration = 'manual';
		await workflow.publish();
		expect(JSON.parse(workflow.column.text)).toEqual({ global: {} });
		workflow.options.parameters.registration = 'automatic';
		listIs({ id: 'hook-0', url: 'https://other.example.com' });
		listIs({ id: 'hook-0', url: 'https://other.example.com' });
		await workflow.publish();
		expect(registered()).toHaveLength(2);
	});

	it('counts a registration that the platform refuses as there already', async () => {
		const workflow = workflowWith();
		sandbox.control.addFault({ method: 'POST', status: 409, body: { message: 'exists' } });
		await workflow.publish();
		expect(registered()).toEqual([]);
		listIs({ id: 'hook-7', url: PRODUCTION_URL });
		await workflow.publish();
		expect(registered()).toEqual([]);
		expect(workflow.column.text).toContain('hook-7');
	});
});

describe('when n8n takes up a published workflow again', () => {
	const withdrawn = () => tokenCredentials('pit-withdrawn');

	it.each(['init', 'leadershipChange'] as const)(
		'it is served although the registration cannot be checked (%s)',
		async (activation) => {
			const workflow = workflowWith();
			await workflow.publish();
			workflow.options.credentials = withdrawn();
			await workflow.publish(activation);
			expect(workflow.logs).toHaveLength(1);
			expect(workflow.logs[0]).toContain('Events still start it');
			expect(workflow.logs[0]).not.toContain('pit-withdrawn');
			expect(registered()).toHaveLength(1);
		},
	);

	it('it is served although its key cannot be used, so that the platform repeats', async () => {
		const parameters = { registration: 'manual' };
		const credentials = { platformWebhookApi: { publicKeys: 'ssh-ed25519 AAAA' } };
		const workflow = workflowWith(parameters, { credentials });
		await workflow.publish('init');
		expect(workflow.logs[0]).toContain('contains no usable key');
	});

	it.each([
		['nothing is known to be registered', {}],
		['it is registered for another address', { publicUrl: 'https://new.example.com' }],
	])('it is not where %s', async (what, change) => {
		const workflow = workflowWith();
		if (what !== 'nothing is known to be registered') await workflow.publish();
		Object.assign(workflow.options, change, { credentials: withdrawn() });
		await expect(workflow.publish('init')).rejects.toThrow('access token');
	});

	it.each(['activate', 'update'] as const)('a person who publishes is told (%s)', async (activation) => {
		const workflow = workflowWith();
		await workflow.publish();
		workflow.options.credentials = withdrawn();
		await expect(workflow.publish(activation)).rejects.toThrow();
	});
});
