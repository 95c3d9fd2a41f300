import type { IDataObject } from 'n8n-workflow';

import { readExample, withoutHighLevelTools } from '../../runtime/examples';
import { waitFor } from '../../runtime/polling';
import { isActive, type Appointment } from '../../sandbox/calendars/appointmentBook';
import type { Sandbox } from '../../sandbox/createSandbox';
import { say } from '../support/e2e/chat';
import { createWithCredentials, importExample } from '../support/e2e/examples';
import { connectMcp, createBearer, type McpClient, textIn } from '../support/e2e/mcpClient';
import { useModelServer } from '../support/e2e/modelServer';
import { secretsIn } from '../support/e2e/secrets';
import { dayFromNow, asSandboxKeeps, nextWorkday, type Slot, slotsOf } from '../support/e2e/slots';
import { FORMS } from '../support/forms';
import { LOCATION, useHarness } from '../support/harness';

/** What people ask of a model that has nothing but the tools of the MCP example, and what small models get wrong. */

const CALENDAR = 'cal-onboarding';
const DAY = nextWorkday(2);
/** 10 or 11 o'clock at the business. */
const HAD = { startTime: `${DAY}T15:00:00+00:00`, endTime: `${DAY}T15:30:00+00:00` };

/** What a tool returned. */
interface Result {
	text: string;
	isRefused: boolean;
	records: IDataObject[];
}

type Call = (tool: string, args?: object) => Promise<Result>;

/** A person who writes to a model. */
interface Chat {
	call: Call;
	canBeAsked: boolean;
	sandbox: Sandbox;
	contactId: string;
	email: string;
	/** The appointment that the person has, if any. */
	had?: Appointment;
}

/** With HighLevel, the tools that change an appointment need its contact. The Platform API shows nobody's appointments. */
const ofContact = ({ canBeAsked, contactId }: Chat) => (canBeAsked ? { contactId } : {});

const recordsIn = (text: string): IDataObject[] => {
	try {
		return [JSON.parse(text) as IDataObject | IDataObject[]].flat();
	} catch {
		return [];
	}
};

/** The contact: found where contacts can be searched, else as the person says. */
async function contactOf({ call, canBeAsked, contactId, email }: Chat): Promise<unknown> {
	if (!canBeAsked) return contactId;
	const { records } = await call('find_contact', { query: email });
	return records[0].contactId;
}

/** The appointment: found where they can be read, else as the booking returned it. */
async function appointmentOf(chat: Chat): Promise<unknown> {
	if (!chat.canBeAsked) return chat.had?.id;
	const { records } = await chat.call('get_appointments', { contactId: await contactOf(chat) });
	return records[0].appointmentId;
}

async function calendarOf({ call }: Chat): Promise<unknown> {
	const { records } = await call('list_calendars');
	return records.find(({ name }) => name === 'Onboarding call')?.id;
}

async function freeOn(
	{ call }: Chat,
	calendarId: unknown,
	startDate = DAY,
	more = {},
): Promise<Slot[]> {
	const days = { startDate, endDate: startDate.slice(0, 10) };
	return slotsOf((await call('get_free_slots', { calendarId, ...days, ...more })).records);
}

/** Finds out what a booking needs. */
async function beforeBooking(chat: Chat, startDate?: string, more?: object) {
	const contactId = await contactOf(chat);
	const calendarId = await calendarOf(chat);
	const slots = await freeOn(chat, calendarId, startDate, more);
	const book = async (slot: object, other = {}) =>
		await chat.call('book_appointment', { contactId, calendarId, ...more, ...slot, ...other });
	return { slots, book };
}

interface Request {
	wish: string;
	/** True where the person has an appointment. */
	had?: boolean;
	isOfHighLevel?: true;
	/** How many calls at most, and how many characters their results may have together. */
	within: [calls: number, characters: number];
	/** @returns the appointments that the person has at the end */
	work: (chat: Chat) => Promise<object[]>;
}

