import { failed, platform, rejection } from './fakePlatform';
import { findAppointment, getAppointment } from '../../../nodes/platformApi/appointmentReads';
import { getCalendar, listFreeSlots, readSlotSettings } from '../../../nodes/platformApi/calendars';
import {
	createAppointment,
	cancelAppointment,
	changeAppointment,
	deleteAppointment,
} from '../../../nodes/platformApi/appointments';
import { sendApiRequest } from '../../../nodes/platformApi/sendApiRequest';
import { listInstalledLocations } from '../../../nodes/platformApi/locations';
import { createCustomWebhook, listCustomWebhooks } from '../../../nodes/platformApi/webhooks';
import type { PlatformClient } from '../../../nodes/platformApi/client';
import { searchContacts } from '../../../nodes/platformApi/contacts';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { choicesOf } from '../../../nodes/platformApi/pickLists';

const API = { api: 'highLevel', platformUrl: '' };
const ZONE = 'America/New_York';
const DAYS = { calendarId: 'cal-1', startDate: '2026-12-01', endDate: '2026-12-02', zone: ZONE };
const CALENDAR = { calendar: { id: 'cal-1', slotDuration: 60, slotDurationUnit: 'mins' } };
const SLOTS = {
	'2026-12-01': { slots: ['2026-12-01T09:00:00-05:00', '2026-12-01T09:30:00-05:00'] },
	traceId: 't',
};
const DAY_MS = 86_400_000;

const highLevel = (...responses: unknown[]) => platform({ credential: API, responses });

it('the custom fields of contacts and of opportunities are two lists, each asked for once', async () => {
	const { client, sent } = highLevel(
		{ customFields: [{ id: 'of-contacts' }] },
		{ customFields: [{ id: 'of-opportunities' }] },
	);
	const lists = ['customFields', 'opportunityFields', 'customFields'] as const;
	const found: unknown[] = [];
	for (const list of lists) found.push((await choicesOf(client, list, 'loc-1'))[0].id);
	expect(found).toEqual(['of-contacts', 'of-opportunities', 'of-contacts']);
	expect(sent).toHaveLength(2);
});

