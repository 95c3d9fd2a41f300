import { failed, lost, platform, PLATFORM_URL, rejection } from './fakePlatform';
import { listFreeSlots, getFreeSlots } from '../../../nodes/platformApi/calendars';
import { listContactAppointments } from '../../../nodes/platformApi/appointmentReads';
import { searchContacts } from '../../../nodes/platformApi/contacts';
import { contactOfConversation } from '../../../nodes/platformApi/conversations';
import type { PlatformClient } from '../../../nodes/platformApi/client';
import { requestOf } from '../../../nodes/platformApi/endpoint';
import { listInstalledLocations } from '../../../nodes/platformApi/locations';
import { choicesOf } from '../../../nodes/platformApi/pickLists';
import { createCustomWebhook, listCustomWebhooks } from '../../../nodes/platformApi/webhooks';

type Call = (client: PlatformClient) => Promise<unknown>;
const days = {
	calendarId: 'cal 1',
	startDate: '2026-11-22',
	endDate: '2026-11-23',
	zone: 'Europe/Berlin',
};
const webhook = { name: 'a', url: 'https://example.com', actions: ['ContactCreate'] };

const run = async (call: Call, ...responses: unknown[]) => {
	const { client, sent } = platform({ responses });
	const result = await call(client);
	const requests = sent.map(({ method, url, qs, body }) => ({
		method,
		path: url.replace(PLATFORM_URL, ''),
		qs,
		body,
	}));
	return { result, sent: requests };
};
const refusal = async (call: Call, given: Error) => await rejection(run(call, given));

const createWebhook: Call = async (client) => await createCustomWebhook(client, 'loc-1', webhook);

describe('of a response that has other records, too, the right ones are read', () => {
	/** The response has users beside what is asked for. */
	const runWith = async (call: Call, records: object) =>
		await run(call, { body: { users: [{ id: 'other' }], ...records }, headers: {} });

	it('the calendars of a location', async () => {
		const call: Call = async (client) => await choicesOf(client, 'calendarId', 'loc-1');

		const { result, sent } = await runWith(call, { calendars: [{ id: 'cal-1' }] });

		expect(result).toEqual([{ id: 'cal-1' }]);
		expect(sent).toEqual([{ method: 'GET', path: '/calendars/', qs: { locationId: 'loc-1' } }]);
	});

	it('the contacts that are searched', async () => {
		const { client } = platform({
			credential: { api: 'highLevel', platformUrl: '' },
			responses: [{ users: [{ id: 'other' }], contacts: [{ id: 'con-1' }], total: 1 }],
		});

		const { records } = await searchContacts(client, 'loc-1', 'Ada');

		expect(records).toEqual([{ id: 'con-1' }]);
	});

	it('the contact of a conversation', async () => {
		const { client } = platform({
			credential: { api: 'highLevel', platformUrl: '' },
			responses: [{ contactId: 'other', conversation: { id: 'c-1', contactId: 'con-1' } }],
		});

		expect(await contactOfConversation(client, 'c-1')).toBe('con-1');
	});

	it('the appointments of a contact', async () => {
		const listed = {
			id: 'appt-1',
			startTime: '2026-11-23T09:00:00Z',
			endTime: '2026-11-23T09:30:00Z',
		};
		const { client } = platform({
			credential: { api: 'highLevel', platformUrl: '' },
			responses: [{ users: [{ id: 'other' }], events: [listed] }],
		});

		const { appointments } = await listContactAppointments(client, 'con-1', 5);

		expect(appointments.map(({ id }) => id)).toEqual(['appt-1']);
	});

	it('the webhooks of a location, whose ID is encoded', async () => {
		const call: Call = async (client) => await listCustomWebhooks(client, 'loc/1');

		const { result, sent } = await runWith(call, { customWebhooks: [{ id: 'hook-1' }] });

		expect(result).toMatchObject({ webhooks: [{ record: { id: 'hook-1' } }] });
		expect(sent).toEqual([{ method: 'GET', path: '/locations/loc%2F1/customWebhooks', qs: {} }]);
	});

	it('a webhook that was created', async () => {
		const { result, sent } = await runWith(createWebhook, { customWebhook: { id: 'hook-1' } });

		expect(result).toEqual({ id: 'hook-1' });
		expect(sent).toEqual([
			{ method: 'POST', path: '/locations/loc-1/customWebhooks', body: webhook },
		]);
	});

	it('the locations in which the app is installed', async () => {
		const call: Call = async (client) => await listInstalledLocations(client);

		const { result, sent } = await runWith(call, { installedLocations: [{ id: 'loc-1' }] });

		expect(result).toMatchObject({ locations: [{ id: 'loc-1' }] });
		expect(sent).toEqual([{ method: 'GET', path: '/oauth/installedLocations' }]);
	});
});

describe('a refusal names the scope that is missing', () => {
	it.each<{ what: string; call: Call; scope: string }>([
		{
			what: 'calendars',
			call: async (client) => await choicesOf(client, 'calendarId', 'loc-1'),
			scope: 'calendars.readonly',
		},
		{
			what: 'webhooks',
			call: async (client) => await listCustomWebhooks(client, 'loc-1'),
			scope: 'webhooks.readonly',
		},
		{ what: 'a new webhook', call: createWebhook, scope: 'webhooks.write' },
		{
			what: 'locations',
			call: async (client) => await listInstalledLocations(client),
			scope: 'locations.readonly',
		},
	])('for $what', async ({ call, scope }) => {
		const { message } = await refusal(call, failed(403));

		expect(message).toContain(`'${scope}'`);
	});
});