/** A wish that one call fulfills. */
const requestOfOneCall = (
	wish: string,
	within: Request['within'],
	[tool, args]: [string, object],
	says: RegExp,
): Request => ({
	...{ wish, within },
	async work({ call }) {
		expect((await call(tool, args)).text).toMatch(says);
		return [];
	},
});

const REQUESTS: Request[] = [
	{
		wish: 'Book it. (The model forgets for whom.)',
		within: [5, 2_000],
		async work(chat) {
			const { slots, book } = await beforeBooking(chat);
			expect(await book(slots[0], { contactId: 'null' })).toMatchObject({
				isRefused: true,
				text: expect.stringContaining("'contactId' is empty"),
			});
			await book(slots[0]);
			return [asSandboxKeeps(slots[0])];
		},
	},
	{
		wish: 'When could I have an onboarding call on that day?',
		within: [2, 1_600],
		async work(chat) {
			const slots = await freeOn(chat, await calendarOf(chat));
			const free = chat.sandbox.freeSlots({
				calendarId: CALENDAR,
				from: DAY,
				until: `${DAY}T23:59`,
			});
			expect(slots.map(asSandboxKeeps)).toEqual(free);
			return [];
		},
	},
	{
		wish: 'Book an onboarding call in the afternoon of that day.',
		within: [4, 1_600],
		async work(chat) {
			const { slots, book } = await beforeBooking(chat, `${DAY}T12:00`);
			const { records } = await book(slots[0]);
			expect(slots[0].startTime.slice(11, 16)).toBe('12:00');
			expect(records).toMatchObject([
				{ booked: true, startText: expect.stringContaining('12:00') },
			]);
			return [asSandboxKeeps(slots[0])];
		},
	},
	{
		wish: 'Book a slot that somebody else takes in the meantime.',
		within: [5, 2_100],
		async work(chat) {
			const { slots, book } = await beforeBooking(chat);
			chat.sandbox.takeSlot({ calendarId: CALENDAR, ...asSandboxKeeps(slots[0]) });
			const refused = await book(slots[0]);
			expect(refused.records).toMatchObject([{ booked: false, reason: 'slotNotFree' }]);
			expect(refused.text).toContain('Offer the alternatives');
			const [chosen] = slotsOf(refused.records);
			const { records } = await book(chosen);
			expect(records).toMatchObject([{ booked: true }]);
			return [asSandboxKeeps(chosen)];
		},
	},
	{
		wish: 'Book what I have booked already.',
		had: true,
		within: [1, 500],
		async work({ call, contactId, canBeAsked, had }) {
			const wanted = { calendarId: CALENDAR, contactId, ...HAD };
			const { text } = await call('book_appointment', wanted);
			expect(text).toContain('"alreadyBooked":true');
			expect(text).toContain(canBeAsked ? String(had?.id) : 'a person has to look up its ID');
			return [HAD];
		},
	},
	{
		wish: 'Book the earliest one, where I have an appointment.',
		had: true,
		isOfHighLevel: true,
		within: [4, 1_600],
		async work(chat) {
			const { slots, book } = await beforeBooking(chat);
			const { text } = await book(slots[0]);
			expect(text).toMatch(new RegExp(`[Tt]he contact also has: ${chat.had?.id} .*Ask whether`));
			return [HAD, asSandboxKeeps(slots[0])];
		},
	},
	{
		wish: 'Move it to the afternoon.',
		had: true,
		within: [4, 1_600],
		async work(chat) {
			const appointmentId = await appointmentOf(chat);
			const [slot] = await freeOn(chat, CALENDAR, `${DAY}T13:00`);
			const wanted = { appointmentId, calendarId: CALENDAR, ...slot, ...ofContact(chat) };
			const { records } = await chat.call('reschedule_appointment', wanted);
			expect(records).toMatchObject([{ rescheduled: true, startText: expect.anything() }]);
			return [asSandboxKeeps(slot)];
		},
	},
	{
		wish: 'Cancel it.',
		had: true,
		within: [3, 700],
		async work(chat) {
			const appointmentId = await appointmentOf(chat);
			const wanted = { appointmentId, ...ofContact(chat) };
			const { records } = await chat.call('cancel_appointment', wanted);
			expect(records).toMatchObject([{ canceled: true, appointmentId }]);
			expect(records[0]).not.toHaveProperty('alreadyCanceled');
			return [];
		},
	},
	{
		wish: 'Cancel what is canceled.',
		had: true,
		within: [1, 350],
		async work(chat) {
			const { call, sandbox, had } = chat;
			sandbox.cancelAppointment(String(had?.id));
			const wanted = { appointmentId: had?.id, ...ofContact(chat) };
			const { text } = await call('cancel_appointment', wanted);
			// The contract cannot read it: what is not found may never have been.
			const says = sandbox.form() === 'contract' ? /was not found/ : /"alreadyCanceled":true/;
			expect(text).toMatch(says);
			return [];
		},
	},
	{
		wish: 'What have I booked?',
		had: true,
		isOfHighLevel: true,
		within: [2, 400],
		async work(chat) {
			const contactId = await contactOf(chat);
			const { records } = await chat.call('get_appointments', { contactId });
			expect(records).toMatchObject([{ appointmentId: chat.had?.id, calendarId: CALENDAR }]);
			return [HAD];
		},
	},
	{
		wish: 'Ada came.',
		had: true,
		isOfHighLevel: true,
		within: [3, 750],
		async work(chat) {
			const appointmentId = await appointmentOf(chat);
			const wanted = { appointmentId, appointmentStatus: 'showed', ...ofContact(chat) };
			const { records } = await chat.call('update_appointment_status', wanted);
			expect(records).toMatchObject([{ appointmentStatus: 'showed' }]);
			return [{ ...HAD, appointmentStatus: 'showed' }];
		},
	},
	{
		wish: 'I am new here. Book for me.',
		isOfHighLevel: true,
		within: [5, 1_700],
		async work(chat) {
			const { sandbox } = chat;
			const email = `new-${chat.email}`;
			expect((await chat.call('find_contact', { query: email })).records).toMatchObject([
				{ found: 0, message: expect.stringContaining('create the contact') },
			]);
			const { records } = await chat.call('create_contact', { email, firstName: 'Noor' });
			const [{ contactId }] = records;
			expect(sandbox.contacts()).toContainEqual(
				expect.objectContaining({ id: contactId, email, firstName: 'Noor' }),
			);
			const calendarId = await calendarOf(chat);
			const [slot] = await freeOn(chat, calendarId);
			await chat.call('book_appointment', { calendarId, contactId, ...slot });
			expect(sandbox.appointments().filter((one) => one.contactId === contactId)).toMatchObject([
				asSandboxKeeps(slot),
			]);
			return [];
		},
	},
	{
		wish: 'I am Kim Lee. (There are two.)',
		isOfHighLevel: true,
		within: [1, 400],
		async work({ call, sandbox, contactId }) {
			const kim = { firstName: 'Kim', lastName: `Lee of ${contactId}.` };
			const ids = [sandbox.createContact(kim).id, sandbox.createContact(kim).id];
			const { records } = await call('find_contact', { query: `Kim ${kim.lastName}` });
			expect(records.map(({ contactId }) => contactId).sort()).toEqual(ids.sort());
			// A name alone shows no addresses of other people: the model has to ask for one.
			expect(records.filter(({ email }) => email !== undefined)).toEqual([]);
			return [];
		},
	},
	{
		wish: 'I live in Berlin. Book the earliest one.',
		within: [4, 1_600],
		async work(chat) {
			const zone = { timezone: 'Europe/Berlin' };
			const { slots, book } = await beforeBooking(chat, DAY, zone);
			const { records } = await book(slots[0]);
			const hour = new Date(slots[0].startTime).toLocaleTimeString('en-US', {
				timeZone: zone.timezone,
				hour: 'numeric',
				minute: '2-digit',
			});
			// The half of the day stands once, behind the end.
			const start = hour.replace(/ [AP]M$/, ' –');
			expect(records).toMatchObject([{ startText: expect.stringContaining(start), ...zone }]);
			return [asSandboxKeeps(slots[0])];
		},
	},
	// The newest ten, and how to get more.
	requestOfOneCall(
		'What is new?',
		[1, 2_500],
		['get_changelog_since', {}],
		/^(?:[^]*?"date":"){10}(?![^]*"date":")[^]*more/,
	),
];

