import type { IDataObject } from 'n8n-workflow';

import { act, byId, PRIVATE_TOKEN } from './nodeOnPlatform';
import { Platform } from '../../../nodes/Platform/Platform.node';
import { failed } from '../platformApi/fakePlatform';
import { stopClockAt } from '../../support/clock';

const NOW = Date.parse('2026-11-22T12:00:00Z');
stopClockAt(NOW);

const oAuth2 = (tokenData: IDataObject = {}, more: IDataObject = {}) => ({
	oauthTokenData: { access_token: 'token-2', locationId: 'loc-1', ...tokenData },
	...more,
});
const get = async (credential: IDataObject, parameters: IDataObject = {}, given: object = {}) => {
	const { json, error, sent } = await act('accessToken.get', parameters, { credential, ...given });
	expect(sent).toEqual([]);
	return { json: json[0], error };
};

describe('Access Token > Get tells', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['what a private token has', PRIVATE_TOKEN, { locationId: 'loc-1', level: 'location', authentication: 'accessToken', requestedScopes: null, userId: null, expiresAt: null, expiresInSeconds: null, apiVersion: '2021-07-28' }],
		['what an OAuth2 token has', oAuth2({ userId: 'ada', scope: 'a b' }, { apiVersion: '2' }), { locationId: 'loc-1', level: 'location', authentication: 'oAuth2', requestedScopes: ['a', 'b'], userId: 'ada', apiVersion: '2' }],
		['that an agency has no location', oAuth2({ locationId: '' }), { locationId: null, level: 'agency' }],
		['when it expires', oAuth2({ n8n_expires_at: NOW + 3_600_999 }), { expiresAt: '2026-11-22T13:00:00.999+00:00', expiresInSeconds: 3600 }],
		['that it has expired', oAuth2({ n8n_expires_at: NOW - 60_000 }), { expiresAt: '2026-11-22T11:59:00+00:00', expiresInSeconds: 0 }],
		['the scopes of the credential', oAuth2({}, { scope: 'c d' }), { requestedScopes: ['c', 'd'] }],
		['the scopes of the token first, separated in other ways', oAuth2({ scope: ' a, b,c\n' }, { scope: 'c d' }), { requestedScopes: ['a', 'b', 'c'] }],
		['that it knows no scopes', oAuth2(), { requestedScopes: [] }],
	])('%s', async (_, credential, expected) => {
		const { json, error } = await get(credential);
		expect(error).toBeUndefined();
		expect(json).toMatchObject(expected);
		expect(json).not.toHaveProperty('accessToken');
	});

	it.each([
		[oAuth2(), true, 'token-2'],
		[PRIVATE_TOKEN, true, 'token-1'],
		[PRIVATE_TOKEN, '={{ true }}', undefined],
		[PRIVATE_TOKEN, 'true', undefined],
	])('the token of %j where a person says so (%j): %j', async (credential, includeToken, expected) => {
		expect((await get(credential, { includeToken })).json.accessToken).toBe(expected);
	});
});

it('Access Token > Get describes the token that it gives: the new one, where the old is about to expire', async () => {
	const due = oAuth2({ access_token: 'old', n8n_expires_at: NOW + 60_000, refresh_token: 'refresh-1', userId: 'ada', scope: 'a' });
	const renewed = { access_token: 'new', n8n_expires_at: NOW + 7_200_000, refresh_token: 'refresh-2', userId: 'ada', scope: 'b', locationId: 'loc-1' };
	const helpers = { refreshOAuth2Token: async () => await Promise.resolve(void Object.assign(due, oAuth2(renewed))) };
	const { json } = await get(due, { includeToken: true }, { helpers });
	expect(json).toMatchObject({ accessToken: 'new', expiresAt: '2026-11-22T14:00:00+00:00', expiresInSeconds: 7_200, requestedScopes: ['b'] });
});

describe('Access Token > Get refuses', () => {
	it.each<[string, IDataObject, string]>([
		['another location', oAuth2(), "belongs to the location 'loc-1'"],
		['a location for the token of an agency', oAuth2({ locationId: '' }), "has no token of the location 'loc-2'"],
	])('%s', async (_, credential, message) => {
		expect((await get(credential, { locationId: byId('loc-2') })).error?.message).toContain(message);
	});

	it('a private token of which no location is known', async () => {
		expect((await get({ accessToken: 'token-1' })).error?.message).toContain('No location is known');
		expect((await get({ accessToken: 'token-1' }, { locationId: byId('loc-2') })).json.locationId).toBe('loc-2');
	});

	it('to describe a token that is about to expire and cannot be refreshed', async () => {
		const refresh = jest.fn(async () => await Promise.reject(failed(400, { error: 'invalid_grant' })));
		const due = oAuth2({ n8n_expires_at: NOW + 60_000, refresh_token: 'refresh-1' });
		const { error, json } = await get(due, { includeToken: true }, { helpers: { refreshOAuth2Token: refresh } });
		expect(refresh).toHaveBeenCalledTimes(1);
		expect(error?.message).toContain('access was revoked, or the refresh token expired');
		expect(json).toBeUndefined();
	});
});

it('n8n redacts the token where it hides sensitive fields', () => {
	expect(new Platform().description).toMatchObject({ sensitiveOutputFields: ['accessToken'] });
});
