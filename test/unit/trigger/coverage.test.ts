import { compareRegistrations } from '../../../nodes/PlatformTrigger/register/coverage';

const url = 'https://n8n.example.com/webhook/x/webhook';
const wanted = { url, locationId: 'loc-1', events: ['ContactCreate', 'FormSubmitted'] };
const known = { id: 'hook-1', locationId: 'loc-1', url, events: ['ContactCreate', 'FormSubmitted'] };

/** What is missing, by what the platform lists and what is remembered. */
function compare(listed: object[], remembered = [known], isPart = false) {
	return compareRegistrations(wanted, listed as never, remembered, isPart);
}

const NOTHING: string[] = [];

describe('what this node remembers of its registration', () => {
	it.each([
		['shows its events in another spelling', { id: 'hook-1', url, actions: ['contact.create', 'form_submitted'] }],
		['shows its address in another spelling', { url: 'https://N8N.example.com:443/webhook/x/webhook/' }],
	])('is believed where the list %s', (_what, record) => {
		const { missing, unclear, current } = compare([record]);
		expect(missing).toEqual(NOTHING);
		expect(unclear).toEqual([]);
		expect(current).toEqual([expect.objectContaining({ id: 'hook-1', url })]);
	});

	it.each([
		['a list of others without addresses', [{ id: 'other', name: 'x' }]],
		['its address with another ID, for another event', [{ id: 'other', url, actions: ['X'] }]],
	])('is not believed against %s', (_what, listed) => {
		expect(compare(listed).missing).toEqual(wanted.events);
		expect(compare(listed).current).not.toContainEqual(known);
	});

	it('is believed where the platform says that its list goes on', () => {
		const { missing, current } = compare([{ id: 'other', url: `${url}2` }], [known], true);
		expect(missing).toEqual(NOTHING);
		expect(current).toEqual([known]);
	});

	it('is not believed where the list is a part, but it was for another address', () => {
		const { missing, current } = compare([], [{ ...known, url: `${url}2` }], true);
		expect([missing, current]).toEqual([wanted.events, []]);
	});

	it.each([
		[['FormSubmitted'], ['ContactCreate']],
		[['SomethingElse', 'contactCreated', 'Contact'], wanted.events],
	])('is not believed against the events %j', (actions, missing) => {
		expect(compare([{ id: 'hook-1', url, actions }]).missing).toEqual(missing);
	});

	it('is not taken for that of another location at the same address', () => {
		const elsewhere = { ...known, id: '', locationId: 'loc-2' };
		const { current, unclear } = compare([{ id: 'hook-9', url }], [elsewhere]);
		expect(current).toEqual([{ ...known, id: 'hook-9' }]);
		expect(unclear).toEqual(['hook-9']);
	});

	it('is found by its address where the platform did not tell an id', () => {
		const { missing, current } = compare([{ id: 'hook-9', url }], [{ ...known, id: '' }]);
		expect(missing).toEqual(NOTHING);
		expect(current).toEqual([{ ...known, id: 'hook-9' }]);
	});

	it.each([
		['none', { id: 'other' }],
		['another one', { id: 'other', url: `${url}2` }],
	])('is not found by its address where the list shows %s', (_what, record) => {
		const { missing, current } = compare([record], [{ ...known, id: '' }]);
		expect([missing, current]).toEqual([wanted.events, []]);
	});
});

describe('a registration that nobody remembers', () => {
	it('counts for the events that it shows, also without an ID', () => {
		expect(compare([{ id: 'a', url, actions: ['ContactCreate', 5] }], []).missing).toEqual(['FormSubmitted']);
		const { missing, current } = compare([{ url, actions: wanted.events }], []);
		expect(missing).toEqual(NOTHING);
		expect(current).toEqual([{ ...known, id: '' }]);
	});

	it.each([{}, { actions: 5 }, { actions: [5, null] }])('counts for everything, with a warning, where it hides its events (%j)', (fields) => {
		const { missing, unclear } = compare([{ id: 'a', url, scopes: ['S'], ...fields }], []);
		expect(missing).toEqual(NOTHING);
		expect(unclear).toEqual(['a']);
	});

	it.each([
		['for another address', { id: 'a', url: `${url}2`, actions: wanted.events }],
		['without an address', { id: 'a', actions: wanted.events }],
	])('does not count %s', (_what, record) => {
		const { missing, current } = compare([record], []);
		expect([missing, current]).toEqual([wanted.events, []]);
	});
});
