import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { calendarNamed, freeSlots, succeeded, textOf, type Given, type Scenarios } from './scenario';
import { CredentialStore } from '../../support/credentialStore';
import type { RunResult } from '../../support/engine';
import { byId } from '../../support/e2e/platformParameters';
import { lookUp } from '../knowledge/knowledge';
import { act, monday, oauthCredential, tokenCredential, type OAuthOptions } from '../platform/platform';

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
	return await lookUp(sandbox, name, parameters, { headerName, headerValue });
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

	async 'calendars are shown, one and all, and the locations of an agency'({ sandbox, control }) {
		showsAll(await act(sandbox, 'calendar.getAll', { returnAll: true }), ['cal-onboarding', 'cal-checkup']);
		const one = succeeded(await act(sandbox, 'calendar.get', ONE_CALENDAR));
		expect(one).toMatchObject([{ id: 'cal-checkup', name: 'Dental check-up' }]);
		const ids = ['loc-harbor', 'loc-summit'];
		for (const locationId of ids) control.issueToken({ locationId });
		showsAll(await act(sandbox, 'installedLocation.getAll', {}, { credentials: oauthCredential(sandbox, { level: 'agency' }) }), ids);
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

	async 'a missing scope, a wrong client secret and a refused refresh are told apart'(given) {
		const told = async (run: ReturnType<typeof connected>, name = 'calendar.get') => textOf(await run(name, ONE_CALENDAR));
		const wrong = connected(given, { clientSecret: 'of-the-test-app' });
		expect(await told(connected(given, { scopes: ['locations.readonly'] }))).toContain("'calendars.readonly'");
		given.control.expireTokens();
		expect(await told(wrong)).toContain("'Client Secret'");
		const [used, due] = [3_600, 60].map((remainingSeconds) => connected(given, { remainingSeconds }));
		given.control.expireTokens({ refreshTokens: true });
		for (const text of [await told(used), await told(due, 'accessToken.get')]) {
			expect(text).toMatch(/connect (the account|the credential|it) again/i);
			expect(text).not.toMatch(/try again later/i);
		}
	},
};
