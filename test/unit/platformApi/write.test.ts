import { NodeApiError } from 'n8n-workflow';

import { failed, lost, node, platform, rejection } from './fakePlatform';
import { appointmentIn } from '../../../nodes/platformApi/appointmentReads';
import { cancelAppointment, createAppointment } from '../../../nodes/platformApi/appointments';
import { type Lookup, write } from '../../../nodes/platformApi/write';
import { runClock } from '../../support/clock';

const HIGH_LEVEL = { api: 'highLevel', platformUrl: '' };

it('a booking is not called off by a 404 where its calendar and its contact are there', async () => {
	const { client } = platform({
		credential: HIGH_LEVEL,
		responses: [failed(404, {}), { calendar: { id: 'cal-1' } }, { contact: { id: 'ada' } }],
	});
	const booking = { calendarId: 'cal-1', locationId: 'loc-1', contactId: 'ada' };

	const outcome = await createAppointment(client, booking, { start: 0, end: 1_800_000 });

	expect(outcome).toMatchObject({ kind: 'refused', why: 'other' });
});

it('after a 404, what a read has found is not said to be missing', async () => {
	const contactCannotBeRead = failed(403, {});
	const { client } = platform({
		credential: HIGH_LEVEL,
		responses: [failed(404, {}), { calendar: { id: 'cal-1' } }, contactCannotBeRead],
	});
	const booking = { calendarId: 'cal-1', locationId: 'loc-1', contactId: 'ada' };

	const outcome = await createAppointment(client, booking, { start: 0, end: 1_800_000 });

	expect(outcome).toMatchObject({
		error: { message: expect.stringContaining("It is not calendar 'cal-1'") },
	});
});

it('an appointment is not gone where the platform, which cannot be asked, says that a contact is', async () => {
	const { client } = platform({ responses: [failed(404, { message: 'Contact not found' })] });

	const outcome = await cancelAppointment(client, 'appt-1');

	expect(outcome).toMatchObject({ kind: 'refused', why: 'other' });
});

it('a repeated cancellation is not done because the platform, which cannot be asked, says that a contact is missing', async () => {
	const { client } = platform({ responses: [failed(404, { message: 'Contact not found' })] });

	const outcome = await cancelAppointment(client, 'appt-1', true);

	expect(outcome).toMatchObject({ kind: 'refused', why: 'gone' });
});

it('a repeat sends nothing where the read before it fails by itself', async () => {
	const { client, sent } = platform({ credential: HIGH_LEVEL });
	const lookup: Lookup = {
		read: async () => await Promise.reject(new Error('The credential was changed')),
		isDone: () => false,
		undone: 'Not moved',
	};
	const request = { method: 'PUT', path: '/calendars/events/appointments/appt-1' } as const;

	const failure = await rejection(write(client, request, lookup, true));

	expect(failure.message).toBe('The credential was changed');
	expect(sent).toEqual([]);
});

