/* eslint-disable import-x/no-unresolved -- the rule does not read the map of exports of @modelcontextprotocol/sdk */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import type { WorkflowDraft } from '../../runtime/api';
import { readExample, SAMPLE_CONTACTS } from '../../runtime/examples';
import { say } from '../support/e2e/chat';
import { waitFor } from '../../runtime/polling';
import { importExample } from '../support/e2e/examples';
import { startModelServer, textOf, toolAnswer } from '../support/e2e/modelServer';
import type { ModelReply, ModelRequest, ModelServer } from '../support/e2e/modelServer';
import { secretsIn } from '../support/e2e/secrets';
import { printTable } from '../support/print';
import { dayFromNow, freeSlots } from '../support/e2e/slots';
import { argumentsOf, TOOL_ARGUMENTS, toolCalls } from '../support/e2e/toolCalls';
import { LOCATION, openHarness } from '../support/harness';
import type { Harness } from '../support/harness';

const MCP_TOKEN = 'bearer-of-the-test';

let harness: Harness;
let model: ModelServer;

beforeAll(async () => {
	model = await startModelServer();
	harness = await openHarness();
	await harness.api.createCredential({
		name: 'OpenAi account',
		type: 'openAiApi',
		data: { apiKey: 'sk-scripted', url: model.url },
	});
	await harness.api.createCredential({
		name: 'Bearer Auth account',
		type: 'httpBearerAuth',
		data: { token: MCP_TOKEN },
	});
}, 180_000);

afterAll(async () => {
	await harness?.close();
	await model?.close();
}, 60_000);

