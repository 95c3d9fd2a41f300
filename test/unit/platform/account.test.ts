import type { IDataObject } from 'n8n-workflow';

import {
	act,
	byId,
	connect,
	contextFor,
	fieldsOfSchema,
	HIGH_LEVEL,
	PRIVATE_TOKEN,
	search,
} from './nodeOnPlatform';
import { Platform } from '../../../nodes/Platform/Platform.node';
import { rejection } from '../platformApi/fakePlatform';
import { stopClockAt } from '../../support/clock';

const NOW = Date.parse('2026-11-22T12:00:00Z');
stopClockAt(NOW);

const oAuth2 = (tokenData: IDataObject = {}, more: IDataObject = {}) => ({
	oauthTokenData: { access_token: 'token-2', locationId: 'loc-1', ...tokenData },
	...more,
});
const NO_LOCATION = { accessToken: 'token-1' };
const get = async (credential: IDataObject, parameters: IDataObject = {}, helpers?: object) => {
	const ended = await act('accessToken.get', parameters, { credential, helpers });
	expect(ended.sent).toEqual([]);
	return { ...ended, json: ended.json[0] };
};

const unknown = { requestedScopes: null, userId: null, expiresAt: null, expiresInSeconds: null };

it.each<[string, IDataObject, IDataObject]>([
	[
		'what a private token has',
		PRIVATE_TOKEN,
		{ level: 'location', authentication: 'accessToken', apiVersion: '2021-07-28', ...unknown },
	],
	[
		'that an agency has no location',
		oAuth2({ locationId: '' }),
		{ locationId: null, level: 'agency' },
	],
	[
		'that it has expired',
		oAuth2({ n8n_expires_at: NOW - 60_000 }),
		{ expiresAt: '2026-11-22T11:59:00+00:00', expiresInSeconds: 0 },
	],
	[
		'the scopes of the token first, separated in other ways',
		oAuth2({ scope: ' a, b,c\n' }, { scope: 'c d' }),
		{ requestedScopes: ['a', 'b', 'c'] },
	],
])('Access Token > Get tells %s', async (_, credential, expected) => {
	const { json } = await get(credential, { locationId: byId(expected.locationId ?? '') });
	expect(json).toMatchObject({ locationId: 'loc-1', ...expected });
	const names = fieldsOfSchema('accessToken/get').filter((name) => name !== 'accessToken');
	expect(Object.keys(json)).toEqual(names);
});

it.each([
	[true, 'token-2'],
	['={{ true }}', undefined],
	['true', undefined],
])('Access Token > Get tells the token where a person says so: %j', async (includeToken, told) => {
	expect((await get(oAuth2(), { includeToken } as IDataObject)).json.accessToken).toBe(told);
});

const dueSoon = { n8n_expires_at: NOW + 60_000, refresh_token: 'refresh-1', scope: 'a' };

it('Access Token > Get describes the token that it gives: the new one, where the old is about to expire', async () => {
	const due = oAuth2(dueSoon);
	const renewed = oAuth2({ access_token: 'new', n8n_expires_at: NOW + 7_200_999, scope: 'b' });
	const refreshOAuth2Token = async () => void Object.assign(due, renewed);
	expect((await get(due, { includeToken: true }, { refreshOAuth2Token })).json).toMatchObject({
		accessToken: 'new',
		expiresAt: '2026-11-22T14:00:00.999+00:00',
		expiresInSeconds: 7_200,
		requestedScopes: ['b'],
	});
});

it('n8n redacts the token where it hides sensitive fields', () => {
	expect(new Platform().description).toMatchObject({ sensitiveOutputFields: ['accessToken'] });
});

const records = [
	{ id: 'b', name: 'Two' },
	{ id: 'a', name: 'One' },
];
it.each([
	['searchCalendars', byId('={{ 5 }}'), '5'],
	['searchCalendars', byId('={{ $("Other").item.json.a }}'), 'loc-3'],
	['searchWebhooks', byId('={{ null }}'), 'loc-3'],
])('%s lists what is in the location %j', async (method, locationId, location) => {
	const isKnown = location === 'loc-3';
	const credential = isKnown ? oAuth2({ locationId: location }) : NO_LOCATION;
	const { results, sent } = await search(
		method as 'searchCalendars',
		{ options: { locationId } as IDataObject },
		{ responses: [{ calendars: records }], credential, filter: ' tWO' },
	);
	expect(results).toEqual([{ name: 'Two', value: 'b' }]);
	expect(JSON.stringify(sent)).toContain(location);
});

const ofAgency = {
	api: 'highLevel',
	clientId: 'app1-x',
	oauthTokenData: { access_token: 'agency', companyId: 'company-1' },
};

