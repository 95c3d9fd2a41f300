import { type IDataObject, type IExecuteFunctions, NodeApiError, sleep } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { choiceField } from '../../fields/declare';
import { oneOf } from '../../fields/kinds';
import { OPTIONS, valueOf } from '../../fields/parameters';
import { executionKey, retryKey } from '../../n8n/retryKey';
import type { WriteOutcome } from '../../platformApi/appointments';
import { reworded } from '../../platformApi/errors';
import { BoundedMap } from '../../utils/boundedMap';

/** A write of one slot, by its item: what it sends beside the slot. */
interface Write {
	context: IExecuteFunctions;
	itemIndex: number;
	/** Names the request within its execution. */
	request: object;
	/** Whether a conflict on a repeat means that the first write was carried out. */
	conflictMeansDone: boolean;
}

export type Written =
	/** Without a record where there was no response, and a repeat showed that the write had been carried out. */
	| { kind: 'done'; record?: IDataObject; slot: Slot }
	| Exclude<WriteOutcome, { kind: 'done' }>;

/** Sends a write for a slot. */
export type Send<Outcome = Written> = (slot: Slot) => Promise<Outcome>;

/** Long enough for a platform that is restarting, short enough for a person who is waiting. */
const PAUSE_MS = 3_000;

/**
 * Requests whose outcome is unknown, with the slot that was sent: n8n's Retry On Fail runs the node again
 * in the same execution, and what is refused then is probably our own appointment.
 */
const unknown = new BoundedMap<string, Slot>(1_000);

/**
 * The same for the same request of the same node in the same execution, however often it is tried;
 * and for a further try of the same item, whose times may have changed with the clock.
 */
function keysOf({ context, itemIndex, request }: Write): string[] {
	const run = retryKey(context);
	return [executionKey(context, request), run && `${run} ${itemIndex}`].filter((key) => key !== undefined);
}

/** Sends the same write once more: the response to the repeat may show what became of the first. */
export async function sendAgain(send: () => Promise<WriteOutcome>, error: NodeApiError): Promise<WriteOutcome> {
	await sleep(PAUSE_MS);
	// Whatever keeps the repeat from being sent says nothing of the first.
	return await send().catch(() => {
		throw error;
	});
}

/**
 * Wraps a write, so that what it sends is done or refused. Where the outcome of an earlier try of the same
 * request is unknown, that try's slot is sent again, and a refusal counts as "probably ours".
 *
 * @returns what sends; it throws the unknown outcome as NodeApiError, when it stays unknown
 */
export function resolvingOutcome(write: Write, send: Send<WriteOutcome>): Send {
	const keys = keysOf(write);
	const isRepeated = sendsOnceMore(write.context, write.itemIndex);
	const done = (slot: Slot, record?: IDataObject): Written => {
		for (const key of keys) unknown.delete(key);
		return { kind: 'done', record, slot };
	};
	return async (wanted) => {
		const before = keys.map((key) => unknown.get(key)).find(Boolean);
		const slot = before ?? wanted;
		const outcome = await send(slot).catch((error: unknown) => {
			throw before && error instanceof NodeApiError ? stillUnknown(error, 'failed', ` ${error.message}`) : error;
		});
		if (outcome.kind === 'done') return done(slot, outcome.record);
		if (outcome.kind === 'unknown') {
			for (const key of keys) unknown.set(key, slot);
			if (!isRepeated) throw outcome.error;
			const repeat = await sendAgain(async () => await send(slot), outcome.error);
			if (repeat.kind === 'done') return done(slot, repeat.record);
			if (repeat.kind === 'conflict' && write.conflictMeansDone) return done(slot);
			throw outcome.error;
		}
		if (!before || outcome.kind === 'gone') return outcome;
		if (isRepeated && write.conflictMeansDone && outcome.kind === 'conflict') return { kind: 'done', slot };
		throw stillUnknown(outcome.error, 'was refused');
	};
}

/** @param said what is known of this attempt, where the platform has not refused it */
function stillUnknown(error: NodeApiError, why: string, said = ''): NodeApiError {
	const message = `Outcome unknown: an earlier attempt may have gone through; this one ${why}`;
	const whatToDo = `No other slot was tried, because that could book twice. Check on the platform what was booked.${said}`;
	const forModel = `Do not try another time: that could book twice. A person has to check the calendar on the platform.${said}`;
	return reworded(error, { message, whatToDo, forModel }, { outcomeUnknown: true });
}

/** Whether 'On Unknown Outcome' is 'Send Once More'. */
export function sendsOnceMore(context: IExecuteFunctions, itemIndex: number): boolean {
	return valueOf(context, unknownOutcomeOption, itemIndex, oneOf('sendOnceMore', 'stop'), OPTIONS) === 'sendOnceMore';
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
	description: 'What to do when it is unclear whether the request was carried out',
});
