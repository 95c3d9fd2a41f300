import { isLoopback } from '../../../nodes/PlatformTrigger/register';
import { compareRegistrations } from '../../../nodes/PlatformTrigger/registrations';

const url = 'https://n8n.example.com/webhook/x/webhook';
const events = ['ContactCreate', 'FormSubmitted'];
const wanted = { url, locationId: 'loc-1', events };
const known = { id: 'hook-1', ...wanted };
const other = { id: 'other', url: `${url}2` };

interface Given {
	listed: object[];
	remembered?: Array<typeof known>;
	isPart?: boolean;
}

/** By what the platform lists and what is remembered. */
const compare = ({ listed, remembered = [known], isPart }: Given) =>
	compareRegistrations(wanted, listed as never, remembered, isPart);

it.each<[string, Given, Array<typeof known>?]>([
	[
		'the list shows its events in another spelling',
		{ listed: [{ id: 'hook-1', url, actions: ['contact.create', 'Form: Submitted'] }] },
		[expect.objectContaining({ id: 'hook-1', url }) as never],
	],
	[
		'the list shows its address in another spelling',
		{ listed: [{ url: 'https://N8N.example.com:443/webhook/x/webhook/' }] },
	],
	['the list shows its ID alone', { listed: [{ id: 'hook-1' }] }],
	['the list goes on', { listed: [other], isPart: true }],
	['the list goes on behind it', { listed: [known], isPart: true }],
	[
		'the platform told no ID at first',
		{ listed: [{ id: 'hook-9', url }], remembered: [{ ...known, id: '' }] },
		[{ ...known, id: 'hook-9' }],
	],
])('what is remembered is believed: %s', (_what, given, current = [known]) => {
	expect(compare(given)).toEqual({ missing: [], current, unclear: [], disabled: [] });
});

it.each<[string, Given, string[]?]>([
	['a list of others without addresses', { listed: [{ id: 'other', name: 'x' }] }],
	[
		'its address with another ID, for another event',
		{ listed: [{ ...other, url, actions: ['X'] }] },
	],
	['one of its events', { listed: [{ ...known, actions: ['FormSubmitted'] }] }, ['ContactCreate']],
	['a whole list without it', { listed: [] }],
	[
		'an address of before',
		{ listed: [], remembered: [{ ...known, url: `${url}2` }], isPart: true },
	],
])('what is remembered is not believed against %s', (_what, given, missing = events) => {
	expect(compare(given).missing).toEqual(missing);
	expect(compare(given).current).not.toContainEqual(known);
});

it('what is remembered of another location is not taken for that at the same address', () => {
	const remembered = [{ ...known, id: '', locationId: 'loc-2' }];
	expect(compare({ listed: [{ id: 'hook-9', url }], remembered })).toMatchObject({
		...{ current: [{ ...known, id: 'hook-9' }], unclear: ['hook-9'] },
	});
});

it.each<[object[], string[]]>([
	[events.map((event) => ({ url, actions: [event] })), []],
	[[{ url, actions: events.join(', ') }], []],
	[[{ ...other, actions: events }], events],
	[[{ id: 'a', actions: events }], events],
])(
	'a registration that nobody remembers counts for the events that it shows: %#',
	(listed, missing) => {
		expect(compare({ listed, remembered: [] })).toMatchObject({
			missing,
			unclear: [],
			disabled: [],
		});
	},
);

it.each([{}, { actions: [5, null] }])(
	'it counts for everything, with a warning, where it hides its events (%j)',
	(fields) => {
		const listed = [{ id: 'a', url, scopes: ['S'], ...fields }];
		expect(compare({ listed, remembered: [] })).toMatchObject({ missing: [], unclear: ['a'] });
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
])('it does not count where it is disabled: %j', (fields, disabled) => {
	const missing = disabled.length > 0 ? events : [];
	const listed = [{ id: 'a', url, actions: events, ...fields }];
	for (const remembered of [[], [{ ...known, id: 'a' }]])
		expect(compare({ listed, remembered, isPart: true })).toMatchObject({ missing, disabled });
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