describe('the AI receptionist', () => {
	/** Slots as the model offers them, so that it finds them again in what it said before. */
	const offer = (slots: IDataObject[]): ModelReply => ({
		say: slots
			.map(({ startLocal, startTime, endTime }) => `${startLocal} <${startTime}/${endTime}>`)
			.join(', or '),
	});

	const slotsIn = (reply: string) =>
		[...reply.matchAll(/<(\S+)\/(\S+)>/g)].map(([, startTime, endTime]) => ({ startTime, endTime }));

	const offeredBefore = ({ messages }: ModelRequest) =>
		messages.filter(({ role }) => role === 'assistant').flatMap((message) => slotsIn(textOf(message)));

	/** What a sensible model does next, going by nothing but what it has been sent. */
	function receptionist(request: ModelRequest): ModelReply {
		const prompt = textOf(request.messages[0]);
		const found = toolAnswer(request);
		const [first] = found?.answer ?? [];
		switch (found?.tool) {
			case 'find_contact':
				if (!first) return { say: `I can book only for contacts. ${/Phone: .*/.exec(prompt)?.[0]}` };
				return { say: `Hello ${first.firstName} (${first.contactId}), what can I do for you?` };
			case 'list_calendars': {
				const calendar = found.answer.find(({ name }) => name === 'Onboarding call');
				const days = { startDate: dayFromNow(2), endDate: dayFromNow(9) };
				return { call: 'get_free_slots', arguments: { calendarId: calendar?.id, ...days } };
			}
			case 'get_free_slots':
				return offer(found.answer.slice(0, 3));
			case 'book_appointment':
				if (first.booked) return { say: `Booked for ${first.startLocal}, as ${first.eventId}.` };
				return offer(first.alternatives as IDataObject[]);
		}
		const question = textOf(request.messages.at(-1));
		if (question.startsWith('When are you open')) return { say: /Open: .*/.exec(prompt)?.[0] ?? '' };
		const [email] = /\S+@\S+/.exec(question) ?? [];
		if (email) return { call: 'find_contact', arguments: { email } };
		if (question.includes('onboarding call')) {
			if (prompt.includes('Before you book, ask for the email address')) return { say: 'Your email address, please?' };
			return { call: 'list_calendars', arguments: {} };
		}
		const said = request.messages.map(textOf).join('\n');
		const contactId = /Hello \w+ \((\w+)\)/.exec(said)?.[1];
		if (question.startsWith('Yes')) return { call: 'list_calendars', arguments: {} };
		const wanted = offeredBefore(request).find(({ startTime }) => question.includes(startTime));
		const args = { calendarId: 'cal-onboarding', contactId, ...wanted };
		return { call: 'book_appointment', arguments: args };
	}

	const bookedFor = (contact: string) =>
		harness.sandbox.control.appointments().filter(({ contactId }) => contactId === contact);

	let visitor: (text: string, metadata?: object) => Promise<string>;
	beforeAll(async () => {
		const [{ contactId: id }] = SAMPLE_CONTACTS;
		harness.sandbox.control.createContact({ locationId: LOCATION, id });
		await harness.api.createDataTable('Contacts', SAMPLE_CONTACTS);
	});
	beforeEach(async () => {
		const { id } = await importExample(harness, 'ai-receptionist.json');
		visitor = async (text, metadata) => await say(harness, id, { sessionId: id, text, metadata });
		model.script(receptionist);
	});

	test('answers from the facts of the business, and books for a visitor who says an email address', async () => {
		const [{ contactId }] = SAMPLE_CONTACTS;
		expect(await visitor('When are you open?')).toBe('Open: Monday to Friday, 9 AM to 5 PM');
		expect(await visitor('Can I have an onboarding call?')).toBe('Your email address, please?');
		expect(await visitor('nobody@example.com')).toContain('Phone: +1 555 0100');
		expect(await visitor(' Ada@Example.com ')).toBe(`Hello Ada (${contactId}), what can I do for you?`);

		const [chosen] = slotsIn(await visitor('Yes, as I said'));
		const confirmation = await visitor(`Book ${chosen.startTime}, please.`);
		const [booked] = bookedFor(contactId);
		expect(booked).toMatchObject({ ...chosen, calendarId: 'cal-onboarding' });
		expect(confirmation).toContain(booked.id);
	});

	test('offers what is still free when the chosen time was just taken', async () => {
		const known = { contactId: 'contact-ada' };
		const offered = slotsIn(await visitor('Can I have an onboarding call next week?', known));
		expect(offered).toHaveLength(3);
		harness.sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...offered[0] });
		const alternatives = slotsIn(await visitor(`Book ${offered[0].startTime}, please.`, known));
		expect(alternatives.map(({ startTime }) => startTime)).toContain(offered[1].startTime);
		expect(alternatives).not.toContainEqual(offered[0]);
		await visitor(`Then ${alternatives[0].startTime}.`, known);
		expect(bookedFor('contact-ada')).toMatchObject([alternatives[0]]);
	});

	test('lets the model choose the slot and the contact that it found, but not the location', () => {
		const tools = new Map(model.requests.at(-1)!.tools.map((tool) => [tool.name, tool]));
		expect([...tools.keys()].sort()).toEqual([
			'book_appointment',
			'cancel_appointment',
			'find_contact',
			'get_free_slots',
			'list_calendars',
			'reschedule_appointment',
		]);
		expect(argumentsOf(tools.get('book_appointment')!.parameters)).toEqual([
			'calendarId',
			'[contactId]',
			'endTime',
			'startTime',
			'[title]',
		]);
	});

	test('books for the known visitor whatever contact the model names, and for no unknown one', async () => {
		const [slot, other] = await freeSlots(harness.sandbox, 'cal-onboarding');
		const results: string[] = [];
		const bookFor = (contactId: string | undefined, at: object) => (request: ModelRequest): ModelReply => {
			const last = request.messages.at(-1);
			if (last?.role !== 'tool') {
				return { call: 'book_appointment', arguments: { calendarId: 'cal-onboarding', contactId, ...at } };
			}
			results.push(textOf(last));
			return { say: 'Done.' };
		};
		model.script(bookFor('contact-ben', slot));
		await visitor('Book.', { contactId: 'contact-ada' });
		model.script(bookFor(undefined, other));
		await visitor('Book.');
		expect(results[0]).toContain('"contactId":"contact-ada"');
		expect(results[1]).toContain("'Contact ID' is empty");
	});
});

