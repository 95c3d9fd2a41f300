import { failed, platform, rejection } from './fakePlatform';
import { getCalendar } from '../../../nodes/platformApi/calendars';
import { stopClockAt } from '../../support/clock';

const agency = { api: 'highLevel', clientId: 'app-1', oauthTokenData: { access_token: 'agency', refresh_token: 'r', companyId: 'company-1' } };
const token = (locationId: string, name: string, expires_in = 86_399) => ({ access_token: name, locationId, expires_in, token_type: 'Bearer' });
const CALENDAR = { calendar: { id: 'cal-1' } };
const NOW = Date.parse('2026-11-24T10:00:00Z');

stopClockAt(NOW);

const withAgency = (...responses: unknown[]) => platform({ authentication: 'oAuth2', credential: agency, responses });

it('each location has its own token, which is made once in a run', async () => {
	const { client, sent } = withAgency(token('loc-1', 'one'), CALENDAR, CALENDAR, token('loc-2', 'two'), CALENDAR);
	for (const location of ['loc-1', 'loc-1', 'loc-2']) await getCalendar(await client.at(location), 'cal-1');
	expect(sent.map(({ token: used, options }) => [used, options.method])).toEqual([
		['agency', 'POST'],
		['one', 'GET'],
		['one', 'GET'],
		['agency', 'POST'],
		['two', 'GET'],
	]);
	expect(sent[0].options).toMatchObject({ url: expect.stringMatching(/\/oauth\/locationToken$/) as string, headers: { Version: '2021-07-28' } });
	expect(String(sent[0].options.body)).toBe('companyId=company-1&locationId=loc-1');
});

it('items at the same time share it', async () => {
	const { client, sent } = withAgency(token('loc-1', 'one'), CALENDAR, CALENDAR);
	const read = async () => await getCalendar(await client.at('loc-1'), 'cal-1');
	await Promise.all([read(), read()]);
	expect(sent.map(({ options }) => options.method)).toEqual(['POST', 'GET', 'GET']);
});

it('one that expires is made anew, and the new one is used', async () => {
	const { client, sent } = withAgency(token('loc-1', 'one', 600), CALENDAR, token('loc-1', 'two', 600), CALENDAR);
	await getCalendar(await client.at('loc-1'), 'cal-1');
	jest.spyOn(Date, 'now').mockReturnValue(NOW + 301_000);
	await getCalendar(await client.at('loc-1'), 'cal-1');
	expect(sent.map((each) => each.token)).toEqual(['agency', 'one', 'agency', 'two']);
});

it('one that is refused is made anew once', async () => {
	const { client, sent } = withAgency(token('loc-1', 'one'), failed(401), token('loc-1', 'two'), failed(401));
	const { message } = await rejection(getCalendar(await client.at('loc-1'), 'cal-1'));
	expect(sent.map((each) => each.token)).toEqual(['agency', 'one', 'agency', 'two']);
	// n8n's core would send the agency's own token in its place.
	expect(sent.map(({ oauth2 }) => oauth2.skipTokenRefresh)).toEqual([true, true, true, true]);
	expect(message).toContain('rejected the access token');
});

it('one of another location is never used', async () => {
	const { client, sent } = withAgency(token('loc-2', 'two'));
	await rejection(getCalendar(await client.at('loc-1'), 'cal-1'));
	expect(sent).toHaveLength(1);
});

it('where none is given, the location is named, and the next item asks again', async () => {
	const { client, sent } = withAgency(failed(400, { message: 'Location not found' }), token('loc-1', 'one'), CALENDAR);
	expect((await rejection(getCalendar(await client.at('loc-1'), 'cal-1'))).message).toContain("gave no token of the location 'loc-1'");
	await getCalendar(await client.at('loc-1'), 'cal-1');
	expect(sent.map((each) => each.token)).toEqual(['agency', 'agency', 'one']);
});

it('without a location nothing is sent with the token of the agency', async () => {
	const { client, sent } = withAgency();
	expect((await rejection(getCalendar(client, 'cal-1'))).message).toContain('No location is known');
	expect(sent).toEqual([]);
});

it('a connection to one location is not asked for another one', async () => {
	const { client, sent } = platform({ authentication: 'oAuth2', credential: { ...agency, oauthTokenData: { access_token: 'one', locationId: 'loc-1' } } });
	expect((await rejection(client.at('loc-2'))).message).toContain("belongs to the location 'loc-1'");
	expect(await client.at('loc-1')).toBe(client);
	expect(sent).toEqual([]);
});
