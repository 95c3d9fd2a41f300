import { NodeApiError, sleep, type IDataObject } from 'n8n-workflow';

import { confirmsWrite, readOptionalObject } from '../http/body';
import type { Explanation } from '../http/explain';
import { type Appointment, isCanceled } from './appointmentReads';
import type { PlatformClient, PlatformRequest } from './client';
import { platformTextOf, rewordError } from './errors';

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

/** How to find out on the platform what became of a write. */
export interface Lookup {
	/** Reads the appointments that the write is about. */
	read: () => Promise<Appointment[]>;
	/** True for one which shows that the write was carried out, or need not be; undefined where its record does not tell. */
	isDone: (appointment: Appointment) => boolean | undefined;
	/** Begins the message where none shows it. */
	undone: string;
	/** The refusal which means that it was as asked before. */
	ownAt?: Refusal;
	/** For a write to an appointment: what is wrong where the platform does not have it, and where it misses something else. */
	missing?: Explanation;
	otherMissing?: Explanation;
	/** True for a write after which the platform has no such appointment. */
	isDoneWhereMissing?: boolean;
	/** False for a success that does not name what was created. */
	isNamed?: (record: IDataObject) => boolean;
}

const WHY: Record<string, Refusal> = { 400: 'taken', 409: 'conflict' };

/** True where a refusal in words of something missing is about another record than the appointment. */
function namesOtherRecord({ context: { missingRecord = 'appointment' } }: NodeApiError): boolean {
	return missingRecord !== 'appointment';
}

async function send(
	client: PlatformClient,
	request: PlatformRequest,
	{ isNamed = () => true }: Lookup,
): Promise<FinishedWrite | RefusedWrite | UnknownWrite> {
	const accepts = (body: unknown) => isConclusive(body) && isNamed(recordIn(body));
	try {
		const body = await client.request({ ...request, right: 'writeAppointments', accepts });
		return { kind: 'done', record: recordIn(body) };
	} catch (error) {
		if (!(error instanceof NodeApiError)) return await Promise.reject(error as Error);
		const { outcomeUnknown, isOfPlatform } = error.context;
		if (outcomeUnknown) return { kind: 'unknown', error };
		// A proxy's status says nothing of the appointment.
		if (!isOfPlatform) return { kind: 'refused', why: 'other', error };
		if (error.context.isNotAboutSlot) return { kind: 'refused', why: 'other', error };
		const { isGone } = await client.dialect();
		if (isGone(Number(error.httpCode), platformTextOf(error))) {
			const missing = namesOtherRecord(error) ? undefined : request.statuses?.[404];
			const refusal = missing ? rewordError(error, missing, error.context) : error;
			return { kind: 'refused', why: 'gone', error: refusal };
		}
		// What is about another record is not about the slot.
		if (error.context.missingRecord !== undefined) return { kind: 'refused', why: 'other', error };
		return { kind: 'refused', why: WHY[error.httpCode ?? ''] ?? 'other', error };
	}
}

/** A refusal of a repeat does not mean that the first one was not carried out. */
function stillUnknown(error: NodeApiError): Outcome {
	const explanation = {
		message: 'Outcome unknown: an earlier attempt may have gone through; this one did not',
		whatToDo: `No other slot was tried, because that could book twice. Check on the platform what was booked. ${error.message}.`,
		forModel: `Do not try another time: that could book twice. A person has to check the calendar on the platform. ${error.message}.`,
	};
	return { kind: 'unknown', error: rewordError(error, explanation, { outcomeUnknown: true }) };
}

/** What the platform says of a write when it is asked. */
interface Answer {
	/** The appointments that the write is about. */
	own: Appointment[];
	/** The one which shows that the write was carried out. */
	found?: Appointment;
	/** Set where the platform could not be asked. */
	failure?: Error;
}

async function ask({ read, isDone }: Lookup): Promise<Answer> {
	try {
		const own = await read();
		return { own, found: own.find((appointment) => isDone(appointment) === true) };
	} catch (error) {
		return { own: [], failure: error as Error };
	}
}

