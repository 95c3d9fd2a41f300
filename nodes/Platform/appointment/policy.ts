import type { IDataObject, INodeProperties, NodeApiError } from 'n8n-workflow';

import {
	covers,
	describeSlot,
	lengthOf,
	nearestTo,
	nextAfter,
	slotsThatFit,
	type Slot,
	slotsByWeekday,
	spanText,
	startsText,
} from '../../booking/slots';
import { numberWithin, wholeNumber } from '../../fields/kinds';
import { choiceOf, fieldOf, type Fields, shownTo } from '../../fields/parameters';
import type { Entry } from '../../n8n/ledger';
import { freeSlotsOn } from '../../platformApi/calendars';
import { noted, platformTextOf, reworded, withPlatformText } from '../../platformApi/errors';
import type { Outcome } from '../../platformApi/write';
import { addDays, dateInZone } from '../../time/times';
import type { Located } from '../platformOperation';

/** A message should stay readable. */
const MAX_IN_MESSAGE = 3;

/** Days after the wanted one that are searched for alternatives; weekends and holidays included. */
const SEARCH_DAYS = 7;

/** Ninety days: more is a slip in an expression, or a model's way to say "any". */
const MAX_HOURS_LATER = 2_160;

const WHEN_TAKEN = choiceOf({
	displayName: 'When Slot Is Taken',
	name: 'whenTaken',
	type: 'options',
	default: 'stop',
	description: 'What to do when the slot is no longer free',
	options: [
		{
			name: 'Return Alternatives',
			value: 'alternatives',
			description: 'Return the nearest free slots instead. Best for AI agents.',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'Stop and list the nearest free slots in the message',
		},
		{
			name: 'Use Next Free Slot',
			value: 'nextFree',
			description: 'Use the next free slot of the same length',
		},
	],
	noDataExpression: true,
	...shownTo(false),
});

/** A model can offer the slots that it gets, but takes a stop for a failure. */
const WHEN_TAKEN_AS_TOOL: INodeProperties = {
	...WHEN_TAKEN,
	default: 'alternatives',
	...shownTo(true),
};

const MAX = fieldOf(wholeNumber(1, 100), {
	displayName: 'Max Alternatives',
	name: 'maxAlternatives',
	type: 'number',
	default: 5,
	typeOptions: { minValue: 1, maxValue: 100 },
	description: 'Max number of free slots to return, nearest first',
	displayOptions: { show: { whenTaken: ['alternatives'] } },
});

const hours = numberWithin(
	`more than 0 and at most ${MAX_HOURS_LATER} hours`,
	Number.MIN_VALUE,
	MAX_HOURS_LATER,
);

const DELAY = fieldOf(hours, {
	displayName: 'Max Delay (Hours)',
	name: 'withinHours',
	type: 'number',
	default: 24,
	typeOptions: { minValue: 0 },
	description: 'How much later than requested the slot may start, in hours',
	displayOptions: { show: { whenTaken: ['nextFree'] } },
});

/** The fields of Book and Reschedule for a slot that is no longer free. */
export const slotTakenFields: INodeProperties[] = [WHEN_TAKEN_AS_TOOL, WHEN_TAKEN, MAX, DELAY];

/** Reads 'When Slot Is Taken' and the field that belongs to it. @throws NodeOperationError that names a field which cannot be used */
export function takenPolicyOf({ read }: Fields) {
	const kind = read(WHEN_TAKEN) ?? 'stop';
	/** The number of other slots to name or offer, nearest first. */
	const max = kind === 'alternatives' ? (read(MAX) ?? Number(MAX.default)) : MAX_IN_MESSAGE;
	/** Another slot may begin this much later. */
	const withinHours =
		kind === 'nextFree' ? (read(DELAY) ?? Number(DELAY.default)) : SEARCH_DAYS * 24;
	return { kind, max, withinHours };
}

