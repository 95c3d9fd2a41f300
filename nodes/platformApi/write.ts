import { NodeApiError, sleep, type IDataObject } from 'n8n-workflow';

import { confirmsWrite, readOptionalObject } from '../http/body';
import type { Explanation } from '../http/explain';
import { type Appointment, isCanceled } from './appointmentReads';
import type { PlatformClient, PlatformRequest } from './client';
import { platformTextOf, rewordError } from './errors';

/**
 * What a refusal is about: `taken` the slot (a 400, which may have other reasons, too), `conflict` another appointment (409),
 * `gone` an appointment that is not there, `other` something else.
 */
type Refusal = 'taken' | 'conflict' | 'gone' | 'other';

/** The platform has carried it out. */
export interface FinishedWrite {
	kind: 'done';
	/** As the platform has it, empty where it did not say; undefined where a refusal shows that it was carried out. */
	record?: IDataObject;
	/** True where an earlier request did it. */
	isEarlier?: boolean;
}

/** Nothing was left to do: it was so before. */
export interface WriteAlreadyDone {
	kind: 'alreadyDone';
	error: NodeApiError;
	/** Undefined where the platform does not show it. */
	record?: IDataObject;
}

export interface RefusedWrite {
	kind: 'refused';
	why: Refusal;
	error: NodeApiError;
	/** The appointments that the write is about, where the platform could be asked. */
	appointments?: Appointment[];
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
function isConclusive(body: unknown): boolean {
	return typeof body === 'string' ? /^("?ok"?)?$/i.test(body.trim()) : confirmsWrite(body);
}

function recordIn(body: unknown): IDataObject {
	return readOptionalObject(body, 'appointment', 'event');
}

/** How to find out on the platform what became of a write. */
export interface Lookup {
	/** Reads the appointments that the write is about. */
	read: () => Promise<Appointment[]>;
	/** True for one which shows that the write was carried out, or need not be; undefined where its record does not tell. */
	isDone: (appointment: Appointment) => boolean | undefined;
	/** Begins the message where none shows it. */
	undone: string;
	/** The refusal by which the platform says that nothing is left to do. */
	refusalWhenDone?: Refusal;
	/** For a write to an appointment: what to say where the platform does not have it. */
	missing?: Explanation;
	/** For a write to an appointment: what to say where the platform has it, and misses something else. */
	otherMissing?: Explanation;
	/** True for a write after which the platform has no such appointment. */
	isDoneWhereMissing?: boolean;
	/** False for a success that does not name what was created. */
	isNamed?: (record: IDataObject) => boolean;
}

const REFUSALS: Record<string, Refusal> = { 400: 'taken', 409: 'conflict' };

/** The statuses of these refusals: what became of the write is asked for then. */
const ASKED_AFTER = Object.keys(REFUSALS).map(Number);

/** True where a refusal in words of something missing is about another record than the appointment. */
function namesOtherRecord({ context: { missingRecord } }: NodeApiError): boolean {
	return missingRecord !== undefined && missingRecord !== 'appointment';
}

async function send(
	client: PlatformClient,
	request: PlatformRequest,
	{ isNamed = () => true }: Lookup,
): Promise<FinishedWrite | RefusedWrite | UnknownWrite> {
	const accepts = (body: unknown) => isConclusive(body) && isNamed(recordIn(body));
	try {
		const body = await client.request({
			...request,
			right: 'writeAppointments',
			accepts,
			isReadAfter: ASKED_AFTER,
		});
		return { kind: 'done', record: recordIn(body) };
	} catch (error) {
		if (!(error instanceof NodeApiError)) return await Promise.reject(error as Error);
		if (error.context.outcomeUnknown) return { kind: 'unknown', error };
		return await refusalIn(client, request, error);
	}
}

/** What a refusal is about. */
async function refusalIn(
	client: PlatformClient,
	request: PlatformRequest,
	error: NodeApiError,
): Promise<RefusedWrite> {
	const { areRecordsThere, areSomeRecordsThere, isOfPlatform, isRefusedAtAnyTime, missingRecord } =
		error.context;
	// A proxy's status says nothing of the appointment, and what was just read is not gone.
	if (!isOfPlatform || areRecordsThere) return { kind: 'refused', why: 'other', error };
	if (isRefusedAtAnyTime && missingRecord === undefined)
		return { kind: 'refused', why: 'other', error };
	const { isGone } = await client.dialect();
	if (isGone(Number(error.httpCode), platformTextOf(error))) {
		// The operation's sentence would deny what a read has found.
		const isFoundOut = namesOtherRecord(error) || areSomeRecordsThere;
		const missing = isFoundOut ? undefined : request.statuses?.[404];
		const refusal = missing ? rewordError(error, missing, error.context) : error;
		return { kind: 'refused', why: 'gone', error: refusal };
	}
	// Where another record is missing, another slot would be refused, too.
	if (missingRecord !== undefined) return { kind: 'refused', why: 'other', error };
	return { kind: 'refused', why: REFUSALS[error.httpCode ?? ''] ?? 'other', error };
}

/** A refusal of a repeat does not mean that the first one was not carried out. */
function stillUnknown(error: NodeApiError): UnknownWrite {
	const explanation = {
		message: 'Outcome unknown: an earlier attempt may have gone through; this one did not',
		whatToDo: `No other slot was tried, because that could book twice. Check on the platform what was booked. ${error.message}.`,
		forModel: `Do not try another time: that could book twice. A person has to check the calendar on the platform. ${error.message}.`,
	};
	return { kind: 'unknown', error: rewordError(error, explanation, { outcomeUnknown: true }) };
}

/** What the platform says of a write when it is asked. */
interface PlatformAnswer {
	/** The appointments that the write is about. */
	appointments: Appointment[];
	/** The one which shows that the write was carried out. */
	proof?: Appointment;
	/** Set where the platform could not be asked. */
	failure?: Error;
}

async function askPlatform({ read, isDone }: Lookup): Promise<PlatformAnswer> {
	try {
		const appointments = await read();
		const proof = appointments.find((appointment) => isDone(appointment) === true);
		return { appointments, proof };
	} catch (error) {
		return { appointments: [], failure: error as Error };
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
	if (!canAsk) return await writeWithoutAsking(client, request, lookup, isRepeat);
	if (isRepeat) {
		const earlier = await askForEarlier(lookup);
		if (earlier) return earlier;
	}
	const outcome = await send(client, request, lookup);
	switch (outcome.kind) {
		case 'done':
			return outcome;
		case 'unknown':
			await sleep(PAUSE_MS);
			return await askAfterUnknown(outcome, lookup);
		case 'refused':
			return await askAfterRefusal(outcome, lookup);
	}
}

/** Sends a write to a platform that cannot be asked: its responses are all that is known. */
async function writeWithoutAsking(
	client: PlatformClient,
	request: PlatformRequest,
	lookup: Lookup,
	isRepeat: boolean,
): Promise<Outcome> {
	const outcome = await send(client, request, lookup);
	if (outcome.kind !== 'refused') return outcome;
	const { error, why } = outcome;
	const isOtherMissing = why === 'gone' && namesOtherRecord(error);
	const isAlreadyDone = why === lookup.refusalWhenDone && !isOtherMissing;
	if (!isRepeat) {
		if (isOtherMissing) return { kind: 'refused', why: 'other', error };
		return isAlreadyDone ? { kind: 'alreadyDone', error } : outcome;
	}
	// A refusal because nothing is left to do shows that the first one was carried out.
	if (isAlreadyDone) return { kind: 'done', isEarlier: true };
	return why === 'gone' ? outcome : stillUnknown(error);
}

/** Asks whether an earlier write was carried out; undefined where it was not, so that it can be sent again. */
async function askForEarlier(lookup: Lookup): Promise<FinishedWrite | UnknownWrite | undefined> {
	const { appointments, proof, failure } = await askPlatform(lookup);
	if (failure instanceof NodeApiError) return stillUnknown(failure);
	if (failure) throw failure;
	if (proof) return { kind: 'done', record: proof.record, isEarlier: true };
	const isMissing = appointments.length === 0;
	return isMissing && lookup.isDoneWhereMissing ? { kind: 'done', isEarlier: true } : undefined;
}

/** Asks what became of a write of unknown outcome. */
async function askAfterUnknown(outcome: UnknownWrite, lookup: Lookup): Promise<Outcome> {
	const { appointments, proof, failure } = await askPlatform(lookup);
	if (failure) return outcome;
	if (proof) return { kind: 'done', record: proof.record };
	if (appointments.length === 0 && lookup.isDoneWhereMissing) return { kind: 'done' };
	if (appointments.length === 0 && lookup.missing)
		return { kind: 'refused', why: 'gone', error: rewordError(outcome.error, lookup.missing) };
	// Only a record that shows another value says that the request was not carried out.
	const isSilent = appointments.some((appointment) => lookup.isDone(appointment) === undefined);
	if (isSilent) return outcome;
	const error = rewordError(outcome.error, {
		message: `${lookup.undone}: the platform did not confirm the request, and shows that it was not carried out`,
		whatToDo: 'Nothing was changed. Try again.',
	});
	return { kind: 'refused', why: 'other', error };
}

async function askAfterRefusal(refused: RefusedWrite, lookup: Lookup): Promise<Outcome> {
	switch (refused.why) {
		case 'gone':
			return lookup.otherMissing
				? await askAfterMissing(refused, lookup, lookup.otherMissing)
				: refused;
		case 'taken':
		case 'conflict':
			return await askAfterTaken(refused, lookup);
		case 'other': {
			// Whatever its status, words of a missing appointment say nothing that a read does not say better.
			const isAboutAppointment = refused.error.context.missingRecord === 'appointment';
			return isAboutAppointment && lookup.otherMissing
				? await askAfterMissing(refused, lookup, lookup.otherMissing)
				: refused;
		}
	}
}

function uncheckedText(failure: Error): string {
	return `The platform could not be asked whether it was done before: ${failure.message}.`;
}

/** A refusal in words of something missing, which may be the appointment, or another record that the request names. */
async function askAfterMissing(
	refused: RefusedWrite,
	lookup: Lookup,
	otherMissing: Explanation,
): Promise<Outcome> {
	const { appointments, proof, failure } = await askPlatform(lookup);
	if (failure) return { ...refused, why: 'other', unchecked: uncheckedText(failure) };
	const { error } = refused;
	if (proof) return { kind: 'alreadyDone', error, record: proof.record };
	const isThere = appointments.some((appointment) => !isCanceled(appointment));
	if (!isThere) return refused;
	return {
		kind: 'refused',
		why: 'other',
		error: namesOtherRecord(error) ? error : rewordError(error, otherMissing),
		appointments,
	};
}

/** The slot may be taken by the very appointment that was to be written. */
async function askAfterTaken(refused: RefusedWrite, lookup: Lookup): Promise<Outcome> {
	const { appointments, proof, failure } = await askPlatform(lookup);
	if (failure) return { ...refused, unchecked: uncheckedText(failure) };
	if (!proof) return { ...refused, appointments: appointments.filter((each) => !isCanceled(each)) };
	if (lookup.refusalWhenDone)
		return { kind: 'alreadyDone', error: refused.error, record: proof.record };
	return { kind: 'done', record: proof.record, isEarlier: true };
}