/**
 * Sends a write. Where it was refused, or its response was lost, asks the platform, if it can be asked, whether it has
 * been carried out: its words decide nothing that a read can decide.
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
	if (isRepeat && !canAsk) return await repeat(client, request, lookup);
	if (isRepeat) {
		const { own, found, failure } = await ask(lookup);
		if (failure instanceof NodeApiError) return stillUnknown(failure);
		if (failure) throw failure;
		if (found) return { kind: 'done', record: found.record, isEarlier: true };
		if (own.length === 0 && lookup.isDoneWhereMissing) return { kind: 'done', isEarlier: true };
	}
	const outcome = await send(client, request, lookup);
	if (outcome.kind === 'done') return outcome;
	if (!canAsk) return readRefusal(outcome, lookup);
	if (outcome.kind === 'unknown') {
		await sleep(PAUSE_MS);
		return await askAfterUnknown(outcome, lookup);
	}
	if (outcome.why === 'gone' && lookup.otherMissing)
		return await askAfterMissing(outcome, lookup, lookup.otherMissing);
	if (outcome.why === 'taken' || outcome.why === 'conflict')
		return await askAfterRefusal(outcome, lookup);
	return outcome;
}

/** Where the platform cannot be asked, its refusal is all that is known. */
function readRefusal(outcome: RefusedWrite | UnknownWrite, lookup: Lookup): Outcome {
	if (outcome.kind === 'unknown') return outcome;
	const { error, why } = outcome;
	if (why === 'gone' && namesOtherRecord(error)) return { kind: 'refused', why: 'other', error };
	return why === lookup.ownAt ? { kind: 'own', error } : outcome;
}

/** Sends once more where the platform cannot be asked: then a refusal of what is there already shows that the first was carried out. */
async function repeat(
	client: PlatformClient,
	request: PlatformRequest,
	lookup: Lookup,
): Promise<Outcome> {
	const outcome = await send(client, request, lookup);
	if (outcome.kind !== 'refused') return outcome;
	const isAsAsked = readRefusal(outcome, lookup).kind === 'own';
	if (isAsAsked) return { kind: 'done', isEarlier: true };
	return outcome.why === 'gone' ? outcome : stillUnknown(outcome.error);
}

async function askAfterUnknown(outcome: UnknownWrite, lookup: Lookup): Promise<Outcome> {
	const { own, found, failure } = await ask(lookup);
	if (failure) return outcome;
	if (found) return { kind: 'done', record: found.record };
	if (own.length === 0 && lookup.isDoneWhereMissing) return { kind: 'done' };
	if (own.length === 0 && lookup.missing)
		return { kind: 'refused', why: 'gone', error: rewordError(outcome.error, lookup.missing) };
	// Only a record that shows another value says that the request was not carried out.
	if (own.some((appointment) => lookup.isDone(appointment) === undefined)) return outcome;
	const error = rewordError(outcome.error, {
		message: `${lookup.undone}: the platform did not confirm the request, and shows that it was not carried out`,
		whatToDo: 'Nothing was changed. Try again.',
	});
	return { kind: 'refused', why: 'other', error };
}

function uncheckedText(failure: Error): string {
	return `The platform could not be asked whether it was done before: ${failure.message}`;
}

/** A refusal in words of something missing, which may be the appointment, or another record that the request names. */
async function askAfterMissing(
	refused: RefusedWrite,
	lookup: Lookup,
	otherMissing: Explanation,
): Promise<Outcome> {
	const { own, found, failure } = await ask(lookup);
	if (failure) return { ...refused, why: 'other', unchecked: uncheckedText(failure) };
	if (found) return { kind: 'own', error: refused.error, record: found.record };
	const isThere = own.some((appointment) => !isCanceled(appointment));
	if (!isThere) return refused;
	const { error } = refused;
	const isNamed = namesOtherRecord(error);
	return {
		...refused,
		why: 'other',
		error: isNamed ? error : rewordError(error, otherMissing),
		own,
	};
}

async function askAfterRefusal(refused: RefusedWrite, lookup: Lookup): Promise<Outcome> {
	const { own, found, failure } = await ask(lookup);
	if (failure) return { ...refused, unchecked: uncheckedText(failure) };
	if (!found) return { ...refused, own: own.filter((appointment) => !isCanceled(appointment)) };
	if (lookup.ownAt) return { kind: 'own', error: refused.error, record: found.record };
	return { kind: 'done', record: found.record, isEarlier: true };
}
