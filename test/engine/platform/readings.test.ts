import type { IDataObject } from 'n8n-workflow';

import { act, monday, oauthCredential, slotAt, tokenCredential, ZONE } from './platform';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';
import { BODY_SHAPES } from '../../support/profiles';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox();
});
afterEach(async () => {
	expect(sandbox.control.violations()).toEqual([]);
	await sandbox.reset();
});
afterAll(async () => await sandbox.close());

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const onboarding = { calendarId: byId('cal-onboarding') };
const day = () => slotAt('10:00').startTime.slice(0, 10);

describe('bodies that the contract does not show, in several forms', () => {
	it.each(BODY_SHAPES)('%s', async (_shape, profile) => {
		sandbox.control.setProfile(profile);
		const calendars = await act(sandbox, 'calendar.getAll', { returnAll: true });
		expect(calendars.json.map(({ id, name }) => ({ id, name }))).toEqual([
			{ id: 'cal-onboarding', name: 'Onboarding call' },
			{ id: 'cal-checkup', name: 'Dental check-up' },
		]);
		const calendar = await act(sandbox, 'calendar.get', onboarding);
		expect(calendar.json[0]).toMatchObject({ id: 'cal-onboarding', name: 'Onboarding call' });
		const locations = await act(sandbox, 'installedLocation.getAll', {});
		expect(locations.json).toMatchObject([{ id: 'loc-harbor', name: 'Harbor Dental' }]);
		const webhook = { name: 'One', url: 'https://example.com/hook', actions: ['ContactCreate'] };
		const created = await act(sandbox, 'webhook.create', webhook);
		expect(created.json[0]).toMatchObject({ ...webhook, locationId: 'loc-harbor' });
		const webhooks = await act(sandbox, 'webhook.getAll', {});
		expect(webhooks.json).toMatchObject([{ id: created.json[0].id, ...webhook }]);
	});
});

describe('Calendar > Get Many', () => {
	it('cuts at the limit, item by item, and pairs', async () => {
		const { items } = await act(
			sandbox,
			'calendar.getAll',
			{ limit: '={{ $json.limit }}' },
			{ items: [{ limit: 1 }, { limit: 5 }] },
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 1 }]);
		expect(sandbox.control.requests()).toHaveLength(1);
	});

	it('returns the raw record when not simplified', async () => {
		const raw = { simplify: false };
		const { json } = await act(sandbox, 'calendar.getAll', raw);
		expect(json[0]).toMatchObject({ workingHours: [{ start: '09:00' }] });
		const one = await act(sandbox, 'calendar.get', { ...onboarding, ...raw });
		expect(one.json[0]).toMatchObject({ workingHours: [{ start: '09:00' }] });
		const locations = await act(sandbox, 'installedLocation.getAll', raw);
		expect(locations.json[0]).toMatchObject({ timeZone: ZONE });
		const simplified = await act(sandbox, 'calendar.getAll', {});
		expect(Object.values(simplified.json[0]).every((value) => typeof value !== 'object')).toBe(true);
	});

	it('refuses another location, names both, and sends nothing', async () => {
		const { error } = await act(
			sandbox,
			'calendar.getAll',
			{ locationId: byId('loc-summit') },
			{ credentials: oauthCredential(sandbox) },
		);
		expect(error?.message).toBe(
			"The Platform OAuth2 API credential belongs to the location 'loc-harbor', so it cannot be used for the location 'loc-summit' [Item 0]",
		);
		expect(sandbox.control.requests()).toEqual([]);
	});
});

describe('Calendar > Get', () => {
	it('explains a calendar of another location', async () => {
		const { error } = await act(sandbox, 'calendar.get', { calendarId: byId('a/b?x#y') });
		expect(error?.message).toContain("The calendar 'a/b?x#y' was not found");
		expect(sandbox.control.requests()[0].path).toBe('/calendars/a%2Fb%3Fx%23y');
	});
});

