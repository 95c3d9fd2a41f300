import type { IDataObject } from 'n8n-workflow';

import {
	act,
	byId,
	connect,
	contextFor,
	fieldsOfSchema,
	type Given,
	HIGH_LEVEL,
	PRIVATE_TOKEN,
	search,
	type Sent,
} from './nodeOnPlatform';
import { Platform } from '../../../nodes/Platform/Platform.node';
import { failed, rejection } from '../platformApi/fakePlatform';
import { stopClockAt } from '../../support/clock';

const NOW = Date.parse('2026-11-22T12:00:00Z');
stopClockAt(NOW);

/** A credential of OAuth2 whose token is of the location loc-1, unless its data says otherwise. */
const connection = (tokenData: IDataObject = {}): IDataObject => ({
	oauthTokenData: { access_token: 'token-2', locationId: 'loc-1', ...tokenData },
});
const AGENCY = connection({ locationId: '' });
const NO_LOCATION = { accessToken: 'token-1' };

describe('Access Token > Get', () => {
	const describeToken = async (credential: IDataObject, given: Given = {}) =>
		await act('accessToken.get', { includeToken: true }, { credential, ...given });

	it('describes a private token, of which nothing else is known, without a request', async () => {
		const { json, sent } = await act('accessToken.get', {}, { credential: PRIVATE_TOKEN });

		expect(json).toEqual([
			{
				locationId: 'loc-1',
				level: 'location',
				authentication: 'accessToken',
				apiVersion: '2021-07-28',
				requestedScopes: null,
				userId: null,
				expiresAt: null,
				expiresInSeconds: null,
			},
		]);
		expect(sent).toEqual([]);
	});

	it('puts out the fields of its schema, in their order', async () => {
		const { json } = await act('accessToken.get', {}, { credential: connection() });

		expect(Object.keys(json[0])).toEqual(fieldsOfSchema('accessToken/get'));
	});

	it('says that the token of an agency has no location', async () => {
		const { json } = await act('accessToken.get', {}, { credential: AGENCY });

		expect(json).toMatchObject([{ locationId: null, level: 'agency' }]);
	});

	it('has no location of an agency whose token was not made for the one that is chosen', async () => {
		const { told, json } = await act(
			'accessToken.get',
			{ locationId: byId('loc-9') },
			{ credential: AGENCY },
		);

		expect(json).toEqual([]);
		expect(told).toContain('agency');
	});

	it('says that a token has expired', async () => {
		const { json } = await describeToken(connection({ n8n_expires_at: NOW - 60_000 }));

		expect(json).toMatchObject([{ expiresAt: '2026-11-22T11:59:00+00:00', expiresInSeconds: 0 }]);
	});

	it("lists the scopes of the token, not the credential's, however they are separated", async () => {
		const credential = { ...connection({ scope: ' a, b,c\n' }), scope: 'c d' };

		const { json } = await describeToken(credential);

		expect(json).toMatchObject([{ requestedScopes: ['a', 'b', 'c'] }]);
	});

	it("lists the credential's scopes where the token names none", async () => {
		const { json } = await describeToken({ ...connection(), scope: 'c d' });

		expect(json).toMatchObject([{ requestedScopes: ['c', 'd'] }]);
	});

	it.each([
		{ includeToken: true, token: 'token-2' },
		{ includeToken: '={{ true }}', token: undefined },
		{ includeToken: 'true', token: undefined },
	])(
		"puts out the token only where a person has turned on 'Include Access Token': $includeToken",
		async ({ includeToken, token }) => {
			const fields = { includeToken } as IDataObject;

			const { json } = await act('accessToken.get', fields, { credential: connection() });

			expect(json[0].accessToken).toBe(token);
		},
	);

	it('describes the token that it puts out: the new one, where the old is about to expire', async () => {
		const credential = connection({
			n8n_expires_at: NOW + 60_000,
			refresh_token: 'refresh-1',
			scope: 'a',
		});
		const renewed = connection({
			access_token: 'new',
			n8n_expires_at: NOW + 7_200_999,
			scope: 'b',
		});
		const refreshOAuth2Token = async () => void Object.assign(credential, renewed);

		const { json } = await describeToken(credential, { helpers: { refreshOAuth2Token } });

		expect(json).toMatchObject([
			{
				accessToken: 'new',
				expiresAt: '2026-11-22T14:00:00.999+00:00',
				expiresInSeconds: 7_200,
				requestedScopes: ['b'],
			},
		]);
	});
});