describe('the tools of the MCP example', () => {
	afterEach(async () => {
		// What one client has booked must be free again for the next.
		for (const { id, appointmentStatus } of harness.sandbox.control.appointments()) {
			if (appointmentStatus !== 'cancelled') await cancel(id);
		}
	});

	async function cancel(eventId: string): Promise<void> {
		const headers = { authorization: 'Bearer pit-harbor', version: '2021-07-28' };
		const url = `${harness.sandbox.url}/calendars/events/${eventId}`;
		expect(await fetch(url, { method: 'DELETE', headers })).toMatchObject({ ok: true });
	}

	async function connect(token: string, path = 'crm-platform'): Promise<Client> {
		const client = new Client({ name: 'test', version: '1.0.0' });
		const requestInit = { headers: { authorization: `Bearer ${token}` } };
		const url = new URL(`${harness.n8n.url}/mcp/${path}`);
		await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
		return client;
	}

	test('are listed and called by an MCP client', async () => {
		const { id } = await importExample(harness, 'mcp-server.json');
		await harness.api.activate(id);
		const client = await waitFor('the MCP server', async () =>
			await connect(MCP_TOKEN).catch(() => undefined),
		);
		await expect(connect('of-somebody-else')).rejects.toThrow(/40[13]|Authorization/);

		const calls = await toolCalls(harness.sandbox);
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name).sort()).toEqual(
			[...new Set(calls.map(({ tool }) => tool))].sort(),
		);
		expect(tools.filter(({ description }) => !description)).toEqual([]);
		const schemas = Object.fromEntries(
			tools.map(({ name, inputSchema }) => [name, argumentsOf(inputSchema)]),
		);
		expect(schemas).toMatchObject(TOOL_ARGUMENTS);

		for (const call of calls) {
			const answer = await client.callTool({ name: call.tool, arguments: call.arguments });
			const text = JSON.stringify(answer.content);
			expect(unescaped(text)).toMatch(call.answers);
			expect([call.tool, answer.isError ?? false]).toEqual([call.tool, call.refused ?? false]);
			expect(secretsIn(text)).toEqual([]);
		}
		await client.close();
		await harness.api.deactivate(id);
	});

	/** What models get wrong, with what they are told; printed, since people read it. */
	test('say what to do about wrong formats, missing offsets, invented IDs and null', async () => {
		const { id } = await importExample(harness, 'mcp-server.json');
		await harness.api.activate(id);
		const client = await waitFor('the MCP server', async () => await connect(MCP_TOKEN).catch(() => undefined));
		const [slot] = await freeSlots(harness.sandbox, 'cal-checkup');
		const booking = { calendarId: 'cal-checkup', locationId: LOCATION, contactId: 'contact-ada', title: 'null', ...slot };
		const days = { calendarId: 'cal-checkup', startDate: dayFromNow(2), endDate: dayFromNow(9), timezone: 'null' };
		const wrong: Array<[string, Record<string, unknown>, RegExp]> = [
			['book_appointment', { ...booking, startTime: slot.startTime.slice(0, 19) }, /'Start' has no offset from UTC.*such as 2026-03-02T14:00:00\+00:00/],
			['book_appointment', { ...booking, startTime: 'tomorrow at 3 pm' }, /'Start' cannot be used.*ISO 8601/],
			['book_appointment', { ...booking, endTime: slot.startTime }, /is not after 'Start'/],
			['book_appointment', { ...booking, calendarId: 'cal-invented' }, /cal-invented.*never one that you made up/],
			['book_appointment', { ...booking, contactId: 'ada@example.com' }, /ada@example.com.*never one that you made up/],
			['book_appointment', { ...booking, contactId: 'null' }, /'Contact ID' is empty/],
			['book_appointment', { ...booking, locationId: 'loc-invented' }, /Use the location 'loc-harbor'/],
			['book_appointment', { ...booking, locationId: 'null' }, /"booked":true/],
			['reschedule_appointment', { calendarId: 'cal-checkup', eventId: 'appt-invented', ...slot }, /Use the eventId that the booking returned/],
			['reschedule_appointment', { calendarId: 'cal-checkup', eventId: 'null', ...slot }, /'Appointment ID' is empty/],
			['cancel_appointment', { eventId: 'appt-invented' }, /Use the eventId that the booking returned/],
			['get_free_slots', { ...days, startDate: 'Monday' }, /'Start Date' cannot be used.*YYYY-MM-DD/],
			['get_free_slots', { ...days, startDate: days.endDate, endDate: days.startDate }, /'End Date' .* is before 'Start Date'/],
			['get_free_slots', { ...days, timezone: 'EST' }, /'Time Zone' is 'EST'.*America\/New_York/],
			['get_free_slots', { ...days, calendarId: LOCATION }, /A calendar ID is not a location ID/],
			['get_free_slots', { ...days, endDate: dayFromNow(30) }, /There are \d+ more, which are not shown/],
			['get_free_slots', { ...days, startDate: '2099-01-04', endDate: '2099-01-04' }, /has no free slot.* from 2099-01-04 to 2099-01-04/],
			['get_access_token', { locationId: 'loc-invented' }, /Use the location 'loc-harbor'/],
			['search_recipes', { q: 'calendar', limit: 500 }, /whole numbers? from 1 to 50/],
			['get_glossary_term', { slug: 'null' }, /null/],
			['lookup_ghl_feature', { slug: 'Teleportation!' }, /No feature found/],
			['list_use_cases_by_vertical', { vertical: 'null' }, /"vertical":/],
			['get_changelog_since', { since: 'last week' }, /'Since' is not a date.*YYYY-MM-DD/],
		];
		const rows: string[][] = [];
		const misled: string[][] = [];
		for (const [tool, given, expected] of wrong) {
			const { content } = await client.callTool({ name: tool, arguments: given });
			const text = unescaped((content as Array<{ text: string }>).map((part) => part.text).join(' '));
			rows.push([tool, JSON.stringify(given), text.length > 300 ? `${text.slice(0, 120)} … ${text.slice(-170)}` : text]);
			const isRight = expected.test(text) && !/from the list|in the options|Leave the location/.test(text);
			if (!isRight) misled.push(rows.at(-1)!);
		}
		printTable('What models get wrong', ['Tool', 'Arguments', 'Response'], rows);
		expect(misled).toEqual([]);
		await client.close();
		await harness.api.deactivate(id);
	});

	/** A model that answers each switch with yes must not get what only a person turns on. */
	test('keep the switches of a person off, whatever the model says', async () => {
		const { nodes, ...example } = await readExample('mcp-server.json');
		const yes = (name: string) => `={{ $fromAI('${name}', '', 'boolean') }}`;
		const given: Record<string, INodeParameters> = {
			get_access_token: { includeToken: yes('includeToken') },
			send_request: {
				resource: 'apiRequest',
				operation: 'send',
				method: 'POST',
				path: '/calendars/events/appointments',
				allowWrites: yes('allowWrites'),
			},
		};
		const token = nodes.find(({ name }) => name === 'get_access_token')!;
		const server = nodes.find(({ type }) => type.endsWith('.mcpTrigger'))!.name;
		const path = `switches-${randomUUID()}`;
		const changed = [...nodes, { ...token, id: randomUUID(), name: 'send_request', parameters: {} }].map((node) => ({
			...node,
			...(node.type.endsWith('.mcpTrigger') && { webhookId: randomUUID() }),
			parameters: node.name === 'send_request' ? given.send_request : { ...node.parameters, ...given[node.name], ...(node.name === server && { path }) },
		}));
		const connections = { ...example.connections, send_request: { ai_tool: [[{ node: server, type: 'ai_tool' as const, index: 0 }]] } };
		const { id } = await harness.api.createWorkflow({ ...example, nodes: changed, connections });
		await harness.api.activate(id);
		const client = await waitFor('the MCP server', async () => await connect(MCP_TOKEN, path).catch(() => undefined));
		const all = { locationId: LOCATION, includeToken: true, allowWrites: true };
		const call = async (name: string) => unescaped(JSON.stringify(await client.callTool({ name, arguments: all })));
		expect(await call('get_access_token')).toMatch(/"level":"location"/);
		expect(secretsIn(await call('get_access_token'))).toEqual([]);
		expect(await call('send_request')).toContain('This tool only reads, so it cannot send POST');
		await client.close();
		await harness.api.deactivate(id);
	});

	// Before version 3 the agent runs its tools itself, by LangChain; from 3 on the engine does.
	test.each([2.2, 3])("are called by n8n's AI Agent %d", async (version) => {
		const { id } = await harness.api.createWorkflow(await agentWithTools(version));
		const calls = await toolCalls(harness.sandbox);
		const answers: string[] = [];
		model.script((request) => {
			const last = request.messages.at(-1);
			if (last?.role === 'tool') answers.push(textOf(last));
			const next = calls.at(answers.length);
			return next ? { call: next.tool, arguments: next.arguments } : { say: 'All called.' };
		});
		expect(await say(harness, id, { sessionId: 'all', text: 'Call all.' })).toBe('All called.');

		const { tools } = model.requests.at(-1)!;
		const schemas = Object.fromEntries(
			tools.map(({ name, parameters }) => [name, argumentsOf(parameters)]),
		);
		expect(schemas).toMatchObject(TOOL_ARGUMENTS);
		expect(answers).toHaveLength(calls.length);
		for (const [index, call] of calls.entries()) {
			expect(unescaped(answers[index])).toMatch(call.answers);
			expect(/^\[\{"error":/.test(answers[index])).toBe(call.refused ?? false);
		}
		expect(secretsIn(JSON.stringify(model.requests))).toEqual([]);
	});

	/** Quotation marks without the backslashes of JSON inside JSON. */
	const unescaped = (text: string) => text.replaceAll('\\', '');

	/** The receptionist's agent and model, with the tools of the MCP example in place of its own. */
	async function agentWithTools(typeVersion: number): Promise<WorkflowDraft> {
		const receptionist = await readExample('ai-receptionist.json');
		const { nodes } = await readExample('mcp-server.json');
		const tools = nodes.filter(({ type }) => type.startsWith('n8n-nodes-crm-platform.'));
		const kept = receptionist.nodes
			.filter(({ type }) => /\.(agent|chatTrigger|lmChatOpenAi)$/.test(type))
			.map((node) =>
				node.type.endsWith('.agent')
					? { ...node, typeVersion, parameters: { options: { maxIterations: 50 } } }
					: node,
			);
		const to = (type: 'ai_languageModel' | 'ai_tool' | 'main') => ({
			[type]: [[{ node: 'Receptionist', type, index: 0 }]],
		});
		return {
			name: 'An agent with all tools',
			nodes: [...kept, ...tools],
			connections: {
				'When Chat Message Received': to('main'),
				'Chat Model': to('ai_languageModel'),
				...Object.fromEntries(tools.map(({ name }) => [name, to('ai_tool')])),
			},
			settings: receptionist.settings,
		};
	}
});
