import type { IDataObject } from 'n8n-workflow';

import { DELIVERIES, keysOfOneForm, publicKeysText } from '../../../nodes/platformApi/deliveries';
import { readPublicKeys } from '../../../nodes/webhookSignature/publicKeys';
import { testPublicKeys } from '../../../nodes/PlatformTrigger/signingCredential';
import { createSigningKey } from '../../support/keys';
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
	const anotherAndPublished = `${key.publicKeyPem}-----BEGIN PUBLIC KEY-----\n${published}\n-----END PUBLIC KEY-----`;

	it.each<{
		form: 'contract' | 'highLevel';
		count: number;
		what: string;
		api: unknown;
		publicKeys: string;
	}>([
		{
			form: 'contract',
			count: 1,
			what: "an account's key",
			api: 'contract',
			publicKeys: key.publicKeyPem,
		},
		{
			form: 'contract',
			count: 1,
			what: "an account's key where nothing is chosen",
			api: undefined,
			publicKeys: key.publicKeyPem,
		},
		{
			form: 'contract',
			count: 1,
			what: "an account's key where no form is chosen",
			api: 'toString',
			publicKeys: key.publicKeyPem,
		},
		{ form: 'contract', count: 0, what: 'no key', api: undefined, publicKeys: '' },
		{
			form: 'highLevel',
			count: 1,
			what: "another key, chosen as HighLevel's",
			api: 'highLevel',
			publicKeys: key.publicKeyPem,
		},
		{
			form: 'highLevel',
			count: 1,
			what: "HighLevel's published key, whatever is chosen",
			api: 'contract',
			publicKeys: published,
		},
		{
			form: 'highLevel',
			count: 2,
			what: "HighLevel's next key and its last one",
			api: 'highLevel',
			publicKeys: anotherAndPublished,
		},
		{
			form: 'highLevel',
			count: 1,
			what: "an account's key and HighLevel's",
			api: 'contract',
			publicKeys: anotherAndPublished,
		},
	])('$form, $count of them: $what', ({ form, count, api, publicKeys }) => {
		const { form: formOfKeys, keys } = keysOfOneForm(readPublicKeys(publicKeys).keys, api);
		expect({ label: formOfKeys.label, keyCount: keys.length }).toEqual({
			label: DELIVERIES[form].label,
			keyCount: count,
		});
	});

	it.each([
		{ api: 'highLevel', publicKeys: undefined, keys: 'published' },
		{ api: 'highLevel', publicKeys: ' \n', keys: 'published' },
		{ api: 'highLevel', publicKeys: key.publicKeyPem, keys: 'entered' },
		{ api: 'contract', publicKeys: '', keys: 'none' },
	])(
		'with $publicKeys in the credential of the form $api, the keys are: $keys',
		({ api, publicKeys, keys }) => {
			const spki = readPublicKeys(publicKeysText(publicKeys, api)).keys.map((each) =>
				each.export({ format: 'der', type: 'spki' }).toString('base64'),
			);
			const expected = {
				// As HighLevel's page on webhooks has it.
				published: ['MCowBQYDK2VwAyEAi2HR1srL4o18O8BRa7gVJY7G7bupbN3H9AwJrHCDiOg='],
				entered: [key.publicKeyPem.replace(/-----[^-]+-----|\s/g, '')],
				none: [],
			}[keys];
			expect(spki).toEqual(expected);
		},
	);

	it("HighLevel's published key alone leaves out no other, whatever is chosen", () => {
		const { unusable } = keysOfOneForm(readPublicKeys(published).keys, 'contract');
		expect(unusable).toBeUndefined();
	});
});

