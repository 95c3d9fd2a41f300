import { NodeHelpers } from 'n8n-workflow';

import { readSettings, registersAutomatically, selectedEvents } from '../../../nodes/PlatformTrigger/parameters';
import { PlatformTrigger } from '../../../nodes/PlatformTrigger/PlatformTrigger.node';

/** The context of a webhook, or of an execution, in which parameters are read for an item. */
function contextWith(parameters: Record<string, unknown>, inExecution = false) {
	const read = (name: string, fallback: unknown) => (name in parameters ? parameters[name] : fallback);
	return (
		inExecution
			? { getInputData: () => [], getNodeParameter: (name: string, _index: number, fallback: unknown) => read(name, fallback) }
			: { getNodeParameter: read }
	) as never;
}

describe.each([false, true])('the settings (in an execution: %p)', (inExecution) => {
	const settings = (given?: object) => readSettings(contextWith(given ? { settings: given } : {}, inExecution));

	it('have defaults', () => {
		expect(settings()).toEqual({
			acceptOtherLocations: false,
			deduplicate: true,
			eventIdField: '',
			eventsToRemember: 5_000,
			outputPerEvent: false,
			registerTestUrl: false,
		});
	});

	it('are read as given', () => {
		const given = {
			acceptOtherLocations: true,
			deduplicate: false,
			eventIdField: ' data.id ',
			eventsToRemember: 250.9,
			outputPerEvent: true,
			registerTestUrl: true,
		};
		expect(settings(given)).toEqual({ ...given, eventIdField: 'data.id', eventsToRemember: 250 });
	});

	it.each([
		[1, 100],
		[100, 100],
		['300', 300],
		[1_000_000, 20_000],
		['many', 5_000],
		[0, 5_000],
		[null, 5_000],
	])('remember %p events as %d', (eventsToRemember, expected) => {
		expect(settings({ eventsToRemember }).eventsToRemember).toBe(expected);
	});

	it('take what is no text for no field', () => {
		expect(settings({ eventIdField: 5 }).eventIdField).toBe('');
	});
});

describe('the selected events', () => {
	const context = contextWith({ events: ['ContactCreate', ' '], additionalEvents: [' TaskCreate ', '', null, 'ContactCreate'] });

	it('are those of both lists, once each, without blanks', () => {
		expect([...selectedEvents(context)]).toEqual(['ContactCreate', 'TaskCreate']);
		expect([...selectedEvents(contextWith({}))]).toEqual([]);
		expect([...selectedEvents(contextWith({ additionalEvents: 'TaskCreate' }))]).toEqual(['TaskCreate']);
	});
});

it.each([
	['automatic', true],
	['manual', false],
	[undefined, false],
])('registration %p is automatic: %p', (registration, expected) => {
	expect(registersAutomatically(contextWith(registration ? { registration } : {}))).toBe(expected);
});

it.each([
	['automatic', 'oAuth2', ['platformWebhookApi', 'platformOAuth2Api']],
	['automatic', 'accessToken', ['platformWebhookApi', 'platformTokenApi']],
	['manual', 'oAuth2', ['platformWebhookApi']],
	['manual', 'accessToken', ['platformWebhookApi']],
])('registration %s with %s needs the credentials %j', (registration, authentication, names) => {
	const { description } = new PlatformTrigger();
	const needed = description.credentials?.filter((credential) =>
		NodeHelpers.displayParameter({ registration, authentication }, credential as never, { typeVersion: 1 }, description),
	);
	expect(needed?.map(({ name }) => name)).toEqual(names);
});
