import { readdirSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import type { INodeProperties } from 'n8n-workflow';

import { EXAMPLES_FOLDER, readExample } from '../../../runtime/examples';
import { defaultSeed } from '../../../sandbox/seed';
import { asTool, nodes, shownParameters } from './packageClasses';

const files = readdirSync(EXAMPLES_FOLDER).filter((name) => name.endsWith('.json'));

const { locations, calendars, contacts, users } = defaultSeed;
const idsOfSandbox = [...locations, ...calendars, ...contacts, ...users].map(({ id }) => id);

/** Of n8n's canvas, in its pixels. */
const NODE_WITH_LABEL = [140, 145];

describe.each(files)('%s', (file) => {
	it('says in its note which three things to fill in', async () => {
		const note = (await readExample(file)).nodes.find(({ type }) => type.endsWith('.stickyNote'));
		const steps = String(note?.parameters.content).match(/^\d\./gm);
		expect(steps).toEqual(['1.', '2.', '3.']);
	});

	it('names nothing of the local platform', async () => {
		const text = JSON.stringify(await readExample(file));
		expect(idsOfSandbox.filter((id) => text.includes(id))).toEqual([]);
	});

	it('names no credential, and signs in with a token: the editor then chooses that of whoever imports it', async () => {
		const advice: string[] = [];
		for (const { name, type, parameters, credentials } of (await readExample(file)).nodes) {
			// For these the editor chooses by name alone.
			if (type === 'n8n-nodes-base.httpRequest') continue;
			if (credentials) advice.push(`Remove the credentials of '${name}' from examples/${file}`);
			if (parameters.authentication === 'oAuth2')
				advice.push(`Remove the authentication of '${name}' from examples/${file}`);
		}
		expect(advice).toEqual([]);
	});

	it('has a sample pinned where an event starts it', async () => {
		const { nodes: found, pinData } = (await readExample(file)) as Awaited<
			ReturnType<typeof readExample>
		> & { pinData?: object };
		const triggers = found.filter(({ type }) => /^n8n-nodes-crm-platform\.\w+Trigger$/.test(type));
		expect(Object.keys(pinData ?? {})).toEqual(
			expect.arrayContaining(triggers.map(({ name }) => name)),
		);
	});

	it('covers no node, and no label below a node, with another or with the note', async () => {
		const boxes = (await readExample(file)).nodes.map(({ name, type, position, parameters }) => {
			const [x, y] = position;
			const [width, height] = type.endsWith('.stickyNote')
				? [Number(parameters.width), Number(parameters.height)]
				: NODE_WITH_LABEL;
			return { name, x, y, right: x + width, bottom: y + height };
		});
		const covering = boxes.flatMap((a, index) =>
			boxes
				.slice(index + 1)
				.filter((b) => a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom)
				.map((b) => `${a.name} and ${b.name}`),
		);
		expect(covering).toEqual([]);
	});

	it('sets only parameters that the nodes have', async () => {
		const advice: string[] = [];
		for (const { name, type, parameters } of (await readExample(file)).nodes) {
			const [, own, tool] = /^n8n-nodes-crm-platform\.(\w+?)(Tool)?$/.exec(type) ?? [];
			if (own === undefined) continue;
			const { instance } = nodes.find((node) => node.instance.description.name === own)!;
			const known = shownParameters(tool ? asTool(instance) : instance, parameters as never);
			// n8n adds the poll times of a polling trigger.
			const ofN8n = tool ? ['descriptionType', 'toolDescription'] : ['pollTimes'];
			const names = new Set([...known.map((property) => property.name), ...ofN8n]);
			const unknown = Object.keys(parameters).filter((key) => !names.has(key));
			for (const property of known.filter(({ type }) => type === 'collection')) {
				const entries = (property.options ?? []) as INodeProperties[];
				const entryNames = entries.map((entry) => entry.name);
				const entered = Object.keys((parameters[property.name] as object | undefined) ?? {});
				unknown.push(...entered.filter((key) => !entryNames.includes(key)));
			}
			for (const key of unknown)
				advice.push(
					`Remove '${key}' of '${name}' from examples/${file}: the node does not show it, with what is chosen there`,
				);
		}
		expect(advice).toEqual([]);
	});
});

it("an app's UNINSTALL is read where it is the own app's, since one key of HighLevel signs for all", async () => {
	const { nodes: found } = await readExample('app-uninstalled-deletes-credential.json');
	const code = String(
		found.find(({ name }) => name === 'Read Location')?.parameters.jsCode,
	).replace("APP_ID = ''", "APP_ID = 'own'");
	const read = (event: object) =>
		runInNewContext(`(() => {${code}})()`, {
			$input: { first: () => ({ json: { locationId: 'loc-1', ...event } }) },
		}) as unknown;
	for (const event of [{ type: 'app.deleted' }, { type: 'UNINSTALL', appId: 'own' }])
		expect(read(event)).toEqual([{ json: { locationId: 'loc-1' } }]);
	for (const appId of ['other', undefined])
		expect(() => read({ type: 'UNINSTALL', appId })).toThrow(`of the app '${appId}'`);
});

/** What a Code node of an example makes of its input. @param others the items of other nodes, by their names */
async function runCode(
	file: string,
	node: string,
	input: object[],
	others: Record<string, object[]> = {},
): Promise<unknown> {
	const { nodes: found } = await readExample(file);
	const code = String(found.find(({ name }) => name === node)?.parameters.jsCode);
	const itemsOf = (values: object[]) => ({ all: () => values.map((json) => ({ json })) });
	return runInNewContext(`(() => {${code}})()`, {
		$: (name: string) => itemsOf(others[name]),
		$input: itemsOf(input),
	}) as unknown;
}

it("a customer's reply is answered, unless somebody of the team has answered already", async () => {
	const reply = { contactId: 'c-1', direction: 'inbound', messageType: 'TYPE_EMAIL', body: 'Hi' };
	const answer = { ...reply, direction: 'outbound', body: 'Hello' };
	// The newest message is the first.
	const makeConversation = async (...messages: object[]) =>
		await runCode('customer-reply-gets-an-answer.json', 'As a Conversation', messages);
	expect(await makeConversation(reply, answer)).toEqual([
		{ json: { said: 'We: Hello\nCustomer: Hi', contactId: 'c-1', type: 'Email' } },
	]);
	expect(await makeConversation(answer, reply)).toEqual([]);
});

it('the report of Monday adds up all stages', async () => {
	const stages = ['Asked', 'Planned'].map((name) => ({ id: name, name }));
	const opportunities = [100, 20, 3].map((monetaryValue, index) => ({
		opportunityId: `deal-${index}`,
		pipelineStageId: stages[index % 2].id,
		monetaryValue,
	}));
	const report = await runCode('monday-pipeline-report.json', 'Build Report', opportunities, {
		'Get Pipelines': [{ name: 'New', stages }],
	});
	const text = 'New\n  Asked: 2, worth 103\n  Planned: 1, worth 20';
	expect(report).toEqual([{ json: { subject: '3 open opportunities, worth 123', text } }]);
});

it.each(files)('%s: each task is due later', async (file) => {
	for (const { name, type, parameters } of (await readExample(file)).nodes) {
		// A model says the day itself.
		if (type.endsWith('Tool')) continue;
		if (parameters.resource !== 'task' || parameters.operation !== 'create') continue;
		expect({ name, dueDate: parameters.dueDate }).toEqual({
			name,
			dueDate: expect.stringContaining('$now.plus('),
		});
	}
});

describe('which crashed executions are retried', () => {
	const waiting = (contactId: string) => ({
		executionData: { nodeExecutionStack: [{ data: { main: [[{ json: { contactId } }]] } }] },
		resultData: { runData: {} },
	});
	const ran = (contactId: string) => ({
		resultData: { runData: { Contacts: [{ data: { main: [[{ json: { contactId } }]] } }] } },
	});
	const repeat = { resultData: { runData: { Contacts: [{ data: { main: [[]] } }] } } };
	const crashed = (id: string, contactId: string) => ({
		id,
		workflowId: 'w1',
		status: 'crashed',
		retryOf: null,
		data: waiting(contactId),
	});

	/** @param seen the crashed executions that are new @param listed all that n8n has of the workflow */
	async function choose(seen: object[], listed: object[]): Promise<unknown[]> {
		const { nodes: found } = await readExample('retry-crashed-executions.json');
		const code = String(found.find(({ name }) => name === 'What Has Not Run')?.parameters.jsCode);
		const itemsOf = (values: object[]) => values.map((json) => ({ json }));
		const chosen = runInNewContext(`(() => {${code}})()`, {
			$: () => ({ all: () => itemsOf(seen) }),
			$input: { all: () => itemsOf(listed) },
		}) as Array<{ json: { id: string; retry: boolean } }>;
		return chosen.map(({ json: { id, retry } }) => ({ id, retry }));
	}

	it('one whose event has not run', async () => {
		const one = crashed('5', 'ada');
		const other = { id: '4', workflowId: 'w1', status: 'success', data: ran('ben') };
		expect(await choose([one], [one, other])).toEqual([{ id: '5', retry: true }]);
	});

	it('one whose repeat has ended at the trigger', async () => {
		const one = crashed('5', 'ada');
		const ended = { id: '6', workflowId: 'w1', status: 'success', data: repeat };
		expect(await choose([one], [ended, one])).toEqual([{ id: '5', retry: true }]);
	});

	it.each(['success', 'error', 'waiting'])(
		'none whose event is in an execution with the status %s',
		async (status) => {
			const one = crashed('5', 'ada');
			const again = { id: '6', workflowId: 'w1', status, data: ran('ada') };
			expect(await choose([one], [again, one])).toEqual([]);
		},
	);

	it('the first of two of one event', async () => {
		const both = [crashed('10', 'ada'), crashed('9', 'ada')];
		expect(await choose(both, both)).toEqual([{ id: '9', retry: true }]);
	});

	it('none whose retry has crashed, too', async () => {
		const one = crashed('5', 'ada');
		const retried = { ...crashed('6', 'ada'), retryOf: '5' };
		expect(await choose([one], [retried, one])).toEqual([]);
	});

	it('both of two workflows with the same event', async () => {
		const both = [crashed('5', 'ada'), { ...crashed('6', 'ada'), workflowId: 'w2' }];
		expect(await choose(both, both)).toEqual([
			{ id: '5', retry: true },
			{ id: '6', retry: true },
		]);
	});

	it('none whose event is running or unknown: the team is told', async () => {
		const one = crashed('5', 'ada');
		const running = { id: '6', workflowId: 'w1', status: 'running', data: waiting('ada') };
		expect(await choose([one], [one, running])).toEqual([{ id: '5', retry: false }]);
		expect(await choose([one], [{}])).toEqual([{ id: '5', retry: false }]);
	});
});