/** A call of a tool that no request makes, or with arguments as a small model writes them. */
interface Mistake {
	tool: string;
	/** In place of a sensible model's. */
	wrong: (sensible: Record<string, string>) => object;
	/** What the model is told. */
	says: RegExp;
}

/** Read as it is meant. What else a model writes, and how it is told: test/unit/fields/asTool.test.ts and test/unit/platform. */
const MEANT: Mistake[] = [
	{
		tool: 'book_appointment',
		wrong: (my) => ({
			contactId: `'${my.contactId}'`,
			startTime: `\`${my.startTime}\``,
			title: 'null',
		}),
		says: /"booked":true/,
	},
	{
		tool: 'get_free_slots',
		wrong: () => ({ timezone: 'null', endDate: dayFromNow(30) }),
		says: /more.*startDate/,
	},
	{
		tool: 'lookup_ghl_feature',
		wrong: () => ({ slug: '"Waiting Lists"' }),
		says: /"slug":"waiting-lists"/,
	},
	{
		tool: 'get_access_token',
		wrong: () => ({ locationId: `**${LOCATION}**` }),
		says: /"level":"location"/,
	},
	{
		tool: 'search_recipes',
		wrong: () => ({ q: 'zyzzyva' }),
		says: /No recipe matches .*Search again/,
	},
	{
		tool: 'list_use_cases_by_vertical',
		wrong: () => ({ vertical: 'Dentists' }),
		says: /"found":0.*industry/,
	},
	{
		tool: 'verify_webhook_signature',
		wrong: () => ({ rawBody: '{ }' }),
		says: /"valid":false.*"signatureMismatch"/,
	},
];