describe('free slots', () => {
	it("are starts of the calendar's own length, with their offset", async () => {
		const { client, sent } = highLevel(SLOTS, CALENDAR);
		const starts = ['2026-12-01T14:00:00Z', '2026-12-01T14:30:00Z'].map((time) => Date.parse(time));
		expect(await listFreeSlots(client, { ...DAYS, withinMs: 5_000 })).toEqual(
			starts.map((start) => ({ start, end: start + 3_600_000, offset: -300, isStart: true })),
		);
		const from = Date.parse('2026-12-01T05:00:00Z');
		const url = 'https://services.leadconnectorhq.com/calendars/cal-1';
		const ofRead = { headers: { Version: '2021-04-15' }, timeout: 5_000 };
		const qs = { startDate: from, endDate: from + 2 * DAY_MS, timezone: ZONE };
		expect(sent).toMatchObject([
			{ ...ofRead, url: `${url}/free-slots`, qs },
			{ ...ofRead, url, qs: undefined },
		]);
	});

	it.each([
		['days', 10, 10],
		['weeks', 2, 14],
		['months', 2, 56],
	])(
		'of a calendar that takes bookings for %s can be booked so many days ahead at least',
		async (unit, count, days) => {
			const calendar = { ...CALENDAR.calendar, allowBookingFor: count, allowBookingForUnit: unit };
			const { client } = highLevel({ calendar });
			expect(await readSlotSettings(client, 'cal-1')).toMatchObject({ days });
		},
	);

	it('are read beside an object that is no day', async () => {
		const { client } = highLevel({ ...SLOTS, meta: { count: 2 } }, CALENDAR);
		expect(await listFreeSlots(client, DAYS)).toHaveLength(2);
	});

	it('of more than 31 days are asked for in pieces, and the calendar once', async () => {
		const later = { '2027-01-05': { slots: ['2027-01-05T09:00:00-05:00'] } };
		const { client, sent } = highLevel({}, CALENDAR, later);
		// A day more in autumn than 31 times 24 hours, and the end of one piece is the start of the next.
		expect(await listFreeSlots(client, { ...DAYS, endDate: '2027-01-10' })).toHaveLength(1);
		const [from, to, end] = ['2026-12-01', '2027-01-01', '2027-01-11'].map((date) =>
			Date.parse(`${date}T05:00:00Z`),
		);
		expect(sent.flatMap(({ qs }) => qs ?? [])).toMatchObject([
			{ startDate: from, endDate: to },
			{ startDate: to, endDate: end },
		]);
		expect(sent).toHaveLength(3);
	});

	const ofCalendar = (settings: object) => ({ calendar: { id: 'cal-1', ...settings } });

	it('of a calendar with hours have the length of it', async () => {
		const { client } = highLevel(SLOTS, ofCalendar({ slotDuration: 2, slotDurationUnit: 'hours' }));
		const [{ start, end }] = await listFreeSlots(client, DAYS);
		expect((end - start) / 60_000).toBe(120);
	});

	const noLength = 'Set the slot duration';
	const noStarts = "starts in ISO 8601 under 'slots'";
	it.each([
		[SLOTS, ofCalendar({ slotDuration: 30 }), noLength],
		[SLOTS, ofCalendar({ slotDuration: 30, slotDurationUnit: 'days' }), noLength],
		[{ '2026-12-01': { slots: ['2026-12-01T09:00:00'] } }, CALENDAR, noStarts],
		[{ '2026-12-01': ['2026-12-01T09:00:00-05:00'] }, CALENDAR, noStarts],
		[{ data: null }, CALENDAR, 'slots by date'],
	])(
		'that cannot be read, and ends that are not known, are refused: %j, %j',
		async (slots, calendar, message) => {
			const { client } = highLevel(slots, calendar);
			expect((await rejection(listFreeSlots(client, DAYS))).message).toContain(message);
		},
	);
});

describe('an appointment', () => {
	const slot = {
		start: Date.parse('2026-12-01T14:00:00Z'),
		end: Date.parse('2026-12-01T15:00:00Z'),
	};

	it('is canceled by its status, which keeps the record', async () => {
		const { client, sent } = highLevel({ id: 'appt-1', appointmentStatus: 'cancelled' });

		const outcome = await cancelAppointment(client, 'appt-1');

		expect(outcome).toMatchObject({ kind: 'done' });
		expect(sent[0]).toMatchObject({ method: 'PUT', body: { appointmentStatus: 'cancelled' } });
	});

	it('is deleted with an empty body in JSON', async () => {
		const { client, sent } = highLevel({ succeeded: true });
		expect(await deleteAppointment(client, 'appt-1')).toMatchObject({ kind: 'done' });
		expect(sent[0]).toMatchObject({
			method: 'DELETE',
			body: '{}',
			headers: { 'Content-Type': 'application/json' },
		});
	});

	const standing = { event: { id: 'appt-1', appointmentStatus: 'confirmed' } };
	const notFound = failed(400, { message: 'Appointment not found' });

	it.each([
		[
			'that it is not there, and the platform does not have it',
			'Appointment not found',
			notFound,
			'gone',
		],
		[
			'that it is not there, and the record shows it canceled',
			'Already cancelled',
			{ event: { id: 'appt-1', appointmentStatus: 'cancelled' } },
			'gone',
		],
		['that it is not there, while it stands', 'Appointment not found', standing, 'other'],
		['that another record is not there, while it stands', 'Contact not found', standing, 'other'],
		[
			'that the slot is taken',
			'The slot you have selected is no longer available.',
			standing,
			'taken',
		],
	])('of which a 400 says %s, ends as refused: %s', async (_, message, read, why) => {
		const { client } = highLevel(failed(400, { message }), read);

		const outcome = await changeAppointment(client, 'appt-1', { slot });

		expect(outcome).toMatchObject({
			kind: 'refused',
			why,
			error: { description: expect.stringContaining(`The platform says: "${message}"`) },
		});
	});

	it('is not there where the platform says so of the appointment, and may be there where it says so of a user', async () => {
		const { client } = highLevel(
			failed(404, { message: 'Appointment not found' }),
			failed(404, { message: 'User not found' }),
		);

		expect(await findAppointment(client, 'appt-1')).toBeUndefined();
		expect((await rejection(findAppointment(client, 'appt-1'))).httpCode).toBe('404');
	});

	it.each([
		['Contact not found', 'contact'],
		['Calendar not found', 'calendar'],
		['User not found', 'user'],
	])(
		'that stands is not canceled by a refusal that says "%s", and the %s is named',
		async (message, missing) => {
			const { client } = highLevel(failed(404, { message }), standing);

			const outcome = await cancelAppointment(client, 'appt-1');

			expect(outcome).toMatchObject({
				kind: 'refused',
				why: 'other',
				error: { message: expect.stringContaining(`knows no such ${missing} `) },
			});
		},
	);
});

