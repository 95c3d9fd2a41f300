import { failed, platform, rejection } from './fakePlatform';
import {
	listInstalledLocations,
	locationCountry,
	locationZone,
} from '../../../nodes/platformApi/locations';

const ofLocation = (...responses: unknown[]) =>
	platform({
		credential: { api: 'highLevel', platformUrl: '', locationId: 'loc-1' },
		responses,
	});

it('a location has a zone and a country, for which it is read once', async () => {
	const location = { id: 'loc', timezone: 'Europe/Berlin', country: 'DE' };
	const { client, sent } = ofLocation({ location });

	expect(await locationZone(client)).toBe('Europe/Berlin');
	expect(await locationCountry(client)).toBe('DE');
	const url = 'https://services.leadconnectorhq.com/locations/loc-1';
	expect(sent).toMatchObject([{ method: 'GET', url }]);
	expect(sent).toHaveLength(1);
});

it('a change of its country shows after five minutes', async () => {
	const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
	const { client } = platform({
		credential: { api: 'highLevel', platformUrl: '', locationId: 'loc-moves' },
		responses: [{ location: { country: 'DE' } }, { location: { country: 'FR' } }],
	});
	const countries = [await locationCountry(client)];

	clock.mockReturnValue(5 * 60_000 - 1);
	countries.push(await locationCountry(client));
	clock.mockReturnValue(5 * 60_000);
	countries.push(await locationCountry(client));

	expect(countries).toEqual(['DE', 'DE', 'FR']);
});

it('a location at another address of the platform is another one', async () => {
	const [here, there] = ['https://a.example.com', 'https://b.example.com'].map((platformUrl) =>
		platform({
			credential: { api: 'highLevel', platformUrl, locationId: 'loc-of-two' },
			responses: [{ location: { id: 'loc-of-two', country: platformUrl.at(8)?.repeat(2) } }],
		}),
	);

	expect(await locationCountry(here.client)).toBe('aa');
	expect(await locationCountry(there.client)).toBe('bb');
});

it.each([401, 403])(
	'of a location that the token may not read (%d), neither is known',
	async (status) => {
		const refused = failed(status, { message: 'The token is not authorized for this scope.' });
		const { client } = ofLocation(refused);

		expect(await locationZone(client)).toBeUndefined();
		expect(await locationCountry(client)).toBe('');
	},
);

it('what one token may not read, a token with the right scope is asked for', async () => {
	const [refused, allowed] = [failed(403), { location: { country: 'DE' } }].map((response, index) =>
		platform({
			credential: { api: 'highLevel', locationId: 'loc-scopes', accessToken: `token-${index}` },
			responses: [response],
		}),
	);

	expect(await locationCountry(refused.client)).toBe('');
	expect(await locationCountry(allowed.client)).toBe('DE');
});

it('but a failure that may pass fails the call', async () => {
	const { client } = ofLocation(failed(429, {}, { 'retry-after': '7200' }));

	expect((await rejection(locationZone(client))).message).toContain('too many requests');
});

it('where only agencies have the list, the credential of a location is refused, with what it works for', async () => {
	const { client, sent } = ofLocation();

	expect(await rejection(listInstalledLocations(client))).toMatchObject({
		message: 'The installed locations can only be listed for an agency',
		description:
			'Nothing was sent. This needs the connection of an agency. A credential of a location works for that one alone.',
	});
	expect(sent).toEqual([]);
});

it('of a list that comes as a whole, the first are put out, and how many more there are', async () => {
	const { client } = platform({
		responses: [{ users: [{ id: 'u' }], locations: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] }],
	});

	expect(await listInstalledLocations(client, 1)).toEqual({
		locations: [{ id: 'a' }],
		hidden: 2,
		isEnd: true,
	});
});
