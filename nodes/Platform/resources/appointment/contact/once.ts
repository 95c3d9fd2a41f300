import type { IDataObject } from 'n8n-workflow';

import type { Slot } from '../../../../booking/slots';
import type { Choice } from '../../../../bookingPage/view';
import type { Act } from '../../../../bookingPage/visitor';
import { BoundedMap } from '../../../../utils/boundedMap';

/** What became of a visitor's decision. */
export type Attempt =
	/** `record`: the platform's own, empty where it sent none; without it, an earlier write did it, whose response was lost. */
	| { kind: 'done'; choice: Choice; record?: IDataObject }
	/** The write may or may not have been carried out; unclear: it was sent before, too. */
	| { kind: 'unsure' | 'unclear'; choice: Choice }
	/** Nothing was done: the slot is gone, the contact has an appointment then, or anything else. */
	| { kind: 'taken' | 'conflict' | 'failed' };

/** What is to be done. */
export interface Wanted {
	act: Act;
	/** Epoch milliseconds. */
	start: number;
	/** Of an earlier choice whose outcome is not known; otherwise the slot has still to be found. */
	unsure?: Slot;
}

/** Final: nothing else may be done after it. */
export type End = Extract<Attempt, { choice: Choice }>;

/**
 * By the name of the wait. n8n lets two requests at the same instant both reach the node, and continues
 * the workflow only after the first has its response.
 */
const running = new Map<string, { wanted: Wanted; outcome: Promise<Attempt> }>();

/** What this process remembers. Beyond it, a form that asks again says so. */
const ends = new BoundedMap<string, End>(1_000);

/** What was done, or may have been, in this wait. */
export function endOf(name: string): End | undefined {
	return ends.get(name);
}

/**
 * Decides once for a wait, however often and whatever it is asked to do. Requests for what is being
 * done share its outcome; others wait, and have their turn if nothing was done.
 *
 * @param name of the wait
 * @param wanted what the visitor chose
 * @param attempt does it, or what an earlier choice wanted whose outcome is not known
 * @returns the outcome, and whether it is that of this call's own write
 */
export async function decideOnce(
	name: string,
	wanted: Wanted,
	attempt: (wanted: Wanted) => Promise<Attempt>,
): Promise<{ attempt: Attempt; isOwn: boolean }> {
	for (let other = running.get(name); other; other = running.get(name)) {
		const outcome = await other.outcome;
		const isSame = other.wanted.act === wanted.act && other.wanted.start === wanted.start;
		if (isSame) return { attempt: outcome, isOwn: false };
	}
	const end = ends.get(name);
	if (end?.kind === 'done') return { attempt: end, isOwn: false };
	const unsure = end?.choice;
	const chosen = unsure ? { act: unsure.act, start: unsure.slot.start, unsure: unsure.slot } : wanted;
	const outcome = attempt(chosen);
	running.set(name, { wanted: chosen, outcome });
	try {
		const own = await outcome;
		if ('choice' in own) ends.set(name, own);
		return { attempt: own, isOwn: true };
	} finally {
		running.delete(name);
	}
}
