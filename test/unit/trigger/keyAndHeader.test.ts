import type { IDataObject } from 'n8n-workflow';

import { DELIVERIES, formOfKeys } from '../../../nodes/platformApi/deliveries';
import { readPublicKeys } from '../../../nodes/webhookSignature/publicKeys';
import { recorded } from '../../support/recorded';
import { key, startProcess, triggerWith } from './triggerWith';

/* The keys decide the form of a delivery, never the header's name: HighLevel's key signs the events of every account. */

const OWN_HEADER = { contract: 'x-platform-signature', highLevel: 'x-ghl-signature' };
const OTHER_HEADER = { contract: 'x-ghl-signature', highLevel: 'x-platform-signature' };

/** Each example of HighLevel's event pages. Where it shows no type, the page's name is one. */
const EVENTS = recorded<Array<{ page: string; event: IDataObject }>>('eventPages').map(
	({ page, event }) => ({ type: page, ...event }),
);

beforeEach(startProcess);

/** A trigger that selected the types of all of them. @returns the response to an event, or 'starts' */
function receiverWith(credential: object, settings: object = {}) {
	const trigger = triggerWith({
		credential: { publicKeys: key.publicKeyPem, ...credential },
		registration: 'manual',
		events: EVENTS.map(({ type }) => type),
		settings,
	});
	return async (event: IDataObject, header: string) => {
		const { item, status, text, response } = await trigger.deliver(JSON.stringify(event), {
			header,
		});
		if (!item) return `${status} ${String(text ?? '')}`.trim();
		response.end();
		return 'starts';
	};
}

describe.each(['contract', 'highLevel'] as const)('a key of the form %s', (api) => {
	it.each(EVENTS.map((event) => [event.type, event] as const))(
		'starts nothing with %s under the other header, with and without Location IDs',
		async (_type, event) => {
			for (const locationIds of ['loc-mine', '']) {
				const receive = receiverWith({ api, locationIds }, { acceptOtherLocations: !locationIds });
				expect(await receive(event, OTHER_HEADER[api])).toBe('401');
			}
		},
	);
});

it.each(EVENTS.map((event) => [event.type, event] as const))(
	"under HighLevel's key and header, another account's %s is of another location",
	async (_type, event) => {
		const receive = receiverWith({ api: 'highLevel', locationIds: 'loc-mine' });
		expect(await receive(event, OWN_HEADER.highLevel)).toBe('200 Other location');
	},
);

it.each(['contract', 'highLevel'] as const)(
	'an event of the form %s that has started the workflow does not start it again under the other header',
	async (api) => {
		const receive = receiverWith({ api, locationIds: 'loc-mine' });
		const event = { type: 'ContactCreate', id: 'c-1', locationId: 'loc-mine', webhookId: 'w-1' };
		expect(await receive(event, OWN_HEADER[api])).toBe('starts');
		expect(await receive(event, OTHER_HEADER[api])).toBe('401');
		expect(await receive(event, OWN_HEADER[api])).toBe('200 Already processed');
	},
);

describe('keys sign the deliveries of the form', () => {
	const published = DELIVERIES.highLevel.signedBy;

	it.each<['contract' | 'highLevel', string, unknown, string]>([
		['contract', 'an own key', 'contract', key.publicKeyPem],
		['contract', 'an own key where nothing is chosen', undefined, key.publicKeyPem],
		['contract', 'an own key where no form is chosen', 'toString', key.publicKeyPem],
		['highLevel', "another key, chosen as HighLevel's", 'highLevel', key.publicKeyPem],
		['highLevel', "HighLevel's published key, whatever is chosen", 'contract', published],
		[
			'highLevel',
			"a key above HighLevel's published one, as in a rotation",
			'contract',
			`${key.publicKeyPem}-----BEGIN PUBLIC KEY-----\n${published}\n-----END PUBLIC KEY-----`,
		],
		['contract', 'no key', undefined, ''],
	])('%s: %s', (form, _what, api, publicKeys) => {
		expect(formOfKeys(readPublicKeys(publicKeys).keys, api)).toBe(DELIVERIES[form]);
	});
});
