import { NodeHelpers } from 'n8n-workflow';

import { DELIVERIES, findSelectedEvent } from '../../../nodes/platformApi/deliveries';
import { EVENT_OPTIONS, misspelledEvent } from '../../../nodes/platformApi/events';
import { readSettings } from '../../../nodes/PlatformTrigger/triggerFields';
import { buildWorkflow } from '../../support/engine';
import { node } from '../platformApi/fakePlatform';
import { optionsOf, shownParameters } from '../package/packageClasses';
import { PlatformTrigger } from '../../../nodes/PlatformTrigger/PlatformTrigger.node';

/** The context of a webhook, or of an execution, in which parameters are read for an item. */
function contextWith(parameters: Record<string, unknown>, inExecution = false) {
	const read = (name: string, ...others: unknown[]) =>
		name in parameters ? parameters[name] : others[inExecution ? 1 : 0];
	return {
		getNode: () => node,
		getNodeParameter: read,
		...(inExecution && { getInputData: () => [] }),
	} as never;
}

const DEFAULTS = {
	acceptOtherLocations: false,
	additionalEvents: [],
	deduplicate: true,
	eventIdField: '',
	events: new Set(),
	selectedEvents: [],
	eventsToRemember: 2_000,
	outputPerEvent: false,
	registerTestUrl: false,
	hoursToRememberPayloads: 24,
};

// What options refuse, oddValues.test.ts shows.
it.each([
	[{}, {}],
	[
		{ settings: { eventIdField: ' data.id ', eventsToRemember: '300' } },
		{ eventIdField: 'data.id', eventsToRemember: 300 },
	],
])('the settings of %j have defaults, and are read as given', (given, read) => {
	for (const inExecution of [false, true])
		expect(readSettings(contextWith(given, inExecution))).toEqual({ ...DEFAULTS, ...read });
});

it.each([
	[['TaskX', 'TaskY', '', null, 'ContactCreate']],
	[['TaskX', '  ', ' TaskY ', 'TaskX ', 7]],
	['TaskX'],
	[undefined],
])(
	'the outputs and the subtitle name the selected events, then those typed in, as the settings read them: %j',
	(additionalEvents) => {
		const { outputs, subtitle } = new PlatformTrigger().description;
		const parameters = {
			events: ['ContactCreate'],
			settings: { additionalEvents, outputPerEvent: true },
		};
		const workflow = buildWorkflow({ type: 'platformTrigger', parameters } as never);
		const evaluate = (expression: unknown) =>
			workflow.expression.getSimpleParameterValue(
				workflow.getNode('Node')!,
				expression as string,
				'internal',
				{},
			);

		const { events } = readSettings(contextWith(parameters));

		expect(evaluate(outputs)).toEqual(
			[...events].map((displayName) => ({ type: 'main', displayName })),
		);
		expect(evaluate(subtitle)).toMatch(/^Contact Created/);
	},
);

it.each(['TaskX, TaskY', '["TaskX"]', '"TaskX"', 'Task\nTaskY'])(
	'an entry of Additional Event Names has one name: %j is refused',
	(entry) => {
		const given = contextWith({ settings: { additionalEvents: ['TaskZ', entry] } });
		expect(() => readSettings(given)).toThrow(
			"'Additional Event Names' must be a list with one event name in each entry",
		);
	},
);

it('what n8n draws the outputs by takes no expression: it would be drawn as it is written', () => {
	const { properties } = new PlatformTrigger().description;
	const settings = properties.find(({ name }) => name === 'settings');
	const fields = [...properties, ...((settings?.options ?? []) as typeof properties)];
	const withExpressions = ['events', 'additionalEvents'].filter((name) =>
		fields.some(
			(field) => field.name === name && field.type !== 'hidden' && !field.noDataExpression,
		),
	);
	expect(withExpressions).toEqual([]);
});

