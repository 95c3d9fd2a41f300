import {
	areSameEvents,
	eventsNotSent,
	findWebhooksAt,
	isSameUrl,
	readCustomWebhook,
	type Registration,
} from '../../../nodes/platformApi/webhooks';

const URL_OF_NODE = 'https://n8n.example.com/webhook/x/webhook';
const OTHER_URL = `${URL_OF_NODE}2`;
const EVENTS = ['ContactCreate', 'FormSubmitted'];
const REMEMBERED: Registration = {
	id: 'hook-1',
	locationId: 'loc-1',
	url: URL_OF_NODE,
	events: EVENTS,
};

interface Given {
	listed: object[];
	remembered?: Registration[];
	isPartial?: boolean;
}

/** The webhooks at the node's address, without their records. */
function find({ listed, remembered = [], isPartial = false }: Given) {
	const webhooks = listed.map((record) => readCustomWebhook(record as never));
	return findWebhooksAt(URL_OF_NODE, { webhooks, isPartial }, remembered).map(
		({ id, events, areEventsKnown, isDisabled }) => ({ id, events, areEventsKnown, isDisabled }),
	);
}

const missing = (given: Given) => eventsNotSent(EVENTS, find(given));

it.each<{ what: string; listed: object[]; isPartial: boolean }>([
	{
		what: 'the list shows its events in another spelling',
		listed: [{ id: 'hook-1', url: URL_OF_NODE, actions: ['contact.create', 'Form: Submitted'] }],
		isPartial: false,
	},
	{
		what: 'the list shows its address in another spelling',
		listed: [{ url: 'https://N8N.example.com:443/webhook/x/webhook/' }],
		isPartial: false,
	},
	{ what: 'the list shows its ID alone', listed: [{ id: 'hook-1' }], isPartial: false },
	{ what: 'the list goes on', listed: [{ id: 'other', url: OTHER_URL }], isPartial: true },
	{
		what: 'the list goes on behind it',
		listed: [{ id: 'hook-1', url: URL_OF_NODE, actions: EVENTS }],
		isPartial: true,
	},
])('what is remembered is believed where $what', ({ listed, isPartial }) => {
	const given = { listed, remembered: [REMEMBERED], isPartial };
	expect(missing(given)).toEqual([]);
	expect(find(given)).toMatchObject([{ id: 'hook-1', areEventsKnown: true }]);
});

it('a remembered one without an ID gets the ID that the list shows at its address', () => {
	const remembered = [{ ...REMEMBERED, id: '' }];
	const [webhook] = find({ listed: [{ id: 'hook-9', url: URL_OF_NODE }], remembered });
	expect(webhook).toMatchObject({ id: 'hook-9', events: EVENTS });
});

it.each<{ what: string; listed: object[]; expected: string[] }>([
	{
		what: 'the list has others without addresses',
		listed: [{ id: 'other', name: 'x' }],
		expected: EVENTS,
	},
	{
		what: 'its address has another ID, for another event',
		listed: [{ id: 'other', url: URL_OF_NODE, actions: ['X'] }],
		expected: EVENTS,
	},
	{
		what: 'the list shows one of its events',
		listed: [{ id: 'hook-1', url: URL_OF_NODE, actions: ['FormSubmitted'] }],
		expected: ['ContactCreate'],
	},
	{ what: 'the whole list is without it', listed: [], expected: EVENTS },
])('what is remembered is not believed where $what', ({ listed, expected }) => {
	expect(missing({ listed, remembered: [REMEMBERED] })).toEqual(expected);
});

it.each([
	['https://N8N.example.com:443/hook/', 'https://n8n.example.com/hook', true],
	['https://n8n.example.com/Hook', 'https://n8n.example.com/hook', false],
	['hook', 'hook', true],
])('%s and %s are one address: %s', (one, other, isOne) => {
	expect(isSameUrl(one, other)).toBe(isOne);
});

it('what is remembered for another address does not count here', () => {
	const remembered = [{ ...REMEMBERED, url: OTHER_URL }];
	expect(find({ listed: [], remembered, isPartial: true })).toEqual([]);
});

it.each<{ what: string; listed: object[]; expected: string[] }>([
	{
		what: 'two at the address, one event each',
		listed: EVENTS.map((event) => ({ url: URL_OF_NODE, actions: [event] })),
		expected: [],
	},
	{
		what: 'events in one text',
		listed: [{ url: URL_OF_NODE, actions: EVENTS.join(', ') }],
		expected: [],
	},
	{
		what: 'another address',
		listed: [{ id: 'other', url: OTHER_URL, actions: EVENTS }],
		expected: EVENTS,
	},
	{ what: 'no address', listed: [{ id: 'a', actions: EVENTS }], expected: EVENTS },
])(
	'one that nobody remembers counts for the events that it shows: $what',
	({ listed, expected }) => {
		expect(missing({ listed })).toEqual(expected);
	},
);

it.each([{}, { actions: [5, null] }])(
	'one that hides its events (%j) counts for all of them, and is known as such',
	(fields) => {
		const listed = [{ id: 'a', url: URL_OF_NODE, scopes: ['S'], ...fields }];
		expect(missing({ listed })).toEqual([]);
		expect(find({ listed })).toMatchObject([{ id: 'a', areEventsKnown: false }]);
	},
);

it.each([
	{ active: false },
	{ active: 0 },
	{ isActive: false },
	{ enabled: 0 },
	{ isEnabled: 'false' },
	{ is_enabled: false },
	{ archived: 'true' },
	{ isArchived: true },
	{ deleted: true },
	{ isDeleted: true },
	{ disabled: true },
	{ isDisabled: true },
	{ paused: 1 },
	{ isPaused: true },
	{ deletedAt: '2026-11-01T00:00:00Z' },
	{ state: 'off' },
	{ status: 'archived' },
	{ status: 'deleted' },
	{ status: 'disabled' },
	{ status: 'expired' },
	{ status: 'Inactive' },
	{ status: 'paused' },
	{ status: 'revoked' },
	{ status: 'stopped' },
	{ status: 'suspended' },
])('one that is disabled sends nothing, whatever is remembered: %j', (fields) => {
	const listed = [{ id: 'hook-1', url: URL_OF_NODE, actions: EVENTS, ...fields }];
	for (const remembered of [[], [REMEMBERED]]) {
		const given = { listed, remembered, isPartial: true };
		expect(find(given)).toMatchObject([{ isDisabled: true }]);
		expect(missing(given)).toEqual(EVENTS);
	}
});

it('one that says that it is active sends its events', () => {
	const fields = { active: true, deletedAt: 'never', status: 'active', name: 'disabled' };
	const listed = [{ id: 'a', url: URL_OF_NODE, actions: EVENTS, ...fields }];
	expect(missing({ listed })).toEqual([]);
});

it.each([
	[['A', 'B'], ['b', 'A', 'a'], true],
	[['A'], ['A', 'B'], false],
	[['A', 'B'], ['A'], false],
	[[], [], true],
])('the events %j and %j are the same: %p', (a, b, expected) => {
	expect(areSameEvents(a, b)).toBe(expected);
});