it("a refused booking is compared with the calendar's appointments around it", async () => {
	const { client, sent } = highLevel(failed(400, { message: 'Not available' }), { events: [] });
	const [start, end] = ['2026-12-01T14:00:00Z', '2026-12-01T15:00:00Z'].map(Date.parse);
	const booking = { calendarId: 'cal-1', locationId: 'loc-1', contactId: 'contact-1' };
	await createAppointment(client, booking, { start, end });
	const times = { startTime: String(start - DAY_MS), endTime: String(end) };
	expect(sent[1]?.qs).toEqual({ locationId: 'loc-1', calendarId: 'cal-1', ...times });
});

describe('the other form', () => {
	it.each([
		[
			'contract',
			{},
			failed(401, { message: 'version header is invalid' }),
			/'Version' header.*set 'API' of the credential to 'HighLevel'/,
		],
		[
			'contract',
			{},
			failed(422, { message: ['startDate must be a number'] }),
			/dates.*set 'API' of the credential to 'HighLevel'/,
		],
		['contract', {}, { '2026-12-01': { slots: [] } }, /set 'API' of the credential to 'HighLevel'/],
		[
			'HighLevel',
			API,
			failed(400, { message: 'Version must be 2021-07-28' }),
			/'Version' header.*set 'API' of the credential to 'Platform'/,
		],
		['HighLevel', API, { _dates_: {} }, /set 'API' of the credential to 'Platform'/],
	])(
		'is recognized by a credential of the %s form %j from %p',
		async (_, credential, response, text) => {
			const { message, description } = await rejection(
				listFreeSlots(platform({ credential, responses: [response] }).client, DAYS),
			);
			expect(`${message} ${description}`).toMatch(text);
		},
	);
});

const agency = {
	...API,
	clientId: 'app1-x2',
	oauthTokenData: { access_token: 'agency', companyId: 'company-1' },
};
const withAgency = (...responses: unknown[]) =>
	platform({ authentication: 'oAuth2', credential: agency, responses });

it.each<[string, (client: PlatformClient) => Promise<unknown>, typeof withAgency?]>([
	['calendars.readonly', async (client) => await getCalendar(client, 'cal-1')],
	['calendars/events.readonly', async (client) => await getAppointment(client, 'appt-1')],
	['contacts.readonly', async (client) => await searchContacts(client, 'loc-1', 'ada')],
	[
		'locations/customFields.readonly',
		async (client) => await choicesOf(client, 'customFields', 'loc-1'),
	],
	['oauth.readonly', listInstalledLocations, withAgency],
	[
		'oauth.write',
		async (client) => await getCalendar(await client.at('loc-1'), 'cal-1'),
		withAgency,
	],
])(
	'a scope that is missing is named in the words of the form, and is requested by default, but for those of agencies: %s',
	async (scope, call, given = highLevel) => {
		const { client } = given(
			failed(401, { message: 'The token is not authorized for this scope.' }),
		);
		expect((await rejection(call(client))).message).toContain(`lacks the scope '${scope}'`);
		expect(DIALECTS.highLevel.defaultScope.split(' ').includes(scope)).toBe(
			!scope.startsWith('oauth.'),
		);
	},
);

