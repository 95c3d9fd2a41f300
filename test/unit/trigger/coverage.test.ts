import { compareRegistrations } from '../../../nodes/PlatformTrigger/registration/coverage';
import {
	isSameUrl,
	readKnown,
	readRegistration,
} from '../../../nodes/PlatformTrigger/registration/records';

const url = 'https://n8n.example.com/webhook/x/webhook';
const wanted = { url, locationId: 'loc-1', events: ['ContactCreate', 'FormSubmitted'] };
const known = { id: 'hook-1', locationId: 'loc-1', url, events: ['ContactCreate'] };

describe('readRegistration', () => {
	it.each([
		[{ id: 'a', name: 'n', url, actions: ['X'] }, { id: 'a', url, events: ['X'] }],
		[{ _id: 7, targetUrl: url, events: ['X'] }, { id: '7', url, events: ['X'] }],
		[{ id: 'a', tags: [], subscribed: ['X', 'Y'] }, { id: 'a', url: undefined, events: ['X', 'Y'] }],
		[{ id: 'a' }, { id: 'a', url: undefined, events: undefined }],
		[{ id: 'a', url, events: [], tags: ['X'] }, { id: 'a', url, events: [] }],
		[{ id: 'a', url, actions: [], events: ['X'] }, { id: 'a', url, events: ['X'] }],
		[{ id: 'a', url, actions: [{ type: 'X' }], tags: ['Y'] }, { id: 'a', url, events: undefined }],
		[{ id: 'a', url, events: null, subscribed: ['X'] }, { id: 'a', url, events: ['X'] }],
		[{ id: 'a', url, tags: [] }, { id: 'a', url, events: undefined }],
	])('reads %j', (record, expected) => {
		expect(readRegistration(record)).toEqual(expected);
	});
});

describe('isSameUrl', () => {
	it.each([
		['https://N8N.example.com:443/webhook/x/webhook', true],
		[`${url}/`, true],
		['http://n8n.example.com/webhook/x/webhook', false],
		['https://n8n.example.com/webhook/X/webhook', false],
		['not a url', false],
	])('%s: %s', (other, same) => expect(isSameUrl(url, other)).toBe(same));
});

describe('readKnown', () => {
	it('leaves out what has another form', () => {
		expect(readKnown([known, null, { id: 5 }, 'x', { ...known, events: ['A', 1] }])).toEqual([
			known,
			{ ...known, events: ['A'] },
		]);
		expect(readKnown('garbage')).toEqual([]);
		expect(readKnown(undefined)).toEqual([]);
	});
});

describe('compareRegistrations', () => {
	it('fills in URL and events that the list does not show', () => {
		const coverage = compareRegistrations(wanted, [{ id: 'hook-1' }], [known]);
		expect(coverage.missing).toEqual(['FormSubmitted']);
		expect(coverage.current).toEqual([known]);
	});

	it('believes the list where it differs from what is remembered', () => {
		const listed = [{ id: 'hook-1', url, events: ['FormSubmitted'] }];
		expect(compareRegistrations(wanted, listed, [known]).missing).toEqual(['ContactCreate']);
		const moved = [{ id: 'hook-1', url: 'https://elsewhere.example.com', events: ['ContactCreate'] }];
		expect(compareRegistrations(wanted, moved, [known]).missing).toEqual(wanted.events);
	});

	it('believes a list that shows a registration for no event at all', () => {
		const listed = [readRegistration({ id: 'hook-1', url, actions: [], tags: ['ContactCreate'] })];
		expect(compareRegistrations(wanted, listed, [known]).missing).toEqual(wanted.events);
	});

	it('does not believe its memory of what the list no longer holds', () => {
		const coverage = compareRegistrations(wanted, [], [known]);
		expect(coverage.missing).toEqual(wanted.events);
		expect(coverage.leftOver).toEqual([]);
	});

	it('does not count what is for another URL, or unknown', () => {
		const listed = [
			{ id: 'a', url: `${url}2`, events: wanted.events },
			{ id: 'b', events: wanted.events },
		];
		expect(compareRegistrations(wanted, listed, []).missing).toEqual(wanted.events);
	});

	it('finds events that several registrations ask for, once each', () => {
		const listed = [
			{ id: 'a', url, events: ['ContactCreate', 'ContactCreate'] },
			{ id: 'b', url, events: ['FormSubmitted', 'ContactCreate'] },
		];
		expect([...compareRegistrations(wanted, listed, []).doubled]).toEqual([
			['ContactCreate', ['a', 'b']],
		]);
	});

	it('keeps naming what may still be registered at another location, which it cannot list', () => {
		const elsewhere = { ...known, locationId: 'loc-2' };
		expect(compareRegistrations(wanted, [], [elsewhere]).leftOver).toEqual([elsewhere]);
	});
});
