import { NodeHelpers } from 'n8n-workflow';

import { DELIVERIES, EVENT_OPTIONS } from '../../../nodes/platformApi/deliveries';
import { readSettings, selectedAs } from '../../../nodes/PlatformTrigger/triggerFields';
import { buildWorkflow } from '../../support/engine';
import { node } from '../platformApi/fakePlatform';
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
	eventsToRemember: 2_000,
	outputPerEvent: false,
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
	[[' TaskX ', ' ', null, 'TaskY, ContactCreate', 'null']],
	['TaskX, TaskY'],
	['TaskX, undefined, TaskY'],
	// A model writes lists as JSON.
	['["TaskX", "TaskY"]'],
])(
	'the outputs and the subtitle name the selected events of both lists: %j',
	(additionalEvents) => {
		const { outputs, subtitle } = new PlatformTrigger().description;
		const parameters = {
			events: ['ContactCreate'],
			settings: { additionalEvents, outputPerEvent: true },
		};
		const workflow = buildWorkflow({ type: 'platformTrigger', parameters } as never);
		const [told, name] = [outputs, subtitle].map((text) =>
			workflow.expression.getSimpleParameterValue(
				workflow.getNode('Node')!,
				text as string,
				'internal',
				{},
			),
		);
		const events = ['ContactCreate', 'TaskX', 'TaskY'];
		expect(told).toEqual(events.map((displayName) => ({ type: 'main', displayName })));
		expect(name).toMatch(/^Contact Created, .*TaskX/);
		expect([...readSettings(contextWith(parameters)).events]).toEqual(events);
	},
);

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
	const values = EVENT_OPTIONS.map(({ value }) => value);

	it('has the types of both forms, once each, in the order of their names', () => {
		const names = EVENT_OPTIONS.map(({ name }) => name);
		expect([new Set(values).size, new Set(names).size]).toEqual([values.length, values.length]);
		expect(names).toEqual([...names].sort());
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
		[['app.deleted'], 'app.deleted'],
		[['UNINSTALL', 'app.deleted'], 'UNINSTALL'],
		[['INSTALL'], undefined],
	])('of %j, UNINSTALL of HighLevel is %s', (selected, as) => {
		expect(selectedAs('UNINSTALL', new Set(selected), [DELIVERIES.highLevel])).toBe(as);
		expect(selectedAs('UNINSTALL', new Set(selected))).toBe(as);
	});
});

describe('of an event from HighLevel, the IDs that the contract has at the top', () => {
	const { idsIn } = DELIVERIES.highLevel;

	it.each([
		[{ type: 'ContactUpdate', id: 'c-1' }, { contactId: 'c-1' }],
		[{ type: 'TaskCreate', id: 't-1' }, {}],
		[
			{ type: 'AppointmentUpdate', appointment: { id: 'a-1', startTime: '9:00' } },
			{ appointmentId: 'a-1', startTime: '9:00' },
		],
		[{ type: 'AppointmentUpdate', appointment: 'a-1' }, {}],
		[{ type: 'InvoicePaid', _id: 'i-1', contactDetails: { id: 'c-1' } }, { contactId: 'c-1' }],
	])('are of %j: %j', (payload, ids) => {
		expect(idsIn(payload)).toEqual(ids);
	});

	it('are none of the contract, which has them there', () => {
		expect(DELIVERIES.contract.idsIn({ type: 'ContactUpdate', id: 'c-1' })).toEqual({});
	});
});