/** Refused by name. */
const REFUSED: Mistake[] = [
	{
		tool: 'get_glossary_term',
		wrong: () => ({ slug: 'Sub Acount' }),
		says: /'sub-acount'.*say that nothing was found/,
	},
	{
		tool: 'get_free_slots',
		wrong: () => ({ startDate: 'next Thursday' }),
		says: /YYYY-MM-DD.*Now it is \w+day, .*\(America\/New_York\)/,
	},
];

/** The tools of the example. */
const TOOLS = [
	...['book_appointment', 'cancel_appointment', 'get_access_token', 'get_changelog_since'],
	...['get_free_slots', 'get_glossary_term', 'list_calendars', 'list_use_cases_by_vertical'],
	...['lookup_ghl_feature', 'reschedule_appointment', 'search_recipes', 'verify_webhook_signature'],
];

/** Those that only HighLevel can have. */
const TOOLS_OF_HIGHLEVEL = [
	'create_contact',
	'find_contact',
	'get_appointments',
	'update_appointment_status',
];

/** Arguments of the tools whose shape the contract suggests; those in brackets are optional. */
const TOOL_ARGUMENTS = {
	book_appointment: 'calendarId contactId endTime [locationId] startTime [timezone] [title]',
	get_access_token: '[locationId]',
	cancel_appointment: 'appointmentId [contactId] [timezone]',
	get_glossary_term: 'slug',
	lookup_ghl_feature: 'slug',
	reschedule_appointment: 'appointmentId calendarId [contactId] endTime startTime [timezone]',
	search_recipes: '[limit] q',
	verify_webhook_signature: 'publicKeyPem rawBody signatureHeader',
};

/** A JSON schema's properties in the notation of `TOOL_ARGUMENTS`. */
const argumentsOf = ({
	properties = {},
	required = [],
}: {
	properties?: object;
	required?: string[];
}) =>
	Object.keys(properties)
		.sort()
		.map((name) => (required.includes(name) ? name : `[${name}]`))
		.join(' ');