describe('a list of several keys', () => {
	const nextKey = createSigningKey();
	const accountKey = createSigningKey();
	const EVENT = { type: 'ContactCreate', locationId: 'loc-mine', webhookId: 'w-1' };

	/** The key that this HighLevel has published. */
	beforeEach(() => {
		const spki = key.publicKeyPem.replace(/-----[^-]+-----|\s/g, '');
		jest.replaceProperty(DELIVERIES.highLevel, 'signedBy', spki);
	});

	/** @returns the response to an event that a key has signed, or 'starts' */
	function receiverWithKeys(api: 'contract' | 'highLevel', ...keys: Array<typeof key>) {
		const publicKeys = keys.map(({ publicKeyPem }) => publicKeyPem).join('');
		const trigger = triggerWith({
			credential: { api, publicKeys, locationIds: 'loc-mine' },
			registration: 'manual',
		});
		return async (signer: typeof key, header: string, event: IDataObject = EVENT) => {
			const body = JSON.stringify(event);
			const signatures = [signer.sign(body)];
			const { item, status, text, response } = await trigger.deliver(body, { header, signatures });
			if (item) response.end();
			return item ? 'starts' : `${status} ${String(text ?? '')}`.trim();
		};
	}

	it.each(['contract', 'highLevel'] as const)(
		'%s: during a rotation, each key signs, under its own header only, and an event runs once, whichever key has signed it',
		async (api) => {
			const lastKey = api === 'highLevel' ? key : accountKey;
			const receive = receiverWithKeys(api, lastKey, nextKey);
			expect(await receive(nextKey, OTHER_HEADER[api])).toBe('401');
			expect(await receive(lastKey, OTHER_HEADER[api])).toBe('401');
			expect(await receive(nextKey, OWN_HEADER[api])).toBe('starts');
			expect(await receive(lastKey, OWN_HEADER[api])).toBe('200 Already processed');
		},
	);

	it("an account's key beside HighLevel's verifies nothing, until they are kept apart", async () => {
		const receive = receiverWithKeys('contract', accountKey, key);
		const ofOther = { ...EVENT, locationId: 'loc-other' };
		expect(await receive(accountKey, 'x-platform-signature')).toBe('503');
		expect(await receive(accountKey, 'x-ghl-signature')).toBe('503');
		expect(await receive(key, 'x-platform-signature', ofOther)).toBe('503');
		expect(await receive(key, 'x-ghl-signature', ofOther)).toBe('200 Other location');
		expect(await receive(key, 'x-ghl-signature')).toBe('starts');
		expect(await receiverWithKeys('contract', accountKey)(accountKey, 'x-platform-signature')).toBe(
			'starts',
		);
	});

	it('the test of the credential names the key of another platform', async () => {
		const data = { api: 'contract', publicKeys: accountKey.publicKeyPem + key.publicKeyPem };
		const test = async (api: string) =>
			await testPublicKeys.call(null as never, { data: { ...data, api } } as never);
		expect(await test('contract')).toMatchObject({
			status: 'Error',
			message:
				"'Public Keys' has HighLevel's key and another one, but 'API' is 'Platform'. If the other one is HighLevel's next key, choose 'HighLevel' as 'API'. If it is the key of another platform, put it into a credential of its own, for a trigger of its own.",
		});
		expect(await test('highLevel')).toEqual({ status: 'OK', message: 'The keys can be used' });
	});
});

describe('whose event it is', () => {
	/** A long chain of lists, one within the other. */
	const NESTED = '['.repeat(50_000) + ']'.repeat(50_000);
	const STARTS = { contract: 'starts', highLevel: 'starts' };
	const OTHER = { contract: '200 Other location', highLevel: '200 Other location' };
	/** No location is named: an account's key shows by itself whose event it is, HighLevel's does not. */
	const NONE = { contract: 'starts', highLevel: '200 Other location' };

	it.each<[what: string, fields: string, expected: { contract: string; highLevel: string }]>([
		['the own location', '"locationId":"loc-mine"', STARTS],
		['the own location, its name escaped', '"\\u006cocation\\u0049d":"loc-mine"', STARTS],
		['another location, its name escaped', '"\\u006cocation\\u0049d":"loc-other"', OTHER],
		[
			'two, of which the last one counts',
			'"locationId":"loc-other","locationId":"loc-mine"',
			STARTS,
		],
		['two, the other one last', '"locationId":"loc-mine","locationId":"loc-other"', OTHER],
		[
			'two, the second one escaped',
			'"locationId":"loc-mine","location\\u0049d":"loc-other"',
			OTHER,
		],
		['two, the last one a list', '"locationId":"loc-mine","locationId":["loc-mine"]', OTHER],
		['blanks around it', '"locationId":" loc-mine "', OTHER],
		['another case', '"locationId":"LOC-MINE"', OTHER],
		['two in one text', '"locationId":"loc-mine,loc-other"', OTHER],
		['a number', '"locationId":0', OTHER],
		['a switch', '"locationId":false', OTHER],
		['a list with it', '"locationId":["loc-mine"]', OTHER],
		['an empty list', '"locationId":[]', OTHER],
		['an object', '"locationId":{"toString":"loc-mine","length":1,"0":"loc-mine"}', OTHER],
		['a deep list', `"locationId":${NESTED}`, OTHER],
		['an empty text', '"locationId":""', NONE],
		['a null', '"locationId":null', NONE],
		['only below another name', '"data":{"locationId":"loc-mine"}', NONE],
		['only of the prototype', '"__proto__":{"locationId":"loc-mine"}', NONE],
		['only in another spelling', '"LocationId":"loc-mine","location_id":"loc-mine"', NONE],
		['beside a deep list', `"locationId":"loc-mine","a":${NESTED}`, STARTS],
	])('%s', async (_what, fields, expected) => {
		for (const api of ['contract', 'highLevel'] as const) {
			const trigger = triggerWith({
				credential: { api, publicKeys: key.publicKeyPem, locationIds: 'loc-mine' },
				registration: 'manual',
			});
			const body = `\uFEFF{"type":"ContactCreate",${fields}}`;
			const { item, status, text } = await trigger.deliver(body, { header: OWN_HEADER[api] });
			expect(item ? 'starts' : `${status} ${String(text)}`).toBe(expected[api]);
		}
	});

	it.each([
		{
			what: 'by its other name',
			fields: '"type":"InvoicePaid","altType":"location","altId":"loc-mine"',
			expected: 'starts',
		},
		{
			what: 'its ID in a list',
			fields: '"type":"InvoicePaid","altType":"location","altId":["loc-mine"]',
			expected: 'other',
		},
		{
			what: 'its kind in a list',
			fields: '"type":"InvoicePaid","altType":["location"],"altId":"loc-mine"',
			expected: 'other',
		},
		{
			what: 'of a company',
			fields: '"type":"InvoicePaid","altType":"company","altId":"loc-mine"',
			expected: 'other',
		},
		{ what: 'of no kind', fields: '"type":"InvoicePaid","altId":"loc-mine"', expected: 'other' },
		{
			what: 'beside another one',
			fields:
				'"type":"InvoicePaid","altType":"location","altId":"loc-mine","locationId":"loc-other"',
			expected: 'other',
		},
		{
			what: 'a location that changes',
			fields: '"type":"LocationUpdate","id":"loc-mine"',
			expected: 'starts',
		},
		{
			what: 'a location that is new',
			fields: '"type":"LocationCreate","id":"loc-mine"',
			expected: 'starts',
		},
		{
			what: 'a list of those',
			fields: '"type":"LocationUpdate","id":["loc-mine"]',
			expected: 'other',
		},
		{
			what: 'a contact of that ID',
			fields: '"type":"ContactCreate","id":"loc-mine"',
			expected: 'other',
		},
		{
			what: 'a type in a list',
			fields: '"type":["LocationUpdate"],"id":"loc-mine"',
			expected: 'no type',
		},
	])("under HighLevel's key: $what", async ({ fields, expected }) => {
		const trigger = triggerWith({
			credential: { api: 'highLevel', publicKeys: key.publicKeyPem, locationIds: 'loc-mine' },
			registration: 'manual',
			events: ['InvoicePaid', 'LocationCreate', 'LocationUpdate', 'ContactCreate'],
		});
		const { item, text } = await trigger.deliver(`{${fields}}`, { header: OWN_HEADER.highLevel });
		const texts = { starts: undefined, other: 'Other location', 'no type': 'No event type' };
		expect({ starts: item !== undefined, text }).toEqual({
			starts: expected === 'starts',
			text: texts[expected as keyof typeof texts],
		});
	});
});

