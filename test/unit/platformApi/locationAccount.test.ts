import { failed, platform, rejection } from './fakePlatform';
import { sendApiRequest } from '../../../nodes/platformApi/sendApiRequest';
import { getCalendar } from '../../../nodes/platformApi/calendars';
import { stopClockAt } from '../../support/clock';

const agency = {
	api: 'highLevel',
	clientId: 'app-1',
	oauthTokenData: {
		access_token: 'agency',
		refresh_token: 'r',
		companyId: 'company-1',
		n8n_expires_at: '4102444800000',
	},
};
const token = (locationId: string, name: string, expires_in = 86_399) => ({
	access_token: name,
	locationId,
	expires_in,
	token_type: 'Bearer',
});
const CALENDAR = { calendar: { id: 'cal-1' } };
const NOW = Date.parse('2026-11-24T10:00:00Z');

stopClockAt(NOW);

/** An agency's connection, its requests for a calendar of a location, and the tokens that they were sent with. */
function withAgency(...responses: unknown[]) {
	const { client, sent } = platform({ authentication: 'oAuth2', credential: agency, responses });
	const read = async (location = 'loc-1') =>
		await (await client.at(location)).request({ method: 'GET', path: '/calendars/cal-1' });
	return { client, sent, read, tokens: () => sent.map((each) => each.token) };
}

it('a token that lives under five minutes is used until half of its life has passed', async () => {
	const { read, tokens } = withAgency(token('loc-1', 'short', 240), CALENDAR, CALENDAR);
	await read();
	await read();
	expect(tokens()).toEqual(['agency', 'short', 'short']);
});

it('a refusal at a location names all scopes that the operation needs', async () => {
	const { client } = withAgency(token('loc-1', 'one'), failed(403, { message: 'Not you' }));
	client.rights = ['readContacts'];
	const localClient = await client.at('loc-1');
	const read = localClient.request({
		method: 'GET',
		path: '/calendars/cal-1',
		right: 'readCalendars',
	});
	expect((await rejection(read)).description).toContain('calendars.readonly, contacts.readonly');
});

it("a location's refusal that repeats the agency's secrets is not quoted", async () => {
	const credential = { ...agency, clientSecret: 'agency-client-secret' };
	const refusal = failed(422, { message: 'Not with agency-client-secret' });
	const { client } = platform({
		authentication: 'oAuth2',
		credential,
		responses: [token('loc-1', 'one'), refusal],
	});
	const localClient = await client.at('loc-1');

	const error = await rejection(localClient.request({ method: 'GET', path: '/calendars/' }));

	expect(error.description).not.toContain('Not with');
});

it('each location has its own token, which is made once in a run, also where it names neither location nor expiry', async () => {
	const { sent, read, tokens } = withAgency(
		token('loc-1', 'one'),
		CALENDAR,
		CALENDAR,
		{ access_token: 'two' },
		CALENDAR,
		CALENDAR,
	);
	for (const location of ['loc-1', 'loc-1', 'loc-2', 'loc-2']) await read(location);
	expect(tokens()).toEqual(['agency', 'one', 'one', 'agency', 'two', 'two']);
	expect(sent[0]).toMatchObject({
		method: 'POST',
		timeout: 30_000,
		headers: { Version: '2021-07-28' },
		url: expect.stringMatching(/\/oauth\/locationToken$/),
	});
	expect(String(sent[0]?.body)).toBe('companyId=company-1&locationId=loc-1');
});

it('one that expires is made anew five minutes before, and the new one is used', async () => {
	const { read, tokens } = withAgency(
		token('loc-1', 'one', 600),
		CALENDAR,
		CALENDAR,
		token('loc-1', 'two', 600),
		CALENDAR,
		CALENDAR,
	);
	for (const ms of [0, 300_000, 300_001, 300_002]) {
		jest.spyOn(Date, 'now').mockReturnValue(NOW + ms);
		await read();
	}
	expect(tokens()).toEqual(['agency', 'one', 'one', 'agency', 'two', 'two']);
});

it('one that is refused is made anew once, for all items that share it', async () => {
	const { sent, read, tokens } = withAgency(
		token('loc-1', 'one'),
		failed(401),
		failed(401),
		token('loc-1', 'two'),
		CALENDAR,
		failed(401),
	);
	const [, second] = await Promise.allSettled([read(), read()]);
	expect(tokens()).toEqual(['agency', 'one', 'one', 'agency', 'two', 'two']);
	// n8n's core would send the agency's own token in its place.
	expect(sent.every(({ oauth2 }) => oauth2.skipTokenRefresh)).toBe(true);
	expect(second).toMatchObject({
		reason: { message: expect.stringContaining('rejected the access token') },
	});
});

it.each([
	['one of another location', token('loc-2', 'two'), 'not a token of'],
	['a response without one', { locationId: 'loc-1' }, 'not a token of'],
	...[400, 403, 404, 422].map((status): [string, unknown, string] => [
		`where none is given (${status})`,
		failed(status),
		'gave no token of',
	]),
])(
	'%s is never used, the location is named, and the next item asks again',
	async (_, response, text) => {
		const { read, tokens } = withAgency(response, token('loc-1', 'one'), CALENDAR);
		expect((await rejection(read())).message).toMatch(new RegExp(`${text} .*'loc-1'`));
		await read();
		expect(tokens()).toEqual(['agency', 'agency', 'one']);
	},
);

it('an API request is sent with the token of the location that it names, else with that of the agency', async () => {
	const { client, tokens } = withAgency(token('loc-1', 'one'), {}, {});
	for (const path of ['/locations/loc-1', '/companies/company-1'])
		await sendApiRequest(client, { method: 'GET', path });
	expect(tokens()).toEqual(['agency', 'one', 'agency']);
});

it('where none is given, it is said what to check', async () => {
	const { read } = withAgency(failed(403));
	expect((await rejection(read())).description).toBe(
		"Check 'Location (Sub-Account)', that the app is installed in it, and that the connection has the scope oauth.write.",
	);
});

it('the credential of a location has no client for another one', async () => {
	const { client } = platform();
	expect((await rejection(client.at('loc-2'))).message).toContain(
		"belongs to the location 'loc-1', so it cannot be used for the location 'loc-2'",
	);
});

it('without a location nothing is sent with the token of the agency', async () => {
	const { client, sent } = withAgency();
	expect((await rejection(getCalendar(client, 'cal-1'))).message).toContain('No location is known');
	expect(sent).toEqual([]);
});
