import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeApiError, sleep } from 'n8n-workflow';

import type { Slot } from '../../../booking/slots';
import { apiError } from '../../../n8n/apiError';
import { retryKey } from '../../../n8n/retryKey';
import type { WriteOutcome } from '../../../platformApi/appointments';
import { BoundedMap } from '../../../utils/boundedMap';

/** A write of one slot, and what to do when its outcome is unknown. */
export interface Write {
	/** Sends the write for one slot. */
	send: (slot: Slot) => Promise<WriteOutcome>;
	/** Whether to find out by sending the write once more. */
	sendOnceMore: boolean;
	/** Whether a conflict on a repeat means that the first write was carried out. */
	conflictMeansDone: boolean;
	/** Names of the request within its execution; see `requestKeys`. */
	keys: string[];
}

export type Written =
	/** Without a record where there was no response, and a repeat showed that the write had been carried out. */
	| { kind: 'done'; record?: IDataObject; slot: Slot }
	| Exclude<WriteOutcome, { kind: 'done' }>;

/** Long enough for a platform that is restarting, short enough for a person who is waiting. */
const PAUSE_MS = 3_000;

/**
 * Requests whose outcome is unknown, with the slot that was sent: n8n's Retry On Fail runs the node again
 * in the same execution, and what is refused then is probably our own appointment.
 */
const unknown = new BoundedMap<string, Slot>(1_000);

function forget(keys: readonly string[]): void {
	for (const key of keys) unknown.delete(key);
}

/**
 * The same for the same request of the same node in the same execution, however often it is tried;
 * and for a further try of the same item, whose times may have changed with the clock.
 */
export function requestKeys(context: IExecuteFunctions, itemIndex: number, request: object): string[] {
	const run = retryKey(context);
	return [
		JSON.stringify([context.getExecutionId(), context.getNode().id, request]),
		...(run === undefined ? [] : [`${run} ${itemIndex}`]),
	];
}

/** Sends the same write once more: the response to the repeat may show what became of the first. */
export async function sendAgain(
	send: () => Promise<WriteOutcome>,
	error: NodeApiError,
): Promise<WriteOutcome> {
	await sleep(PAUSE_MS);
	// Whatever keeps the repeat from being sent says nothing of the first.
	return await send().catch(() => {
		throw error;
	});
}

/**
 * Sends a write for a slot. Where the outcome of an earlier try of the same request is unknown, that try's
 * slot is sent again, and a refusal counts as "probably ours".
 *
 * @throws NodeApiError with the unknown outcome, when it stays unknown
 */
export async function writeOnce(write: Write, wanted: Slot): Promise<Written> {
	const { keys, sendOnceMore, conflictMeansDone } = write;
	const before = keys.map((key) => unknown.get(key)).find(Boolean);
	const slot = before ?? wanted;
	const outcome = await write.send(slot).catch((error: unknown) => {
		throw before && error instanceof NodeApiError ? stillUnknown(error, 'and this one failed', error.message) : error;
	});
	if (outcome.kind === 'done') {
		forget(keys);
		return { ...outcome, slot };
	}
	if (outcome.kind === 'unknown') {
		for (const key of keys) unknown.set(key, slot);
		if (!sendOnceMore) throw outcome.error;
		const repeat = await sendAgain(async () => await write.send(slot), outcome.error);
		if (repeat.kind !== 'done' && !(repeat.kind === 'conflict' && conflictMeansDone)) throw outcome.error;
		forget(keys);
		return { kind: 'done', record: repeat.kind === 'done' ? repeat.record : undefined, slot };
	}
	if (before && (outcome.kind === 'taken' || outcome.kind === 'conflict')) {
		if (sendOnceMore && conflictMeansDone && outcome.kind === 'conflict') return { kind: 'done', slot };
		const { error } = outcome;
		throw stillUnknown(error, 'since the platform refuses this one', error.description ?? '');
	}
	return outcome;
}

function stillUnknown({ node, httpCode }: NodeApiError, why: string, said: string): NodeApiError {
	const message = `Outcome unknown: an earlier attempt may have gone through, ${why}`;
	const failure = apiError(node, message, {
		description: `No other slot was tried, because that could book twice. Check on the platform what was booked. ${said}`,
		httpCode: httpCode ?? undefined,
	});
	failure.context.outcomeUnknown = true;
	return failure;
}

/** Whether 'On Unknown Outcome' is 'Send Once More'. */
export function sendsOnceMore({ ifAnswerLost }: IDataObject): boolean {
	return ifAnswerLost === 'findOut';
}

/** An entry of an 'Options' collection. */
export const unknownOutcomeOption: INodeProperties = {
	displayName: 'On Unknown Outcome',
	name: 'ifAnswerLost',
	type: 'options',
	options: [
		{
			name: 'Send Once More',
			value: 'findOut',
			description:
				'Send the request again after three seconds. For Book, a conflict then counts as booked. For Cancel and Reschedule, the outcome may stay unknown.',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'Stop and send nothing again',
		},
	],
	default: 'stop',
	description: 'What to do when no response says whether the platform did what was asked',
};