describe('a signature in another form', () => {
	const BODY = '{"type":"ContactCreate","locationId":"loc-mine"}';
	const signature = key.sign(BODY);

	it.each([
		{ what: 'in capitals', rawHeaders: ['X-GHL-SIGNATURE', signature], expected: 'starts' },
		{ what: 'in mixed letters', rawHeaders: ['x-Ghl-siGNature', signature], expected: 'starts' },
		{
			what: 'beside one that has ended',
			rawHeaders: ['x-wh-signature', 'x', 'x-ghl-signature', signature],
			expected: 'starts',
		},
		{
			what: 'twice',
			rawHeaders: ['x-ghl-signature', signature, 'X-GHL-Signature', signature],
			expected: '401',
		},
		{
			what: 'two in one value',
			rawHeaders: ['x-ghl-signature', `${signature}, ${signature}`],
			expected: '401',
		},
		{
			what: 'beside an empty one',
			rawHeaders: ['x-platform-signature', '', 'x-ghl-signature', signature],
			expected: '401',
		},
		{
			what: 'under both headers',
			rawHeaders: ['x-platform-signature', signature, 'x-ghl-signature', signature],
			expected: '401',
		},
		{
			what: 'as a scheme',
			rawHeaders: ['x-ghl-signature', `ed25519=${signature}`],
			expected: '401',
		},
		{ what: 'with blanks', rawHeaders: ['x-ghl-signature', ` ${signature}`], expected: '401' },
		{
			what: 'in base64url',
			rawHeaders: ['x-ghl-signature', signature.replace(/=+$/, '')],
			expected: '401',
		},
		{
			what: 'as the name of a value',
			rawHeaders: ['x-other', 'x-ghl-signature', signature, 'x-ghl-signature'],
			expected: '401',
		},
		{ what: 'without a value', rawHeaders: ['x-ghl-signature'], expected: '401' },
	])('$what', async ({ rawHeaders, expected }) => {
		const trigger = triggerWith({
			credential: { api: 'highLevel', publicKeys: key.publicKeyPem, locationIds: 'loc-mine' },
			registration: 'manual',
		});
		const { item, status } = await trigger.deliver(BODY, { rawHeaders });
		expect(item ? 'starts' : String(status)).toBe(expected);
	});
});
