import type { IDataObject, IExecuteFunctions, INodeProperties, NodeApiError } from 'n8n-workflow';

import { covers, nearestTo, nextAfter, slotsThatFit } from '../../../booking/alternatives';
import type { Slot } from '../../../booking/slots';
import { describeSlot, spanText, startsText } from '../../../booking/slots';
import { optionalText } from '../../../fields/parameters';
import { apiError } from '../../../n8n/apiError';
import { freeSlotsOn } from '../../../platformApi/calendars';
import type { PlatformClient } from '../../../platformApi/client';
import { addDays, dateInZone } from '../../../time/times';
import type { Write, Written } from './unknownOutcome';
import { writeOnce } from './unknownOutcome';

/** Enough to choose from, and few enough for a language model to read. */
const MAX_ALTERNATIVES = 100;

/** A message should stay readable. */
const ALTERNATIVES_IN_MESSAGE = 3;

/** Days after the wanted one that are searched for alternatives; weekends and holidays included. */
const SEARCH_DAYS = 7;

/** Ninety days: more is a slip in an expression, or a model's way to say "any". */
const MAX_HOURS_LATER = 2_160;

/** What Book and Reschedule do when the platform responds that the slot is not available. */
export const slotTakenFields: INodeProperties[] = [
	{
		displayName: 'When Slot Is Taken',
		name: 'whenTaken',
		type: 'options',
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
		default: 'stop',
		description: 'What to do when the slot is no longer free',
	},
	{
		displayName: 'Max Alternatives',
		name: 'maxAlternatives',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_ALTERNATIVES },
		default: 5,
		description: 'Max number of free slots to return, nearest first',
		displayOptions: { show: { whenTaken: ['alternatives'] } },
	},
	{
		displayName: 'Max Delay (Hours)',
		name: 'withinHours',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 24,
		description: 'How much later than requested the slot may start, in hours',
		displayOptions: { show: { whenTaken: ['nextFree'] } },
	},
];

/** What to do when the wanted slot is not available. */
export type TakenPolicy =
	/** Name or offer so many other slots, nearest first. */
	| { kind: 'stop' | 'alternatives'; max: number }
	/** Take the next free slot that begins at most so many hours later. */
	| { kind: 'nextFree'; withinHours: number };

/** What 'When Slot Is Taken' says; numbers that an expression left unusable are their defaults. */
export function takenPolicyOf(context: IExecuteFunctions, itemIndex: number): TakenPolicy {
	const positive = (name: string, fallback: number, max: number) => {
		const value = Number(context.getNodeParameter(name, itemIndex, fallback));
		return value > 0 ? Math.min(value, max) : fallback;
	};
	const kind = optionalText(context, 'whenTaken', itemIndex);
	if (kind === 'alternatives') return { kind, max: Math.ceil(positive('maxAlternatives', 5, MAX_ALTERNATIVES)) };
	if (kind === 'nextFree') return { kind, withinHours: positive('withinHours', 24, MAX_HOURS_LATER) };
	return { kind: 'stop', max: ALTERNATIVES_IN_MESSAGE };
}

/**
 * Others may take the next free slots first. Each attempt is one write and one
 * read; after this many, a person should look at the calendar.
 */
const MAX_ATTEMPTS = 25;

export interface Placement extends Write {
	client: PlatformClient;
	wanted: Slot;
	/** Calendar to look for other slots in; empty when rescheduling without naming it. */
	calendarId: string;
	zone: string;
	whenTaken: TakenPolicy;
}

export type Placed =
	| Extract<Written, { kind: 'done' }>
	| { kind: 'conflict'; error: NodeApiError }
	/** `offer` is the output instead of an appointment. */
	| { kind: 'alternatives'; offer: IDataObject };

/**
 * Takes the wanted slot, or does what 'When Slot Is Taken' says.
 *
 * @throws NodeApiError for Stop, with the nearest free slots in the message; for Use Next Free Slot
 * when there is none, or when the refusal may have another cause; and for everything else
 */
