import type { IDataObject } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import type { Choice, Done, Wish } from '../../bookingPage/view';
import { SerialQueue } from '../../utils/attempt';
import { BoundedMap } from '../../utils/boundedMap';
import { forgetSlots, offeredNow, type PageRequest, report } from './request';

/** What a contact asks for. */
export interface Wanted {
	act: Wish;
	/** Epoch milliseconds; undefined where no time is chosen. */
	start?: number;
	note?: string;
	/** Where it is known, and need not be among the free ones. */
	slot?: Slot;
	/** Whether it may have been done already. */
	isRepeat: boolean;
}

/** A decision that stands: it was carried out, or its outcome is unknown, and only the very same can be asked for again. */
export type End =
	/** `record`: the platform's own, empty where it sent none; without it, an earlier write did it. */
	| ({ kind: 'done'; record?: IDataObject } & Done)
	| { kind: 'unknown'; choice: Choice };

/** What became of a request. Except for `unknown`, nothing was done. */
export type Attempt = End | { kind: 'unknown' | 'taken' | 'conflict' | 'failed' };

/** By the name of the wait, in this process. After a restart, a form that asks again says so. */
export const ends = new BoundedMap<string, End>(1_000);

/** n8n lets two requests at the same instant both reach the node, and continues the workflow after the first response. */
const queue = new SerialQueue();

/** Whether a decision is about a free time, rather than about the appointment that there is. */
export function choosesTime(act: Wish | undefined): boolean {
	return act === 'book' || act === 'move';
}

/** Decides once for a wait, however often and whatever it is asked to do. @returns the outcome, and whether this call has written */
export async function decideOnce(
	wait: string,
	wanted: Wanted,
	write: (wanted: Wanted) => Promise<Attempt>,
): Promise<{ attempt: Attempt; isOwn: boolean }> {
	return await queue.run(wait, async () => {
		const end = ends.get(wait);
		if (end?.kind === 'done') return { attempt: end, isOwn: false };
		const attempt = await write(end ? { ...end.choice, start: end.choice.slot.start, isRepeat: true } : wanted);
		if (attempt.kind === 'done' || 'choice' in attempt) ends.set(wait, attempt);
		return { attempt, isOwn: true };
	});
}

/** One write for a time that is still offered, or for what an earlier write may have done already. */
export async function writeChoice(request: PageRequest, { act, start, note, slot: present, isRepeat }: Wanted): Promise<Attempt> {
	const { context, page } = request;
	if (act === 'none') return { kind: 'done', outcome: 'none', slot: page.appointment, note };
	if (!present) forgetSlots(request);
	const slots = present ? [present] : (await offeredNow(request))?.slots;
	if (!slots) return { kind: 'failed' };
	const slot = slots.find((free) => free.start === start);
	if (!slot) return { kind: isRepeat ? 'unknown' : 'taken' };
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
	const isUnknown = isRepeat || outcome.kind === 'unknown';
	report(context, isUnknown ? `The outcome of a write (${act}) is unknown` : `What a contact chose (${act}) was refused`, outcome.error);
	// To send the same again would never help.
	if (act !== 'book' && outcome.kind === 'gone') return { ...done, outcome: 'gone' };
	return isUnknown ? { kind: 'unknown', choice } : { kind: 'failed' };
}