describe('Calendar > Get Free Slots', () => {
	const range = () => ({ startDate: day(), endDate: day() });
	const read = async (parameters: IDataObject) =>
		await act(sandbox, 'calendar.getFreeSlots', {
			...onboarding,
			...range(),
			timezone: byId(ZONE),
			...parameters,
		});

	it('puts out one item a slot, in UTC and in the zone', async () => {
		sandbox.control.takeSlot({ calendarId: 'cal-onboarding', ...slotAt('10:00') });
		const { json, items } = await read({});
		expect(json).toHaveLength(15);
		expect(json[0]).toEqual({
			date: day(),
			...slotAt('09:00'),
			startLocal: expect.stringMatching(/T09:00:00-0[45]:00$/),
			endLocal: expect.stringMatching(/T09:30:00-0[45]:00$/),
			timezone: ZONE,
			calendarId: 'cal-onboarding',
		});
		expect(json.map(({ startTime }) => startTime)).not.toContain(slotAt('10:00').startTime);
		expect(items.every(({ pairedItem }) => (pairedItem as { item: number }).item === 0)).toBe(true);
	});

	it('puts out one item a date, or the answer as it came', async () => {
		const endDate = monday().plus({ days: 5 }).toISODate();
		const dates = await read({ output: 'dates', endDate });
		expect(dates.json).toHaveLength(5);
		expect(dates.json[0]).toMatchObject({ date: day(), timezone: ZONE });
		expect(dates.json[0].slots).toHaveLength(16);
		const raw = await read({ output: 'raw' });
		expect(Object.keys(raw.json[0]._dates_ as object)).toEqual([day()]);
	});

	it('works with the dates that it proposes', async () => {
		const { error } = await act(sandbox, 'calendar.getFreeSlots', onboarding);
		expect(error).toBeUndefined();
		const { startDate, endDate } = sandbox.control.requests()[0].query as Record<string, string>;
		expect(Date.parse(endDate) - Date.parse(startDate)).toBe(10 * 86_400_000);
	});

	it('sends at most five at once, and answers in the order of the items', async () => {
		// Long beside what a busy machine needs to send five requests.
		sandbox.control.setLatency(300);
		const items = Array.from({ length: 20 }, (_, index) => ({
			day: monday().plus({ days: index }).toISODate(),
		}));
		const { json } = await act(
			sandbox,
			'calendar.getFreeSlots',
			{ ...onboarding, startDate: '={{ $json.day }}', endDate: '={{ $json.day }}' },
			{ items },
		);
		const dates = json.map(({ date }) => date as string);
		expect(dates).toEqual([...dates].sort());
		const inFlight = sandbox.control.requests().map((request) => request.inFlight);
		expect(inFlight).toHaveLength(20);
		expect(Math.max(...inFlight)).toBe(5);
	});
});

describe('Webhook', () => {
	const hook = { name: 'One', url: 'https://example.com/hook' };

	it('Webhook > Create: sends listed and other events once each', async () => {
		const { json } = await act(sandbox, 'webhook.create', {
			...hook,
			actions: ['ContactCreate', 'FormSubmitted'],
			otherActions: ['InvoicePaid', 'ContactCreate', ' '],
		});
		expect(sandbox.control.webhooks()).toMatchObject([
			{ ...hook, actions: ['ContactCreate', 'FormSubmitted', 'InvoicePaid'] },
		]);
		expect(json[0].id).toBe(sandbox.control.webhooks()[0].id);
	});

	it('Webhook > Get: returns the one that is chosen, and says when there is none', async () => {
		for (const name of ['One', 'Two']) {
			await act(sandbox, 'webhook.create', { ...hook, name, actions: 'ContactCreate' });
		}
		const { id } = sandbox.control.webhooks()[1];
		const { json } = await act(sandbox, 'webhook.get', { webhookId: byId(id) });
		expect(json).toMatchObject([{ id, name: 'Two' }]);
		const { error } = await act(sandbox, 'webhook.get', { webhookId: byId('none') });
		expect(error?.message).toBe("The webhook 'none' was not found [Item 0]");
	});
});

describe('Installed Location > Get Many', () => {
	it('lists all of the agency', async () => {
		const { json } = await act(
			sandbox,
			'installedLocation.getAll',
			{ returnAll: true },
			{ credentials: oauthCredential(sandbox, { level: 'agency' }) },
		);
		expect(Array.isArray(json)).toBe(true);
		expect(sandbox.control.requests()).toHaveLength(1);
	});

	it('names the scope that is missing', async () => {
		const { error } = await act(
			sandbox,
			'installedLocation.getAll',
			{},
			{ credentials: tokenCredential(sandbox, { accessToken: 'pit-harbor-readonly' }) },
		);
		expect(error?.message).toContain("'locations.readonly'");
	});
});
