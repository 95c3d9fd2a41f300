import type { WorkflowDraft } from '../../runtime/api';
import { readExample, SAMPLE_CONTACTS } from '../../runtime/examples';
import { say } from '../support/e2e/chat';
import { waitFor } from '../../runtime/polling';
import { isActive } from '../../sandbox/calendars/appointmentBook';
import { importExample } from '../support/e2e/examples';
import { connectMcp, createBearer, type McpClient, textIn } from '../support/e2e/mcpClient';
import {
	textOf,
	useModelServer,
	type ModelReply,
	type ModelRequest,
} from '../support/e2e/modelServer';
import { receptionist, slotsIn } from '../support/e2e/receptionist';
import { secretsIn } from '../support/e2e/secrets';
import { freeSlots } from '../support/e2e/slots';
import { argumentsOf, TOOL_ARGUMENTS, toolCalls } from '../support/e2e/toolCalls';
import { FORMS } from '../support/forms';
import { LOCATION, useHarness } from '../support/harness';

describe.each(FORMS)('$form', ({ profile, canBeAsked }) => {
	const harness = useHarness({ profile });
	const model = useModelServer(harness);

	beforeAll(async () => void (await createBearer(harness)));

	describe('the AI receptionist', () => {
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
			const tools = new Map(
				model.requests.at(-1)!.tools.map(({ name, parameters }) => [name, argumentsOf(parameters)]),
			);
			const complete = ['find', 'create'].map((verb) => `${verb}_contact`);
			const appointments = ['book', 'cancel', 'reschedule'].map((verb) => `${verb}_appointment`);
			expect([...tools.keys()].sort()).toEqual(
				[
					...complete,
					...appointments,
					...['get_appointments', 'update_appointment_status'],
					...['get_free_slots', 'list_calendars', 'search_recipes'],
				].sort(),
			);
			// The model chooses the slot and the contact that it found, but not the location.
			expect(tools.get('book_appointment')).toEqual([
				'calendarId',
				'[contactId]',
				'endTime',
				'startTime',
				'[title]',
			]);
			expect(await visitor('Can I have an onboarding call?')).toBe('Your email address, please?');
			expect(await visitor('nobody@example.com')).toContain('Phone: +1 555 0100');
			expect(await visitor(' Ada@Example.com ')).toBe(
				`Hello Ada (${contactId}), what can I do for you?`,
			);

			const [chosen] = slotsIn(await visitor('Yes, as I said'));
			const confirmation = await visitor(`Book ${chosen.startTime}, please.`);
			const [booked] = bookedFor(contactId);
			expect(booked).toMatchObject({ ...chosen, calendarId: 'cal-onboarding' });
			expect(confirmation).toContain(booked.id);
		});

		test.each([
			['Europe/Berlin', /in Europe\/Berlin, the visitor's time zone\./],
			['Berlin', /in [\w/]+, the time zone of the business\. The visitor's is not known/],
			[undefined, /the time zone of the business\. The visitor's is not known/],
		])(
			'knows the day and the time where the site sends the time zone %s',
			async (timezone, told) => {
				await visitor('When are you open?', { contactId: 'contact-ada', timezone });
				const prompt = textOf(model.requests.at(-1)!.messages[0]);
				expect(prompt).toMatch(/Now it is \w+day, \d{4}-\d\d-\d\d \d\d:\d\d /);
				expect(prompt).toMatch(told);
			},
		);

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

		test('books for the known visitor whatever contact the model names, and for no unknown one', async () => {
			const [slot, other] = freeSlots(harness.sandbox, 'cal-onboarding');
			const results: string[] = [];
			const bookFor =
				(contactId: string | undefined, at: object) =>
				(request: ModelRequest): ModelReply => {
					const last = request.messages.at(-1);
					if (last?.role !== 'tool') {
						return {
							call: 'book_appointment',
							arguments: { calendarId: 'cal-onboarding', contactId, ...at },
						};
					}
					results.push(textOf(last));
					return { say: 'Done.' };
				};
			model.script(bookFor('contact-ben', slot));
			await visitor('Book.', { contactId: 'contact-ada' });
			model.script(bookFor(undefined, other));
			await visitor('Book.');
			expect(results[0]).toContain('"contactId":"contact-ada"');
			expect(results[1]).toContain("'Contact' is empty");
		});
	});

	describe('the tools of the MCP example', () => {
		afterEach(async () => {
			// What one client has booked must be free again for the next.
			for (const one of harness.sandbox.control.appointments()) {
				if (isActive(one)) harness.sandbox.control.cancelAppointment(one.id);
			}
		});

		/** Works with the MCP server of a workflow while that is active. */
		async function withServer(
			id: string,
			work: (client: McpClient) => Promise<void>,
			path?: string,
		): Promise<void> {
			await harness.api.activate(id);
			const client = await waitFor(
				'the MCP server',
				async () => await connectMcp(harness, { path }).catch(() => undefined),
			);
			try {
				await work(client);
			} finally {
				await client.close();
				await harness.api.deactivate(id);
			}
		}

		test('are listed and called by an MCP client', async () => {
			const { id } = await importExample(harness, 'mcp-server.json');
			const calls = toolCalls(harness.sandbox);
			await withServer(id, async (client) => {
				await expect(connectMcp(harness, { token: 'of-somebody-else' })).rejects.toThrow(
					/40[13]|Authorization/,
				);
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
					const response = await client.callTool({ name: call.tool, arguments: call.arguments });
					const text = JSON.stringify(response.content);
					expect(unescaped(text)).toMatch(call.says);
					expect([call.tool, response.isError ?? false]).toEqual([
						call.tool,
						call.refused ?? false,
					]);
					expect(secretsIn(text)).toEqual([]);
				}
			});
		});

		test('know nothing of another session', async () => {
			const { addFault } = harness.sandbox.control;
			const { id } = await importExample(harness, 'mcp-server.json');
			await withServer(id, async (client) => {
				const call = async (name: string, args: object = {}, by = client) =>
					textIn(await by.callTool({ name, arguments: { ...args } }));
				const calendarId = 'cal-checkup';
				const [slot] = freeSlots(harness.sandbox, calendarId);
				const booking = {
					calendarId,
					locationId: LOCATION,
					contactId: 'contact-ben',
					title: '',
					...slot,
				};
				addFault({ operationId: 'create_appointment', drop: 'afterProcessing' });
				const first = await call('book_appointment', booking);
				expect(first).toMatch(
					canBeAsked ? /"booked":true/ : /the connection ended.*Do not send it again/,
				);
				const other = await connectMcp(harness);
				const said = await call('book_appointment', booking, other);
				await other.close();
				expect(said).toMatch(
					canBeAsked ? /"booked":true/ : /It is booked already\. .* a person has to look up its ID/,
				);
				expect(said).not.toContain('earlier attempt');
			});
		});

		// Before version 3 the agent runs its tools itself, by LangChain; from 3 on the engine does.
		test.each([2.2, 3])("are called by n8n's AI Agent %d", async (version) => {
			const { id } = await harness.api.createWorkflow(await agentWithTools(version));
			const calls = toolCalls(harness.sandbox);
			const told: string[] = [];
			model.script((request) => {
				const last = request.messages.at(-1);
				if (last?.role === 'tool') told.push(textOf(last));
				const next = calls.at(told.length);
				return next ? { call: next.tool, arguments: next.arguments } : { say: 'All called.' };
			});
			expect(await say(harness, id, { sessionId: 'all', text: 'Call all.' })).toBe('All called.');

			const { tools } = model.requests.at(-1)!;
			const schemas = Object.fromEntries(
				tools.map(({ name, parameters }) => [name, argumentsOf(parameters)]),
			);
			expect(schemas).toMatchObject(TOOL_ARGUMENTS);
			expect(told).toHaveLength(calls.length);
			for (const [index, call] of calls.entries()) {
				expect(unescaped(told[index])).toMatch(call.says);
				expect(/^\[\{"error":/.test(told[index])).toBe(call.refused ?? false);
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
});
