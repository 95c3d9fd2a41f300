import type { IDataObject } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import type { Choice, Done, Wish } from '../../bookingPage/view';
import { BoundedMap } from '../../utils/boundedMap';
import { forgetSlots, isLate, offeredNow, type PageRequest, report } from './request';

/** What is to be done. */
export interface Wanted {
	act: Wish;
	/** Epoch milliseconds; not set where no time is chosen. */
	start?: number;
	note?: string;
	/** Where it is known, and need not be among the free ones. */
	slot?: Slot;
	/** Whether it may have been done already. */
	isRepeat: boolean;
}

/** What became of a contact's decision. */
export type Attempt =
	/** `record`: the platform's own, empty where it sent none; without it, an earlier write did it. */
	| ({ kind: 'done'; record?: IDataObject } & Done)
	/** The outcome of a write is unknown; without a choice, the same cannot be sent again. */
	| { kind: 'unknown'; choice?: Choice }
	/** Nothing was done: the slot is taken, or begins too soon, the contact has an appointment then, or anything else. */
	| { kind: 'taken' | 'late' | 'conflict' | 'failed' };

/** Nothing else may be done after it, but to ask again for the very same where its outcome is unknown. */
export type End = Extract<Attempt, { kind: 'done' }> | { kind: 'unknown'; choice: Choice };

/**
 * By the name of the wait. n8n lets two requests at the same instant both reach the node, and continues
 * the workflow only after the first has its response.
 */
const running = new Map<string, { wanted: Wanted; outcome: Promise<Attempt> }>();

/** By the name of the wait, what this process remembers. Beyond it, a form that asks again says so. */
export const ends = new BoundedMap<string, End>(1_000);

/** Whether a decision is about a free time, rather than about the appointment that there is. */
export function choosesTime(act: Wish | undefined): boolean {
	return act === 'book' || act === 'move';
}

/**
 * Decides once for a wait, however often and whatever it is asked to do. Requests for what is being
 * done share its outcome; others wait, and have their turn if nothing was done.
 *
 * @param wait its name
 * @returns the outcome, and whether it is that of this call's own write
 */
export async function decideOnce(
	wait: string,
	wanted: Wanted,
	write: (wanted: Wanted) => Promise<Attempt>,
): Promise<{ attempt: Attempt; isOwn: boolean }> {
	for (let other = running.get(wait); other; other = running.get(wait)) {
		const attempt = await other.outcome;
		if (other.wanted.act === wanted.act && other.wanted.start === wanted.start) return { attempt, isOwn: false };
	}
	const end = ends.get(wait);
	if (end?.kind === 'done') return { attempt: end, isOwn: false };
	const chosen = end ? { ...end.choice, start: end.choice.slot.start, isRepeat: true } : wanted;
	const outcome = write(chosen);
	running.set(wait, { wanted: chosen, outcome });
	try {
		const attempt = await outcome;
		if (attempt.kind === 'done') ends.set(wait, attempt);
		else if (attempt.kind === 'unknown' && attempt.choice) ends.set(wait, { kind: 'unknown', choice: attempt.choice });
		return { attempt, isOwn: true };
	} finally {
		running.delete(wait);
	}
}

/** One write for a time that is still offered, or for what an earlier write may have done already. */
export async function writeChoice(request: PageRequest, { act, start, note, slot: known, isRepeat }: Wanted): Promise<Attempt> {
	const { context, page } = request;
	if (act === 'none') return { kind: 'done', outcome: 'none', slot: page.appointment, note };
	if (!known) forgetSlots(request);
	const slots = known ? [known] : (await offeredNow(request))?.slots;
	if (!slots) return { kind: 'failed' };
	const slot = slots.find((one) => one.start === start);
	if (!slot && isRepeat) return { kind: 'unknown' };
	if (!slot) return { kind: start !== undefined && isLate(page, start) ? 'late' : 'taken' };
	const choice = { act, slot, note };
	const done = { kind: 'done', outcome: act, slot, note } as const;
	const outcome = await page.write(choice).catch((error: unknown) => ({ kind: 'refused', error }) as const);
	if (outcome.kind === 'done') return { ...done, record: outcome.record };
	// A conflict on a repeated booking means that the first one worked; a repeated PUT is just carried out.
	if (isRepeat && act === 'book' && outcome.kind === 'conflict') return done;
	// Nothing is left to cancel.
	if (act === 'cancel' && outcome.kind === 'gone') return done;
	// Only a new time can be taken.
	if (!isRepeat && choosesTime(act) && (outcome.kind === 'taken' || outcome.kind === 'conflict')) return { kind: outcome.kind };
	if (outcome.kind === 'unknown') report(context, 'The response to a write was lost', outcome.error);
	else report(context, isRepeat ? `The repeat of a lost ${act} tells nothing` : `What a contact chose (${act}) was refused`, outcome.error);
	// To send the same again would never help.
	if (act !== 'book' && outcome.kind === 'gone') return { ...done, outcome: 'gone' };
	return isRepeat || outcome.kind === 'unknown' ? { kind: 'unknown', choice } : { kind: 'failed' };
}
