import {
	deepCopy,
	type IDataObject,
	type IExecuteFunctions,
	NodeApiError,
	type NodeOperationError,
	sleep,
} from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { choiceField, fieldsAt, OPTIONS } from '../../fields/parameters';
import { readText } from '../../http/body';
import { executionKey, retryKey } from '../../n8n/execution';
import { reworded } from '../../platformApi/errors';
import { PAUSE_MS, type WriteOutcome } from '../../platformApi/writeOutcome';
import { SerialQueue } from '../../utils/attempt';
import { BoundedMap } from '../../utils/boundedMap';
import { picked } from '../simplify';

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
	description:
		'What to do when it is unclear whether the request was carried out. HighLevel is asked first.',
});

/** A write that was carried out, with its slot. */
export type Done = Extract<WriteOutcome, { kind: 'done' }> & { slot: Slot };

export type Send = (slot: Slot) => Promise<Done | Exclude<WriteOutcome, { kind: 'done' }>>;

interface Call {
	context: IExecuteFunctions;
	itemIndex: number;
	/** The contact in a calendar, or the appointment, for which the node writes. */
	purpose: IDataObject;
	wantedSlot: Slot;
	write: (slot: Slot) => Promise<WriteOutcome>;
	/** The refusal of a repeat which means that the first write was carried out. */
	refusedWhenDone?: 'conflict' | 'gone';
	/** Makes the error for a node that has written another slot for the purpose, or may have. */
	refuseOther?: () => NodeOperationError;
}

/** A write that a node has carried out in an execution, or may have. */
interface Written {
	execution: string;
	/** Key of the execution, the node and the purpose. */
	purpose: string;
	/** Key of the run and the item: when n8n retries it, its times may have changed, as those of $now. */
	retried?: string;
	/** The slot that was sent, while its outcome is unknown. */
	unknownSlot?: Slot;
	output?: IDataObject;
	appointmentId?: unknown;
}

/** A write has two keys: its purpose with its times, and its purpose alone, which has the latest write. */
const memory = new BoundedMap<string, Written>(20_000);

/** An agent may make the same call twice at once. */
const queue = new SerialQueue();

const keyOf = (purpose: string, { start, end }: Slot) => `${purpose} ${start} ${end}`;

function remember(written: Written, wantedSlot: Slot): void {
	memory.set(written.purpose, written);
	memory.set(keyOf(written.purpose, wantedSlot), written);
}

const DONE = ['booked', 'rescheduled', 'canceled'];

/**
 * Writes once in an execution, however often the call comes: by a loop, a further run or try of the node, or a language
 * model.
 *
 * @param place gets the function that sends the write, and makes the output
 * @returns its output, or that of the same call before
 */
export async function once(
	call: Call,
	place: (send: Send) => Promise<IDataObject>,
): Promise<IDataObject> {
	const { context, itemIndex, wantedSlot, refuseOther } = call;
	const purpose = executionKey(context, call.purpose);
	if (purpose === undefined) return await place(sender(call, {}));
	return await queue.run(purpose, async () => {
		const run = retryKey(context);
		const retried = run && `${run} ${itemIndex}`;
		const latest = memory.get(purpose);
		const before =
			memory.get(keyOf(purpose, wantedSlot)) ??
			(retried !== undefined && latest?.retried === retried ? latest : undefined);
		if (before?.output) return deepCopy(before.output);
		if (latest && !before && refuseOther) throw refuseOther();
		const { appointmentId } = call.purpose;
		const written: Written = before ?? {
			execution: context.getExecutionId(),
			purpose,
			retried,
			appointmentId,
		};
		try {
			const output = await place(sender(call, written));
			if (DONE.some((word) => output[word] === true)) {
				Object.assign(written, { output: deepCopy(output), appointmentId: output.appointmentId });
			}
			return output;
		} finally {
			if (written.output || written.unknownSlot) remember(written, wantedSlot);
		}
	});
}

/**
 * Makes the function that sends a write, which throws when the outcome stays unknown. After an earlier unknown outcome,
 * it sends the same slot again, and a refusal then does not mean that nothing was done.
 */
function sender(
	{ context, itemIndex, write, refusedWhenDone }: Call,
	written: Pick<Written, 'unknownSlot'>,
): Send {
	const repeats =
		fieldsAt(context, itemIndex).read(unknownOutcomeOption, OPTIONS) === 'sendOnceMore';
	const send = async (wantedSlot: Slot, first?: NodeApiError): ReturnType<Send> => {
		const { unknownSlot } = written;
		const slot = unknownSlot ?? wantedSlot;
		const ended = await write(slot).catch((error: unknown) => {
			// An error of the repeat says nothing about the first request.
			throw first ?? (unknownSlot && error instanceof NodeApiError ? stillUnknown(error) : error);
		});
		const { kind } = ended;
		if (kind === 'done') return { slot, ...ended };
		// A cancellation with an unknown outcome explains an appointment that is gone.
		if (unknownSlot && kind === refusedWhenDone && (repeats || kind === 'gone'))
			return { kind: 'done', slot, isEarlier: true };
		if (kind === 'unknown') {
			written.unknownSlot = slot;
			if (first || !repeats) throw first ?? ended.error;
			await sleep(PAUSE_MS);
			return await send(slot, ended.error);
		}
		if (unknownSlot && kind !== 'gone') throw stillUnknown(ended.error);
		if (first) throw first;
		return ended;
	};
	return send;
}

function stillUnknown(error: NodeApiError): NodeApiError {
	const message = 'Outcome unknown: an earlier attempt may have gone through; this one did not';
	const whatToDo = `No other slot was tried, because that could book twice. Check on the platform what was booked. ${error.message}.`;
	const forModel = `Do not try another time: that could book twice. A person has to check the calendar on the platform. ${error.message}.`;
	return reworded(error, { message, whatToDo, forModel }, { outcomeUnknown: true });
}

/**
 * Lets earlier calls for a changed appointment be made again. Its booking is remembered, at the new time where that is known.
 *
 * @param moved the new slot and the item with it; left out for a cancellation, with which the booking ends
 */
export function changed(appointmentId: string, moved?: { slot?: Slot; item: IDataObject }): void {
	for (const [key, written] of [...memory]) {
		if (written.appointmentId !== appointmentId) continue;
		const booked = moved && written.output?.booked ? written.output : undefined;
		if (booked && !moved?.slot) continue;
		memory.delete(key);
		if (!booked || !moved?.slot) continue;
		const output = { ...booked, ...picked(moved.item, Object.keys(booked)) };
		delete output.wantedStartTime;
		remember({ ...written, output }, moved.slot);
	}
}

/** Contact and calendar of an appointment, as the platform, this execution or the item that came in says. */
export function partiesOf(
	context: IExecuteFunctions,
	itemIndex: number,
	appointmentId: string,
	record: IDataObject = {},
): IDataObject {
	const execution = context.getExecutionId();
	const written = [...memory.values()].filter(
		(other) => other.appointmentId === appointmentId && other.execution === execution,
	);
	const { json } = context.getInputData()[itemIndex];
	const sources = [
		record,
		...written.map(({ output = {} }) => output),
		json.appointmentId === appointmentId ? json : {},
	];
	const find = (name: string) => sources.map((each) => readText(each, name)).find(Boolean);
	return { contactId: find('contactId'), calendarId: find('calendarId') };
}
