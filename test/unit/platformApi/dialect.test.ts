import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { failed, lost, platform, rejection } from './fakePlatform';
import { findAppointment, getAppointment } from '../../../nodes/platformApi/appointmentReads';
import {
	getCalendar,
	listFreeSlots,
	listTeam,
	readSlotSettings,
} from '../../../nodes/platformApi/calendars';
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
import { runClock } from '../../support/clock';

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
	expect(sent.map(({ qs }) => qs)).toEqual([{ model: 'contact' }, { model: 'opportunity' }]);
});

describe('the team of a calendar', () => {
	const teamMembers = [{ userId: 'user-1' }, { userId: 'user-2' }, { priority: 1 }];
	const calendar = { id: 'cal-1', teamMembers };

	it('has the names of those that the token may read, and the IDs of the others', async () => {
		const withoutCompany = failed(403);
		const users = { users: [{ id: 'user-2', name: 'Ben' }] };
		const { client } = highLevel({ calendar }, withoutCompany, users);

		expect(await listTeam(client, 'loc-1', 'cal-1')).toEqual([
			{ id: 'user-1' },
			{ id: 'user-2', name: 'Ben' },
		]);
	});

	it('is not known in the form that has no users', async () => {
		const { client, sent } = platform({ responses: [{ calendar }] });

		const { message, description } = await rejection(listTeam(client, 'loc-1', 'cal-1'));

		expect(message).toContain('works with HighLevel only');
		expect(description).toBe(
			"Nothing was sent. Contacts and appointments can be entered by ID. If this is a HighLevel account, set 'API' of the credential to 'HighLevel'.",
		);
		expect(sent).toEqual([]);
	});
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
		{ unit: 'days', count: 10, days: 10 },
		{ unit: 'weeks', count: 2, days: 14 },
		{ unit: 'months', count: 2, days: 56 },
	])(
		'of a calendar that takes bookings for $unit can be booked so many days ahead at least',
		async ({ unit, count, days }) => {
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

	it('of 31 days are asked for at once', async () => {
		const { client, sent } = highLevel({});

		await listFreeSlots(client, { ...DAYS, endDate: '2026-12-31', slotMs: 1_800_000 });

		expect(sent).toHaveLength(1);
	});

	it('whose length is known are read without a look at the calendar', async () => {
		const { client, sent } = highLevel(SLOTS);

		const [{ start, end }] = await listFreeSlots(client, { ...DAYS, slotMs: 1_800_000 });

		expect(end - start).toBe(1_800_000);
		expect(sent).toHaveLength(1);
	});

	it('of two calendars have the length of each', async () => {
		const ofTwoHours = { id: 'cal-2', slotDuration: 2, slotDurationUnit: 'hours' };
		const { client } = highLevel(CALENDAR, { calendar: ofTwoHours });

		const first = await readSlotSettings(client, 'cal-1');
		const second = await readSlotSettings(client, 'cal-2');

		expect(first?.slotMs).toBe(3_600_000);
		expect(second?.slotMs).toBe(7_200_000);
	});

	it.each([{}, { allowBookingFor: 0, allowBookingForUnit: 'days' }])(
		'can be booked without an end of days, where the calendar names none: %j',
		async (settings) => {
			const { client } = highLevel({ calendar: { ...CALENDAR.calendar, ...settings } });
			expect(await readSlotSettings(client, 'cal-1')).toHaveProperty('days', undefined);
		},
	);

	describe('stand elsewhere once the calendar has', () => {
		const settingsOf = async (fields: object) => {
			const { client } = highLevel({ calendar: { ...fields, ...CALENDAR.calendar } });
			return (await readSlotSettings(client, 'cal-1'))?.settings;
		};

		it.each([{ preBuffer: 15 }, { slotInterval: 15 }, { allowBookingFor: 7 }])(
			'other settings: %j',
			async (fields) => {
				expect(await settingsOf(fields)).not.toBe(await settingsOf({}));
			},
		);

		it('other settings, but not where it lists the same in another order, or has another name', async () => {
			const before = await settingsOf({ name: 'Call', preBuffer: 15, slotInterval: 30 });
			const after = await settingsOf({ slotInterval: 30, preBuffer: 15, name: 'Talk' });
			expect(after).toBe(before);
		});
	});

	const ofCalendar = (settings: object) => ({ calendar: { id: 'cal-1', ...settings } });

	it('of a calendar with hours have the length of it', async () => {
		const { client } = highLevel(SLOTS, ofCalendar({ slotDuration: 2, slotDurationUnit: 'hours' }));
		const [{ start, end }] = await listFreeSlots(client, DAYS);
		expect((end - start) / 60_000).toBe(120);
	});

	const noLength =
		'so their ends are not known. Set the slot duration, and its unit, in the settings of the calendar on the platform.';
	const noStarts = "starts in ISO 8601 under 'slots'";
	it.each([
		{ slots: SLOTS, calendar: ofCalendar({ slotDuration: 30 }), message: noLength },
		{
			slots: SLOTS,
			calendar: ofCalendar({ slotDuration: 30, slotDurationUnit: 'days' }),
			message: noLength,
		},
		{
			slots: { '2026-12-01': { slots: ['2026-12-01T09:00:00'] } },
			calendar: CALENDAR,
			message: noStarts,
		},
		{
			slots: { '2026-12-01': ['2026-12-01T09:00:00-05:00'] },
			calendar: CALENDAR,
			message: noStarts,
		},
		{ slots: { data: null }, calendar: CALENDAR, message: 'slots by date' },
	])(
		'that cannot be read, and ends that are not known, are refused: $slots, $calendar',
		async ({ slots, calendar, message }) => {
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
		{
			what: 'that it is not there, and the platform does not have it',
			message: 'Appointment not found',
			read: notFound,
			why: 'gone',
		},
		{
			what: 'that it is not there, and the record shows it canceled',
			message: 'Already cancelled',
			read: { event: { id: 'appt-1', appointmentStatus: 'cancelled' } },
			why: 'gone',
		},
		{
			what: 'that it is not there, while it stands',
			message: 'Appointment not found',
			read: standing,
			why: 'other',
		},
		{
			what: 'that another record is not there, while it stands',
			message: 'Contact not found',
			read: standing,
			why: 'other',
		},
		{
			what: 'that the slot is taken',
			message: 'The slot you have selected is no longer available.',
			read: standing,
			why: 'taken',
		},
	])('of which a 400 says $what, ends as refused: $message', async ({ message, read, why }) => {
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

	it('that the platform does not have is told so by its ID, whatever the words of the refusal', async () => {
		const { client } = highLevel(failed(400, { message: 'It does not exist' }), notFound);

		const outcome = await changeAppointment(client, 'appt-1', { slot, assignedUserId: 'user-1' });

		expect(outcome).toMatchObject({
			kind: 'refused',
			why: 'gone',
			error: { message: expect.stringContaining("The appointment 'appt-1' was not found") },
		});
	});

	it('that was canceled was not moved, whatever its times', async () => {
		const times = { startTime: '2026-12-01T14:00:00Z', endTime: '2026-12-01T15:00:00Z' };
		const canceled = { event: { id: 'appt-1', appointmentStatus: 'cancelled', ...times } };
		const { client } = highLevel(failed(400, { message: 'Not available' }), canceled);

		const outcome = await changeAppointment(client, 'appt-1', { slot });

		expect(outcome).toMatchObject({ kind: 'refused', why: 'taken', appointments: [] });
	});

	it('has the status that was sent, also in the other spelling of "canceled"', async () => {
		const canceled = { event: { id: 'appt-1', appointmentStatus: 'canceled' } };
		const { client } = highLevel(failed(400, { message: 'Not available' }), canceled);

		const outcome = await changeAppointment(client, 'appt-1', { appointmentStatus: 'cancelled' });

		expect(outcome).toEqual({ kind: 'done', isEarlier: true, record: canceled.event });
	});

	it('that stands has not the status of a cancellation that was refused', async () => {
		const { client } = highLevel(failed(400, { message: 'Not available' }), standing);

		const outcome = await changeAppointment(client, 'appt-1', { appointmentStatus: 'cancelled' });

		expect(outcome).toMatchObject({ kind: 'refused', why: 'taken' });
	});

	it('that the platform does not have cannot be deleted', async () => {
		const { client } = highLevel(failed(404, { message: 'Event not found' }), notFound);

		const outcome = await deleteAppointment(client, 'appt-1');

		expect(outcome).toMatchObject({
			kind: 'refused',
			why: 'gone',
			error: { message: expect.stringContaining("'appt-1' was not found: it no longer exists") },
		});
	});

	it('whose record says that it was deleted is not deleted once more', async () => {
		const deleted = { event: { id: 'appt-1', deleted: true } };
		const { client } = highLevel(failed(400, { message: 'Event not found' }), deleted);

		expect(await deleteAppointment(client, 'appt-1')).toMatchObject({ kind: 'alreadyDone' });
	});

	it('that is gone when a deletion is repeated was deleted by the one before', async () => {
		const { client, sent } = highLevel(notFound);

		const outcome = await deleteAppointment(client, 'appt-1', true);

		expect(outcome).toEqual({ kind: 'done', isEarlier: true });
		expect(sent.map(({ method }) => method)).toEqual(['GET']);
	});

	it('whose deletion brought no response was deleted where it is gone', async () => {
		runClock();
		const { client } = highLevel(lost(), notFound);

		const deleting = deleteAppointment(client, 'appt-1');
		await jest.advanceTimersByTimeAsync(5_000);

		expect(await deleting).toEqual({ kind: 'done' });
	});

	it.each([
		{ what: 'a type of place', place: { meetingLocationType: 'zoom' }, overrides: true },
		{
			what: "a place of the calendar's own",
			place: { meetingLocationId: 'default' },
			overrides: false,
		},
	])(
		'with $what says whether that replaces what the calendar has',
		async ({ place, overrides }) => {
			const { client, sent } = highLevel({ id: 'appt-1' });

			await changeAppointment(client, 'appt-1', place);

			expect(sent[0].body).toEqual({ ...place, overrideLocationConfig: overrides });
		},
	);

	const refusedWith = (outcome: unknown) => (outcome as { error: NodeApiError }).error;

	it.each<{
		what: string;
		call: (client: PlatformClient) => Promise<unknown>;
		responses: unknown[];
		words: string;
	}>([
		{
			what: 'that is missing for a move',
			call: async (client) => await changeAppointment(client, 'appt-1', { slot }),
			responses: [notFound, notFound],
			words: 'do not say that it was called off',
		},
		{
			what: 'that is missing for a cancellation',
			call: async (client) => await cancelAppointment(client, 'appt-1'),
			responses: [notFound, notFound],
			words: 'do not say that it was called off',
		},
		{
			what: 'that stands, where something else is missing',
			call: async (client) => await changeAppointment(client, 'appt-1', { slot }),
			responses: [failed(404, { message: 'Not Found' }), standing],
			words: 'A person has to correct it on the platform.',
		},
		{
			what: 'that is booked already',
			call: async (client) =>
				await createAppointment(
					client,
					{ calendarId: 'cal-1', locationId: 'loc-1', contactId: 'ada' },
					slot,
				),
			responses: [failed(409, { message: 'Conflict' }), { events: [] }],
			words: 'It is booked already. For another appointment, choose another time.',
		},
	])('$what is told to a model in words of its own', async ({ call, responses, words }) => {
		const { client } = highLevel(...responses);

		const { context } = refusedWith(await call(client));

		expect(context.forModel).toContain(words);
		expect(context.forModel).not.toMatch(/in the options|'Appointment'/);
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

it.each([
	{ status: 404, words: '', isGone: true },
	{ status: 410, words: '', isGone: true },
	{ status: 400, words: 'Appointment not found', isGone: true },
	{ status: 400, words: 'Odd', isGone: false },
	// Only 400 is known to say so in words.
	{ status: 401, words: 'Appointment not found', isGone: false },
	// It is the path that is not there.
	{ status: 400, words: 'Endpoint /calendars/events was removed in version v3.', isGone: false },
])(
	'HighLevel says with $status and "$words" that an appointment is gone: $isGone',
	({ status, words, isGone }) => {
		expect(DIALECTS.highLevel.isGone(status, words)).toBe(isGone);
	},
);

it('after a refused booking without a reason, its appointments are listed, and nothing else is read', async () => {
	const { client, sent } = highLevel(failed(400, {}), { events: [] });
	const [start, end] = ['2026-12-01T14:00:00Z', '2026-12-01T15:00:00Z'].map(Date.parse);
	const booking = { calendarId: 'cal-1', locationId: 'loc-1', contactId: 'contact-1' };

	await createAppointment(client, booking, { start, end });

	const paths = sent.map(({ url }) => new URL(url).pathname);
	expect(paths).toEqual(['/calendars/events/appointments', '/calendars/events']);
});

it("a refused booking is compared with the calendar's appointments around it", async () => {
	const { client, sent } = highLevel(failed(400, { message: 'Not available' }), { events: [] });
	const [start, end] = ['2026-12-01T14:00:00Z', '2026-12-01T15:00:00Z'].map(Date.parse);
	const booking = { calendarId: 'cal-1', locationId: 'loc-1', contactId: 'contact-1' };
	await createAppointment(client, booking, { start, end });
	const times = { startTime: String(start - DAY_MS), endTime: String(end) };
	expect(sent[1]?.qs).toEqual({ locationId: 'loc-1', calendarId: 'cal-1', ...times });
});

describe('the other form of the API', () => {
	/** What a person reads where the free slots of a calendar are asked for. */
	async function toldFor(credential: IDataObject, response: unknown): Promise<string> {
		const { client } = platform({ credential, responses: [response] });
		const { message, description } = await rejection(listFreeSlots(client, DAYS));
		return `${message} ${description}`;
	}

	it.each([
		{
			what: 'a refusal of the version',
			response: failed(401, { message: 'version header is invalid' }),
			fault: "'Version' header",
		},
		{
			what: 'a refusal of the dates',
			response: failed(422, { message: ['startDate must be a number'] }),
			fault: 'dates',
		},
		{
			what: 'slots in its form',
			response: { '2026-12-01': { slots: [] } },
			fault: 'not a list',
		},
	])(
		"is recognized with a credential of the contract's form by $what",
		async ({ response, fault }) => {
			const text = await toldFor({}, response);

			expect(text).toContain(fault);
			expect(text).toContain("set 'API' of the credential to 'HighLevel'");
		},
	);

	it.each([
		{
			what: 'a refusal of the version',
			response: failed(400, { message: 'Version must be 2021-07-28' }),
			fault: "'Version' header",
		},
		{ what: 'slots in its form', response: { _dates_: {} }, fault: 'not a list' },
	])(
		"is recognized with a credential of HighLevel's form by $what",
		async ({ response, fault }) => {
			const text = await toldFor(API, response);

			expect(text).toContain(fault);
			expect(text).toContain("set 'API' of the credential to 'Platform'");
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

it.each<
	[scope: string, call: (client: PlatformClient) => Promise<unknown>, given?: typeof withAgency]
>([
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
		expect({ message, description, sent }).toEqual({
			message: 'HighLevel has no API for webhooks',
			description: expect.stringContaining("HighLevel's marketplace"),
			sent: [],
		});
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
		'/ad-publishing/facebook/ads',
		'/ad-publishing/facebook/ads?locationId=loc-1',
		'/social-media-posting/comments/facebook/list',
		'/social-media-posting/oauth/youtube/start',
		'/social-media-posting/oauth/loc-1/youtube/accounts/acc-1',
		'/social-media-posting/oauth/loc-1/google/accounts/acc-1',
	])('is v3 for %s, which no older version has', (path) => {
		expect(DIALECTS.highLevel.versionOf(path, '')).toBe('v3');
	});

	it.each([
		'/chat-widget/list/loc-1',
		'/ad-publishing/facebook/campaigns/camp-1/publishing-progress',
		'/brand-boards/locations/loc-1/brand-voices',
		'/calendars/schedules/event-calendar',
		'/conversations/messages/email/msg-1/status',
		'/locations/loc-1/conversationChannels',
		'/oauth/installed-locations',
		'/saas-api/public-api/companies/company-1/locations/loc-1/wallet-balance',
		'/saas/allow-attach-rebilling',
		'/social-media-posting/category/queues',
		'/social-media-posting/oauth/loc-1/bluesky',
		'/social-media-posting/oauth/loc-1/pinterest',
		'/social-media-posting/oauth/loc-1/threads',
		'/social-media-posting/oauth/loc-1/youtube',
		'/social-media-posting/oauth/bluesky/start',
		'/social-media-posting/oauth/pinterest/start',
		'/social-media-posting/oauth/threads/start',
		'/contacts/c-1/campaigns/remove-all',
		'/emails/locations/loc-1/campaigns',
	])('is v3 for %s, whose part stands in no other path', (path) => {
		expect(DIALECTS.highLevel.versionOf(path, '')).toBe('v3');
	});

	it.each([
		'/agent-studio/agent',
		'/conversation-ai/agents',
		'/knowledge-bases/',
		'/saas/location/loc-1/update-saas-subscription',
		'/saas-api/public-api/locations',
		'/voice-ai/agents',
	])('is the older one for %s, of what the node has no operation for', (path) => {
		expect(DIALECTS.highLevel.versionOf(path, '')).toBe('2021-04-15');
	});

	it.each([
		['/contacts/c-1', '2021-07-28'],
		['/contacts/c-1/campaigns/camp-1', '2021-07-28'],
		['/locations/loc-1/tags', '2021-07-28'],
		['/calendars/cal-1', '2021-04-15'],
		['/conversations/messages', '2021-04-15'],
		['/ad-publishing/facebook/ads/ad-1/pause', '2021-07-28'],
		['/social-media-posting/oauth/twitter/start', '2021-07-28'],
		['/social-media-posting/oauth/loc-1/google/locations/acc-1', '2021-07-28'],
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