/** Others may take the next free slots first. After so many writes, a person should look at the calendar. */
const MAX_ATTEMPTS = 25;

interface Placement extends Pick<Located, 'client' | 'isTool' | 'zone'> {
	/** Sends a slot. @param isRepeat an earlier one may have been carried out */
	write: (slot: Slot, isRepeat: boolean) => Promise<Outcome>;
	/** In the ledger: `sent` is the slot whose outcome is unknown. */
	entry: Pick<Entry, 'sent'>;
	wantedSlot: Slot;
	/** Calendar to look for other slots in; empty when rescheduling without naming it. */
	calendarId: string;
	whenTaken: ReturnType<typeof takenPolicyOf>;
}

/** The findings about a slot that was refused, and what each policy does about it. */
const reactionTo = (finding: keyof typeof NEXT) => ({
	stop: 'stop',
	alternatives: 'offer',
	nextFree: NEXT[finding],
});

/** This policy books another slot, so the refusal must be about the slot, and the contact must not have it already. */
const NEXT = { others: 'next', none: 'stop', listed: 'rethrow', unchecked: 'stop' };

/** The text of a refusal tells whether it is about the slot. */
export const speaksOfSlot = (error: NodeApiError) =>
	/\bslot|no longer (available|free)|already (booked|taken)/i.test(platformTextOf(error));

/** Sends a slot; after an unknown outcome, the one that was sent then. @throws where the outcome is unknown */
export async function sendTo(
	{ write, entry }: Pick<Placement, 'entry' | 'write'>,
	wantedSlot: Slot,
): Promise<Exclude<Outcome, { kind: 'unknown' }> & { slot: Slot }> {
	const slot = (entry.sent as Slot | undefined) ?? wantedSlot;
	const outcome = await write(slot, entry.sent !== undefined);
	entry.sent = outcome.kind === 'unknown' ? slot : undefined;
	if (outcome.kind === 'unknown') throw outcome.error;
	return { ...outcome, slot };
}

type Sent = Awaited<ReturnType<typeof sendTo>>;

/**
 * Takes the wanted slot, or does what 'When Slot Is Taken' says.
 *
 * @returns the appointment, or the output that offers other slots
 * @throws NodeApiError for Stop, with the nearest free slots in the message; for Use Next Free Slot where there is none,
 * or the refusal may have another cause
 */
export async function placeSlot(
	placement: Placement,
	next: Slot = placement.wantedSlot,
	tried: readonly number[] = [],
	first?: NodeApiError,
): Promise<Extract<Sent, { kind: 'done' | 'own' }> | { kind: 'alternatives'; offer: IDataObject }> {
	const { wantedSlot, whenTaken, zone, isTool } = placement;
	const sent = await sendTo(placement, next);
	if (sent.kind === 'done' || (sent.kind === 'own' && (sent.record ?? !first))) return sent;
	if (sent.kind === 'refused' && sent.why !== 'taken') throw sent.error;
	const refusal = first ?? sent.error;
	const starts = [...tried, sent.slot.start];
	const { finding, isTaken, others, unchecked } = await findingsOf(placement, sent, starts);
	const reaction = reactionTo(finding)[whenTaken.kind];
	if (reaction === 'rethrow') throw sent.error;
	if (reaction === 'next') {
		const [{ record, ...slot }] = others;
		return record
			? { kind: 'own', slot, error: sent.error, record }
			: await placeSlot(placement, slot, starts, refusal);
	}

	const nearest = nearestTo(wantedSlot, others, whenTaken.max);
	const isNone = nearest.length === 0;
	const what = isTaken ? 'is not available' : 'was refused, although the calendar lists it as free';
	const isNext = whenTaken.kind === 'nextFree';
	const within = isNext ? `${whenTaken.withinHours} hours` : `${SEARCH_DAYS} days`;
	const none = `${what}: the calendar has no ${isTaken ? '' : 'other '}free slot of this length within ${within}`;
	const withNote = (text: string) => [text, unchecked].filter(Boolean).join(' ');
	if (reaction === 'offer') {
		const choose = isTool
			? 'Offer the alternatives, and send the start and the end of the chosen one.'
			: 'Choose one of the alternatives and send its startTime and endTime.';
		const why = isNone ? `${none}. Choose another day or length.` : `${what}. ${choose}`;
		const message = withPlatformText(withNote(`The slot ${why}`), refusal);
		const alternatives = isTool
			? slotsByWeekday(nearest, zone)
			: nearest.map((other) => describeSlot(other, zone));
		return { kind: 'alternatives', offer: { reason: 'slotNotFree', message, alternatives } };
	}
	const orAnother = isTaken
		? "Choose another slot, or set 'When Slot Is Taken' to return or use another one."
		: "Correct what the platform's message names, or choose another slot.";
	const orDay = isNext
		? "Raise 'Max Delay (Hours)', or choose another time."
		: 'Choose another day or length.';
	throw reworded(refusal, {
		message: `The slot on ${spanText(wantedSlot, zone)} (${zone}) ${isNone ? none : `${what}. Nearest free starts on ${startsText(nearest, zone)}`}`,
		whatToDo: withNote(isNone ? orDay : orAnother),
		forModel: isTaken && !isNone ? withNote('Choose another slot.') : undefined,
	});
}