describe.each(FORMS)('$form', ({ profile, canBeAsked }) => {
	const harness = useHarness({ profile });
	const model = useModelServer(harness);
	let people = 0;
	/** The MCP server. */
	let server: { id: string };
	beforeAll(async () => {
		await createBearer(harness);
		server = await importExample(harness, 'mcp-server.json');
	});
	afterEach(() => {
		const { sandbox } = harness;
		for (const one of sandbox.appointments()) if (isActive(one)) sandbox.cancelAppointment(one.id);
	});

	/** A new person who writes to a model. @returns what the tools gave */
	async function chatOf(
		ask: Call,
		hasOne: boolean,
		work: (chat: Chat) => Promise<void>,
	): Promise<string[]> {
		const { sandbox } = harness;
		const email = `ada${(people += 1)}@example.com`;
		const contactId = `contact-ada-${people}`;
		sandbox.createContact({ id: contactId, email, firstName: 'Ada' });
		const had = hasOne ? sandbox.takeSlot({ calendarId: CALENDAR, contactId, ...HAD }) : undefined;
		const results: string[] = [];
		async function call(tool: string, args: object = {}): Promise<Result> {
			const result = await ask(tool, args);
			results.push(result.text);
			return result;
		}
		await work({ call, canBeAsked, sandbox, contactId, email, had });
		expect(secretsIn(results.join())).toEqual([]);
		return results;
	}

	const requests = REQUESTS.filter(({ isOfHighLevel }) => canBeAsked || !isOfHighLevel);

	async function expectFulfilled(ask: Call, { had = false, within, work }: Request): Promise<void> {
		let [expected, has]: object[][] = [];
		const results = await chatOf(ask, had, async (chat) => {
			expected = await work(chat);
			has = chat.sandbox
				.appointments()
				.filter((one) => one.contactId === chat.contactId && isActive(one));
		});
		expect(has).toHaveLength(expected.length);
		expect(has).toMatchObject(expected);
		const [calls, characters] = within;
		expect(results.length).toBeLessThanOrEqual(calls);
		expect(results.join('').length).toBeLessThanOrEqual(characters);
	}

	// Before version 3 the agent runs its tools itself, by LangChain; from 3 on the engine does.
	describe.each([2.2, 3])('through the AI Agent %d', (version) => {
		let agent: { id: string };
		beforeAll(async () => {
			const receptionist = await readExample('ai-receptionist.json');
			const shipped = await readExample('mcp-server.json');
			const { nodes } = canBeAsked ? shipped : withoutHighLevelTools(shipped);
			const tools = nodes.filter(({ type }) => type.startsWith('n8n-nodes-crm-platform.'));
			const kept = receptionist.nodes
				.filter(({ type }) => /\.(agent|chatTrigger|lmChatOpenAi)$/.test(type))
				.map((node) =>
					node.type.endsWith('.agent')
						? { ...node, typeVersion: version, parameters: { options: { maxIterations: 20 } } }
						: node,
				);
			const to = (type: 'ai_languageModel' | 'ai_tool' | 'main') => ({
				[type]: [[{ node: 'Receptionist', type, index: 0 }]],
			});
			agent = await createWithCredentials(harness.api, {
				name: 'An agent with all tools',
				nodes: [...kept, ...tools],
				connections: {
					'When Chat Message Received': to('main'),
					'Chat Model': to('ai_languageModel'),
					...Object.fromEntries(tools.map(({ name }) => [name, to('ai_tool')])),
				},
				settings: receptionist.settings,
			});
		});

		test.each(requests.slice(0, 2))('$wish', async (request) => {
			const said = { sessionId: `${version} ${request.wish}`, text: request.wish };
			const ended = model.play(
				async () => await say(harness, agent.id, said),
				async ({ call }) => {
					const ask = async (tool: string, args: object = {}) => {
						const text = await call(tool, args);
						return { text, isRefused: text.startsWith('[{"error":'), records: recordsIn(text) };
					};
					await expectFulfilled(ask, request);
					return 'Done.';
				},
			);
			expect(await ended).toBe('Done.');
		});
	});

	describe('through an MCP client', () => {
		let client: McpClient | undefined;
		let tools: Awaited<ReturnType<McpClient['listTools']>>['tools'];
		beforeAll(async () => {
			await harness.api.activate(server.id);
			client = await waitFor(
				'the MCP server',
				async () => await connectMcp(harness).catch(() => undefined),
			);
			({ tools } = await client.listTools());
		});
		afterAll(async () => await client?.close());

		const ask = async (name: string, args: object = {}, by = client!): Promise<Result> => {
			const response = await by.callTool({ name, arguments: { ...args } });
			const text = textIn(response);
			return { text, isRefused: response.isError === true, records: recordsIn(text) };
		};

		test('the tools that can do something are listed for its owner, with the arguments of the contract', async () => {
			await expect(connectMcp(harness, 'of-somebody-else')).rejects.toThrow(/40[13]|Authorization/);
			const told = Object.fromEntries(tools.map(({ name, description }) => [name, description]));
			const expected = canBeAsked ? [...TOOLS, ...TOOLS_OF_HIGHLEVEL] : TOOLS;
			expect(Object.keys(told).sort()).toEqual(expected.sort());
			expect(Object.values(told)).not.toContain('');
			const schemas = tools.map(({ name, inputSchema }) => [name, argumentsOf(inputSchema)]);
			expect(Object.fromEntries(schemas)).toMatchObject(TOOL_ARGUMENTS);
		});

		test.each(requests)('$wish', async (request) => await expectFulfilled(ask, request));

		test('one session knows nothing of another', async () => {
			const [slot] = harness.sandbox.freeSlots({
				calendarId: CALENDAR,
				from: DAY,
				until: dayFromNow(9),
			});
			const booking = { calendarId: CALENDAR, contactId: 'contact-ben', ...slot };
			harness.sandbox.addFault({
				operationId: 'create_appointment',
				drop: 'afterProcessing',
			});
			const { text: first } = await ask('book_appointment', booking);
			expect(first).toMatch(
				canBeAsked ? /"booked":true/ : /the connection ended.*Do not send it again/,
			);
			const other = await connectMcp(harness);
			const { text } = await ask('book_appointment', booking, other);
			await other.close();
			expect(text).toMatch(
				canBeAsked ? /"booked":true/ : /It is booked already\. .* a person has to look up its ID/,
			);
			expect(text).not.toContain('earlier attempt');
		});

		/** Calls a tool with what a sensible model would say, but for what is wrong. */
		async function callWith({ tool, wrong }: Mistake): Promise<Result> {
			const { sandbox } = harness;
			const contactId = sandbox.createContact().id;
			const [slot] = sandbox.freeSlots({ calendarId: CALENDAR, from: DAY, until: dayFromNow(9) });
			const rawBody = '{}';
			const sensible: Record<string, string> = {
				...{ contactId, ...slot, calendarId: CALENDAR, startDate: DAY, endDate: DAY },
				...{ rawBody, signatureHeader: sandbox.sign(rawBody) },
				publicKeyPem: sandbox.publicKey().publicKeyPem,
			};
			const { inputSchema } = tools.find(({ name }) => name === tool)!;
			const given = Object.entries(sensible).filter(([name]) => name in inputSchema.properties!);
			const result = await ask(tool, { ...Object.fromEntries(given), ...wrong(sensible) });
			expect(secretsIn(result.text)).toEqual([]);
			return result;
		}

		test.each(MEANT)('$tool is read as it is meant: $says', async (mistake) => {
			const { text, isRefused } = await callWith(mistake);
			expect(text.replaceAll('\\', '')).toMatch(mistake.says);
			expect(isRefused).toBe(false);
		});

		test.each(REFUSED)('$tool is refused by name: $says', async (mistake) => {
			const { text, isRefused } = await callWith(mistake);
			expect(text.replaceAll('\\', '')).toMatch(mistake.says);
			expect(isRefused).toBe(true);
		});
	});
});