describe('what the panel shows', () => {
	const { properties, triggerPanel } = new PlatformTrigger().description;
	const noticesWith = (registration: string, events: string[]) =>
		shownParameters(new PlatformTrigger(), { registration, events } as never)
			.filter(({ type }) => type === 'notice')
			.map(({ displayName }) => displayName.split(' ').slice(0, 2).join(' '));

	it.each([
		['automatic', ['ContactCreate'], ['Publishing registers', 'A delivery']],
		[
			'automatic',
			['ContactCreate', 'app.deleted'],
			['Publishing registers', 'A delivery', "'App Uninstalled'"],
		],
		['manual', ['app.deleted'], ['Enter the', 'A delivery']],
	])('with Webhook Setup %s and %j are the notices %j', (registration, events, notices) => {
		expect(noticesWith(registration, events)).toEqual(notices);
	});

	it("where a person sets up the events, it is HighLevel, and the contract's own are hidden", () => {
		const events = properties.find(({ name, type }) => name === 'events' && type !== 'hidden');
		const hidden = optionsOf(events).filter(({ displayOptions }) =>
			displayOptions?.show?.registration?.includes('automatic'),
		);
		const ofHighLevel = DELIVERIES.highLevel.events.map(({ value }) => value);
		const ofContract = EVENT_OPTIONS.map(({ value }) => value);
		expect(hidden.map(({ value }) => value)).toEqual(
			ofContract.filter((value) => !ofHighLevel.includes(value)),
		);
	});

	it('the help says when events go to the production URL', () => {
		expect(triggerPanel).toMatchObject({
			executionsHelp: {
				inactive: expect.stringContaining('Once your workflow is published'),
				active: expect.stringContaining('Your workflow is published'),
			},
		});
	});
});

it("n8n's list of nodes offers the common events as triggers, in its own words", () => {
	const [{ options }] = new PlatformTrigger().description.properties;
	const actions = (options as Array<{ action: string; value: unknown }>).map(
		({ action }) => action,
	);
	expect(actions).toEqual([
		'On appointment created',
		'On appointment deleted',
		'On appointment updated',
		'On contact created',
		'On contact updated',
		'On form submitted (not with HighLevel)',
		'On message received',
		'On opportunity created',
		'On other events (task, note, invoice, order, tag, user, uninstalled app, and more)',
	]);
});

it.each(['oAuth2', 'accessToken'])(
	'manual registration needs the signing key alone (%s)',
	(authentication) => {
		const { description } = new PlatformTrigger();
		const needed = description.credentials?.filter((credential) =>
			NodeHelpers.displayParameter(
				{ registration: 'manual', authentication },
				credential as never,
				{ typeVersion: 1 },
				description,
			),
		);
		expect(needed?.map(({ name }) => name)).toEqual(['platformWebhookApi']);
	},
);

describe('the list of events', () => {
	it.each([...EVENT_OPTIONS.entries()])(
		'has entry %i in its place, once: %j',
		(index, { name, value }) => {
			const others = EVENT_OPTIONS.filter((_, place) => place !== index);
			const { name: nameBefore = '' } = EVENT_OPTIONS[index - 1] ?? {};
			const behind = others.find((other) => other.name.localeCompare(name) > 0);

			const advice: string[] = [];
			if (nameBefore.localeCompare(name) > 0)
				advice.push(
					`Put '${name}' before '${behind?.name}' in nodes/platformApi/events.ts: the list is in the order of names`,
				);
			if (others.some((other) => other.name === name || other.value === value))
				advice.push(
					`Give '${name}' (${value}) another name or type: nodes/platformApi/events.ts has it twice`,
				);
			expect(advice).toEqual([]);
		},
	);

	it('has the types of both forms', () => {
		expect(Object.fromEntries(EVENT_OPTIONS.map(({ value, name }) => [value, name]))).toMatchObject(
			{
				'app.deleted': 'App Uninstalled',
				FormSubmitted: 'Form Submitted',
				InvoiceVoid: 'Invoice Voided',
				KnowledgeBaseDelete: 'Knowledge Base Deleted',
				ObjectSchemaUpdate: 'Object Schema Updated',
				OpportunityAssignedToUpdate: 'Opportunity Assigned To Updated',
				PLAN_CHANGE: 'App Plan Changed',
				TaskComplete: 'Task Completed',
				UNINSTALL: 'App Uninstalled (HighLevel)',
			},
		);
	});

	it.each([
		['UNINSTALL', ['app.deleted'], 'app.deleted'],
		['UNINSTALL', ['UNINSTALL', 'app.deleted'], 'UNINSTALL'],
		['UNINSTALL', ['INSTALL'], undefined],
		['SMS', ['ProviderOutboundMessage'], 'ProviderOutboundMessage'],
		['EXTERNAL_AUTH_CONNECTED', ['ExternalAuthConnected'], 'ExternalAuthConnected'],
		['contact.create', ['ContactUpdate', 'ContactCreate'], 'ContactCreate'],
		[undefined, ['undefined'], undefined],
	])('the type %s, where %j are selected, means %s', (type, selected, event) => {
		expect(findSelectedEvent(type, new Set(selected), [DELIVERIES.highLevel])).toBe(event);
		expect(findSelectedEvent(type, new Set(selected))).toBe(event);
	});

	it("has no event of HighLevel's under a type of the contract", () => {
		const selected = new Set(['ProviderOutboundMessage']);
		expect(findSelectedEvent('SMS', selected, [DELIVERIES.contract])).toBeUndefined();
	});
});

