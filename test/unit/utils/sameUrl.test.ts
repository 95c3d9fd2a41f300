import { isSameUrl } from '../../../nodes/utils/sameUrl';

const url = 'https://n8n.example.com/webhook/x/webhook';

it.each([
	['https://N8N.example.com:443/webhook/x/webhook', true],
	[`${url}/`, true],
	[`${url}//`, true],
	['http://n8n.example.com/webhook/x/webhook', false],
	['https://n8n.example.com/webhook/X/webhook', false],
	['not a url', false],
])('%s is the same address: %s', (other, same) => expect(isSameUrl(url, other)).toBe(same));

it('compares texts that are no addresses as they are', () => {
	expect(isSameUrl('not a url', 'not a url')).toBe(true);
	expect(isSameUrl('not a url', 'nor this')).toBe(false);
});
