import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { calendarNamed, freeSlots, succeeded, textOf, type Given, type Scenarios } from './scenario';
import { Platform } from '../../../nodes/Platform/Platform.node';
import { contextOf } from '../../support/context';
import { CredentialStore } from '../../support/credentialStore';
import type { RunResult } from '../../support/engine';
import { byId } from '../../support/e2e/platformParameters';
import { lookUp } from '../knowledge/knowledge';
import { act, monday, oauthCredential, tokenCredential, ZONE, type OAuthOptions } from '../platform/platform';

const CONNECT_AGAIN = /connect (the account|the credential|it) again/i;
const TRY_LATER = /try again later/i;
const ONE_CALENDAR = { calendarId: byId('cal-checkup') };

/** All records are there, or the run says that there are more. */
export function showsAll(result: RunResult, ids: string[]): void {
	const shown = succeeded(result).map(({ id, _id, locationId }) => id ?? _id ?? locationId);
	const [{ hints = [] }] = result.run.data.resultData.runData.Node;
	expect(ids).toEqual(expect.arrayContaining(shown));
	const isPart = hints.some(({ message }) => /more/i.test(message));
	expect([shown.length > 0, shown.length === ids.length || isPart]).toEqual([true, true]);
}

/** A node with a connected OAuth2 credential, which it keeps over its runs. */
function connected({ sandbox }: Given, options: OAuthOptions = {}) {
	const credentials = oauthCredential(sandbox, options);
	const store = new CredentialStore(credentials);
	return async (name: string, parameters: IDataObject) => await act(sandbox, name, parameters, { credentials, store });
}

async function look({ sandbox, profile }: Given, name: string, parameters: IDataObject): Promise<RunResult> {
	const { name: headerName = '', value: headerValue = '' } = profile.knowledgeHeader ?? {};
	return await lookUp(sandbox, name, parameters, { credential: headerName ? { headerName, headerValue } : undefined });
}

/** What the platform itself sends. */
async function sent({ sandbox, profile: { knowledgeHeader } }: Given, path: string): Promise<unknown> {
	const headers = knowledgeHeader ? { [knowledgeHeader.name]: knowledgeHeader.value } : {};
	return await (await fetch(`${sandbox.url}/v1${path}`, { headers })).json();
}

/** Calendar, its token, the zone asked for, and how many more days than one. */
const SLOTS_ASKED: Array<[string, string, string, number]> = [
	['cal-checkup', 'pit-harbor', 'Asia/Tokyo', 2],
	['cal-trial', 'pit-summit', 'Pacific/Auckland', 0],
	['cal-evening', 'pit-summit', 'America/Los_Angeles', 0],
	['cal-evening', 'pit-summit', 'Europe/Berlin', 1],
	['cal-walk-in', 'pit-summit', 'Europe/Berlin', 1],
];