describe('a change of an appointment', () => {
	const CONFIRMED = appointmentIn({ id: 'appt-1', appointmentStatus: 'confirmed' });
	const UNCONFIRMED = appointmentIn({ id: 'appt-1', appointmentStatus: 'new' });

	/** What became of a confirmation, to which the platform responds so, and after which it shows these. */
	async function confirm(response: unknown, shown: unknown[] | Error, isRepeat = false) {
		runClock();
		const { client } = platform({ credential: HIGH_LEVEL, responses: [response] });
		const lookup: Lookup = {
			async read() {
				if (shown instanceof Error) throw shown;
				return shown as Awaited<ReturnType<Lookup['read']>>;
			},
			isDone: ({ status }) => status === 'confirmed',
			undone: 'Not confirmed',
			missing: { message: 'It is gone', whatToDo: 'Look for it.' },
			otherMissing: { message: 'Something else is missing', whatToDo: 'Look for it.' },
		};
		const request = { method: 'PUT', path: '/calendars/events/appointments/appt-1' } as const;
		const writing = write(client, request, lookup, isRepeat);
		await jest.advanceTimersByTimeAsync(5_000);
		const { error, ...outcome } = { error: undefined, ...(await writing) };
		return error ? { ...outcome, message: error.message, httpCode: error.httpCode } : outcome;
	}

	const TAKEN = failed(400, { message: 'Not available' });
	const GONE = failed(404, { message: 'Event not found' });
	const OF_PROXY = failed(409, '<html>');
	const NOT_ASKED = new Error('The database is locked');
	const UNCHECKED =
		'The platform could not be asked whether it was done before: The database is locked.';
	const NOT_ACCEPTED = {
		message: 'The platform did not accept the request (status 400)',
		httpCode: '400',
	};
	const NOT_FOUND = {
		message: "The appointment 'appt-1' was not found in the location of the credential",
		httpCode: '404',
	};

	it.each<{ what: string; response: unknown; shown: unknown[] | Error; outcome: object }>([
		{
			what: 'is refused, and the appointment cannot be read',
			response: TAKEN,
			shown: NOT_ASKED,
			outcome: { kind: 'refused', why: 'taken', unchecked: UNCHECKED, ...NOT_ACCEPTED },
		},
		{
			what: 'is refused, and was done',
			response: TAKEN,
			shown: [CONFIRMED],
			outcome: { kind: 'done', isEarlier: true, record: CONFIRMED.record },
		},
		{
			what: 'is refused, and was not done',
			response: TAKEN,
			shown: [UNCONFIRMED],
			outcome: { kind: 'refused', why: 'taken', appointments: [UNCONFIRMED], ...NOT_ACCEPTED },
		},
		{
			what: 'is refused as of a missing one, which cannot be read',
			response: GONE,
			shown: NOT_ASKED,
			outcome: { kind: 'refused', why: 'other', unchecked: UNCHECKED, ...NOT_FOUND },
		},
		{
			what: 'is refused as of a missing one, and was done',
			response: GONE,
			shown: [CONFIRMED],
			outcome: { kind: 'alreadyDone', record: CONFIRMED.record, ...NOT_FOUND },
		},
		{
			what: 'is refused as of a missing one, which stands',
			response: GONE,
			shown: [UNCONFIRMED],
			outcome: {
				kind: 'refused',
				why: 'other',
				appointments: [UNCONFIRMED],
				message: 'Something else is missing',
				httpCode: '404',
			},
		},
		{
			what: 'is refused by a proxy',
			response: OF_PROXY,
			shown: [],
			outcome: {
				kind: 'refused',
				why: 'other',
				message:
					'The platform at services.leadconnectorhq.com responded with a web page (status 409)',
				httpCode: '409',
			},
		},
		{
			what: 'brings no response, and the appointment cannot be read',
			response: lost(),
			shown: NOT_ASKED,
			outcome: {
				kind: 'unknown',
				message:
					'Outcome unknown: the connection ended before the platform responded (ECONNRESET), so it may or may not have gone through',
				httpCode: null,
			},
		},
		{
			what: 'brings no response, and was done',
			response: lost(),
			shown: [CONFIRMED],
			outcome: { kind: 'done', record: CONFIRMED.record },
		},
		{
			what: 'brings no response, and was not done',
			response: lost(),
			shown: [UNCONFIRMED],
			outcome: {
				kind: 'refused',
				why: 'other',
				message:
					'Not confirmed: the platform did not confirm the request, and shows that it was not carried out',
				httpCode: null,
			},
		},
		{
			what: 'brings no response, and the appointment is gone',
			response: lost(),
			shown: [],
			outcome: { kind: 'refused', why: 'gone', message: 'It is gone', httpCode: null },
		},
	])('that $what', async ({ response, shown, outcome }) => {
		expect(await confirm(response, shown)).toEqual(outcome);
	});

	it('that is repeated, and was done, is not sent', async () => {
		expect(await confirm(new Error('It was sent'), [CONFIRMED], true)).toEqual({
			kind: 'done',
			isEarlier: true,
			record: CONFIRMED.record,
		});
	});

	it.each([
		['was not done', [UNCONFIRMED]],
		['is of one that is not shown', []],
	])('that is repeated, and %s, is sent', async (_, shown) => {
		const record = { id: 'appt-1', appointmentStatus: 'confirmed' };

		expect(await confirm(record, shown, true)).toEqual({ kind: 'done', record });
	});

	it('that is repeated, and cannot be asked for, is unknown, with the reason', async () => {
		const { client, sent } = platform({ credential: HIGH_LEVEL });
		const lookup: Lookup = {
			read: async () =>
				await Promise.reject(new NodeApiError(node, {}, { message: 'It lacks a scope' })),
			isDone: () => false,
			undone: 'Not confirmed',
		};
		const request = { method: 'PUT', path: '/calendars/events/appointments/appt-1' } as const;

		const outcome = await write(client, request, lookup, true);

		expect(outcome).toMatchObject({
			kind: 'unknown',
			error: {
				description:
					'No other slot was tried, because that could book twice. Check on the platform what was booked. It lacks a scope.',
				context: {
					outcomeUnknown: true,
					forModel: expect.stringMatching(/ It lacks a scope\.$/),
				},
			},
		});
		expect(sent).toEqual([]);
	});
});
