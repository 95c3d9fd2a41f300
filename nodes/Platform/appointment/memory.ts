import { deepCopy, type IDataObject, type IExecuteFunctions, NodeApiError, type NodeOperationError, sleep } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { choiceField, fieldsAt, OPTIONS } from '../../fields/parameters';
import { picked } from '../../fields/results';
import { readText } from '../../http/body';
import { executionKey, retryKey } from '../../n8n/execution';
import { reworded } from '../../platformApi/errors';
import { PAUSE_MS, type WriteOutcome } from '../../platformApi/writeOutcome';
import { SerialQueue } from '../../utils/attempt';
import { BoundedMap } from '../../utils/boundedMap';

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

/** A write that was carried out, with its slot. */
export type Done = Extract<WriteOutcome, { kind: 'done' }> & { slot: Slot };

/** Sends a write for a slot. */
export type Send = (slot: Slot) => Promise<Done | Exclude<WriteOutcome, { kind: 'done' }>>;

interface Call {
	context: IExecuteFunctions;
	itemIndex: number;
	/** What the node writes for: a contact in a calendar, or an appointment. */
	purpose: IDataObject;
	wanted: Slot;
	write: (slot: Slot) => Promise<WriteOutcome>;
	/** How a repeat is refused where the first write was carried out. */
	refusedWhenDone?: 'conflict' | 'gone';
	/** Makes what is thrown where the node has written another slot for the purpose, or may have. */
	refuseOther?: () => NodeOperationError;
}

/** A write that a node has carried out in an execution, or may have. */
interface Written {
	execution: string;
	/** With the execution and the node. */
	purpose: string;
	/** The item, for n8n's Retry On Fail: its times may have changed with the clock. */
	by?: string;
	/** The slot that was sent, while its outcome is unknown. */
	lost?: Slot;
	output?: IDataObject;
	appointmentId?: unknown;
}

/** Each one twice: by its purpose and times, and as the latest one of its purpose. */
const memory = new BoundedMap<string, Written>(20_000);

/** An agent may make the same call twice at once. */
const queue = new SerialQueue();

const keyOf = (purpose: string, { start, end }: Slot) => `${purpose} ${start} ${end}`;

function remember(written: Written, wanted: Slot): void {
	memory.set(written.purpose, written);
	memory.set(keyOf(written.purpose, wanted), written);
}

const DONE = ['booked', 'rescheduled', 'canceled'];

/**
 * Writes once in an execution, however often the call comes: by a loop, a further run or try of the node, or a language
 * model.
 *
 * @param place gets what sends the write, and makes the output
 * @returns its output, or that of the same call before
 */
export async function once(call: Call, place: (send: Send) => Promise<IDataObject>): Promise<IDataObject> {
	const { context, itemIndex, wanted, refuseOther } = call;
	const purpose = executionKey(context, call.purpose);
	if (purpose === undefined) return await place(sender(call, {}));
	return await queue.run(purpose, async () => {
		const run = retryKey(context);
		const by = run && `${run} ${itemIndex}`;
		const latest = memory.get(purpose);
		const before = memory.get(keyOf(purpose, wanted)) ?? (by !== undefined && latest?.by === by ? latest : undefined);
		if (before?.output) return deepCopy(before.output);
		if (latest && !before && refuseOther) throw refuseOther();
		const { appointmentId } = call.purpose;
		const written: Written = before ?? { execution: context.getExecutionId(), purpose, by, appointmentId };
		try {
			const output = await place(sender(call, written));
			if (DONE.some((word) => output[word] === true)) {
				Object.assign(written, { output: deepCopy(output), appointmentId: output.appointmentId });
			}
			return output;
		} finally {
			if (written.output || written.lost) remember(written, wanted);
		}
	});
}

/**
 * Makes what sends a write, which is then done or refused; an outcome that stays unknown is thrown. Where an earlier one
 * is unknown, its slot is sent again, and a refusal does not mean that nothing was done.
 */
function sender({ context, itemIndex, write, refusedWhenDone }: Call, written: Pick<Written, 'lost'>): Send {
	const repeats = fieldsAt(context, itemIndex).read(unknownOutcomeOption, OPTIONS) === 'sendOnceMore';
	const send = async (wanted: Slot, first?: NodeApiError): ReturnType<Send> => {
		const { lost } = written;
		const slot = lost ?? wanted;
		const ended = await write(slot).catch((error: unknown) => {
			// Whatever keeps the repeat from being sent says nothing of the first.
			throw first ?? (lost && error instanceof NodeApiError ? stillUnknown(error) : error);
		});
		const { kind } = ended;
		if (kind === 'done') return { slot, ...ended };
		// A lost cancellation explains an appointment that is gone.
		if (lost && kind === refusedWhenDone && (repeats || kind === 'gone')) return { kind: 'done', slot, isEarlier: true };
		if (kind === 'unknown') {
			written.lost = slot;
			if (first || !repeats) throw first ?? ended.error;
			await sleep(PAUSE_MS);
			return await send(slot, ended.error);
		}
		if (lost && kind !== 'gone') throw stillUnknown(ended.error);
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
 * Earlier calls for an appointment that was changed may be made again. Its booking stays with it at the new time.
 *
 * @param moved its new slot, with the item that says so; left out for a canceled one, whose booking ends
 */
export function changed(appointmentId: string, moved?: { slot: Slot; item: IDataObject }): void {
	for (const [key, written] of [...memory]) {
		if (written.appointmentId !== appointmentId) continue;
		memory.delete(key);
		if (!moved || !written.output?.booked) continue;
		const output = { ...written.output, ...picked(moved.item, Object.keys(written.output)) };
		delete output.wantedStartTime;
		remember({ ...written, output }, moved.slot);
	}
}

/** Contact and calendar of an appointment, as the platform, this execution or the item that came in says. */
export function partiesOf(context: IExecuteFunctions, itemIndex: number, appointmentId: string, record: IDataObject = {}): IDataObject {
	const execution = context.getExecutionId();
	const written = [...memory.values()].filter((other) => other.appointmentId === appointmentId && other.execution === execution);
	const { json } = context.getInputData()[itemIndex];
	const known = [record, ...written.map(({ output = {} }) => output), json.appointmentId === appointmentId ? json : {}];
	const find = (name: string) => known.map((each) => readText(each, name)).find(Boolean);
	return { contactId: find('contactId'), calendarId: find('calendarId') };
}