it('n8n redacts the token where it hides sensitive fields', () => {
	expect(new Platform().description).toMatchObject({ sensitiveOutputFields: ['accessToken'] });
});

describe('a list in the editor is that of the location', () => {
	const openList = async (
		method: 'searchCalendars' | 'searchWebhooks',
		locationId: string,
		credential: IDataObject,
	) =>
		await search(
			method,
			{ options: { locationId: byId(locationId) } },
			{
				credential,
				filter: ' tWO',
				responses: [
					{
						calendars: [
							{ id: 'b', name: 'Two' },
							{ id: 'a', name: 'One' },
						],
					},
				],
			},
		);

	it("that an expression in 'Location' gives, where the credential has none", async () => {
		const { results, sent } = await openList('searchCalendars', '={{ 5 }}', NO_LOCATION);

		expect(results).toEqual([{ name: 'Two', value: 'b' }]);
		expect(sent).toMatchObject([{ qs: { locationId: '5' } }]);
	});

	it('of the credential, where the expression needs a run', async () => {
		const { results, sent } = await openList(
			'searchCalendars',
			'={{ $("Other").item.json.a }}',
			connection({ locationId: 'loc-3' }),
		);

		expect(results).toEqual([{ name: 'Two', value: 'b' }]);
		expect(sent).toMatchObject([{ qs: { locationId: 'loc-3' } }]);
	});

	it('of the credential, where the expression gives nothing', async () => {
		const { results, sent } = await openList(
			'searchWebhooks',
			'={{ null }}',
			connection({ locationId: 'loc-3' }),
		);

		expect(results).toEqual([{ name: 'Two', value: 'b' }]);
		expect(sent).toMatchObject([{ path: '/locations/loc-3/customWebhooks' }]);
	});
});

