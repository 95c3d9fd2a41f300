import type { IDataObject } from 'n8n-workflow';
import { isLoopback } from '../../../nodes/PlatformTrigger/register';
import {
	compareRegistrations,
	isSameUrl,
	recall,
	remember,
} from '../../../nodes/PlatformTrigger/registrations';

const url = 'https://n8n.example.com/webhook/x/webhook';
const wanted = { url, locationId: 'loc-1', events: ['ContactCreate', 'FormSubmitted'] };
const known = { id: 'hook-1', ...wanted };

/** The missing events, by what the platform lists and what is remembered. */
const compare = (listed: object[], remembered = [known], isPart = false) =>
	compareRegistrations(wanted, listed as never, remembered, isPart);

describe('what this node remembers of its registration', () => {
	it.each([
		[
			'shows its events in another spelling',
			{ id: 'hook-1', url, actions: ['contact.create', 'Form: Submitted'] },
		],
		[
			'shows its address in another spelling',
			{ url: 'https://N8N.example.com:443/webhook/x/webhook/' },
		],
		['shows its ID alone', { id: 'hook-1' }],
	])('is believed where the list %s', (_what, record) => {
		expect(compare([record])).toEqual({
			missing: [],
			unclear: [],
			disabled: [],
			current: [expect.objectContaining({ id: 'hook-1', url })],
		});
	});

	it.each([
		['a list of others without addresses', [{ id: 'other', name: 'x' }], wanted.events],
		[
			'its address with another ID, for another event',
			[{ id: 'other', url, actions: ['X'] }],
			wanted.events,
		],
		['one of its events', [{ id: 'hook-1', url, actions: ['FormSubmitted'] }], ['ContactCreate']],
		[
			'other events',
			[{ id: 'hook-1', url, actions: ['SomethingElse', 'contactCreated', 'Contact'] }],
			wanted.events,
		],
	])('is not believed against %s', (_what, listed, missing) => {
		expect(compare(listed).missing).toEqual(missing);
		expect(compare(listed).current).not.toContainEqual(known);
	});

	it('is believed where the platform says that its list goes on, unless it was for another address', () => {
		const others = [{ id: 'other', url: `${url}2` }];
		for (const listed of [others, [known], []])
			expect(compare(listed, [known], true)).toMatchObject({ missing: [], current: [known] });
		expect(compare([], [{ ...known, url: `${url}2` }], true)).toMatchObject({
			missing: wanted.events,
			current: [],
		});
	});

	it('is not taken for that of another location at the same address', () => {
		const { current, unclear } = compare(
			[{ id: 'hook-9', url }],
			[{ ...known, id: '', locationId: 'loc-2' }],
		);
		expect([current, unclear]).toEqual([[{ ...known, id: 'hook-9' }], ['hook-9']]);
		expect(compare([{ id: 'hook-1' }], [{ ...known, id: 'hook-0' }, known])).toMatchObject({
			missing: [],
			current: [known],
		});
	});

	it.each<[string, object, unknown[]]>([
		['it shows that', { id: 'hook-9', url }, [{ ...known, id: 'hook-9' }]],
		['it shows none', { id: 'other' }, []],
		['it shows another one', { id: 'other', url: `${url}2` }, []],
	])(
		'is found in the list by its address alone where the platform told no ID: %s',
		(_what, record, current) => {
			expect(compare([record], [{ ...known, id: '' }])).toEqual({
				missing: current.length > 0 ? [] : wanted.events,
				current,
				unclear: [],
				disabled: [],
			});
		},
	);
});

describe('a registration that nobody remembers', () => {
	it('counts for the events that it shows, also without an ID', () => {
		expect(compare([{ id: 'a', url, actions: ['ContactCreate', 5] }], []).missing).toEqual([
			'FormSubmitted',
		]);
		expect(
			compare(
				wanted.events.map((event) => ({ url, actions: [event] })),
				[],
			).missing,
		).toEqual([]);
		expect(compare([{ url, actions: wanted.events.join(', ') }], []).missing).toEqual([]);
		expect(compare([{ url, actions: wanted.events }], [])).toMatchObject({
			missing: [],
			current: [{ ...known, id: '' }],
		});
	});

	it.each([{}, { actions: 5 }, { actions: [5, null] }])(
		'counts for everything, with a warning, where it hides its events (%j)',
		(fields) => {
			expect(compare([{ id: 'a', url, scopes: ['S'], ...fields }], [])).toMatchObject({
				missing: [],
				unclear: ['a'],
			});
		},
	);

	it.each([
		[{ active: false }, ['a']],
		[{ isEnabled: 'false' }, ['a']],
		[{ disabled: true }, ['a']],
		[{ status: 'Inactive' }, ['a']],
		[{ isDeleted: true }, ['a']],
		[{ deletedAt: '2026-11-01T00:00:00Z' }, ['a']],
		[{ active: true, deletedAt: null, status: 'active', name: 'disabled' }, []],
	])('does not count where it is disabled: %j', (fields, disabled) => {
		const missing = disabled.length > 0 ? wanted.events : [];
		for (const remembered of [[], [{ ...known, id: 'a' }]])
			expect(
				compare([{ id: 'a', url, actions: wanted.events, ...fields }], remembered, true),
			).toMatchObject({ missing, disabled });
	});

	it.each([
		['for another address', { id: 'a', url: `${url}2`, actions: wanted.events }],
		['without an address', { id: 'a', actions: wanted.events }],
	])('does not count %s', (_what, record) => {
		expect(compare([record], [])).toMatchObject({ missing: wanted.events, current: [] });
	});
});

describe('what is remembered of registrations', () => {
	const contextWith = (data: unknown, mode = 'trigger') =>
		({
			getWorkflowStaticData: () => data,
			getNode: () => ({ id: 'node-1' }),
			getMode: () => mode,
		}) as never;

	it('is kept by the id of the node, the test URL apart', () => {
		const data: IDataObject = { others: 1 };
		remember(contextWith(data), [known]);
		expect(data).toEqual({ others: 1, 'platformTrigger:node-1': { registrations: [known] } });
		expect(recall(contextWith(data, 'manual'))).toEqual([]);
		remember(contextWith(data, 'manual'), [{ ...known, id: 'test' }]);
		expect(recall(contextWith(data))).toEqual([known]);
		expect(recall(contextWith(data, 'manual'))).toEqual([{ ...known, id: 'test' }]);
	});

	it.each([null, 'x'])('is nothing in static data that are %p, and nothing fails', (data) => {
		remember(contextWith(data), [known]);
		expect(recall(contextWith(data))).toEqual([]);
	});
});

it.each([
	['https://N8N.example.com:443/webhook/x/webhook', true],
	[`${url}//`, true],
	['http://n8n.example.com/webhook/x/webhook', false],
	['https://n8n.example.com/webhook/X/webhook', false],
	['not a url', false],
])('%s is the same address: %s', (other, same) => {
	expect(isSameUrl(url, other)).toBe(same);
	expect(isSameUrl(other, other)).toBe(true);
});

it.each([
	['https://n8n.example.com', false],
	['not a url', false],
	...['localhost:5678', 'localhost.:5678', 'n8n.localhost', '127.0.0.1:5678', '0.0.0.0'].map(
		(host): [string, boolean] => [`http://${host}`, true],
	),
	['http://[::1]:5678', true],
	['http://[::ffff:127.0.0.1]:5678', true],
])('only this machine can reach %s: %p', (address, is) => {
	expect(isLoopback(address)).toBe(is);
});
