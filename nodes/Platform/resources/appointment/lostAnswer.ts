import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	NodeApiError,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Slot } from '../../../booking/slots';
import { apiError } from '../../../n8n/apiError';
import type { WriteOutcome } from '../../../platformApi/appointments';

/** A write of one slot, and what to do when its answer is lost. */
export interface Write {
	/** Sends the write for one slot. */
	send: (slot: Slot) => Promise<WriteOutcome>;
	/** Whether to find out by sending the write once more. */
	findOut: boolean;
	/** Whether a conflict on a repeat means that the first write was carried out. */
	conflictMeansDone: boolean;
	/** Names the request within its execution; see `requestKey`. */
	key: string;
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

function rememberLost(key: string, slot: Slot): void {
	lost.delete(key);
	lost.set(key, slot);
	const [oldest] = lost.keys();
	if (lost.size > MAX_LOST) lost.delete(oldest);
}

/** The same for the same request of the same node in the same execution, however often it is tried. */
export function requestKey(this: IExecuteFunctions, request: object): string {
	return JSON.stringify([this.getExecutionId(), this.getNode().id, request]);
}

/**
 * Sends a write for a slot. Where an earlier try of the same request lost its answer, that try's slot
 * is sent again, and a refusal counts as "probably ours".
 *
 * @throws NodeApiError with the unknown outcome, when it stays unknown
 */
export async function writeOnce(write: Write, wanted: Slot): Promise<Written> {
	const before = lost.get(write.key);
	const slot = before ?? wanted;
	const outcome = await write.send(slot);
	if (outcome.kind === 'done') {
		lost.delete(write.key);
		return before ? { ...outcome, slot } : outcome;
	}
	if (outcome.kind === 'unknown') {
		rememberLost(write.key, slot);
		if (!write.findOut) throw outcome.error;
		await sleep(PAUSE_MS);
		return await afterLostAnswer(write, slot, outcome.error);
	}
	if (before && (outcome.kind === 'taken' || outcome.kind === 'conflict')) {
		if (write.findOut && write.conflictMeansDone && outcome.kind === 'conflict') {
			return { kind: 'found', slot };
		}
		throw stillUnknown(outcome.error);
	}
	return outcome;
}

/** Sends the same write once more: the answer to the repeat shows what became of the first. */
async function afterLostAnswer(write: Write, slot: Slot, error: NodeApiError): Promise<Written> {
	const repeat = await write.send(slot);
	if (repeat.kind === 'done') {
		lost.delete(write.key);
		return repeat;
	}
	if (repeat.kind === 'conflict' && write.conflictMeansDone) {
		lost.delete(write.key);
		return { kind: 'found', slot };
	}
	throw error;
}

function stillUnknown(refusal: NodeApiError): NodeApiError {
	const message =
		'Outcome unknown: an earlier attempt got no answer and may have gone through, since the platform refuses this one';
	const failure = apiError(refusal.node, message, {
		description: `No other slot was tried, because that could book twice. Check on the platform what was booked. ${refusal.description ?? ''}`.trim(),
		httpCode: refusal.httpCode ?? undefined,
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
