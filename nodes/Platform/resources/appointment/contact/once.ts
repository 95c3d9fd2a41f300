import type { IDataObject } from 'n8n-workflow';

import type { Slot } from '../../../../booking/slots';

/** The outcome of a visitor's booking. */
export type Attempt =
	/** `isOld`: the contact had it already, from a write whose answer was lost. */
	| { kind: 'booked'; slot: Slot; record: IDataObject; isOld: boolean }
	/** The write may or may not have been carried out. */
	| { kind: 'unknown'; slot: Slot }
	/** Nothing was booked: the slot is gone, the contact has another one then, or anything else. */
	| { kind: 'taken' | 'conflict' | 'refused' };

interface Wait {
	/** Start of the slot that is being booked now. */
	start?: number;
	running?: Promise<Attempt>;
	/** Final: nothing else may be booked after it. */
	ended?: Extract<Attempt, { slot: Slot }>;
}

/**
 * Waits of this process in which something was or may have been booked. n8n lets two requests at the
 * same instant both reach the node, and continues the workflow only after the first was answered.
 * Oldest first; n8n itself refuses requests for a wait that has ended.
 */
const waits = new Map<string, Wait>();
const MAX_WAITS = 1_000;

function waitNamed(name: string): Wait {
	const wait = waits.get(name) ?? {};
	waits.delete(name);
	waits.set(name, wait);
	if (waits.size > MAX_WAITS) {
		const idle = [...waits].filter(([other, { running }]) => other !== name && running === undefined);
		// n8n soon refuses requests for a wait that was booked; a lost answer may have to be known for days.
		const oldest = idle.find(([, { ended }]) => ended?.kind === 'booked') ?? idle[0];
		if (oldest) waits.delete(oldest[0]);
	}
	return wait;
}

/** What was booked, or may have been, in this wait. */
export function endOf(name: string): Wait['ended'] {
	return waits.get(name)?.ended;
}

/**
 * Books once for a wait, however often and for whatever slots it is asked to. Requests for the slot
 * that is being booked share its outcome; others wait, and have their turn if nothing was booked.
 *
 * @param name of the wait
 * @param start of the slot that the visitor chose, epoch milliseconds
 * @param attempt writes for the slot; `unsure` is the slot of an earlier write whose outcome is not
 *   known, which then is the only one that may be written
 * @returns the outcome, and whether it is that of this call's own write
 */
export async function bookOnce(
	name: string,
	start: number,
	attempt: (start: number, unsure?: Slot) => Promise<Attempt>,
): Promise<{ attempt: Attempt; isOwn: boolean }> {
	let wait = waitNamed(name);
	while (wait.running) {
		const isSame = wait.start === start;
		const outcome = await wait.running;
		if (isSame) return { attempt: outcome, isOwn: false };
		wait = waitNamed(name);
	}
	if (wait.ended?.kind === 'booked') return { attempt: wait.ended, isOwn: false };
	const unsure = wait.ended?.slot;
	wait.start = unsure?.start ?? start;
	wait.running = attempt(wait.start, unsure);
	try {
		const outcome = await wait.running;
		if ('slot' in outcome) wait.ended = outcome;
		return { attempt: outcome, isOwn: true };
	} finally {
		wait.running = undefined;
		if (!wait.ended) waits.delete(name);
	}
}