export async function placeSlot(placement: Placement): Promise<Placed> {
	const { wanted, whenTaken, zone } = placement;
	const tried = new Set<number>();
	let slot = wanted;
	let first: NodeApiError | undefined;
	for (;;) {
		tried.add(slot.start);
		const written = await writeOnce(placement, slot);
		if (written.kind === 'done') return written;
		const { kind, error } = written;
		if (kind === 'conflict' && !first) return { kind, error };
		if (kind !== 'taken' && kind !== 'conflict') throw error;
		first ??= error;

		const windows = await freeWindows(placement, error);
		const fitting = slotsThatFit(windows, wanted.end - wanted.start, Date.now());
		// A list may lag behind; without a word of the slot, something else of the request may be refused.
		const isTaken = !covers(windows, kind === 'taken' ? slot : wanted) || speaksOfSlot(error);
		const what = isTaken ? 'is not available' : 'was refused';
		const { isTooLong, why } = noneOf(placement, windows);
		if (whenTaken.kind === 'nextFree') {
			// This policy books, so it must be the slot.
			if (!isTaken) throw error;
			const next = nextAfter(wanted, fitting, whenTaken.withinHours).find(({ start }) => !tried.has(start));
			if (!next || tried.size > MAX_ATTEMPTS) {
				const whatToDo = isTooLong ? 'Choose a shorter length.' : "Raise 'Max Delay (Hours)', or choose another time.";
				throw refusal(placement, first, `is not available: ${why}`, whatToDo);
			}
			slot = next;
			continue;
		}
		const nearest = nearestTo(wanted, fitting, whenTaken.max);
		if (whenTaken.kind === 'alternatives') {
			return { kind: 'alternatives', offer: offerOf(nearest, zone, what, why, first) };
		}
		if (nearest.length === 0) throw refusal(placement, first, `${what}: ${why}`, 'Choose another day or length.');
		throw refusal(
			placement,
			first,
			`${what}. Nearest free starts on ${startsText(nearest, zone)}`,
			"Choose another slot, or set 'When Slot Is Taken' to return or use another one.",
			'Choose another slot.',
		);
	}
}

/**
 * The windows that are free now, from the day before the wanted slot's on, which may have the nearest ones.
 *
 * @throws the refusal as it came, where they cannot be read: it may have any cause
 */
async function freeWindows(
	{ client, calendarId, wanted, zone, whenTaken }: Placement,
	error: NodeApiError,
): Promise<Slot[]> {
	const now = Date.now();
	const wantedDate = dateInZone(Math.max(wanted.start, now), zone);
	const dayBefore = addDays(wantedDate, -1);
	const startDate = dayBefore < dateInZone(now, zone) ? wantedDate : dayBefore;
	const days = whenTaken.kind === 'nextFree' ? Math.ceil(whenTaken.withinHours / 24) : SEARCH_DAYS;
	const endDate = addDays(wantedDate, days);
	if (calendarId === '') throw withNote(error, "Fill in 'Calendar' to list the nearest free slots.");
	return await freeSlotsOn(client, { calendarId, startDate, endDate, zone }).catch((cause: unknown) => {
		const why = cause instanceof Error ? cause.message : '';
		throw withNote(error, `The free slots could not be read, so no other one was tried: ${why}`);
	});
}

function withNote(error: NodeApiError, note: string): NodeApiError {
	error.description = `${error.description ?? ''} ${note}`.trim();
	return error;
}

function minutesOf({ start, end }: Slot): number {
	return Math.round((end - start) / 60_000);
}

/** Whether no free slot is as long as the wanted one, and why there is no other of its length. */
function noneOf({ wanted, whenTaken }: Placement, windows: readonly Slot[]): { isTooLong: boolean; why: string } {
	const within = whenTaken.kind === 'nextFree' ? `${whenTaken.withinHours} hours` : `${SEARCH_DAYS} days`;
	const longest = Math.max(0, ...windows.map(minutesOf));
	const isTooLong = longest > 0 && longest < minutesOf(wanted);
	const why = isTooLong
		? `free slots have ${longest} minutes at most, so ${minutesOf(wanted)} minutes fit in none`
		: `the calendar has no free slot of this length within ${within}`;
	return { isTooLong, why };
}

/** @param why what follows in the message; @param forModel in place of what to do, for a language model */
function refusal(
	{ client, wanted, zone }: Placement,
	error: NodeApiError,
	why: string,
	whatToDo: string,
	forModel = whatToDo,
): NodeApiError {
	const withText = (text: string) => `${text} ${saidBy(error)}`.trim();
	const message = `The slot on ${spanText(wanted, zone)} (${zone}) ${why}`;
	const failure = apiError(client.node, message, { description: withText(whatToDo), httpCode: '400' });
	failure.context.forModel = withText(forModel);
	return failure;
}

/** The platform's own words, which stand at the end of a description. */
function saidBy({ description }: NodeApiError): string {
	return /The platform says: .*$/s.exec(description ?? '')?.[0] ?? '';
}

/** Whether a refusal is about the slot, by its text. */
function speaksOfSlot(error: NodeApiError): boolean {
	return /\bslot|no longer (available|free)|already (booked|taken)/i.test(saidBy(error));
}

/** The output instead of an appointment; also read by language models. */
function offerOf(slots: readonly Slot[], zone: string, what: string, none: string, error: NodeApiError): IDataObject {
	const rest =
		slots.length > 0
			? '. Choose one of the alternatives and send its startTime and endTime.'
			: `: ${none}. Choose another day or length.`;
	return {
		reason: 'slotTaken',
		message: `The slot ${what}${rest} ${saidBy(error)}`.trim(),
		alternatives: slots.map((slot) => describeSlot(slot, zone)),
	};
}