it.each([
	{ typed: 'Contact Created', meant: 'ContactCreate' },
	{ typed: 'contact created', meant: 'ContactCreate' },
	{ typed: 'contact.create', meant: 'ContactCreate' },
	{ typed: 'CONTACT_CREATE', meant: 'ContactCreate' },
	{ typed: 'ContactCreate', meant: undefined },
	{ typed: 'SomethingNew', meant: undefined },
])("'$typed' is another spelling of the event $meant", ({ typed, meant }) => {
	expect(misspelledEvent(typed)?.value).toBe(meant);
});

it.each(['_', 'Contact Created ', 'ä', ' .'])(
	'a name of 100,000 characters (%j and so on) is compared at once, and is no known event',
	(part) => {
		const name = part.repeat(100_000 / part.length);
		const began = performance.now();
		expect(misspelledEvent(name)).toBeUndefined();
		expect(
			findSelectedEvent(name, new Set(EVENT_OPTIONS.map(({ value }) => value))),
		).toBeUndefined();
		expect(performance.now() - began).toBeLessThan(20);
	},
);

describe('beside the payload of an event from HighLevel, the item has', () => {
	const { fieldsBeside } = DELIVERIES.highLevel;

	it.each([
		[
			{ type: 'ContactUpdate', id: 'c-1' },
			{ type: 'ContactUpdate', contactId: 'c-1' },
		],
		[
			{
				type: 'AppointmentUpdate',
				appointment: {
					id: 'a-1',
					calendarId: 'cal-1',
					contactId: 'c-1',
					assignedUserId: 'u-1',
					startTime: '9:00',
					endTime: '9:30',
				},
			},
			{
				type: 'AppointmentUpdate',
				appointmentId: 'a-1',
				calendarId: 'cal-1',
				contactId: 'c-1',
				assignedUserId: 'u-1',
				startTime: '9:00',
				endTime: '9:30',
			},
		],
		[
			{ type: 'AppointmentUpdate', appointment: { title: 'Call', appointmentStatus: 'noshow' } },
			{ type: 'AppointmentUpdate', title: 'Call', appointmentStatus: 'noshow' },
		],
		[
			{ type: 'AppointmentUpdate', appointment: { appoinmentStatus: 'noshow' } },
			{ type: 'AppointmentUpdate', appointmentStatus: 'noshow' },
		],
		[{ type: 'AppointmentUpdate', appointment: 'a-1' }, { type: 'AppointmentUpdate' }],
		[
			{ type: 'InvoicePaid', _id: 'i-1', contactDetails: { id: 'c-1' } },
			{ type: 'InvoicePaid', contactId: 'c-1' },
		],
		[
			{ type: 'OpportunityStageUpdate', id: 'o-1' },
			expect.objectContaining({ opportunityId: 'o-1' }),
		],
		[{ type: 'TaskComplete', id: 't-1' }, expect.objectContaining({ taskId: 't-1' })],
		[{ type: 'NoteCreate', id: 'n-1' }, expect.objectContaining({ noteId: 'n-1' })],
		[{ type: 'UserUpdate', id: 'u-1' }, expect.objectContaining({ userId: 'u-1' })],
		[
			{ type: 'ConversationUnreadUpdate', id: 'v-1' },
			expect.objectContaining({ conversationId: 'v-1' }),
		],
		[{ type: 'LocationUpdate', id: 'l-1' }, { type: 'LocationUpdate' }],
		[{ executedCallActions: [] }, {}],
		[{ type: 'InvoicePaid', contactDetails: { id: ' ' } }, { type: 'InvoicePaid' }],
		// The fields by which a Voice AI call is known count where no type stands beside them.
		[{ type: 'AgentUpdate', agentId: 'a-1', executedCallActions: [] }, { type: 'AgentUpdate' }],
	])('of %j what operations take and put out: %j', (payload, fields) => {
		expect(fieldsBeside(payload)).toEqual(fields);
	});

	it('a notice where HighLevel has cut the payload, and none where it has not', () => {
		const payload = { type: 'NoteCreate', body: 'A long text' };
		const cut = fieldsBeside({ ...payload, payloadTooLarge: true });
		expect(cut.payloadNotice).toMatch(/cut this payload.*256 KB/);
		expect(fieldsBeside(payload)).not.toHaveProperty('payloadNotice');
	});

	it('nothing in the contract, whose payloads have the IDs at the top', () => {
		expect(DELIVERIES.contract.fieldsBeside({ type: 'ContactUpdate', id: 'c-1' })).toEqual({});
	});
});
