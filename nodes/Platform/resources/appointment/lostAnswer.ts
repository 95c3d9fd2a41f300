import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeApiError, sleep } from 'n8n-workflow';

import type { Slot } from '../../../booking/slots';
import { apiError } from '../../../n8n/apiError';
import { retriedRun } from '../../../n8n/retriedRun';
import type { WriteOutcome } from '../../../platformApi/appointments';

/** A write of one slot, and what to do when its answer is lost. */
export interface Write {
	/** Sends the write for one slot. */
	send: (slot: Slot) => Promise<WriteOutcome>;
	/** Whether to find out by sending the write once more. */
	findOut: boolean;
	/** Whether a conflict on a repeat means that the first write was carried out. */
	conflictMeansDone: boolean;
	/** Names of the request within its execution; see `requestKeys`. */
	keys: string[];
}

export type Written =
	| { kind: 'done'; record: IDataObject; slot?: Slot }
	| { kind: 'found'; slot: Slot }
	| Exclude<WriteOutcome, { kind: 'done' }>;

/** Long enough for a platform that is restarting, short enough for a person who is waiting. */
export const PAUSE_MS = 3_000;

/**
 * Requests whose answer was lost, with the slot that was sent: n8n's Retry On Fail runs the node again
 * in the same execution, and what is refused then is probably our own appointment. Oldest first.
 */
const lost = new Map<string, Slot>();
const MAX_LOST = 1_000;

function forgetLost(keys: readonly string[]): void {
	for (const key of keys) lost.delete(key);
}

function rememberLost(keys: readonly string[], slot: Slot): void {
	forgetLost(keys);
	for (const key of keys) lost.set(key, slot);
	while (lost.size > MAX_LOST) lost.delete([...lost.keys()][0]);
}

/**
 * The same for the same request of the same node in the same execution, however often it is tried;
 * and for a further try of the same item, whose times may have changed with the clock.
 */
export function requestKeys(this: IExecuteFunctions, itemIndex: number, request: object): string[] {
	const run = retriedRun(this);
	return [
		JSON.stringify([this.getExecutionId(), this.getNode().id, request]),
		...(run === undefined ? [] : [`${run} ${itemIndex}`]),
	];
}

/**
 * Sends a write for a slot. Where an earlier try of the same request lost its answer, that try's slot
 * is sent again, and a refusal counts as "probably ours".
 *
 * @throws NodeApiError with the unknown outcome, when it stays unknown
 */
export async function writeOnce(write: Write, wanted: Slot): Promise<Written> {
	const before = write.keys.map((key) => lost.get(key)).find(Boolean);
	const slot = before ?? wanted;
	const outcome = await write.send(slot).catch((error: unknown) => {
		throw before && error instanceof NodeApiError ? stillUnknown(error, 'and this one failed', error.message) : error;
	});
	if (outcome.kind === 'done') {
		forgetLost(write.keys);
		return before ? { ...outcome, slot } : outcome;
	}
	if (outcome.kind === 'unknown') {
		rememberLost(write.keys, slot);
		if (!write.findOut) throw outcome.error;
		await sleep(PAUSE_MS);
		return await afterLostAnswer(write, slot, outcome.error);
	}
	if (before && (outcome.kind === 'taken' || outcome.kind === 'conflict')) {
		if (write.findOut && write.conflictMeansDone && outcome.kind === 'conflict') {
			return { kind: 'found', slot };
		}
		const { error } = outcome;
		throw stillUnknown(error, 'since the platform refuses this one', error.description ?? '');
	}
	return outcome;
}

/** Sends the same write once more: the answer to the repeat shows what became of the first. */
async function afterLostAnswer(write: Write, slot: Slot, error: NodeApiError): Promise<Written> {
	// Whatever keeps the repeat from being sent says nothing of the first.
	const repeat = await write.send(slot).catch(() => {
		throw error;
	});
	if (repeat.kind === 'done') {
		forgetLost(write.keys);
		return repeat;
	}
	if (repeat.kind === 'conflict' && write.conflictMeansDone) {
		forgetLost(write.keys);
		return { kind: 'found', slot };
	}
	throw error;
}

function stillUnknown({ node, httpCode }: NodeApiError, why: string, said: string): NodeApiError {
	const message = `Outcome unknown: an earlier attempt got no answer and may have gone through, ${why}`;
	const failure = apiError(node, message, {
		description: `No other slot was tried, because that could book twice. Check on the platform what was booked. ${said}`,
		httpCode: httpCode ?? undefined,
	});
	failure.context.outcomeUnknown = true;
	return failure;
}

/** An entry of an 'Options' collection. */
export const lostAnswerOption: INodeProperties = {
	displayName: 'If the Answer Is Lost',
	name: 'ifAnswerLost',
	type: 'options',
	options: [
		{
			name: 'Find Out',
			value: 'findOut',
			description:
				'Send the request again after three seconds. For Book, a conflict then counts as booked. For Cancel and Reschedule, the outcome may stay unknown.',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'Stop and send nothing again. The outcome is unknown.',
		},
	],
	default: 'stop',
	description: 'What to do when the platform does not answer a request that was sent',
};
