import { type IExecuteFunctions, NodeApiError, sleep } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { choiceField } from '../../fields/declare';
import { oneOf } from '../../fields/kinds';
import { OPTIONS, valueOf } from '../../fields/parameters';
import { PAUSE_MS, type WriteOutcome } from '../../platformApi/writeOutcome';
import { reworded } from '../../platformApi/errors';
import type { Outcome } from './memory';

/** How a write ended; what was carried out has the slot. */
export type Ended = Exclude<WriteOutcome, { kind: 'done' }> | (Extract<WriteOutcome, { kind: 'done' }> & { slot: Slot });

/** Sends a write for a slot. */
export type Send<Result = Ended> = (slot: Slot) => Promise<Result>;

interface Write {
	context: IExecuteFunctions;
	itemIndex: number;
	/** Of an earlier attempt of the same call, where its outcome is unknown. */
	outcome: Outcome;
	/** How a repeat is refused where the first write was carried out. */
	refusedWhenDone?: 'conflict' | 'gone';
}

/**
 * Wraps a write, so that what it sends is done or refused. Where the outcome of an earlier attempt is unknown, its slot
 * is sent again, and a refusal counts as "probably ours".
 *
 * @returns what sends; it throws the unknown outcome as NodeApiError, when it stays unknown
 */
export function resolvingOutcome({ context, itemIndex, outcome, refusedWhenDone }: Write, send: Send<WriteOutcome>): Send {
	const isRepeated = valueOf(context, unknownOutcomeOption, itemIndex, oneOf('sendOnceMore', 'stop'), OPTIONS) === 'sendOnceMore';
	return async (wanted) => {
		const { lost } = outcome;
		const slot = lost ?? wanted;
		const wasDone = { kind: 'done', slot, isEarlier: true } as const;
		const first = await send(slot).catch((error: unknown) => {
			throw lost && error instanceof NodeApiError ? stillUnknown(error, 'failed', ` ${error.message}`) : error;
		});
		if (first.kind === 'done') return { slot, ...first };
		if (first.kind === 'unknown') {
			outcome.lost = slot;
			if (!isRepeated) throw first.error;
			await sleep(PAUSE_MS);
			// Whatever keeps the repeat from being sent says nothing of the first.
			const second = await send(slot).catch(() => first);
			if (second.kind === 'done') return { slot, ...second };
			if (second.kind === refusedWhenDone) return wasDone;
			throw first.error;
		}
		if (lost && isRepeated && first.kind === refusedWhenDone) return wasDone;
		if (!lost || first.kind === 'gone') return first;
		throw stillUnknown(first.error, 'was refused');
	};
}

/** @param said what is known of this attempt, where the platform has not refused it */
function stillUnknown(error: NodeApiError, why: string, said = ''): NodeApiError {
	const message = `Outcome unknown: an earlier attempt may have gone through; this one ${why}`;
	const whatToDo = `No other slot was tried, because that could book twice. Check on the platform what was booked.${said}`;
	const forModel = `Do not try another time: that could book twice. A person has to check the calendar on the platform.${said}`;
	return reworded(error, { message, whatToDo, forModel }, { outcomeUnknown: true });
}

/** An entry of an 'Options' collection. */
export const unknownOutcomeOption = choiceField('On Unknown Outcome', 'onUnknownOutcome', 'stop', {
	options: [
		{
			name: 'Send Once More',
			value: 'sendOnceMore',
			description:
				'Send the request again after three seconds. For Book, a conflict then counts as booked. For Cancel and Reschedule, the outcome may stay unknown.',
		},
		{ name: 'Stop', value: 'stop', description: 'Stop and send nothing again' },
	],
	description: 'What to do when it is unclear whether the request was carried out. HighLevel is asked first.',
});
