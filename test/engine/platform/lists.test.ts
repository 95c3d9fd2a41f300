import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';

import { act, oauthCredential, slotAt, tokenCredential, ZONE } from './platform';
import { Platform } from '../../../nodes/Platform/Platform.node';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import type { CredentialSet } from '../../support/credentialStore';
import { loadOptionsContext } from '../../support/engine';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterEach(async () => {
	expect(sandbox.control.violations()).toEqual([]);
	await sandbox.reset();
});
afterAll(async () => await sandbox.close());

const { listSearch } = new Platform().methods;

async function search(
	method: keyof typeof listSearch,
	{
		filter,
		parameters = {},
		credentials = tokenCredential(sandbox),
	}: { filter?: string; parameters?: IDataObject; credentials?: CredentialSet } = {},
): Promise<INodeListSearchResult['results']> {
	const authentication = 'platformOAuth2Api' in credentials ? 'oAuth2' : 'accessToken';
	const context = loadOptionsContext({
		type: 'platform',
		parameters: { authentication, resource: 'appointment', operation: 'book', ...parameters } as never,
		credentials,
		settings: { timezone: ZONE },
	});
	return (await listSearch[method].call(context as never, filter)).results;
}
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

describe('calendars', () => {
	it('are listed by name with their ids', async () => {
		expect(await search('searchCalendars')).toEqual([
			{ name: 'Dental check-up (cal-checkup)', value: 'cal-checkup' },
			{ name: 'Onboarding call (cal-onboarding)', value: 'cal-onboarding' },
		]);
	});

	// Not every operation with this list has the other fields that the list looks at.
	it.each([
		['appointment', 'reschedule'],
		['calendar', 'get'],
		['calendar', 'getFreeSlots'],
	])('are listed for %s > %s', async (resource, operation) => {
		expect(await search('searchCalendars', { parameters: { resource, operation } })).toHaveLength(2);
	});

	it('can be searched by name and by id', async () => {
		expect(await search('searchCalendars', { filter: ' onBOARD' })).toHaveLength(1);
		expect(await search('searchCalendars', { filter: 'cal-check' })).toHaveLength(1);
		expect(await search('searchCalendars', { filter: 'nothing' })).toEqual([]);
	});

	it('say what to do when they cannot be loaded', async () => {
		await expect(
			search('searchCalendars', {
				credentials: oauthCredential(sandbox, { scopes: ['webhooks.readonly'] }),
			}),
		).rejects.toMatchObject({ message: expect.stringContaining("'calendars.readonly'") });
		await expect(
			search('searchCalendars', { credentials: tokenCredential(sandbox, { accessToken: 'x' }) }),
		).rejects.toMatchObject({ message: expect.stringContaining('rejected the access token') });
		await expect(
			search('searchCalendars', { parameters: { locationId: byId('loc-summit') } }),
		).rejects.toMatchObject({ message: expect.stringContaining("belongs to the location 'loc-harbor'") });
	});

	it('do not mind an expression that needs the data of a run', async () => {
		const parameters = { locationId: byId('={{ $json.location }}') };
		expect(await search('searchCalendars', { parameters })).toHaveLength(2);
	});
});

describe('locations', () => {
	it("are the credential's own, under its name", async () => {
		expect(await search('searchLocations')).toEqual([
			{ name: 'Harbor Dental (loc-harbor)', value: 'loc-harbor' },
		]);
	});

	it('are named by the id without the scope to list them', async () => {
		const credentials = tokenCredential(sandbox, { accessToken: 'pit-harbor-readonly' });
		expect(await search('searchLocations', { credentials })).toEqual([
			{ name: 'loc-harbor (location of the credential)', value: 'loc-harbor' },
		]);
	});

	it('of an agency are none that its token could be used for', async () => {
		const credentials = oauthCredential(sandbox, { level: 'agency' });
		await expect(search('searchLocations', { credentials })).rejects.toMatchObject({
			message: expect.stringContaining('was connected for an agency'),
			description: expect.stringContaining('choose the location on the consent page'),
		});
		expect(sandbox.control.requests()).toEqual([]);
	});
});

const weekdayOf = (time: string) =>
	new Date(time).toLocaleDateString('en-US', { weekday: 'short', timeZone: ZONE });

describe('slots', () => {
	const parameters = () => ({
		calendarId: byId('cal-onboarding'),
		slotSource: 'list',
		slotDay: slotAt('10:00').startTime.slice(0, 10),
	});

	it('are those of the day, as clocks in the zone show them', async () => {
		const slots = await search('searchSlots', { parameters: parameters() });
		expect(slots).toHaveLength(16);
		const { startTime, endTime } = slotAt('09:00');
		expect(slots[0]).toEqual({
			name: `${weekdayOf(startTime)} ${startTime.slice(0, 10)} 09:00 – 09:30 (America/New_York)`,
			value: `${startTime}/${endTime}`,
		});
		expect(await search('searchSlots', { parameters: parameters(), filter: '14:00' })).toHaveLength(2);
	});

	it('leave out those that have begun, also where the platform still offers them', async () => {
		const at = (minutes: number) => `${new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19)}+00:00`;
		const windows = [-60, -1, 1].map((start) => ({ startTime: at(start), endTime: at(start + 30) }));
		const _dates_ = { [at(0).slice(0, 10)]: windows };
		sandbox.control.addFault({ status: 200, body: { _dates_ } });
		const slots = await search('searchSlots', { parameters: { ...parameters(), slotDay: '' } });
		expect(slots.map(({ value }) => value)).toEqual([`${windows[2].startTime}/${windows[2].endTime}`]);

		sandbox.control.addFault({ status: 200, body: { _dates_: { x: windows.slice(0, 2) } } });
		const [none] = await search('searchSlots', { parameters: { ...parameters(), slotDay: '' } });
		expect(none.name).toMatch(/^No free slot in the next 7 days/);
	});

	it('evaluate an expression for the day', async () => {
		const slotDay = '={{ $today.plus(1, "day") }}';
		await search('searchSlots', { parameters: { ...parameters(), slotDay } });
		expect(sandbox.control.requests()[0].query.startDate).toMatch(/^\d{4}-\d\d-\d\d$/);
	});
});

describe('time zones', () => {
	it("are all of IANA's, the workflow's first, with their offset", async () => {
		const zones = await search('searchTimeZones');
		expect(zones.length).toBeGreaterThan(400);
		expect(zones[0]).toEqual({ name: expect.stringMatching(/^America\/New_York \(UTC-0[45]:00\)$/), value: ZONE });
		expect(zones.map(({ value }) => value)).toContain('UTC');
	});
});

describe('webhooks', () => {
	it('are listed by name', async () => {
		expect(await search('searchWebhooks')).toEqual([]);
		for (const name of ['Two', 'One']) {
			const url = 'https://example.com/hook';
			await act(sandbox, 'webhook.create', { name, url, actions: ['ContactCreate'] });
		}
		const [first, second] = await search('searchWebhooks');
		expect([first.name, second.name]).toEqual([
			expect.stringMatching(/^One \(/),
			expect.stringMatching(/^Two \(/),
		]);
	});
});
