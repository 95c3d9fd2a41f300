import { NodeApiError, sleep, type IDataObject } from 'n8n-workflow';

import { confirmsWrite, readOptionalObject } from '../http/body';
import type { Explanation } from '../http/explain';
import { type Appointment, isGone } from './appointmentReads';
import type { PlatformClient, PlatformRequest } from './client';
import { platformTextOf, reworded } from './errors';

/** taken: 400, also for other reasons; conflict: 409; gone: `isGone` of the dialect. */
type Refusal = 'taken' | 'conflict' | 'gone' | 'other';

/** The platform has carried it out. */
export interface FinishedWrite {
	kind: 'done';
	/** As the platform has it, empty where it did not say; undefined where a refusal shows that it was carried out. */
	record?: IDataObject;
	/** True where an earlier request did it. */
	isEarlier?: boolean;
}

/** It was as asked before. */
export interface WriteAlreadyDone {
	kind: 'own';
	error: NodeApiError;
	/** Undefined where the platform does not show it. */
	record?: IDataObject;
}

export interface RefusedWrite {
	kind: 'refused';
	why: Refusal;
	error: NodeApiError;
	/** The appointments that the write is about, where the platform could be asked. */
	own?: Appointment[];
	/** Says what could not be checked, and why. */
	unchecked?: string;
}

/** Nothing says what became of it. */
export interface UnknownWrite {
	kind: 'unknown';
	error: NodeApiError;
}

export type KnownOutcome = FinishedWrite | WriteAlreadyDone | RefusedWrite;

/** How a write ended. What has nothing to do with the platform is thrown. */
export type Outcome = KnownOutcome | UnknownWrite;

/** Long enough for a platform that is restarting, short enough for a person who is waiting. */
const PAUSE_MS = 3_000;

/** True for a body that says that a write was carried out; a text has to be OK or empty. */
const isConclusive = (body: unknown) =>
	typeof body === 'string' ? /^("?ok"?)?$/i.test(body.trim()) : confirmsWrite(body);

const recordIn = (body: unknown) => readOptionalObject(body, 'appointment', 'event');

export interface Lookup {
	/** Reads the appointments that the write is about. */
	read: () => Promise<Appointment[]>;
	/** True for one which shows that the write was carried out, or need not be; undefined where its record does not tell. */
	isDone: (appointment: Appointment) => boolean | undefined;
	/** Begins the message where none shows it. */
	undone: string;
	/** The refusal which means that it was as asked before. */
	ownAt?: Refusal;
	/** False for a success that does not name what was created. */
	isNamed?: (record: IDataObject) => boolean;
}

const WHY: Record<string, Refusal> = { 400: 'taken', 409: 'conflict' };

const WHAT_TO_CHOOSE = "Choose 'Assigned User' in the options from the list.";

/** Refusals that are not about the time, by HighLevel's words. */
const NAMED: Array<[RegExp, Explanation]> = [
	[
		/\bslot duration\b/i,
		{
			message: 'The calendar takes no appointment of this length',
			whatToDo: 'Choose an end as Calendar > Get Free Slots returns it.',
			forModel: 'Send start and end of a free slot as the tool returned them.',
		},
	],
	[
		/\bteam member|\bcalendar team\b|\bassignedUserId\b/i,
		{
			message: "The calendar needs one of its team members in 'Assigned User'",
			whatToDo: WHAT_TO_CHOOSE,
			forModel: `A person has to help: ${WHAT_TO_CHOOSE}`,
		},
	],
];

async function send(
	client: PlatformClient,
	request: PlatformRequest,
	{ ownAt, isNamed = () => true }: Lookup,
): Promise<Outcome> {
	const accepts = (body: unknown) => isConclusive(body) && isNamed(recordIn(body));
	try {
		const body = await client.request({ ...request, right: 'writeAppointments', accepts });
		return { kind: 'done', record: recordIn(body) };
	} catch (error) {
		if (!(error instanceof NodeApiError)) return await Promise.reject(error);
		const { outcomeUnknown, isOfPlatform } = error.context;
		if (outcomeUnknown) return { kind: 'unknown', error };
		const [, named] = NAMED.find(([words]) => words.test(platformTextOf(error))) ?? [];
		if (named) return { kind: 'refused', why: 'other', error: reworded(error, named) };
		const missing = (await isGone(client, error)) && request.statuses?.[404];
		const refusal = missing ? reworded(error, missing, error.context) : error;
		// A proxy's status says nothing of the appointment.
		const why = missing ? 'gone' : (isOfPlatform && WHY[error.httpCode ?? '']) || 'other';
		return why === ownAt
			? { kind: 'own', error: refusal }
			: { kind: 'refused', why, error: refusal };
	}
}

/** A refusal of a repeat does not mean that the first one was not carried out. */
function stillUnknown(error: NodeApiError): Outcome {
	const explanation = {
		message: 'Outcome unknown: an earlier attempt may have gone through; this one did not',
		whatToDo: `No other slot was tried, because that could book twice. Check on the platform what was booked. ${error.message}.`,
		forModel: `Do not try another time: that could book twice. A person has to check the calendar on the platform. ${error.message}.`,
	};
	return { kind: 'unknown', error: reworded(error, explanation, { outcomeUnknown: true }) };
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
	const canAsk = (await client.dialect()).showsAppointments;
	const ask = async () =>
		await lookup.read().then(
			(own) => ({ own, found: own.find((each) => lookup.isDone(each) === true), cause: undefined }),
			(cause: Error) => ({ own: [], found: undefined, cause }),
		);
	if (isRepeat && canAsk) {
		const { found, cause } = await ask();
		if (cause instanceof NodeApiError) return stillUnknown(cause);
		if (cause) return await Promise.reject(cause);
		if (found) return { kind: 'done', record: found.record, isEarlier: true };
		return await write(client, request, lookup);
	}
	const outcome = await send(client, request, lookup);
	if (isRepeat && outcome.kind === 'own') return { kind: 'done', isEarlier: true };
	if (isRepeat && outcome.kind === 'refused' && outcome.why !== 'gone')
		return stillUnknown(outcome.error);
	if (outcome.kind === 'done' || outcome.kind === 'own' || !canAsk) return outcome;
	const isRefused = outcome.kind === 'refused';
	// Other reasons say that nothing was done.
	if (isRefused && !['conflict', 'taken'].includes(outcome.why)) return outcome;
	if (!isRefused) await sleep(PAUSE_MS);
	const { own, found, cause } = await ask();
	if (cause) {
		const whatIsUnclear = `The platform could not be asked whether it was done before: ${cause.message}`;
		return isRefused ? { ...outcome, unchecked: whatIsUnclear } : outcome;
	}
	const { error } = outcome;
	if (found && isRefused && lookup.ownAt) return { kind: 'own', error, record: found.record };
	if (found) return { kind: 'done', record: found.record, isEarlier: isRefused };
	if (isRefused) return { ...outcome, own };
	// Only a record that shows another value says that the request was not carried out.
	if (own.some((appointment) => lookup.isDone(appointment) === undefined)) return outcome;
	return {
		kind: 'refused',
		why: 'other',
		error: reworded(error, {
			message: `${lookup.undone}: the platform did not confirm the request, and shows that it was not carried out`,
			whatToDo: 'Nothing was changed. Try again.',
		}),
	};
}
