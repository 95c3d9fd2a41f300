import { NodeApiError, sleep, type IDataObject } from 'n8n-workflow';

import type { Slot } from '../booking/slots';
import { confirmsWrite, fieldsOf, readOptionalObject } from '../http/body';
import type { Explanation } from '../http/explain';
import { type Appointment, isGone } from './appointmentReads';
import type { PlatformClient, PlatformRequest } from './client';
import { platformTextOf, reworded } from './errors';

export type Placed = Appointment & { slot: Slot };

/** taken: 400, also for other reasons; conflict: 409; gone: `isGone` of the dialect. */
type Refusal = 'taken' | 'conflict' | 'gone' | 'other';

/** How a write ended. What has nothing to do with the platform is thrown. */
export type Outcome =
	| {
			kind: 'done';
			/** As the platform has it, empty where it did not say; undefined where a refusal shows that it was carried out. */
			record?: IDataObject;
			/** True where an earlier request did it. */
			isEarlier?: boolean;
	  }
	| {
			/** It was as asked before. `record` is undefined where the platform does not show it. */
			kind: 'own';
			error: NodeApiError;
			record?: IDataObject;
	  }
	| {
			kind: 'refused';
			why: Refusal;
			error: NodeApiError;
			/** The appointments that the write is about, where the platform could be asked. */
			own?: Placed[];
			/** Says what could not be checked, and why. */
			unchecked?: string;
	  }
	| { kind: 'unknown'; error: NodeApiError };

/** Long enough for a platform that is restarting, short enough for a person who is waiting. */
const PAUSE_MS = 3_000;

/** True for a body that says that a write was carried out; a text has to be OK or empty. */
const isConclusive = (body: unknown) =>
	typeof body === 'string' ? /^("?ok"?)?$/i.test(body.trim()) : confirmsWrite(body);

/** If the body has `appointment`, an `id` next to it is something else's. */
export const appointmentRecordIn = (body: unknown): IDataObject =>
	readOptionalObject(fieldsOf(body).appointment ?? body, 'appointment');

export interface Lookup {
	/** Reads the appointments that the write is about. */
	read: () => Promise<Appointment[]>;
	/** True for one which shows that the write was carried out, or need not be. */
	isDone: (appointment: Appointment) => boolean;
	/** Begins the message where none shows it. */
	undone: string;
	/** The refusal which means that it was as asked before. */
	ownAt?: Refusal;
	/** False for a success that does not name what was created. */
	isNamed?: (record: IDataObject) => boolean;
	/** Refusals by the platform's words. */
	words?: Array<[RegExp, Explanation]>;
}

const WHY: Record<string, Refusal> = { 400: 'taken', 409: 'conflict' };

async function refusalOf(
	client: PlatformClient,
	{ statuses }: PlatformRequest,
	{ words = [] }: Lookup,
	error: NodeApiError,
): Promise<{ why: Refusal; error: NodeApiError }> {
	const said = platformTextOf(error);
	const [, named] = words.find(([pattern]) => pattern.test(said)) ?? [];
	if (named) return { why: 'other', error: reworded(error, named) };
	if (await isGone(client, error)) {
		const missing = statuses?.[404];
		return { why: 'gone', error: missing ? reworded(error, missing, error.context) : error };
	}
	// A proxy's status says nothing of the appointment.
	return { why: (error.context.isOfPlatform && WHY[error.httpCode ?? '']) || 'other', error };
}

async function sent(
	client: PlatformClient,
	request: PlatformRequest,
	lookup: Lookup,
): Promise<Outcome> {
	const { ownAt, isNamed = () => true } = lookup;
	const accepts = (body: unknown) => isConclusive(body) && isNamed(appointmentRecordIn(body));
	return await client.request({ ...request, right: 'writeAppointments', accepts }).then(
		(body): Outcome => ({ kind: 'done', record: appointmentRecordIn(body) }),
		async (error: unknown): Promise<Outcome> => {
			if (!(error instanceof NodeApiError)) return await Promise.reject(error);
			if (error.context.outcomeUnknown) return { kind: 'unknown', error };
			const refusal = await refusalOf(client, request, lookup, error);
			return refusal.why === ownAt
				? { kind: 'own', error: refusal.error }
				: { kind: 'refused', ...refusal };
		},
	);
}

/** A refusal of a repeat does not mean that the first one was not carried out. */
function stillUnknown(error: NodeApiError): Outcome {
	const message = 'Outcome unknown: an earlier attempt may have gone through; this one did not';
	const whatToDo = `No other slot was tried, because that could book twice. Check on the platform what was booked. ${error.message}.`;
	const forModel = `Do not try another time: that could book twice. A person has to check the calendar on the platform. ${error.message}.`;
	return {
		kind: 'unknown',
		error: reworded(error, { message, whatToDo, forModel }, { outcomeUnknown: true }),
	};
}

/**
 * Sends a write. Where it was refused, or its response was lost, asks the platform, if it can be asked, whether it has
 * been carried out.
 *
 * @param isRepeat an earlier one may have been carried out: it is asked for first, else a refusal says nothing of it
 */
export async function write(
	client: PlatformClient,
	request: PlatformRequest,
	lookup: Lookup,
	isRepeat = false,
): Promise<Outcome> {
	const readsAppointments = await client.can('readAppointments');
	const ask = async () => {
		const own = await lookup.read();
		return { own, found: own.find(lookup.isDone) };
	};
	if (isRepeat && readsAppointments) {
		const asked = await ask().catch(async (cause: unknown) =>
			cause instanceof NodeApiError ? stillUnknown(cause) : await Promise.reject(cause),
		);
		if ('kind' in asked) return asked;
		if (asked.found) return { kind: 'done', record: asked.found.record, isEarlier: true };
		return await write(client, request, lookup);
	}
	const outcome = await sent(client, request, lookup);
	if (isRepeat && outcome.kind === 'own') return { kind: 'done', isEarlier: true };
	if (isRepeat && outcome.kind === 'refused' && outcome.why !== 'gone')
		return stillUnknown(outcome.error);
	if (outcome.kind === 'done' || outcome.kind === 'own' || !readsAppointments) return outcome;
	// Other reasons say that nothing was done.
	if (outcome.kind === 'refused' && !['conflict', 'taken'].includes(outcome.why)) return outcome;
	const { kind, error } = outcome;
	if (kind === 'unknown') await sleep(PAUSE_MS);
	const asked = await ask().catch((cause: unknown) => ({ cause }));
	if ('cause' in asked) {
		const why = asked.cause instanceof Error ? asked.cause.message : '';
		const whatIsUnclear = `The platform could not be asked whether it was done before: ${why}`;
		return kind === 'unknown' ? outcome : { ...outcome, unchecked: whatIsUnclear };
	}
	const { own, found } = asked;
	if (found && kind === 'refused' && lookup.ownAt)
		return { kind: 'own', error, record: found.record };
	if (found) return { kind: 'done', record: found.record, isEarlier: kind === 'refused' };
	if (kind === 'refused')
		return {
			...outcome,
			own: own.filter((appointment): appointment is Placed => appointment.slot !== undefined),
		};
	const message = `${lookup.undone}: the platform did not confirm the request, and shows that it was not carried out`;
	const whatToDo = 'Nothing was changed. Try again.';
	return { kind: 'refused', why: 'other', error: reworded(error, { message, whatToDo }) };
}