describe('the list of locations', () => {
	interface Opening {
		credential: IDataObject;
		response?: unknown;
		filter?: string;
		paginationToken?: string;
	}
	const openList = async ({ response, ...given }: Opening) =>
		await search('searchLocations', {}, { responses: [response], ...given });

	const OF_AGENCY = {
		api: 'highLevel',
		clientId: 'app1-x',
		oauthTokenData: { access_token: 'agency', companyId: 'company-1' },
	};
	const locations = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ _id: `loc-${index}`, name: `N ${index}` }));

	it('of an agency is searched by the platform, and has its first page', async () => {
		const list = await openList({
			credential: OF_AGENCY,
			filter: ' har',
			response: { locations: locations(100), count: 102 },
		});

		expect(list.results).toHaveLength(100);
		expect(list.paginationToken).toBe('100');
		expect(list.sent).toMatchObject([{ qs: { query: 'har', skip: '0', limit: '100' } }]);
	});

	it('of an agency has its second page behind the first, and no third where all are there', async () => {
		const list = await openList({
			credential: OF_AGENCY,
			paginationToken: '100',
			response: { locations: locations(2), count: 102 },
		});

		expect(list.results).toHaveLength(2);
		expect(list.paginationToken).toBeUndefined();
		expect(list.sent).toMatchObject([{ qs: { skip: '100' } }]);
	});

	it('of an agency has its third page behind the second', async () => {
		const { paginationToken } = await openList({
			credential: OF_AGENCY,
			paginationToken: '100',
			response: { locations: locations(100), count: 300 },
		});

		expect(paginationToken).toBe('200');
	});

	it('that comes as a whole is searched as a whole', async () => {
		const { results } = await openList({
			credential: NO_LOCATION,
			filter: 'n 149',
			response: { locations: locations(150) },
		});

		expect(results).toEqual([{ name: 'N 149', value: 'loc-149' }]);
	});

	const SUMMIT_AND_HARBOR = {
		locations: [
			{ id: 'loc-2', name: 'Summit' },
			{ locationId: 'loc-1', name: 'Harbor' },
		],
	};
	const HARBOR_ENTRY = { name: 'Harbor', value: 'loc-1' };
	const SUMMIT_ENTRY = { name: 'Summit', value: 'loc-2' };

	it.each([
		{
			what: "the credential's own under its name, where that is searched for",
			opening: { credential: PRIVATE_TOKEN, response: SUMMIT_AND_HARBOR, filter: 'harb' },
			entries: [HARBOR_ENTRY],
		},
		{
			what: "none, where another one than the credential's is searched for",
			opening: { credential: connection(), response: SUMMIT_AND_HARBOR, filter: 'summit' },
			entries: [],
		},
		{
			what: "the credential's own by its ID, where the platform names others",
			opening: { credential: connection(), response: { locations: [{ id: 'loc-2' }] } },
			entries: [{ name: 'loc-1 (location of the credential)', value: 'loc-1' }],
		},
		{
			what: "the credential's own by its ID, where the token may not list them",
			opening: { credential: connection(), response: failed(403) },
			entries: [{ name: 'loc-1 (location of the credential)', value: 'loc-1' }],
		},
		{
			what: 'all, where nobody entered one',
			opening: { credential: NO_LOCATION, response: SUMMIT_AND_HARBOR },
			entries: [HARBOR_ENTRY, SUMMIT_ENTRY],
		},
		{
			what: 'those of all that are searched for',
			opening: { credential: NO_LOCATION, response: SUMMIT_AND_HARBOR, filter: 'SUMMIT' },
			entries: [SUMMIT_ENTRY],
		},
	])('has $what', async ({ opening, entries }) => {
		const { results, sent } = await openList(opening);

		expect(results).toEqual(entries);
		expect(sent).toMatchObject([{ path: '/oauth/installedLocations' }]);
	});

	it("of an agency's token that names no company is refused, with nothing sent", async () => {
		const refusal = await rejection(openList({ credential: AGENCY }));

		expect(refusal.message).toContain('was connected for an agency');
		expect(refusal.description).toContain('Nothing was sent.');
	});
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

	const common = { required: false, defaultMatch: false, display: true };
	expect(fields).toEqual([
		{ id: '6', displayName: '6', type: 'string', ...common },
		{
			id: '2',
			displayName: 'Area',
			type: 'options',
			options: [
				{ name: 'North', value: 'North' },
				{ name: '5', value: '5' },
			],
			...common,
		},
		{ id: '1', displayName: 'Beds', type: 'number', ...common },
		{
			id: '3',
			displayName: 'Days',
			type: 'array',
			options: [{ name: 'Mon', value: 'Mon' }],
			...common,
		},
		{ id: '4', displayName: 'Odd', type: 'string', ...common },
		{
			id: '5',
			displayName: 'Photo (a file: not writable here)',
			type: 'string',
			readOnly: true,
			...common,
		},
	]);
});

it.each([
	['getCustomFields', 'contact'],
	['getOpportunityFields', 'opportunity'],
] as const)('%s offers the custom fields of each %s', async (method, model) => {
	const { context, nodeType } = contextFor('loadOptions', {}, {});
	const responses = ({ qs }: Sent) => ({ customFields: [{ id: `of-${String(qs?.model)}` }] });
	connect(context, { credential: HIGH_LEVEL, responses });

	const { resourceMapping } = (nodeType as Platform).methods;
	const { fields } = await resourceMapping[method].call(context as never);

	expect(fields).toMatchObject([{ id: `of-${model}`, display: true }]);
});

it('the installed locations are read anew for an item with another limit', async () => {
	const locations = Array.from({ length: 5 }, (_, at) => ({ _id: `loc-${at}` }));

	const { items } = await act(
		'installedLocation.getAll',
		{ limit: '={{ $json.limit }}' },
		{
			items: [{ limit: 1 }, { limit: 2 }],
			responses: ({ qs }) => ({ locations: locations.slice(0, Number(qs?.limit ?? 5)) }),
		},
	);

	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 1 },
	]);
});

it('an amount is mapped as a number, as a number is', async () => {
	const { context, nodeType } = contextFor('loadOptions', {}, {});
	const customFields = [{ id: 'amount', dataType: 'MONETORY' }];
	connect(context, { credential: HIGH_LEVEL, responses: [{ customFields }] });

	const { getCustomFields } = (nodeType as Platform).methods.resourceMapping;
	const { fields } = await getCustomFields.call(context as never);

	expect(fields).toMatchObject([{ id: 'amount', type: 'number' }]);
});
