import {
	isSameEvent,
	isSameUrl,
	readRegistration,
} from '../../../nodes/PlatformTrigger/register/records';

const url = 'https://n8n.example.com/webhook/x/webhook';

describe('readRegistration', () => {
	it.each([
		[{ id: 'a', name: 'n', url, actions: ['X'] }, { id: 'a', name: 'n', url, actions: ['X'] }],
		[{ _id: 7, targetUrl: url, events: ['X'] }, { id: '7', url, otherLists: [['X']] }],
		[{ id: 'a', url, actions: [{ type: 'X', enabled: true }] }, { id: 'a', url, actions: ['X'] }],
		[{ id: 'a', url, actions: [], events: null }, { id: 'a', url }],
		[{ id: 'a' }, { id: 'a' }],
		[{ id: 'a', url, actions: ['X', 5, null, { id: 5 }] }, { id: 'a', url, actions: ['X'] }],
		[{ id: 'a', tags: [], subscribed: [{ name: 'X' }, { id: 5 }] }, { id: 'a', otherLists: [['X']] }],
	])('reads %j', (record, expected) => {
		expect(readRegistration(record)).toEqual({ otherLists: [], ...expected });
	});
});

describe('isSameUrl', () => {
	it.each([
		['https://N8N.example.com:443/webhook/x/webhook', true],
		[`${url}/`, true],
		[`${url}//`, true],
		['http://n8n.example.com/webhook/x/webhook', false],
		['https://n8n.example.com/webhook/X/webhook', false],
		['not a url', false],
	])('%s: %s', (other, same) => expect(isSameUrl(url, other)).toBe(same));
});

it('isSameUrl compares texts that are no addresses as they are', () => {
	expect(isSameUrl('not a url', 'not a url')).toBe(true);
	expect(isSameUrl('not a url', 'nor this')).toBe(false);
});

describe('isSameEvent', () => {
	it.each([
		['contact.create', true],
		['CONTACT_CREATE', true],
		['contactCreated', false],
		['Contact', false],
	])('%s: %s', (other, same) => expect(isSameEvent('ContactCreate', other)).toBe(same));
});