describe('free slots', () => {
	const get: Call = async (client) => await getFreeSlots(client, days);
	const slot = (start: string) => ({
		startTime: start,
		endTime: start.replace(':00:00+', ':30:00+'),
	});

	it.each([{ _dates_: {} }, { trace: 'x', none: null, data: { _dates_: {} } }])(
		'are found in %j',
		async (body) => {
			const { result, sent } = await run(get, body);
			expect(result).toEqual([{ _dates_: {} }]);
			const qs = { startDate: '2026-11-22', endDate: '2026-11-23', timezone: 'Europe/Berlin' };
			expect(sent).toEqual([{ method: 'GET', path: '/calendars/cal%201/free-slots', qs }]);
		},
	);

	it.each(['', null, {}, { a: null, b: 'x', c: {}, d: 5 }])('are not found in %j', async (body) => {
		const { message } = await rejection(run(get, body));

		expect(message).toContain("not a list of free slots under '_dates_'");
		expect(message).not.toContain('HighLevel');
	});

	const list = async (_dates_: unknown) =>
		await run(async (client) => await listFreeSlots(client, days), { _dates_ });
	const found = (start: string) => ({
		start: Date.parse(start),
		end: Date.parse(start) + 1_800_000,
	});
	const [nine, ten] = ['2026-11-22T09:00:00+00:00', '2026-11-22T10:00:00+00:00'];

	it.each([
		{
			what: 'of all dates, in order of time',
			dates: { b: [slot(ten)], a: [slot(nine)], c: null, d: [], traceId: 'x' },
			starts: [nine, ten],
		},
		{
			what: 'with a length',
			dates: {
				a: [{ startTime: nine, endTime: nine }, { startTime: ten, endTime: nine }, slot(ten)],
			},
			starts: [ten],
		},
		{ what: 'none, where there are no dates', dates: null, starts: [] },
	])('are read: $what', async ({ dates, starts }) => {
		expect((await list(dates)).result).toEqual(starts.map(found));
	});

	it('are read with each of two ends that one start has', async () => {
		const eleven = '2026-11-22T11:00:00+00:00';
		const longer = { startTime: ten, endTime: eleven };

		const { result } = await list({ a: [slot(ten), longer] });

		expect(result).toEqual([found(ten), { start: Date.parse(ten), end: Date.parse(eleven) }]);
	});

	it('are read with each of two starts that one end has', async () => {
		const half = { startTime: '2026-11-22T09:30:00+00:00', endTime: ten };

		const { result } = await list({ a: [{ startTime: nine, endTime: ten }, half] });

		expect(result).toEqual([
			{ start: Date.parse(nine), end: Date.parse(ten) },
			{ start: Date.parse(half.startTime), end: Date.parse(ten) },
		]);
	});

	it.each([['as a text', 'pit-token-in-a-text']])(
		'that are not understood are the fault of the response: %s',
		async (_, listed) => {
			const { message } = await rejection(list({ '2026-11-22': listed }));
			expect(message).toMatch(
				/^The response is not a list of free slots with 'startTime' .*: that of 2026-11-22 cannot be read\. To see .*'Raw Response'\.$/,
			);
			expect(message).not.toContain(listed);
			expect(message.length).toBeLessThan(300);
		},
	);
});

describe('a webhook that cannot be registered', () => {
	const OWN_WORDS = {
		howToCheck: 'Look.',
		statuses: { 404: { message: 'Nothing here', whatToDo: 'Go.' } },
	};

	it('says where to look for one whose outcome is unknown', async () => {
		const { description } = await refusal(createWebhook, lost());

		expect(description).toContain(
			'Before you create it again, list the webhooks with Webhook > Get Many:',
		);
	});

	it('says so in the words of the caller, who knows better', async () => {
		const call: Call = async (client) =>
			await createCustomWebhook(client, 'loc-1', webhook, OWN_WORDS);

		expect((await refusal(call, lost())).description).toContain('Look.');
		expect((await refusal(call, failed(404))).message).toBe('Nothing here');
	});

	it('and webhooks that cannot be listed, too', async () => {
		const call: Call = async (client) => await listCustomWebhooks(client, 'loc-1', OWN_WORDS);

		expect((await refusal(call, failed(404))).message).toBe('Nothing here');
	});
});

describe('the ID of the location goes', () => {
	const values = { locationId: 'loc-1' };

	it('where the endpoint says', () => {
		const request = requestOf({ method: 'POST', path: '/tags', locationIn: 'query' }, values);
		expect(request).toMatchObject({ query: { locationId: 'loc-1' }, body: undefined });
	});

	it('nowhere where the endpoint takes none', () => {
		expect(requestOf({ method: 'GET', path: '/tasks' }, values).query).toEqual({});
		expect(requestOf({ method: 'POST', path: '/tasks' }, values).body).toBeUndefined();
	});
});