/**
 * What the calendar says of a slot that was refused.
 *
 * @returns `others`: the slots to take instead, in order of time; with the record of an appointment that the contact has there
 */
async function findingsOf(
	placement: Placement,
	taken: Exclude<Sent, { kind: 'done' }>,
	tried: number[],
) {
	const { wantedSlot, whenTaken } = placement;
	const length = lengthOf(wantedSlot);
	const windows = await freeWindows(placement, taken.error);
	const fitting = slotsThatFit(windows, length, Date.now());
	const { own = [], unchecked } = taken.kind === 'refused' ? taken : {};
	// The list may lag behind. A refusal that does not name the slot may be about something else in the request.
	const isTaken = taken.kind === 'own' || !covers(windows, taken.slot) || speaksOfSlot(taken.error);
	let others: Array<Slot & { record?: IDataObject }> = fitting;
	if (whenTaken.kind === 'nextFree' && isTaken && !unchecked) {
		// A repeated call finds the appointment that it has made before.
		const earlier = own.flatMap(({ slot, record }) =>
			slot && lengthOf(slot) === length ? { ...slot, record } : [],
		);
		others = nextAfter(wantedSlot, [...earlier, ...fitting], whenTaken.withinHours).filter(
			({ start }) => tried.length <= MAX_ATTEMPTS && !tried.includes(start),
		);
	}
	const ofTaken = others.length === 0 ? 'none' : unchecked ? 'unchecked' : 'others';
	return { finding: isTaken ? ofTaken : 'listed', isTaken, others, unchecked } as const;
}

/**
 * The windows that are free now. They begin on the day before the wanted slot, which may have the nearest ones.
 *
 * @throws the refusal as it came, where they cannot be read: it may have any cause
 */
async function freeWindows(
	{ client, calendarId, wantedSlot, zone, whenTaken }: Placement,
	error: NodeApiError,
): Promise<Slot[]> {
	if (calendarId === '') throw noted(error, "Fill in 'Calendar' to list the nearest free slots.");
	const [today, wantedDate] = [Date.now(), Math.max(wantedSlot.start, Date.now())].map((instant) =>
		dateInZone(instant, zone),
	);
	return await freeSlotsOn(client, {
		calendarId,
		startDate: wantedDate === today ? today : addDays(wantedDate, -1),
		endDate: addDays(wantedDate, Math.ceil(whenTaken.withinHours / 24)),
		zone,
	}).catch(({ message }: Error) => {
		throw noted(error, `The free slots could not be read, so no other one was tried: ${message}`);
	});
}
