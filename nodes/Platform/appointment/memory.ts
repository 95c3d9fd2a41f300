import { deepCopy, type IDataObject, type IExecuteFunctions, type NodeOperationError } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { picked } from '../../fields/results';
import { readText } from '../../http/body';
import { executionKey, retryKey } from '../../n8n/retryKey';
import { SerialQueue } from '../../utils/attempt';
import { BoundedMap } from '../../utils/boundedMap';
import { resolvingOutcome, type Send, type Write } from './unknownOutcome';

/** A write that a node has carried out in an execution, or may have. */
interface Written {
	execution: string;
	/** The node, and what it wrote for: a contact in a calendar, or an appointment. */
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

interface Call extends Write {
	/** What the node writes for, see {@link Written}. */
	purpose: IDataObject;
	wanted: Slot;
	/** Makes what is thrown where the node has written another slot for the purpose, or may have. */
	refuseOther?: () => NodeOperationError;
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
	if (purpose === undefined) return await place(resolvingOutcome(call, {}));
	return await queue.run(purpose, async () => {
		const run = retryKey(context);
		const by = run && `${run} ${itemIndex}`;
		const latest = memory.get(purpose);
		const before = memory.get(keyOf(purpose, wanted)) ?? (by !== undefined && latest?.by === by ? latest : undefined);
		if (before?.output) return deepCopy(before.output);
		if (latest && !before && refuseOther) throw refuseOther();
		const { appointmentId } = call.purpose;
		const written: Written = before ?? { execution: context.getExecutionId(), purpose, by, appointmentId };
		const output = await place(resolvingOutcome(call, written)).catch(async (error: unknown) => {
			if (written.lost) remember(written, wanted);
			return await Promise.reject(error);
		});
		if (DONE.some((word) => output[word] === true)) {
			remember({ ...written, output: deepCopy(output), appointmentId: output.appointmentId }, wanted);
		}
		return output;
	});
}

/**
 * Call it when an appointment has been changed: earlier calls for it may be made again. Its booking stays with it at the
 * new time, or ends with it.
 *
 * @param moved its new slot, with the item that says so; left out for a canceled one
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
	const outputs = [...written.map(({ output = {} }) => output), json].filter((output) => output.appointmentId === appointmentId);
	const find = (name: string) => [record, ...outputs].map((output) => readText(output, name)).find(Boolean);
	return Object.fromEntries(['contactId', 'calendarId'].map((name) => [name, find(name)]).filter(([, id]) => id !== undefined));
}
