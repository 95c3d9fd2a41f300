import { NodeApiError, sleep, type IDataObject } from 'n8n-workflow';

import type { Slot } from '../booking/slots';
import { type Appointment, getAppointment } from './appointmentReads';
import type { PlatformClient } from './client';
import { noted, platformTextOf, reworded } from './errors';

type Placed = Appointment & { slot: Slot };

/** How a write ended, where callers can go on from it; every other end is thrown. */
export type WriteOutcome =
	| {
			kind: 'done';
			/** As the platform sent it, empty where it sent none; undefined where a conflict shows that it was carried out. */
			record?: IDataObject;
			/** As the platform has it, where it was asked. */
			slot?: Slot;
			/** Whether an earlier request did it. */
			isEarlier?: boolean;
	  }
	| {
			/** taken: 400, which can have another reason; conflict: 409; gone: `isGone` of the dialect; unknown: it may have been carried out. */
			kind: 'taken' | 'conflict' | 'gone' | 'unknown';
			error: NodeApiError;
			/** The appointments that the write is about, where the platform was asked. */
			own?: Placed[];
	  };

/** Long enough for a platform that is restarting, short enough for a person who is waiting. */
export const PAUSE_MS = 3_000;

/** Whether an error says that the appointment is not there, in the words of the dialect. */
export async function isGone(client: PlatformClient, method: string, error: NodeApiError): Promise<boolean> {
	return (await client.dialect()).isGone(method, Number(error.httpCode), platformTextOf(error));
}

export const isCanceled = ({ status, record }: Appointment) => /^cancell?ed$/i.test(status ?? '') || record.deleted === true;

/** The appointment as the platform has it; a canceled one where it is gone. */
export async function presentAppointment(client: PlatformClient, appointmentId: string): Promise<Appointment> {
	return await getAppointment(client, appointmentId).catch(async (error: unknown) => {
		if (error instanceof NodeApiError && (await isGone(client, 'GET', error))) return { status: 'cancelled', record: {} };
		return await Promise.reject(error);
	});
}

interface Lookup {
	/** Reads the appointments that the write is about. */
	read: () => Promise<Appointment[]>;
	/** Whether one of them shows that the write was carried out. */
	isDone: (appointment: Appointment) => boolean;
	/** What it is if none does. */
	undone: string;
}

/**
 * Asks the platform, where it can be asked, whether a write that was refused or lost has been carried out.
 *
 * @throws NodeApiError where the outcome was unknown, and the write was not carried out
 */
export async function asked(client: PlatformClient, outcome: WriteOutcome, { read, isDone, undone }: Lookup): Promise<WriteOutcome> {
	if (outcome.kind === 'done' || outcome.kind === 'gone' || !(await client.dialect()).hasContacts) return outcome;
	const { kind, error } = outcome;
	const isUnknown = kind === 'unknown';
	if (isUnknown) await sleep(PAUSE_MS);
	const own = await read().catch((cause: unknown) => {
		if (isUnknown) return undefined;
		const whatIsUnclear = `The platform could not be asked whether it was done before: ${cause instanceof Error ? cause.message : ''}`;
		throw noted(error, whatIsUnclear);
	});
	if (own === undefined) return outcome;
	const found = own.find(isDone);
	if (found) return { kind: 'done', record: found.record, slot: found.slot, isEarlier: !isUnknown };
	if (!isUnknown) return { ...outcome, own: own.filter((appointment): appointment is Placed => appointment.slot !== undefined) };
	const message = `${undone}: the platform did not confirm the request, and shows that it was not carried out`;
	throw reworded(error, { message, whatToDo: 'Nothing was changed. Try again.' });
}
