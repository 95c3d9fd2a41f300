import type { IDataObject } from 'n8n-workflow';

import { byId, PRIVATE_TOKEN, search } from './nodeOnPlatform';
import { failed, rejection } from '../platformApi/fakePlatform';

const oAuth2 = (locationId?: string) => ({ oauthTokenData: { access_token: 'token-2', locationId } });
const NO_LOCATION = { accessToken: 'token-1' };
const records = [{ id: 'b', name: 'Two' }, { id: 'a', name: 'One' }];
const entries = [{ name: 'One (a)', value: 'a' }, { name: 'Two (b)', value: 'b' }];

describe.each([
	['searchCalendars', 'calendars', (location: string) => ({ path: '/calendars/', qs: { locationId: location } })],
	['searchWebhooks', 'customWebhooks', (location: string) => ({ path: `/locations/${location}/customWebhooks` })],
] as const)('%s', (method, name, requestFor) => {
	const list = async (parameters: IDataObject = {}, given: object = {}) =>
		await search(method, parameters, { responses: [{ [name]: records }], credential: NO_LOCATION, ...given });

	it.each<[string, IDataObject, object, string]>([
		["the credential's location", {}, { credential: PRIVATE_TOKEN }, 'loc-1'],
		["the connected account's location", {}, { credential: oAuth2('loc-3') }, 'loc-3'],
		...[byId(' loc-2 '), 'loc-2', byId('={{ "loc-" + 2 }}'), '={{ " loc-2 " }}'].map((locationId): [string, IDataObject, object, string] => [
			`the location of ${JSON.stringify(locationId)}`, { options: { locationId } }, {}, 'loc-2',
		]),
		['the location of an expression that gives a number', { options: { locationId: byId('={{ 5 }}') } }, {}, '5'],
		...['$("Other").item.json.a', 'null', 'undefined'].map((words): [string, IDataObject, object, string] => [
			`no location for ${words}`, { options: { locationId: byId(`={{ ${words} }}`) } }, { credential: PRIVATE_TOKEN }, 'loc-1',
		]),
	])('lists what is in %s', async (_, parameters, given, location) => {
		const { results, sent } = await list(parameters, given);
		expect(results).toEqual(entries);
		expect(sent).toMatchObject([requestFor(location)]);
	});

	it('keeps what was searched for', async () => {
		expect((await list({}, { credential: PRIVATE_TOKEN, filter: ' tWO' })).results).toEqual(entries.slice(1));
	});

	it('refuses another location', async () => {
		const { message } = await rejection(list({ options: { locationId: byId('loc-2') } }, { credential: PRIVATE_TOKEN }));
		expect(message).toContain("belongs to the location 'loc-1'");
	});
});

describe('locations', () => {
	const list = async (credential: IDataObject, locations: unknown, filter?: string) =>
		await search('searchLocations', {}, { responses: [locations], credential, filter });
	const two = { locations: [{ id: 'loc-2', name: 'Summit' }, { locationId: 'loc-1', name: 'Harbor' }] };
	const own = { name: 'Harbor (loc-1)', value: 'loc-1' };
	const unnamed = { name: 'loc-1 (location of the credential)', value: 'loc-1' };

	it.each<[string, IDataObject, unknown, string | undefined, unknown[]]>([
		["the credential's own, under its name", PRIVATE_TOKEN, two, undefined, [own]],
		["the credential's own under its name, when searched for", PRIVATE_TOKEN, two, 'harb', [own]],
		['none, when another is searched for', oAuth2('loc-1'), two, 'summit', []],
		['its id, where the platform names others', oAuth2('loc-1'), { locations: [{ id: 'loc-2' }] }, undefined, [unnamed]],
		['its id, where the platform refuses the list', PRIVATE_TOKEN, failed(403), undefined, [unnamed]],
		['its id, searched for', PRIVATE_TOKEN, failed(403), 'OC-1', [unnamed]],
		['all, where nobody entered one', NO_LOCATION, two, undefined, [own, { name: 'Summit (loc-2)', value: 'loc-2' }]],
		['those of all that are searched for', NO_LOCATION, two, 'SUMMIT', [{ name: 'Summit (loc-2)', value: 'loc-2' }]],
	])('show %s', async (_, credential, response, filter, expected) => {
		const { results, sent } = await list(credential, response, filter);
		expect(results).toEqual(expected);
		expect(sent).toMatchObject([{ path: '/oauth/installedLocations' }]);
	});

	it("are refused for an agency's credential, with nothing sent", async () => {
		const { message, description } = await rejection(search('searchLocations', {}, { credential: oAuth2() }));
		expect(message).toContain('was connected for an agency');
		expect(description).toContain('Nothing was sent.');
	});
});
