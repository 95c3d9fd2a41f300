import { failed, lost, platform, PLATFORM_URL, rejection } from './fakePlatform';
import { freeSlotsOn, getCalendar, getFreeSlots } from '../../../nodes/platformApi/calendars';
import type { PlatformClient } from '../../../nodes/platformApi/client';
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
	return {
		result: await call(client),
		sent: sent.map(({ options: { method, url, qs, body } }) => ({ method, url, qs, body })),
	};
};
const refusal = async (call: Call, given: Error) => await rejection(run(call, given));

describe('lists', () => {
	it.each<[string, Call, string, object | undefined, string, string]>([
		[
			'calendars',
			async (client) => await choicesOf(client, 'calendarId', 'loc-1'),
			'/calendars/',
			{ locationId: 'loc-1' },
			'calendars',
			'calendars.readonly',
		],
		[
			'custom webhooks',
			async (client) => await listCustomWebhooks(client, 'loc/1'),
			'/locations/loc%2F1/customWebhooks',
			{},
			'customWebhooks',
			'webhooks.readonly',
		],
		[
			'custom webhooks',
			async (client) => await listCustomWebhooks(client, 'loc-1'),
			'/locations/loc-1/customWebhooks',
			{},
			'webhooks',
			'webhooks.readonly',
		],
		[
			'locations',
			async (client) => (await listInstalledLocations(client)).locations,
			'/oauth/installedLocations',
			undefined,
			'installedLocations',
			'locations.readonly',
		],
	])('%s', async (_, call, path, qs, name, scope) => {
		const body = { users: [{ id: 'other' }], [name]: [{ id: 'one' }] };
		const { result, sent } = await run(call, { body, headers: {} });
		expect(result).toEqual([{ id: 'one' }]);
		expect(sent).toEqual([{ method: 'GET', url: `${PLATFORM_URL}${path}`, qs, body: undefined }]);
		expect((await refusal(call, failed(403))).message).toContain(`'${scope}'`);
	});
});

describe('a calendar', () => {
	const get: Call = async (client) => await getCalendar(client, 'cal/1');

	it('is read from its wrapper', async () => {
		const { result, sent } = await run(get, { calendar: { id: 1 }, users: [] });
		expect(result).toEqual({ id: 1 });
		expect(sent).toMatchObject([{ method: 'GET', url: `${PLATFORM_URL}/calendars/cal%2F1` }]);
	});

	it.each<[string, Call, string]>([
		['itself', get, 'cal/1'],
		['its free slots', async (client) => await getFreeSlots(client, days), 'cal 1'],
	])('that is unknown is named (%s), and so is a missing scope', async (_, call, id) => {
		expect((await refusal(call, failed(404))).message).toContain(
			`The calendar '${id}' was not found`,
		);
		expect((await refusal(call, failed(403))).message).toContain("'calendars.readonly'");
	});
});

describe('free slots', () => {
	const get: Call = async (client) => await getFreeSlots(client, days, true);
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
			expect(sent).toMatchObject([
				{ method: 'GET', url: `${PLATFORM_URL}/calendars/cal%201/free-slots`, qs },
			]);
		},
	);

	it.each(['', null, {}, { a: null, b: 'x', c: {}, d: 5 }])('are not found in %j', async (body) => {
		expect((await rejection(run(get, body))).message).toContain(
			"not a list of free slots under '_dates_'",
		);
	});

	const list = async (_dates_: unknown) =>
		await run(async (client) => await freeSlotsOn(client, days), { _dates_ });
	const found = (start: string) => ({
		start: Date.parse(start),
		end: Date.parse(start) + 1_800_000,
	});
	const [nine, ten] = ['2026-11-22T09:00:00+00:00', '2026-11-22T10:00:00+00:00'];

	it.each<[string, unknown, string[]]>([
		[
			'of all dates, in order of time',
			{ b: [slot(ten)], a: [slot(nine)], c: null, d: [], traceId: 'x' },
			[nine, ten],
		],
		[
			'with a length',
			{ a: [{ startTime: nine, endTime: nine }, { startTime: ten, endTime: nine }, slot(ten)] },
			[ten],
		],
		['none, where there are no dates', null, []],
	])('are read: %s', async (_, dates, starts) => {
		expect((await list(dates)).result).toEqual(starts.map(found));
	});

	it('that share a start or an end are all kept, each once', async () => {
		const between = ([from, to]: number[]) => ({
			startTime: `2026-11-22T1${from}:00:00Z`,
			endTime: `2026-11-22T1${to}:00:00Z`,
		});
		expect(
			(
				await list({
					a: [
						[0, 1],
						[0, 2],
						[1, 2],
						[0, 1],
					].map(between),
				})
			).result,
		).toHaveLength(3);
	});

	it.each<[string, unknown, string]>([
		['under other names', [{ start: nine, end: ten }], '[{"start":"2026-'],
		['as a text', 'none', '"none"'],
	])('that are not understood are the fault of the response: %s', async (_, listed, shown) => {
		const { message } = await rejection(list({ '2026-11-22': listed }));
		expect(message).toMatch(
			/^The response is not a list of free slots with 'startTime' .*: for 2026-11-22 the platform sent .*'Raw Response'\.$/,
		);
		expect(message).toContain(shown);
		expect(message.length).toBeLessThan(300);
	});
});

describe('a custom webhook', () => {
	const create: Call = async (client) => await createCustomWebhook(client, 'loc-1', webhook);

	it.each(['webhook', 'customWebhook'])('is created, with the record under %s', async (name) => {
		const { result, sent } = await run(create, { [name]: { id: 1 }, more: {} });
		expect(result).toEqual({ id: 1 });
		expect(sent).toEqual([
			{
				method: 'POST',
				url: `${PLATFORM_URL}/locations/loc-1/customWebhooks`,
				qs: undefined,
				body: webhook,
			},
		]);
	});

	it('says what to check, and what the caller knows better', async () => {
		expect((await refusal(create, failed(403))).message).toContain("'webhooks.write'");
		expect((await refusal(create, lost())).description).toContain('Webhook > Get Many');
		const overrides = {
			howToCheck: 'Look.',
			statuses: { 404: { message: 'Nothing here', whatToDo: 'Go.' } },
		};
		const calls: Call[] = [
			async (client) => await createCustomWebhook(client, 'loc-1', webhook, overrides),
			async (client) => await listCustomWebhooks(client, 'loc-1', overrides),
		];
		for (const call of calls)
			expect((await refusal(call, failed(404))).message).toBe('Nothing here');
		expect((await refusal(calls[0], lost())).description).toContain('Look.');
	});
});
