import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { eventRecord } from '../../n8n/eventRecord';
import { processedItems } from '../../n8n/processedItems';
import { findSelectedEvent } from '../../platformApi/deliveries';
import { tellOperator, triggerKey } from '../log';
import { HOUR_MS, readSettings, type TriggerSettings } from '../triggerFields';
import { claims } from './claims';

/** 72 bits in base64url: the chance that two of 100,000 events collide is 2^-39. */
const KEY_LENGTH = 12;

function digestOf(...parts: Array<string | Buffer>): string {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(part);
	return hash.digest('base64url').slice(0, KEY_LENGTH);
}

/** The value at a dotted path in the payload; undefined for an empty path. */
function valueAt(payload: IDataObject, path: string): unknown {
	if (path === '') return undefined;
	let value: unknown = payload;
	for (const name of path.split('.')) {
		if (typeof value !== 'object' || value === null) return undefined;
		value = (value as IDataObject)[name];
	}
	return value;
}

/** JSON.parse reads several numbers beyond 2^53 as one, so such a number identifies no event. */
const isEventId = (value: unknown) =>
	(typeof value === 'string' && value.trim() !== '') || Number.isSafeInteger(value);

/** Tells an event from others. The header with the signature is no part of it, so that no other header makes it a new event. */
export interface EventKey {
	/** A digest of the trigger and of the event's ID, or of the body where the event has no ID. */
	event: string;
	/** True where the digest is that of the body. */
	isPayload: boolean;
	/** The ID of the delivery, from a header that nobody signs. */
	deliveryId?: string;
}

/** @param field a dotted path into the payload, or empty */
export function eventKey(
	trigger: string,
	rawBody: Buffer,
	payload: IDataObject,
	field: string,
): EventKey {
	const value = valueAt(payload, field);
	const isPayload = !isEventId(value);
	// A body is JSON, which never begins with `field`, so that no body has the digest of an ID.
	const identity = isPayload ? rawBody : `field\0${field}\0${typeof value}\0${String(value)}`;
	return { event: digestOf(`${trigger}\0`, identity), isPayload };
}

/** The property of the item in which `webhook()` hands the event's key to `execute()`. */
export const CARRIED = 'platformDelivery';

/** Explains to a person why an event counts as a repeat. */
export function repeatText(
	{ isPayload }: EventKey,
	{ hoursToRememberPayloads }: TriggerSettings,
): string {
	return isPayload
		? `A delivery with the same payload started the workflow within the last ${hoursToRememberPayloads} hours, so nothing after the trigger runs. If it was another event, enter the field with an event's unique ID as 'Event ID Field', or lower 'Hours to Remember Payloads'.`
		: "The platform sent this event again. It already started the workflow, so nothing after the trigger runs. If it was another event, 'Event ID Field' is not unique: enter another field.";
}

/**
 * The marks of an event in n8n's record, which keeps no times. So a payload gets two marks, one for the current half of the
 * hours that payloads are remembered, and one for the half before. Where the delivery has an ID, a third mark makes the same
 * payload in the same delivery a repeat for longer, because the platform may send it again for days. The ID alone decides
 * nothing: nobody signs it.
 */
function marksOf({ event, isPayload, deliveryId }: EventKey, hours: number): string[] {
	if (!isPayload) return [event];
	const half = Math.floor(Date.now() / ((hours * HOUR_MS) / 2));
	const marks = [`${event}@${half - 1}`, `${event}@${half}`];
	if (deliveryId) marks.push(`${event}#${digestOf(deliveryId)}`);
	return marks;
}

/** Records that the event begins, right before n8n responds. @returns true where it has begun before */
async function recordEvent(
	context: IExecuteFunctions,
	key: EventKey,
	settings: TriggerSettings,
): Promise<boolean> {
	const claim = await claims.begin(key.event);
	if (!settings.deduplicate) {
		claims.setRecorded(key.event, false);
		return false;
	}
	const marks = marksOf(key, settings.hoursToRememberPayloads);
	const trigger = triggerKey(context);
	const items = processedItems(context, marks.length * settings.eventsToRemember);
	const isWorker = claim === undefined;
	const recordedBefore = await eventRecord.record(trigger, items, marks, isWorker);
	if (!recordedBefore)
		tellOperator(
			context,
			'could not record that an event was started',
			"The event runs anyway, and may run again if it is repeated after a restart. Check n8n's database.",
		);
	// A person who retries an execution wants it to run.
	const isRetry = context.getMode() === 'retry';
	const hasBegunBefore = recordedBefore !== undefined && recordedBefore.size > 0 && !isRetry;
	// A repeated payload is not remembered anew, because that would extend its hours.
	claims.setRecorded(key.event, !(hasBegunBefore && key.isPayload));
	if (hasBegunBefore) {
		// For the same reason, the mark that was added just now goes.
		const added = marks.filter((mark) => !recordedBefore.has(mark));
		await eventRecord.forget(trigger, items, added);
	}
	return hasBegunBefore;
}

/** The trigger's `execute()`: the first step of each execution that `webhook()` starts. A repeat puts out nothing. */
export async function startExecution(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = readSettings(this);
	const { [CARRIED]: carried, ...item } = this.getInputData()[0];
	const key = carried as unknown as EventKey | undefined;
	if (key && this.getMode() !== 'manual' && (await recordEvent(this, key, settings))) {
		this.addExecutionHints({ message: repeatText(key, settings), location: 'outputPane' });
		return settings.outputPerEvent ? this.getNodeOutputs().map(() => []) : [[]];
	}
	if (!settings.outputPerEvent) return [[item]];
	const event = findSelectedEvent(item.json.type, settings.events);
	const outputs = this.getNodeOutputs();
	const eventOutput = outputs.findIndex(({ displayName }) => displayName === event);
	return outputs.map((_output, index) => (index === eventOutput ? [item] : []));
}
