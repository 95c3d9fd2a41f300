import fc from 'fast-check';
import { NodeApiError } from 'n8n-workflow';

import { failed, lost, platform, PLATFORM_URL, rejection } from './fakePlatform';
import { cancelAppointment, createAppointment, rescheduleAppointment } from '../../../nodes/platformApi/appointments';
import type { WriteOutcome } from '../../../nodes/platformApi/writeOutcome';
import type { PlatformClient } from '../../../nodes/platformApi/client';

const start = Date.UTC(2026, 10, 23, 9);
const slot = { start, end: start + 1_800_000 };
const times = { startTime: '2026-11-23T09:00:00+00:00', endTime: '2026-11-23T09:30:00+00:00' };
const booking = { calendarId: 'cal-1', locationId: 'loc-1', contactId: 'ada', title: 'Call' };

type Call = (client: PlatformClient) => Promise<WriteOutcome>;
const book: Call = async (client) => await createAppointment(client, booking, slot);
const move: Call = async (client) => await rescheduleAppointment(client, 'appt/1', { slot, status: 'new' });
const cancel: Call = async (client) => await cancelAppointment(client, 'appt/1');
const all: Array<[string, Call]> = [['book', book], ['reschedule', move], ['cancel', cancel]];

const run = async (call: Call, given: unknown) => {
	const { client, sent } = platform({ responses: [given] });
	return { outcome: await call(client), sent: sent.map(({ options }) => options) };
};
/** The error of an end that callers can go on from. */
const errorOf = async (call: Call, given: unknown) => {
	const { outcome } = await run(call, given);
	if (outcome.kind === 'done') throw new Error('It was done');
	return { kind: outcome.kind, message: outcome.error.message, description: outcome.error.description };
};

it.each<[string, Call, string, string, object | undefined]>([
	['book', book, 'POST', '/calendars/events/appointments', { ...booking, ...times }],
	['reschedule', move, 'PUT', '/calendars/events/appointments/appt%2F1', { ...times, appointmentStatus: 'new' }],
	['cancel', cancel, 'DELETE', '/calendars/events/appt%2F1', undefined],
])('%s sends what the contract shows', async (_, call, method, path, body) => {
	const { sent } = await run(call, {});
	expect(sent).toMatchObject([{ method, url: `${PLATFORM_URL}${path}` }]);
	expect(sent[0].body).toEqual(body);
});

describe.each(all)('%s', (_, call) => {
	it.each([
		[{ appointment: { id: 'appt-1' }, traceId: 'x', id: 'y' }, { id: 'appt-1' }],
		[{ id: 'appt-1' }, { id: 'appt-1' }],
		['', {}],
		[' OK\n', {}],
	])('is done with the response %j', async (body, record) => {
		expect((await run(call, body)).outcome).toEqual({ kind: 'done', record });
	});

	it('is done with any JSON but a text and false, which says no', async () => {
		const json = fc.jsonValue({ maxDepth: 3 }).filter((body) => typeof body !== 'string' && body !== false);
		await fc.assert(fc.asyncProperty(json, async (body) => expect((await run(call, body)).outcome.kind).toBe('done')));
	});

	it.each([
		[404, 'gone'],
		[503, 'unknown'],
	])('ends with status %d as %s', async (status, kind) => {
		const { outcome } = await run(call, failed(status, { message: 'Said' }));
		expect(outcome).toMatchObject({ kind, error: { httpCode: String(status), description: expect.stringContaining('"Said"') as string } });
	});

	it.each<[unknown]>([
		[lost()],
		[{ success: false }],
		[{ error: 'invalid_grant' }],
		['upstream connect error'],
	])('ends as unknown, with what to check, after %j', async (given) => {
		const { outcome } = await run(call, given);
		const description = expect.stringMatching(/heck the (contact's )?appointment/) as string;
		expect(outcome).toMatchObject({ kind: 'unknown', error: { description, context: { outcomeUnknown: true } } });
	});

	it("shows the platform's text of a refusal with status 200", async () => {
		const { message, description } = await errorOf(call, { error: { message: 'No seat is left' } });
		expect(message).toContain("the platform's response does not say what became of the request");
		expect(description).toContain('The platform says: "No seat is left"');
	});

	it.each([401, 403, 418, 422, 429])('is refused with status %d', async (status) => {
		const error = await rejection(run(call, failed(status, {}, { 'retry-after': '7200' })));
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.httpCode).toBe(String(status));
		expect(error.message.includes("'calendars.write'")).toBe(status === 403);
	});

	it.each([[404, '<html>'], [404, { message: 'Cannot DELETE /v1/x' }], [410, '<html>'], [400, '<html>']])('does not end with status %d where another server says %j', async (status, body) => {
		expect((await rejection(run(call, failed(status, body)))).message).toMatch(/^The platform at api\.example\.com responded with /);
	});

	it('hands on what has nothing to do with the platform', async () => {
		const { client, read } = platform();
		read.mockRejectedValue(new Error('The database is locked'));
		expect(await rejection(call(client))).toMatchObject({ name: 'Error', message: 'The database is locked' });
	});
});

describe('the message names what it is about', () => {
	it.each<[string, Call, number, string, string]>([
		['book', book, 409, "'ada' already has an appointment", "'When Already Booked'"],
		['cancel', cancel, 400, "refused to cancel the appointment 'appt/1'", 'may no longer exist'],
		['cancel', cancel, 410, "'appt/1' was not found: it no longer exists", "'When Already Canceled'"],
	])('%s: case %#', async (_, call, status, message, whatToDo) => {
		const error = await errorOf(call, failed(status));
		expect(error.message).toContain(message);
		expect(error.description).toContain(whatToDo);
	});

	it("book, with the platform's words, and what an ID looks like", async () => {
		const named = { ...booking, contactId: 'Ada' };
		const call: Call = async (client) => await createAppointment(client, named, slot);
		const error = await errorOf(call, failed(404, { message: 'No such contact' }));
		expect(error.message).toMatch(/calendar '.+' or the contact 'Ada' was not found/);
		expect(error.description).toMatch(/'Calendar'.*'Contact'.*An ID looks like.*No such contact/);
	});
});