const list = async (
	credential: IDataObject,
	locations: unknown,
	filter?: string,
	paginationToken?: string,
) =>
	await search(
		'searchLocations',
		{},
		{ responses: [locations], credential, filter, paginationToken },
	);
it("an agency's locations are searched by the platform, with one request a page", async () => {
	const locations = Array.from({ length: 100 }, (_, at) => ({ _id: `loc-${at}`, name: `N ${at}` }));
	const full = await list(ofAgency, { locations, count: 102 }, ' har');
	expect(full).toMatchObject({
		results: { length: 100 },
		paginationToken: '100',
		sent: [{ qs: { query: 'har', skip: '0', limit: '100' } }],
	});
	const last = await list(ofAgency, { locations: locations.slice(98), count: 102 }, '', '100');
	expect(last).toMatchObject({ results: { length: 2 }, sent: [{ qs: { skip: '100' } }] });
	expect(last.paginationToken).toBeUndefined();
});

it("the third page of an agency's locations begins behind the second", async () => {
	const locations = Array.from({ length: 100 }, (_, at) => ({ _id: `loc-${at}`, name: `N ${at}` }));
	const { paginationToken } = await list(ofAgency, { locations, count: 300 }, '', '100');
	expect(paginationToken).toBe('200');
});

const two = {
	locations: [
		{ id: 'loc-2', name: 'Summit' },
		{ locationId: 'loc-1', name: 'Harbor' },
	],
};
const own = { name: 'Harbor', value: 'loc-1' };
const summit = { name: 'Summit', value: 'loc-2' };
const unnamed = { name: 'loc-1 (location of the credential)', value: 'loc-1' };

it.each([
	["the credential's own under its name, when searched for", PRIVATE_TOKEN, two, 'harb', [own]],
	['none, when another is searched for', oAuth2(), two, 'summit', []],
	[
		'its id, where the platform names others',
		oAuth2(),
		{ locations: [{ id: 'loc-2' }] },
		undefined,
		[unnamed],
	],
	['all, where nobody entered one', NO_LOCATION, two, undefined, [own, summit]],
	['those of all that are searched for', NO_LOCATION, two, 'SUMMIT', [summit]],
])('locations show %s', async (_, credential, response, filter, expected) => {
	const { results, sent } = await list(credential, response, filter);
	expect(results).toEqual(expected);
	expect(sent).toMatchObject([{ path: '/oauth/installedLocations' }]);
});

it('a list of locations that comes as a whole is searched as a whole', async () => {
	const locations = Array.from({ length: 150 }, (_, at) => ({ id: `loc-${at}`, name: `N ${at}` }));

	const { results } = await list(NO_LOCATION, { locations }, 'n 149');

	expect(results).toEqual([{ name: 'N 149', value: 'loc-149' }]);
});

it('custom fields are mapped by their kinds, in the order of their names; those that cannot be written say so', async () => {
	const { context, nodeType } = contextFor('loadOptions', {}, {});
	const customFields = [
		{ id: '1', name: 'Beds', dataType: 'NUMERICAL' },
		{ id: '2', name: 'Area', dataType: 'RADIO', picklistOptions: ['North', 5] },
		{ id: '3', name: 'Days', dataType: 'CHECKBOX', picklistOptions: ['Mon'] },
		// Without texts to choose from, it can be typed.
		{ id: '4', name: 'Odd', dataType: 'RADIO', picklistOptions: [{ label: 'a' }, null] },
		{ id: '5', name: 'Photo', dataType: 'FILE_UPLOAD' },
		{ id: '6' },
	];
	connect(context, { credential: HIGH_LEVEL, responses: [{ customFields }] });
	const { getCustomFields } = (nodeType as Platform).methods.resourceMapping;
	const { fields } = await getCustomFields.call(context as never);
	const seen = fields.map(({ displayName, type, options = [], readOnly = false }) => ({
		displayName,
		type,
		options: options.map(({ value }) => value),
		readOnly,
	}));
	expect(seen).toEqual([
		{ displayName: '6', type: 'string', options: [], readOnly: false },
		{ displayName: 'Area', type: 'options', options: ['North', '5'], readOnly: false },
		{ displayName: 'Beds', type: 'number', options: [], readOnly: false },
		{ displayName: 'Days', type: 'array', options: ['Mon'], readOnly: false },
		{ displayName: 'Odd', type: 'string', options: [], readOnly: false },
		{
			displayName: 'Photo (a file: not writable here)',
			type: 'string',
			options: [],
			readOnly: true,
		},
	]);
});

it("locations are refused for an agency's credential, with nothing sent", async () => {
	expect(
		await rejection(search('searchLocations', {}, { credential: oAuth2({ locationId: '' }) })),
	).toMatchObject({
		message: expect.stringContaining('was connected for an agency'),
		description: expect.stringContaining('Nothing was sent.'),
	});
});
