import { type IExecuteFunctions, NodeApiError, sleep } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { choiceField, fieldsAt, OPTIONS } from '../../fields/parameters';
import { reworded } from '../../platformApi/errors';
import { PAUSE_MS, type WriteOutcome } from '../../platformApi/writeOutcome';

/** How a write ended; what was carried out has the slot. */
export type Ended = Exclude<WriteOutcome, { kind: 'done' }> | (Extract<WriteOutcome, { kind: 'done' }> & { slot: Slot });

/** Sends a write for a slot. */
export type Send = (slot: Slot) => Promise<Ended>;

export interface Write {
	context: IExecuteFunctions;
	itemIndex: number;
	write: (slot: Slot) => Promise<WriteOutcome>;
	/** How a repeat is refused where the first write was carried out. */
	refusedWhenDone?: 'conflict' | 'gone';
}

/**
 * Wraps a write, so that what it sends is done or refused. Where the outcome of an earlier one is unknown, its slot is
 * sent again, and a refusal does not mean that nothing was done.
 *
 * @param memory has the slot whose outcome is unknown
 * @returns what sends; it throws the unknown outcome as NodeApiError, when it stays unknown
 */
export function resolvingOutcome({ context, itemIndex, write, refusedWhenDone }: Write, memory: { lost?: Slot }): Send {
	const repeats = fieldsAt(context, itemIndex).read(unknownOutcomeOption, OPTIONS) === 'sendOnceMore';
	const send = async (wanted: Slot, first?: NodeApiError): Promise<Ended> => {
		const { lost } = memory;
		const slot = lost ?? wanted;
		const ended = await write(slot).catch((error: unknown) => {
			// Whatever keeps the repeat from being sent says nothing of the first.
			throw first ?? (lost && error instanceof NodeApiError ? stillUnknown(error, 'failed', ` ${error.message}`) : error);
		});
		const { kind } = ended;
		if (kind === 'done') return { slot, ...ended };
		// A lost cancellation explains an appointment that is gone.
		if (lost && kind === refusedWhenDone && (repeats || kind === 'gone')) return { kind: 'done', slot, isEarlier: true };
		if (kind === 'unknown') {
			memory.lost = slot;
			if (first || !repeats) throw first ?? ended.error;
			await sleep(PAUSE_MS);
			return await send(slot, ended.error);
		}
		if (lost && kind !== 'gone') throw stillUnknown(ended.error, 'was refused');
		if (first) throw first;
		return ended;
	};
	return async (slot) => await send(slot);
}

/** @param said what is known of this attempt, where the platform has not refused it */
function stillUnknown(error: NodeApiError, why: string, said = ''): NodeApiError {
	const message = `Outcome unknown: an earlier attempt may have gone through; this one ${why}`;
	const whatToDo = `No other slot was tried, because that could book twice. Check on the platform what was booked.${said}`;
	const forModel = `Do not try another time: that could book twice. A person has to check the calendar on the platform.${said}`;
	return reworded(error, { message, whatToDo, forModel }, { outcomeUnknown: true });
}

/** An entry of 'Options'. */
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
