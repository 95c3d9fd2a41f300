import { NodeApiError, sleep, type IDataObject } from 'n8n-workflow';

import type { Slot } from '../booking/slots';
import { confirmsWrite, fieldsOf, readOptionalObject } from '../http/body';
import { type Appointment, isGone } from './appointmentReads';
import type { PlatformClient, PlatformRequest } from './client';
import { noted, reworded } from './errors';

type Placed = Appointment & { slot: Slot };

/** How a write ended, where callers can go on from it; every other end is thrown. */
export type WriteOutcome =
	| {
			kind: 'done';
			/** As the platform sent it, empty where it sent none; undefined where a conflict shows that it was carried out. */
			record?: IDataObject;
			/** As the platform has it, where it was asked. */
			slot?: Slot;
			/** True where an earlier request did it. */
			isEarlier?: boolean;
	  }
	| {
			/** taken: 400, also for other reasons; conflict: 409; gone: `isGone` of the dialect; unknown: perhaps carried out. */
			kind: 'taken' | 'conflict' | 'gone' | 'unknown';
			error: NodeApiError;
			/** The appointments that the write is about, where the platform was asked. */
			own?: Placed[];
	  };

/** Long enough for a platform that is restarting, short enough for a person who is waiting. */
export const PAUSE_MS = 3_000;

const REFUSED: Record<string, 'taken' | 'conflict'> = { 400: 'taken', 409: 'conflict' };

/** True for a body that says that a write was carried out; a text has to be OK or empty. */
const isConclusive = (body: unknown) =>
	typeof body === 'string' ? /^("?ok"?)?$/i.test(body.trim()) : confirmsWrite(body);

async function sent(client: PlatformClient, request: PlatformRequest): Promise<WriteOutcome> {
	return await client
		.request({ ...request, right: 'writeAppointments', accepts: isConclusive })
		.then(
			// If the body has `appointment`, an `id` next to it is something else's.
			(body): WriteOutcome => ({
				kind: 'done',
				record: readOptionalObject(fieldsOf(body).appointment ?? body, 'appointment'),
			}),
			async (error: unknown): Promise<WriteOutcome> => {
				if (!(error instanceof NodeApiError)) return await Promise.reject(error);
				if (error.context.outcomeUnknown) return { kind: 'unknown', error };
				if (await isGone(client, request.method, error)) {
					const missing = request.statuses?.[404];
					return { kind: 'gone', error: missing ? reworded(error, missing, error.context) : error };
				}
				const kind = REFUSED[error.httpCode ?? ''];
				// A proxy's status says nothing of the appointment.
				return kind && error.context.isOfPlatform ? { kind, error } : await Promise.reject(error);
			},
		);
}

interface Lookup {
	/** Reads the appointments that the write is about. */
	read: () => Promise<Appointment[]>;
	/** True for one which shows that the write was carried out. */
	isDone: (appointment: Appointment) => boolean;
	/** Begins the message where none shows it. */
	undone: string;
}

/**
 * Sends a write. Where it was refused or its response was lost, asks the platform, if it can be asked, whether it has
 * been carried out.
 *
 * @throws NodeApiError where the outcome was unknown, and the write was not carried out
 */
export async function write(
	client: PlatformClient,
	request: PlatformRequest,
	{ read, isDone, undone }: Lookup,
): Promise<WriteOutcome> {
	const outcome = await sent(client, request);
	if (outcome.kind === 'done' || outcome.kind === 'gone' || !(await client.dialect()).hasContacts)
		return outcome;
	const { kind, error } = outcome;
	const isUnknown = kind === 'unknown';
	if (isUnknown) await sleep(PAUSE_MS);
	const own = await read().catch(async (cause: unknown) => {
		if (isUnknown) return undefined;
		// For a contact that is not there, nothing was done before.
		if (await isGone(client, 'GET', cause)) throw cause;
		const whatIsUnclear = `The platform could not be asked whether it was done before: ${cause instanceof Error ? cause.message : ''}`;
		throw noted(error, whatIsUnclear);
	});
	if (own === undefined) return outcome;
	const found = own.find(isDone);
	if (found) return { kind: 'done', record: found.record, slot: found.slot, isEarlier: !isUnknown };
	if (!isUnknown)
		return {
			...outcome,
			own: own.filter((appointment): appointment is Placed => appointment.slot !== undefined),
		};
	const message = `${undone}: the platform did not confirm the request, and shows that it was not carried out`;
	throw reworded(error, { message, whatToDo: 'Nothing was changed. Try again.' });
}
