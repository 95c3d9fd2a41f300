import { compareRegistrations } from '../../../nodes/PlatformTrigger/register/coverage';
import { readRegistration } from '../../../nodes/PlatformTrigger/register/records';

const url = 'https://n8n.example.com/webhook/x/webhook';
const name = 'n8n: Workflow (Trigger)';
const wanted = { url, locationId: 'loc-1', name, events: ['ContactCreate', 'FormSubmitted'] };
const known = { id: 'hook-1', locationId: 'loc-1', url, events: ['ContactCreate', 'FormSubmitted'] };

/** What is missing, by what the platform lists and what is remembered. */
function compare(listed: object[], remembered = [known]) {
	return compareRegistrations(
		wanted,
		listed.map((record) => readRegistration(record as never)),
		remembered,
	);
}

const NOTHING: string[] = [];

describe('what this node remembers of its registration', () => {
	it.each([
		['shows neither address nor events', { id: 'hook-1' }],
		['shows an empty list of events', { id: 'hook-1', url, actions: [] }],
		['shows some other list of texts', { id: 'hook-1', url, scopes: ['webhooks.readonly'] }],
		['shows its events in other words', { id: 'hook-1', url, events: ['contacts', 'forms'] }],
		['shows no ID', { url }],
		['shows its events in another spelling', { id: 'hook-1', url, events: ['contact.create', 'form.submitted'] }],
	])('is believed where the list %s', (_what, record) => {
		const coverage = compare([record]);
		expect(coverage.missing).toEqual(NOTHING);
		expect(coverage.doubts).toEqual([]);
		expect(coverage.current).toEqual([expect.objectContaining({ id: 'hook-1', url })]);
	});

	it.each([
		['with IDs', { id: 'other', url: `${url}2` }],
		['without IDs', { url: `${url}2` }],
		['without addresses', { id: 'other', name: 'x' }],
		['without either', { name: 'x' }],
	])('is believed, with a warning, where a list of others %s may go on', (_what, other) => {
		const coverage = compare([other]);
		expect(coverage.missing).toEqual(NOTHING);
		expect(coverage.current).toEqual([known]);
		expect(coverage.doubts).toEqual([expect.stringContaining("'hook-1', which may be on a further page")]);
	});

	it('is not believed against an empty list', () => {
		const coverage = compare([]);
		expect(coverage.missing).toEqual(wanted.events);
		expect(coverage.current).toEqual([]);
	});

	it.each([
		[{ actions: ['FormSubmitted'] }, ['ContactCreate']],
		[{ actions: ['SomethingElse'] }, wanted.events],
		[{ events: ['FormSubmitted'] }, ['ContactCreate']],
	])('is not believed against a list of events (%j)', (fields, missing) => {
		expect(compare([{ id: 'hook-1', url, ...fields }]).missing).toEqual(missing);
	});

	it('is not believed against a list of the events that it was for before', () => {
		const before = { ...known, events: ['ContactDelete', ...known.events] };
		const coverage = compare([{ id: 'hook-1', url, subscribed: ['ContactDelete'] }], [before]);
		expect(coverage.missing).toEqual(wanted.events);
	});

	it('is not taken for that of another location at the same address', () => {
		const elsewhere = { ...known, id: '', locationId: 'loc-2' };
		const coverage = compare([{ id: 'hook-9', url }], [elsewhere]);
		expect(coverage.leftOver).toEqual([elsewhere]);
		expect(coverage.doubts).toEqual(["the list does not show for which events 'hook-9' is"]);
	});

	it('is not believed against an address', () => {
		const moved = [{ id: 'hook-1', url: 'https://elsewhere.example.com', events: ['ContactCreate'] }];
		const coverage = compare(moved);
		expect(coverage.missing).toEqual(wanted.events);
		expect(coverage.leftOver).toEqual([known]);
	});

	it('is found by its address where the platform did not tell an id', () => {
		const coverage = compare([{ id: 'hook-9', url }], [{ ...known, id: '' }]);
		expect(coverage.missing).toEqual(NOTHING);
		expect(coverage.current).toEqual([{ ...known, id: 'hook-9' }]);
	});

	it('names what is registered for another location or address, unless it is known to be gone', () => {
		const elsewhere = { ...known, id: 'far', locationId: 'loc-2' };
		const old = { ...known, id: 'old', url: 'https://old.example.com' };
		const gone = { ...known, id: 'gone', url: 'https://gone.example.com' };
		const coverage = compare([{ id: 'old', url: old.url }], [elsewhere, old, gone]);
		expect(coverage.leftOver).toEqual([old, elsewhere]);
	});
});

describe('a registration that nobody remembers', () => {
	it.each([
		['events', { id: 'a', url, events: ['ContactCreate'] }],
		['events under another name', { id: 'a', url, subscribed: [{ name: 'ContactCreate' }], tags: ['X'] }],
	])('counts for the %s that it shows', (_what, record) => {
		const coverage = compare([record], []);
		expect(coverage.missing).toEqual(['FormSubmitted']);
		expect(coverage.doubts).toEqual([]);
	});

	it('counts where it shows no ID', () => {
		const { missing, current } = compare([{ url, actions: wanted.events }], []);
		expect(missing).toEqual(NOTHING);
		expect(current).toEqual([{ ...known, id: '' }]);
	});

	it('counts for everything, with a warning, where it hides its events', () => {
		const coverage = compare([{ id: 'a', url, scopes: ['S'] }], []);
		expect(coverage.missing).toEqual(NOTHING);
		expect(coverage.doubts).toEqual(["the list does not show for which events 'a' is"]);
	});

	it('counts, with a warning, where it hides its address and bears the name of this trigger', () => {
		const coverage = compare([{ id: 'a', name, events: wanted.events }], []);
		expect(coverage.missing).toEqual(NOTHING);
		expect(coverage.doubts).toEqual(["the list does not show for which address 'a' is"]);
	});

	it.each([
		['for another address', { id: 'a', name, url: `${url}2`, events: wanted.events }],
		['without an address and with another name', { id: 'a', name: 'x', events: wanted.events }],
		['without either', { id: 'a', events: wanted.events }],
	])('does not count %s', (_what, record) => {
		const { missing, current, leftOver } = compare([record], []);
		expect(missing).toEqual(wanted.events);
		expect([...current, ...leftOver]).toHaveLength(0);
	});
});

it('finds events that several registrations ask for, once each, and only where the list shows them', () => {
	const listed = [
		{ id: 'a', url, events: ['ContactCreate', 'ContactCreate'] },
		{ id: 'b', url, events: ['FormSubmitted', 'ContactCreate'] },
		{ id: 'c', url },
	];
	expect([...compare(listed, []).doubled]).toEqual([['ContactCreate', ['a', 'b']]]);
});
