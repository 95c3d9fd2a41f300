import type { IDataObject } from 'n8n-workflow';

import type { Slot } from '../../../../booking/slots';
import type { Act, Choice } from '../../../../bookingPage/offer';

/** What became of a visitor's decision. */
export type Attempt =
	/** `isOld`: by an earlier write, whose response was lost. */
	| { kind: 'done'; choice: Choice; record: IDataObject; isOld: boolean }
	/** The write may or may not have been carried out; `isAgain`: it was sent before, too. */
	| { kind: 'unknown'; choice: Choice; isAgain: boolean }
	/** Nothing was done: the slot is gone, the contact has an appointment then, or anything else. */
	| { kind: 'taken' | 'conflict' | 'failed' };

/** What a visitor asks for: the slot has still to be found. */
export interface Wanted {
	act: Act;
	/** Epoch milliseconds. */
	start: number;
}

interface Wait {
	/** What is being done now. */
	wanted?: Wanted;
	running?: Promise<Attempt>;
	/** Final: nothing else may be done after it. */
	ended?: Extract<Attempt, { choice: Choice }>;
}

/**
 * Waits of this process in which something was or may have been done. n8n lets two requests at the
 * same instant both reach the node, and continues the workflow only after the first has its response.
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
		// n8n soon refuses requests for a wait that has ended; a lost response may have to be known for days.
		const oldest = idle.find(([, { ended }]) => ended?.kind === 'done') ?? idle[0];
		if (oldest) waits.delete(oldest[0]);
	}
	return wait;
}

/** What was done, or may have been, in this wait. */
export function endOf(name: string): Wait['ended'] {
	return waits.get(name)?.ended;
}

/**
 * Decides once for a wait, however often and whatever it is asked to do. Requests for what is being
 * done share its outcome; others wait, and have their turn if nothing was done.
 *
 * @param name of the wait
 * @param wanted what the visitor chose
 * @param attempt does it; `unsure` is an earlier choice whose outcome is not known, which then is the
 *   only one that may be sent
 * @returns the outcome, and whether it is that of this call's own write
 */
export async function decideOnce(
	name: string,
	wanted: Wanted,
	attempt: (wanted: Wanted, unsure?: Slot) => Promise<Attempt>,
): Promise<{ attempt: Attempt; isOwn: boolean }> {
	let wait = waitNamed(name);
	while (wait.running) {
		const isSame = wait.wanted?.act === wanted.act && wait.wanted.start === wanted.start;
		const outcome = await wait.running;
		if (isSame) return { attempt: outcome, isOwn: false };
		wait = waitNamed(name);
	}
	if (wait.ended?.kind === 'done') return { attempt: wait.ended, isOwn: false };
	const unsure = wait.ended?.choice;
	wait.wanted = unsure ? { act: unsure.act, start: unsure.slot.start } : wanted;
	wait.running = attempt(wait.wanted, unsure?.slot);
	try {
		const outcome = await wait.running;
		if ('choice' in outcome) wait.ended = outcome;
		return { attempt: outcome, isOwn: true };
	} finally {
		wait.running = undefined;
		if (!wait.ended) waits.delete(name);
	}
}
