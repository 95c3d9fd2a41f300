import type { IDataObject } from 'n8n-workflow';

import { failed, lost, platform, PLATFORM_URL } from './fakePlatform';
import { appointmentIn } from '../../../nodes/platformApi/appointmentReads';
import {
	cancelAppointment,
	createAppointment,
	changeAppointment,
	type Change,
} from '../../../nodes/platformApi/appointments';
import type { PlatformClient } from '../../../nodes/platformApi/client';
import type { Outcome } from '../../../nodes/platformApi/write';

/* Writes of an appointment in the contract's form: what is sent, and how each response ends it. */

const NINE = Date.UTC(2026, 10, 23, 9);
const SLOT = { start: NINE, end: NINE + 1_800_000 };
const TIMES = { startTime: '2026-11-23T09:00:00+00:00', endTime: '2026-11-23T09:30:00+00:00' };
const BOOKING = { calendarId: 'cal-1', locationId: 'loc-1', contactId: 'ada', title: 'Call' };

const later = setTimeout;

/** Lets the pause before the platform is asked take no time. */
function runAtOnce(): void {
	jest
		.spyOn(globalThis, 'setTimeout')
		.mockImplementation(((run: () => void) => later(run, 0)) as typeof setTimeout);
}

type WriteCall = (client: PlatformClient) => Promise<Outcome>;
const book: WriteCall = async (client) => await createAppointment(client, BOOKING, SLOT);
const move: WriteCall = async (client) =>
	await changeAppointment(client, 'appt/1', { slot: SLOT, appointmentStatus: 'new' });
const cancel: WriteCall = async (client) => await cancelAppointment(client, 'appt/1');

/** How a write ends where the platform responds so. */
async function outcomeOf(write: WriteCall, response: unknown): Promise<Outcome> {
	const { client } = platform({ responses: [response] });
	return await write(client);
}

/** The error of a write that was not done. */
async function errorOf(write: WriteCall, response: unknown) {
	const outcome = await outcomeOf(write, response);
	return (
		outcome as { error: Error & { description: string; context: { outcomeUnknown?: boolean } } }
	).error;
}

const WRITES = [
	{ name: 'a booking', write: book },
	{ name: 'a move', write: move },
	{ name: 'a cancellation', write: cancel },
];

describe('what is sent', () => {
	it.each([
		{
			name: 'a booking',
			write: book,
			method: 'POST',
			path: '/calendars/events/appointments',
			body: { ...BOOKING, ...TIMES },
		},
		{
			name: 'a move, with the ID encoded',
			write: move,
			method: 'PUT',
			path: '/calendars/events/appointments/appt%2F1',
			body: { ...TIMES, appointmentStatus: 'new' },
		},
		{
			name: 'a cancellation, without a body',
			write: cancel,
			method: 'DELETE',
			path: '/calendars/events/appt%2F1',
			body: undefined,
		},
	])('of $name', async ({ write, method, path, body }) => {
		const { client, sent } = platform({ responses: [{ id: 'appt-1' }] });

		await write(client);

		expect(sent).toMatchObject([{ method, url: `${PLATFORM_URL}${path}` }]);
		expect(sent[0].body).toEqual(body);
	});
});