export const reads: Scenarios = {
	async 'lookups give each record as it was sent'(given) {
		for (const [name, parameters, path] of [
			['recipe.search', { query: 'book', limit: 50 }, '/recipes/search?q=book&limit=50'],
			['useCase.getAll', { returnAll: true }, '/use-cases'],
			['changelogEntry.getAll', { returnAll: true }, '/changelog'],
		] as Array<[string, IDataObject, string]>) {
			expect({ results: succeeded(await look(given, name, parameters)) }).toEqual(await sent(given, path));
		}
		for (const [name, folder, slug] of [['glossaryTerm.get', 'glossary', 'access-token'], ['feature.get', 'features', 'calendars']]) {
			const json = succeeded(await look(given, name, { slug }));
			expect(json).toEqual([await sent(given, `/${folder}/${slug}`)]);
		}
	},

	async 'lookups that find nothing say so'(given) {
		for (const [name, parameters] of [
			['recipe.search', { query: 'qqqqzzzz' }],
			['useCase.getAll', { vertical: 'no-such-vertical' }],
			['changelogEntry.getAll', { since: '2099-01-01' }],
		] as Array<[string, IDataObject]>) {
			const result = await look(given, name, parameters);
			// A 404 can also mean a wrong base URL.
			const isRefused = given.profile.emptyList === 404;
			expect(isRefused ? textOf(result) : succeeded(result)).toEqual(isRefused ? expect.stringMatching(/match/i) : []);
		}
		expect(textOf(await look(given, 'feature.get', { slug: 'no-such-slug' }))).toContain('no-such-slug');
	},

	async 'calendars are shown, one and all'({ sandbox }) {
		const all = await act(sandbox, 'calendar.getAll', { returnAll: true });
		showsAll(all, ['cal-onboarding', 'cal-checkup']);
		expect(all.json[0]).toHaveProperty('name');
		const one = succeeded(await act(sandbox, 'calendar.get', ONE_CALENDAR));
		expect(one).toMatchObject([{ id: 'cal-checkup', name: 'Dental check-up' }]);
	},

	async 'installedLocation.getAll shows all locations of an agency'({ sandbox, control }) {
		const ids = ['loc-harbor', 'loc-summit'];
		for (const locationId of ids) control.issueToken({ locationId });
		const credentials = oauthCredential(sandbox, { level: 'agency' });
		showsAll(await act(sandbox, 'installedLocation.getAll', {}, { credentials }), ids);
	},

	...Object.fromEntries(
		SLOTS_ASKED.map(([id, accessToken, zone, days]) => [
			`calendar.getFreeSlots shows the free slots of ${id} on ${days + 1} days in ${zone}`,
			async (given: Given) => {
				const { sandbox, control } = given;
				const [startDate, endDate] = [0, days].map((plus) => monday().plus({ days: plus }).toFormat('yyyy-MM-dd'));
				const asked = { calendarId: id, startDate, endDate, zone };
				control.takeSlot({ calendarId: id, ...freeSlots(given, asked)[0] });
				const { locationId } = calendarNamed(id);
				const fields = { calendarId: byId(id), startDate, endDate, returnAll: true, options: { timezone: byId(zone) } };
				const credentials = tokenCredential(sandbox, { accessToken, locationId });
				const json = succeeded(await act(sandbox, 'calendar.getFreeSlots', fields, { credentials }));
				// By instants: HighLevel's have an offset.
				const told = ({ startTime, endTime }: IDataObject) => [startTime, endTime].map((time) => Date.parse(String(time)));
				const expected = freeSlots(given, asked).map((slot) => [
					...told({ ...slot }),
					DateTime.fromISO(slot.startTime, { zone }).toISODate(),
				]);
				expect(json.map((item) => [...told(item), item.date])).toEqual(expected);
			},
		]),
	),

	async 'the lists of the editor show the calendars, and the free slots of the next days in order'(given) {
		const { sandbox, profile } = given;
		const target = { authentication: 'accessToken', resource: 'appointment', operation: 'book' };
		const { context } = contextOf('loadOptions', {
			type: 'platform',
			parameters: { ...target, ...ONE_CALENDAR, options: { timezone: byId(ZONE) } } as never,
			credentials: tokenCredential(sandbox),
			settings: { timezone: ZONE },
		});
		const { listSearch } = new Platform().methods;
		const shown = (await listSearch.searchCalendars.call(context as never, undefined)).results.map(({ value }) => value);
		const all = ['cal-onboarding', 'cal-checkup'];
		// Further pages are not documented, so none is followed.
		expect(all).toEqual(expect.arrayContaining(shown));
		expect(shown.length).toBeGreaterThanOrEqual(profile.pages === 'one' ? all.length : 1);
		const { results } = await listSearch.searchSlots.call(context as never, undefined);
		const starts = results.map(({ value }) => Date.parse(String(value).split('/')[0]));
		const today = DateTime.now().setZone(ZONE);
		const [startDate, endDate] = [0, 6].map((days) => today.plus({ days }).toFormat('yyyy-MM-dd'));
		const free = freeSlots(given, { calendarId: 'cal-checkup', startDate, endDate, zone: ZONE });
		expect(starts.length).toBeGreaterThan(0);
		expect(free.map(({ startTime }) => Date.parse(startTime))).toEqual(expect.arrayContaining(starts));
		expect(starts).toEqual([...starts].sort((a, b) => a - b));
	},

	async 'an expired token is refreshed once; a new one never, however short it lives'(given) {
		const { control, profile } = given;
		const run = connected(given, { lifetimeSeconds: profile.tokenLifetimeSeconds });
		for (let count = 0; count < 3; count++) succeeded(await run('calendar.get', ONE_CALENDAR));
		expect(control.tokenRequests()).toEqual([]);
		control.expireTokens();
		succeeded(await run('calendar.get', ONE_CALENDAR));
		const [token] = succeeded(await run('accessToken.get', { includeToken: true }));
		expect(control.tokenRequests()).toMatchObject([{ outcome: 'issued' }]);
		const seconds = DateTime.fromISO(String(token.expiresAt)).diffNow('seconds').seconds;
		expect(Math.abs(seconds - profile.tokenLifetimeSeconds)).toBeLessThan(60);
	},

	async 'a refused refresh leads to connecting again'(given) {
		for (const [name, remainingSeconds] of [['calendar.get', 3_600], ['accessToken.get', 60]] as const) {
			const run = connected(given, { remainingSeconds });
			given.control.expireTokens({ refreshTokens: true });
			const text = textOf(await run(name, ONE_CALENDAR));
			expect(text).toMatch(CONNECT_AGAIN);
			expect(text).not.toMatch(TRY_LATER);
		}
	},

	async 'a wrong client secret and a missing scope are named'(given) {
		const wrong = connected(given, { clientSecret: 'of-the-test-app' });
		const scopeless = connected(given, { scopes: ['locations.readonly'] });
		expect(textOf(await scopeless('calendar.get', ONE_CALENDAR))).toContain("'calendars.readonly'");
		given.control.expireTokens();
		expect(textOf(await wrong('calendar.get', ONE_CALENDAR))).toContain("'Client Secret'");
	},
};
