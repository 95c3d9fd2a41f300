import { failed, lost, platform, PLATFORM_URL } from './fakePlatform';
import { appointmentIn } from '../../../nodes/platformApi/appointmentReads';
import {
	cancelAppointment,
	createAppointment,
	changeAppointment,
} from '../../../nodes/platformApi/appointments';
import type { PlatformClient } from '../../../nodes/platformApi/client';
import type { Outcome } from '../../../nodes/platformApi/write';

const start = Date.UTC(2026, 10, 23, 9);
const slot = { start, end: start + 1_800_000 };
const times = { startTime: '2026-11-23T09:00:00+00:00', endTime: '2026-11-23T09:30:00+00:00' };
const booking = { calendarId: 'cal-1', locationId: 'loc-1', contactId: 'ada', title: 'Call' };

type Call = (client: PlatformClient) => Promise<Outcome>;
const book: Call = async (client) => await createAppointment(client, booking, slot);
const move: Call = async (client) =>
	await changeAppointment(client, 'appt/1', { slot, appointmentStatus: 'new' });
const cancel: Call = async (client) => await cancelAppointment(client, 'appt/1');

const run = async (call: Call, given: unknown) => {
	const { client, sent } = platform({ responses: [given] });
	return { outcome: await call(client), sent };
};

describe.each([
	['book', book, 'POST', '/calendars/events/appointments', { ...booking, ...times }],
	[
		'reschedule',
		move,
		'PUT',
		'/calendars/events/appointments/appt%2F1',
		{ ...times, appointmentStatus: 'new' },
	],
	['cancel', cancel, 'DELETE', '/calendars/events/appt%2F1', undefined],
])('%s', (_, call, method, path, sentBody) => {
	it.each([
		[{ appointment: { id: 'appt-1' }, traceId: 'x', id: 'y' }, { id: 'appt-1' }],
		[{ id: 'appt-1' }, { id: 'appt-1' }],
	])('sends what the contract shows, and is done with the response %j', async (body, record) => {
		const { outcome, sent } = await run(call, body);
		expect(outcome).toEqual({ kind: 'done', record });
		expect([sent.length, sent[0].method, sent[0].url, sent[0]?.body]).toEqual([
			1,
			method,
			`${PLATFORM_URL}${path}`,
			sentBody,
		]);
	});

	it.each(['', ' OK\n', null, {}, { appointment: {} }, { id: 'x', appointment: null }])(
		'is done with a body that does not say no, where nothing is created: %j',
		async (body) => {
			const { kind } = (await run(call, body)).outcome;
			expect(kind).toBe(method === 'POST' ? 'unknown' : 'done');
		},
	);

	const gone = method === 'DELETE' ? { kind: 'alreadyDone' } : { kind: 'refused', why: 'gone' };
	const other = { kind: 'refused', why: 'other' };
	it.each([
		[404, { message: 'Said' }, gone],
		[410, { message: 'Said' }, gone],
		[503, { message: 'Said' }, { kind: 'unknown' }],
		[303, {}, { kind: 'unknown' }],
		...[401, 403, 418, 422, 429].map((status): [number, object, object] => [
			status,
			{ message: 'Said' },
			other,
		]),
		// Another server says nothing of the appointment.
		[404, '<html>', other],
		[404, { message: 'Cannot DELETE /v1/x' }, other],
		[400, '<html>', other],
	])('ends with status %d and %j as %j', async (status, body, end) => {
		const { outcome } = await run(call, failed(status, body, { 'retry-after': '7200' }));
		expect(outcome).toMatchObject({ ...end, error: { httpCode: String(status) } });
		const { message, description } = (outcome as { error: Error & { description: string } }).error;
		expect(description.includes('"Said"')).toBe(JSON.stringify(body).includes('Said'));
		expect(message.includes("'calendars.write'")).toBe(status === 403);
		expect(message.includes('refused to cancel')).toBe(status === 422 && method === 'DELETE');
	});

	it.each([
		[lost(), /the connection ended/],
		[{ error: { message: 'No seat is left' } }, /response does not say what became of the request/],
		[{ error: 'invalid_grant' }, /does not say/],
		['upstream connect error', /does not say/],
	])(
		'ends as unknown, with what to check and what the platform said, after %j',
		async (given, message) => {
			const { outcome } = await run(call, given);
			if (outcome.kind !== 'unknown') throw new Error(outcome.kind);
			const { error } = outcome;
			expect([error.message, error.description]).toEqual([
				expect.stringMatching(message),
				expect.stringMatching(/heck the (contact's )?appointment/),
			]);
			expect(error.context.outcomeUnknown).toBe(true);
			expect(error.description?.includes('The platform says: "No seat is left"')).toBe(
				JSON.stringify(given).includes('seat'),
			);
		},
	);
});

it.each([
	[
		'book',
		book,
		404,
		"calendar 'cal-1' or the contact 'ada' was not found",
		/'Calendar'.*'Contact'.*An ID looks like.*"Said"/,
	],
	['book', book, 409, "'ada' already has an appointment", /'When Already Booked'/],
	['cancel', cancel, 400, "refused to cancel the appointment 'appt/1'", /may no longer exist/],
	[
		'reschedule',
		move,
		409,
		'already has another appointment in this calendar',
		/Choose another time/,
	],
	['cancel', cancel, 410, "'appt/1' was not found: it no longer exists", /'When Already Canceled'/],
])('%s names what it is about: case %#', async (_, call, status, message, description) => {
	const { outcome } = await run(call, failed(status, { message: 'Said' }));
	expect(outcome).toMatchObject({
		error: {
			message: expect.stringContaining(message),
			description: expect.stringMatching(description),
		},
	});
});

it('an appointment has the offset of its start, and no time without that of its end', () => {
	const offsets = ['2026-11-01T01:15:00-05:00', '2026-11-01 01:15:00'].map(
		(endTime) => appointmentIn({ startTime: '2026-11-01T01:30:00-04:00', endTime }).slot?.offset,
	);
	expect(offsets).toEqual([-240, undefined]);
});
