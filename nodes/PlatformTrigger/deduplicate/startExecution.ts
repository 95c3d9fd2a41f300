import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { eventNames } from '../../fields/valueKinds';
import { eventRecord, processedItems } from '../../n8n/processedItems';
import { selectedAs } from '../../platformApi/deliveries';
import { tellOperator, triggerKey } from '../log';
import { HOUR_MS, readSettings, type TriggerSettings } from '../triggerFields';
import { claims } from './claims';

/** 72 bits in base64url: the chance that two of 100,000 events collide is 2^-39. */
const KEY_LENGTH = 12;

const digestOf = (...parts: Array<string | Buffer>) => {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(part);
	return hash.digest('base64url').slice(0, KEY_LENGTH);
};

/** What stands at a dotted path in the payload; undefined for an empty path. */
function valueAt(payload: IDataObject, path: string): unknown {
	if (path === '') return undefined;
	let value: unknown = payload;
	for (const name of path.split('.')) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
			return undefined;
		value = (value as IDataObject)[name];
	}
	return value;
}

/** JSON.parse makes one number of several beyond 2^53, so such a number identifies nothing. */
const identifies = (value: unknown) =>
	(typeof value === 'string' && value.trim() !== '') || Number.isSafeInteger(value);

/** By what the event of a delivery is known. The header with the signature is no part of it. */
export interface EventKey {
	/** A digest of the trigger and of the event's ID, else of the body. */
	event: string;
	/** The whole body is compared, because no field identifies the event. */
	isPayload: boolean;
	/** The ID of its delivery, from an unsigned header. */
	deliveryId?: string;
}

/** `field` is a dotted path into the payload, or empty. */
export function eventKey(
	trigger: string,
	rawBody: Buffer,
	payload: IDataObject,
	field: string,
): EventKey {
	const value = valueAt(payload, field);
	const isPayload = !identifies(value);
	// A body is JSON and so never starts with the word that sets field values apart from bodies.
	const identity = isPayload ? rawBody : `field\0${field}\0${typeof value}\0${String(value)}`;
	return { event: digestOf(`${trigger}\0`, identity), isPayload };
}

/** This property of the item carries the event key from `webhook()` to `execute()`. */
export const CARRIED = 'platformDelivery';

/** Tells a person why an event counts as a repeat. */
export function repeatText(
	{ isPayload }: EventKey,
	{ hoursToRememberPayloads }: TriggerSettings,
): string {
	return isPayload
		? `A delivery with the same payload started the workflow within the last ${hoursToRememberPayloads} hours, so nothing after the trigger runs. If it was another event, enter the field with an event's unique ID as 'Event ID Field', or lower 'Hours to Remember Payloads'.`
		: "The platform sent this event again. It already started the workflow, so nothing after the trigger runs. If it was another event, 'Event ID Field' is not unique: enter another field.";
}

/**
 * What n8n's record has of an event. It has no times, so a payload has two marks: of the current half of its hours, and of
 * the half before. With a delivery's ID it has a third one, by which the same payload in the same delivery is a repeat after
 * its hours, too: the platform may send again for days. The ID alone decides nothing, because nobody signs it.
 */
function marksOf({ event, isPayload, deliveryId }: EventKey, hours: number): string[] {
	if (!isPayload) return [event];
	const half = Math.floor(Date.now() / ((hours * HOUR_MS) / 2));
	const marks = [`${event}@${half - 1}`, `${event}@${half}`];
	if (deliveryId) marks.push(`${event}#${digestOf(deliveryId)}`);
	return marks;
}

/** Records that the event begins, right before n8n responds. @returns whether it has begun before */
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
	// A person who retries wants it to run.
	const isRetry = context.getMode() === 'retry';
	const hasBegunBefore = recordedBefore !== undefined && recordedBefore.size > 0 && !isRetry;
	// Remembering a repeated payload from now on would extend its hours.
	claims.setRecorded(key.event, !(hasBegunBefore && key.isPayload));
	if (hasBegunBefore) {
		// So would the other mark of it, which was recorded just now.
		const added = marks.filter((mark) => !recordedBefore.has(mark));
		await eventRecord.forget(trigger, items, added);
	}
	return hasBegunBefore;
}

/** The trigger's `execute()`, which n8n runs first in an execution that `webhook()` has started. A repeat puts out nothing. */
export async function startExecution(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = readSettings(this);
	const { [CARRIED]: carried, ...item } = this.getInputData()[0];
	const key = carried as unknown as EventKey | undefined;
	if (key && this.getMode() !== 'manual' && (await recordEvent(this, key, settings))) {
		this.addExecutionHints({ message: repeatText(key, settings), location: 'outputPane' });
		return settings.outputPerEvent ? this.getNodeOutputs().map(() => []) : [[]];
	}
	if (!settings.outputPerEvent) return [[item]];
	const selected = selectedAs(item.json.type, settings.events) ?? '';
	const outputs = this.getNodeOutputs();
	// Names that were given as one text are one output.
	const own = outputs.findIndex(({ displayName }) =>
		eventNames.read(displayName)?.includes(selected),
	);
	return outputs.map((_output, at) => (at === own ? [item] : []));
}