describe.each(WRITES)('$name', ({ write }) => {
	it.each([
		{ what: 'alone', body: { id: 'appt-1' } },
		{
			what: 'in an envelope, beside which another ID stands',
			body: { appointment: { id: 'appt-1' }, traceId: 'x', id: 'y' },
		},
	])('is done with the record of the response: $what', async ({ body }) => {
		const outcome = await outcomeOf(write, body);

		expect(outcome).toEqual({ kind: 'done', record: { id: 'appt-1' } });
	});

	it.each([401, 403, 418, 422, 429])('is refused with status %d', async (status) => {
		const response = failed(status, { message: 'Said' }, { 'retry-after': '7200' });

		const outcome = await outcomeOf(write, response);

		expect(outcome).toMatchObject({
			kind: 'refused',
			why: 'other',
			error: { httpCode: String(status), description: expect.stringContaining('"Said"') },
		});
	});

	it.each([
		{ what: 'a page of another server', status: 404, body: '<html>' },
		{
			what: 'a server without such an address',
			status: 404,
			body: { message: 'Cannot DELETE /v1/x' },
		},
		{ what: 'a page with status 400', status: 400, body: '<html>' },
	])('is refused, and not called missing, by $what', async ({ status, body }) => {
		const outcome = await outcomeOf(write, failed(status, body));

		expect(outcome).toMatchObject({ kind: 'refused', why: 'other' });
	});

	it('names the scope that is missing after 403, and after no other status', async () => {
		const forbidden = await errorOf(write, failed(403, { message: 'Said' }));
		const unfit = await errorOf(write, failed(422, { message: 'Said' }));

		expect(forbidden.message).toContain("'calendars.write'");
		expect(unfit.message).not.toContain("'calendars.write'");
	});

	it.each([
		{ what: 'a server that gives up', response: failed(503, { message: 'Said' }) },
		{ what: 'a redirect after it was processed', response: failed(303, {}) },
		{ what: 'a lost connection', response: lost() },
		{ what: 'an error in a success', response: { error: { message: 'No seat is left' } } },
		{ what: 'the name of an error in a success', response: { error: 'invalid_grant' } },
		{ what: "a gateway's words in a success", response: 'upstream connect error' },
	])('has an unknown outcome after $what, with what to check', async ({ response }) => {
		const outcome = await outcomeOf(write, response);

		expect(outcome).toMatchObject({
			kind: 'unknown',
			error: {
				context: { outcomeUnknown: true },
				description: expect.stringMatching(/[Cc]heck the (contact's )?appointment/),
			},
		});
	});

	it("quotes the platform's words in a success that is none", async () => {
		const error = await errorOf(write, { error: { message: 'No seat is left' } });

		expect(error.message).toContain('response does not say what became of the request');
		expect(error.description).toContain('The platform says: "No seat is left"');
	});

	it('says that the connection ended where no response came', async () => {
		const error = await errorOf(write, lost());

		expect(error.message).toContain('the connection ended');
	});
});

describe('a body without a record', () => {
	const BODIES = ['', ' OK\n', null, {}, { appointment: {} }, { id: 'x', appointment: null }];

	it.each(BODIES)('does not say what became of a booking: %j', async (body) => {
		expect(await outcomeOf(book, body)).toMatchObject({ kind: 'unknown' });
	});

	it.each(BODIES)('is a success of a move and of a cancellation: %j', async (body) => {
		expect(await outcomeOf(move, body)).toMatchObject({ kind: 'done' });
		expect(await outcomeOf(cancel, body)).toMatchObject({ kind: 'done' });
	});
});

describe.each([404, 410])('status %d of the platform', (status) => {
	const response = failed(status, { message: 'Said' });

	it('means that an appointment that was to be canceled is gone already', async () => {
		expect(await outcomeOf(cancel, response)).toMatchObject({ kind: 'alreadyDone' });
	});

	it('means that what a booking or a move needs is gone', async () => {
		expect(await outcomeOf(book, response)).toMatchObject({ kind: 'refused', why: 'gone' });
		expect(await outcomeOf(move, response)).toMatchObject({ kind: 'refused', why: 'gone' });
	});
});

describe('a refusal names what it is about:', () => {
	it.each([
		{
			what: 'the calendar and the contact of a booking',
			write: book,
			status: 404,
			message: "The calendar 'cal-1' or the contact 'ada' was not found",
			descriptions: ["'Calendar'", "'Contact'", 'An ID looks like', '"Said"'],
		},
		{
			what: 'the contact who has an appointment then',
			write: book,
			status: 409,
			message: "'ada' already has an appointment",
			descriptions: ["'When Already Booked'"],
		},
		{
			what: 'the appointment that cannot be canceled',
			write: cancel,
			status: 400,
			message: "refused to cancel the appointment 'appt/1'",
			descriptions: ['may no longer exist'],
		},
		{
			what: 'the appointment that cannot be canceled since it is in no state for it',
			write: cancel,
			status: 422,
			message: "refused to cancel the appointment 'appt/1'",
			descriptions: [],
		},
		{
			what: 'another appointment of the contact',
			write: move,
			status: 409,
			message: 'already has another appointment in this calendar',
			descriptions: ['Choose another time'],
		},
		{
			what: 'the appointment that is gone',
			write: cancel,
			status: 410,
			message: "'appt/1' was not found: it no longer exists",
			descriptions: ["'When Already Canceled'"],
		},
	])('$what ($status)', async ({ write, status, message, descriptions }) => {
		const error = await errorOf(write, failed(status, { message: 'Said' }));

		expect(error.message).toContain(message);
		for (const words of descriptions) expect(error.description).toContain(words);
	});

	it.each([
		['a booking', book],
		['a move', move],
	])('422 of %s is about a value, and no refused cancellation', async (_, write) => {
		const error = await errorOf(write, failed(422, { message: 'Said' }));

		expect(error.message).not.toContain('refused to cancel');
	});
});

it('a repeated change of an appointment that is gone is refused, and not unknown', async () => {
	const { client } = platform({ responses: [failed(404, { message: 'Said' })] });

	const outcome = await changeAppointment(client, 'appt/1', { slot: SLOT }, true);

	expect(outcome).toMatchObject({ kind: 'refused', why: 'gone' });
});

describe('a change on HighLevel whose response is lost', () => {
	const TALK = { id: 'appt-1', title: 'Talk', appointmentStatus: 'confirmed', ...TIMES };

	it.each<{ what: string; change: Change; record: IDataObject; outcome: object }>([
		{
			what: 'is done where the record has the title',
			change: { title: 'Talk' },
			record: TALK,
			outcome: { kind: 'done', record: TALK },
		},
		{
			what: 'is not done where it has another title',
			change: { title: 'Call' },
			record: TALK,
			outcome: { kind: 'refused' },
		},
		{
			what: 'is not done where the appointment was canceled meanwhile',
			change: { title: 'Talk' },
			record: { ...TALK, appointmentStatus: 'cancelled' },
			outcome: { kind: 'refused' },
		},
		{
			what: 'is done where it is canceled, as was sent, in the other spelling',
			change: { title: 'Talk', appointmentStatus: 'cancelled' },
			record: { ...TALK, appointmentStatus: 'Canceled' },
			outcome: { kind: 'done' },
		},
		{
			what: 'is not done where it was canceled meanwhile, and another status was sent',
			change: { title: 'Talk', appointmentStatus: 'confirmed' },
			record: { ...TALK, appointmentStatus: 'cancelled' },
			outcome: { kind: 'refused' },
		},
		{
			what: 'is not done where it has another status',
			change: { title: 'Talk', appointmentStatus: 'new' },
			record: TALK,
			outcome: { kind: 'refused' },
		},
		{
			what: 'is done where the record has the times',
			change: { slot: SLOT },
			record: TALK,
			outcome: { kind: 'done' },
		},
		{
			what: 'is not done where the record begins at another time',
			change: { slot: { ...SLOT, start: NINE - 1_800_000 } },
			record: TALK,
			outcome: { kind: 'refused' },
		},
		{
			what: 'is not done where the record ends at another time',
			change: { slot: { ...SLOT, end: NINE + 3_600_000 } },
			record: TALK,
			outcome: { kind: 'refused' },
		},
		{
			what: 'is not done where the record has no times',
			change: { slot: SLOT },
			record: { id: 'appt-1', appointmentStatus: 'confirmed' },
			outcome: { kind: 'refused' },
		},
		{
			what: 'is done where a title was emptied, and the record has none',
			change: { title: '' },
			record: { ...TALK, title: null },
			outcome: { kind: 'done' },
		},
		{
			what: 'is done by its times where no title was sent',
			change: { slot: SLOT, description: undefined },
			record: TALK,
			outcome: { kind: 'done' },
		},
		{
			what: 'is unknown where the record does not show what was sent',
			change: { description: 'Bring it' },
			record: TALK,
			outcome: { kind: 'unknown' },
		},
	])('$what', async ({ change, record, outcome }) => {
		runAtOnce();
		const { client } = platform({
			credential: { api: 'highLevel', platformUrl: '' },
			responses: [lost(), { event: record }],
		});

		expect(await changeAppointment(client, 'appt-1', change)).toMatchObject(outcome);
	});
});

describe('an appointment in a record', () => {
	it('has the offset of its start', () => {
		const { slot } = appointmentIn({
			startTime: '2026-11-01T01:30:00-04:00',
			endTime: '2026-11-01T01:15:00-05:00',
		});

		expect(slot).toMatchObject({ offset: -240 });
	});

	it('has no time without the offset of its end', () => {
		const { slot } = appointmentIn({
			startTime: '2026-11-01T01:30:00-04:00',
			endTime: '2026-11-01 01:15:00',
		});

		expect(slot).toBeUndefined();
	});
});
