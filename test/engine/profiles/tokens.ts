import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { byId, CONNECT_AGAIN, succeeded, textOf, TRY_LATER, type Given, type Scenario } from './scenario';
import { CredentialStore } from '../../support/credentialStore';
import type { RunResult } from '../../support/engine';
import {
	act,
	bookingForAda,
	monday,
	oauthCredential,
	slotAt,
	tokenCredential,
	type OAuthOptions,
} from '../platform/platform';

/** A node with a connected OAuth2 credential, which it keeps over its runs. */
function connected({ sandbox }: Given, options: OAuthOptions = {}) {
	const credentials = oauthCredential(sandbox, options);
	const store = new CredentialStore(credentials);
	const run = async (name: string, parameters: IDataObject, items?: IDataObject[]) =>
		await act(sandbox, name, parameters, { credentials, store, items });
	return { run, store };
}

const ONE_CALENDAR = { calendarId: byId('cal-checkup') };

const issued = ({ control }: Given) =>
	control.tokenRequests().filter(({ outcome }) => outcome === 'issued').length;

function isAboutTheConnection(result: RunResult): void {
	expect(textOf(result)).toMatch(CONNECT_AGAIN);
	expect(textOf(result)).not.toMatch(TRY_LATER);
}

export const tokenScenarios: Scenario[] = [
	{
		name: 'an expired token is refreshed once, for reads and for writes',
		async run(given) {
			const { run } = connected(given);
			given.control.expireTokens();
			succeeded(await run('calendar.get', ONE_CALENDAR));
			expect(issued(given)).toBe(1);
			given.control.expireTokens();
			succeeded(await run('appointment.book', { ...bookingForAda, ...slotAt('10:00') }));
			expect(issued(given)).toBe(2);
			expect(given.control.appointments()).toHaveLength(1);
		},
	},
	{
		name: 'items that meet an expired token at once refresh it once',
		async run(given) {
			const { run } = connected(given);
			given.control.expireTokens();
			const days = [0, 1, 2, 3, 4].map((plus) => monday().plus({ days: plus }).toISODate() ?? '');
			const asked = { ...ONE_CALENDAR, startDate: '={{ $json.day }}', endDate: '={{ $json.day }}' };
			const items = days.map((day) => ({ day }));
			const result = succeeded(await run('calendar.getFreeSlots', { ...asked, output: 'raw' }, items));
			expect(result.json).toHaveLength(days.length);
			expect(given.control.tokenRequests().map(({ outcome }) => outcome)).toEqual(['issued']);
		},
	},
	{
		name: 'a token that is about to expire is refreshed before it is used',
		async run(given) {
			const { run } = connected(given, { remainingSeconds: 60 });
			succeeded(await run('calendar.get', ONE_CALENDAR));
			expect(issued(given)).toBe(1);
			expect(given.control.requests({ operationId: 'get_calendar' })[0].status).not.toBe(401);
		},
	},
	{
		name: 'a new token is not refreshed, however short it lives',
		async run(given) {
			const { run } = connected(given, { lifetimeSeconds: given.profile.tokenLifetimeSeconds });
			for (let count = 0; count < 3; count++) succeeded(await run('calendar.get', ONE_CALENDAR));
			expect(given.control.tokenRequests()).toEqual([]);
		},
	},
	{
		name: 'a refreshed token is used from then on',
		async run(given) {
			const { run, store } = connected(given, { remainingSeconds: 60 });
			const { json } = succeeded(await run('accessToken.get', { includeToken: true }));
			const { oauthTokenData } = store.read('platformOAuth2Api');
			expect(json[0].accessToken).toBe((oauthTokenData as unknown as IDataObject).access_token);
			const inHours = DateTime.fromISO(String(json[0].expiresAt)).diffNow('seconds').seconds;
			expect(Math.abs(inHours - given.profile.tokenLifetimeSeconds)).toBeLessThan(60);
			given.control.setTokenLifetime(3_600);
			succeeded(await run('calendar.get', ONE_CALENDAR));
		},
	},
	{
		name: 'a refused refresh leads to connecting again',
		async run(given) {
			const { run } = connected(given);
			given.control.expireTokens({ refreshTokens: true });
			isAboutTheConnection(await run('calendar.get', ONE_CALENDAR));
			isAboutTheConnection(
				await run('appointment.book', { ...bookingForAda, ...slotAt('10:00') }),
			);
			const about = connected(given, { remainingSeconds: 60 });
			given.control.expireTokens({ refreshTokens: true });
			isAboutTheConnection(await about.run('accessToken.get', {}));
		},
	},
	{
		name: 'a wrong client secret is named',
		async run(given) {
			const { run } = connected(given, { clientSecret: 'of-the-test-app' });
			given.control.expireTokens();
			expect(textOf(await run('calendar.get', ONE_CALENDAR))).toContain("'Client Secret'");
		},
	},
	{
		name: 'a missing scope is named',
		async run(given) {
			const { run } = connected(given, { scopes: ['locations.readonly'] });
			expect(textOf(await run('calendar.get', ONE_CALENDAR))).toContain("'calendars.readonly'");
			const credentials = tokenCredential(given.sandbox, { accessToken: 'pit-harbor-readonly' });
			const booking = { ...bookingForAda, ...slotAt('10:00') };
			const refused = await act(given.sandbox, 'appointment.book', booking, { credentials });
			expect(textOf(refused)).toContain("'calendars.write'");
		},
	},
];