describe('installed locations', () => {
	const page = (from: number, to: number, count?: number) => ({
		locations: Array.from({ length: to - from }, (_, at) => ({ _id: `loc-${from + at}` })),
		count,
	});
	const skipsOf = (sent: ReturnType<typeof withAgency>['sent']) =>
		sent.map(({ qs }) => qs?.skip as unknown);

	it('are read page by page, for the company and the app, to the last page', async () => {
		const { client, sent } = withAgency(page(0, 100, 130), page(95, 130, 130));
		expect(await listInstalledLocations(client)).toMatchObject({
			locations: { length: 130 },
			hidden: 0,
			isEnd: true,
		});
		expect(skipsOf(sent)).toEqual(['0', '95']);
		expect(sent[0]?.qs).toEqual({
			companyId: 'company-1',
			appId: 'app1',
			isInstalled: true,
			skip: '0',
			limit: '100',
		});
	});

	it('are a hundred pages at most, and how many are left out is said', async () => {
		const { client, warn } = withAgency(
			...Array.from({ length: 101 }, (_, at) => page(at * 100, at * 100 + 100, 20_000)),
		);
		expect((await listInstalledLocations(client)).locations).toHaveLength(10_000);
		expect(warn.mock.calls).toEqual([[expect.stringContaining('that 10000 more records')]]);
	});

	it('cannot be listed for a location, whose token names its company, too', async () => {
		const credential = {
			...agency,
			oauthTokenData: { ...agency.oauthTokenData, locationId: 'loc-1' },
		};
		for (const { client } of [highLevel(), platform({ authentication: 'oAuth2', credential })]) {
			expect((await rejection(listInstalledLocations(client))).message).toContain(
				'only be listed for an agency',
			);
		}
	});
});

it.each([listCustomWebhooks, createCustomWebhook])(
	'webhooks cannot be registered: %p says where they are set',
	async (call) => {
		const { client, sent } = highLevel();
		const { message, description } = await rejection(
			call(client, 'loc-1', { name: '', url: '', actions: [] }),
		);
		expect([message, description, sent]).toEqual([
			'HighLevel has no API for webhooks',
			expect.stringContaining("HighLevel's marketplace"),
			[],
		]);
	},
);

it.each([
	['/calendars/', '2021-04-15'],
	['/conversations/search', '2021-04-15'],
	['/links/search', '2021-04-15'],
	['/links/', '2021-07-28'],
	['/contacts/', '2021-07-28'],
])('a request to %s carries the version %s', async (path, version) => {
	const { client, sent } = highLevel({});
	await sendApiRequest(client, { method: 'GET', path });
	expect(sent[0].headers?.Version).toBe(version);
});

describe('the Version header of HighLevel', () => {
	it.each([
		'/contacts/lookup',
		'/contacts/lookup?email=a',
		'/calendars/services/catalog/s-1',
		'/locations/loc-1/permissions',
		'/oauth/location-token',
	])('is v3 for %s, which no older version has', (path) => {
		expect(DIALECTS.highLevel.versionOf(path, '')).toBe('v3');
	});

	it.each([
		['/contacts/c-1', '2021-07-28'],
		['/locations/loc-1/tags', '2021-07-28'],
		['/calendars/cal-1', '2021-04-15'],
		['/conversations/messages', '2021-04-15'],
	])('is the older one of %s: %s', (path, version) => {
		expect(DIALECTS.highLevel.versionOf(path, '')).toBe(version);
	});
});

it.each(Object.entries(DIALECTS.highLevel.scopes))(
	'the right %s has a scope of its kind: %s',
	(right, scope) => {
		const kind = right.startsWith('read') ? '.readonly' : '.write';
		expect(scope).toContain(kind);
	},
);
