import type { IDataObject, IExecuteFunctions, INodeProperties, NodeApiError } from 'n8n-workflow';

import {
	covers,
	describeSlot,
	nearestTo,
	nextAfter,
	slotsThatFit,
	type Slot,
	spanText,
	startsText,
} from '../../booking/slots';
import { numberWithin } from '../../fields/kinds';
import { choiceField, fieldOf, fieldsAt, numberField } from '../../fields/parameters';
import { freeSlotsOn } from '../../platformApi/calendars';
import type { PlatformClient } from '../../platformApi/client';
import { noted, platformTextOf, reworded, withPlatformText } from '../../platformApi/errors';
import { addDays, dateInZone } from '../../time/times';
import type { Done, Send } from './memory';

/** A message should stay readable. */
const MAX_IN_MESSAGE = 3;

/** Days after the wanted one that are searched for alternatives; weekends and holidays included. */
const SEARCH_DAYS = 7;

/** Ninety days: more is a slip in an expression, or a model's way to say "any". */
const MAX_HOURS_LATER = 2_160;

const WHEN_TAKEN = choiceField('When Slot Is Taken', 'whenTaken', 'stop', {
	noDataExpression: true,
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
	description: 'What to do when the slot is no longer free',
	displayOptions: { show: { '@tool': [false] } },
});

/** A model can offer the slots that it gets, but takes a stop for a failure. */
const WHEN_TAKEN_AS_TOOL: INodeProperties = {
	...WHEN_TAKEN,
	default: 'alternatives',
	displayOptions: { show: { '@tool': [true] } },
};

const MAX = numberField('Max Alternatives', 'maxAlternatives', 5, {
	// Enough to choose from, and few enough for a language model to read.
	typeOptions: { minValue: 1, maxValue: 100 },
	description: 'Max number of free slots to return, nearest first',
	displayOptions: { show: { whenTaken: ['alternatives'] } },
});

const hours = numberWithin(
	`more than 0 and at most ${MAX_HOURS_LATER} hours`,
	Number.MIN_VALUE,
	MAX_HOURS_LATER,
);

const DELAY = fieldOf(
	hours,
	numberField('Max Delay (Hours)', 'withinHours', 24, {
		typeOptions: { minValue: 0 },
		description: 'How much later than requested the slot may start, in hours',
		displayOptions: { show: { whenTaken: ['nextFree'] } },
	}),
);

/** The fields of Book and Reschedule for a slot that is no longer free. */
export const slotTakenFields: INodeProperties[] = [WHEN_TAKEN_AS_TOOL, WHEN_TAKEN, MAX, DELAY];

/** Reads 'When Slot Is Taken' and the field that belongs to it. @throws NodeOperationError that names a field which cannot be used */
export function takenPolicyOf(context: IExecuteFunctions, itemIndex: number) {
	const { read } = fieldsAt(context, itemIndex);
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

interface Placement {
	send: Send;
	client: PlatformClient;
	wantedSlot: Slot;
	/** Calendar to look for other slots in; empty when rescheduling without naming it. */
	calendarId: string;
	zone: string;
	whenTaken: ReturnType<typeof takenPolicyOf>;
}

/** `offer` is the output instead of an appointment. */
type Placed =
	| Done
	| { kind: 'conflict'; error: NodeApiError }
	| { kind: 'alternatives'; offer: IDataObject };

const lengthOf = ({ start, end }: Slot) => end - start;

/** The text of a refusal tells whether it is about the slot. */
const speaksOfSlot = (error: NodeApiError) =>
	/\bslot|no longer (available|free)|already (booked|taken)/i.test(platformTextOf(error));

/**
 * Takes the wanted slot, or does what 'When Slot Is Taken' says.
 *
 * @throws NodeApiError for Stop, with the nearest free slots in the message; for Use Next Free Slot where there is none,
 * or the refusal may have another cause
 */
export async function placeSlot(placement: Placement): Promise<Placed> {
	const { send, wantedSlot, whenTaken, zone } = placement;
	const tried = new Set<number>();
	let first: NodeApiError | undefined;
	for (let slot = wantedSlot; ; ) {
		tried.add(slot.start);
		const ended = await send(slot);
		if (ended.kind === 'done') return ended;
		const { kind, error, own = [] } = ended;
		if (kind === 'conflict' && !first) return { kind, error };
		if (kind !== 'taken' && kind !== 'conflict') throw error;
		const refusal = (first ??= error);

		const windows = await freeWindows(placement, error);
		const fitting = slotsThatFit(windows, lengthOf(wantedSlot), Date.now());
		// The list may lag behind. A refusal that does not name the slot may be about something else in the request.
		const isTaken = !covers(windows, kind === 'taken' ? slot : wantedSlot) || speaksOfSlot(error);
		const what = isTaken
			? 'is not available'
			: 'was refused, although the calendar lists it as free';
		const within =
			whenTaken.kind === 'nextFree' ? `${whenTaken.withinHours} hours` : `${SEARCH_DAYS} days`;
		const none = `${what}: the calendar has no ${isTaken ? '' : 'other '}free slot of this length within ${within}`;
		const refused = (why: string, whatToDo: string, forModel?: string) =>
			reworded(refusal, {
				message: `The slot on ${spanText(wantedSlot, zone)} (${zone}) ${why}`,
				whatToDo,
				forModel,
			});
		if (whenTaken.kind === 'nextFree') {
			// This policy books another slot, so the refusal must be about the slot.
			if (!isTaken) throw error;
			// A repeated call finds the appointment that it has made before.
			const ownOfLength = own.filter(
				(appointment) => lengthOf(appointment.slot) === lengthOf(wantedSlot),
			);
			const candidates = [...ownOfLength.map((appointment) => appointment.slot), ...fitting];
			const next = nextAfter(wantedSlot, candidates, whenTaken.withinHours).find(
				({ start }) => !tried.has(start),
			);
			const present = ownOfLength.find((appointment) => appointment.slot === next);
			if (present) return { kind: 'done', ...present, isEarlier: true };
			if (!next || tried.size > MAX_ATTEMPTS)
				throw refused(none, "Raise 'Max Delay (Hours)', or choose another time.");
			slot = next;
			continue;
		}
		const nearest = nearestTo(wantedSlot, fitting, whenTaken.max);
		const isNone = nearest.length === 0;
		if (whenTaken.kind === 'alternatives') {
			const why = isNone
				? `${none}. Choose another day or length.`
				: `${what}. Choose one of the alternatives and send its startTime and endTime.`;
			const message = withPlatformText(`The slot ${why}`, platformTextOf(refusal));
			const alternatives = nearest.map((other) => describeSlot(other, zone));
			return { kind: 'alternatives', offer: { reason: 'slotTaken', message, alternatives } };
		}
		if (isNone) throw refused(none, 'Choose another day or length.');
		const texts: [string, string?] = isTaken
			? [
					"Choose another slot, or set 'When Slot Is Taken' to return or use another one.",
					'Choose another slot.',
				]
			: ["Correct what the platform's message names, or choose another slot."];
		throw refused(`${what}. Nearest free starts on ${startsText(nearest, zone)}`, ...texts);
	}
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
	const startDate = wantedDate === today ? today : addDays(wantedDate, -1);
	const endDate = addDays(wantedDate, Math.ceil(whenTaken.withinHours / 24));
	return await freeSlotsOn(client, { calendarId, startDate, endDate, zone }).catch(
		(cause: unknown) => {
			const why = cause instanceof Error ? cause.message : '';
			throw noted(error, `The free slots could not be read, so no other one was tried: ${why}`);
		},
	);
}
