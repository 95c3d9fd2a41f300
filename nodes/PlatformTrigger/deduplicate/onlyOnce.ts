import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { processedItems } from '../../n8n/delivery';
import { tellOperator, triggerKey } from '../log';
import { selectedAs } from '../../platformApi/deliveries';
import { HOUR_MS, readSettings, type TriggerSettings } from '../triggerFields';
import { claims } from './claims';
import { eventRecord } from './record';

/** 72 bits in base64url: the chance that two of 100,000 events collide is 2^-39. */
const KEY_LENGTH = 12;

const inner = (value: unknown, name: string): unknown =>
	typeof value === 'object' && value !== null && Object.hasOwn(value, name)
		? (value as IDataObject)[name]
		: undefined;

/** JSON.parse makes one number of several beyond 2^53, so such a number identifies nothing. */
const identifies = (value: unknown) =>
	(typeof value === 'string' && value.trim() !== '') || Number.isSafeInteger(value);

export interface EventKey {
	event: string;
	/** The whole body is compared, because no field identifies the event. */
	isPayload: boolean;
}

/** `field` is a dotted path into the payload, or empty. */
export function eventKey(
	trigger: string,
	rawBody: Buffer,
	payload: IDataObject,
	field: string,
): EventKey {
	const value = field === '' ? undefined : field.split('.').reduce<unknown>(inner, payload);
	const isPayload = !identifies(value);
	const hash = createHash('sha256').update(`${trigger}\0`);
	// A body is JSON and so never starts with the word that sets field values apart from bodies.
	hash.update(isPayload ? rawBody : `field\0${field}\0${typeof value}\0${String(value)}`);
	return { event: hash.digest('base64url').slice(0, KEY_LENGTH), isPayload };
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

/** n8n's record has no times, so a payload's marks have two numbers: of the current half of its hours, and of the half before. */
function marksOf({ event, isPayload }: EventKey, hours: number): string[] {
	if (!isPayload) return [event];
	const half = Math.floor(Date.now() / ((hours * HOUR_MS) / 2));
	return [half - 1, half].map((each) => `${event}@${each}`);
}

/** Records that the event begins, right before n8n responds. */
async function isRepeat(
	context: IExecuteFunctions,
	key: EventKey,
	settings: TriggerSettings,
): Promise<boolean> {
	const claim = await claims.begin(key.event);
	if (!settings.deduplicate) {
		claims.recorded(key.event, false);
		return false;
	}
	const marks = marksOf(key, settings.hoursToRememberPayloads);
	const trigger = triggerKey(context);
	const items = processedItems(context, marks.length * settings.eventsToRemember);
	const recorded = await eventRecord.record(trigger, items, marks, !claim);
	const whatNow =
		"The event runs anyway, and may run again if it is repeated after a restart. Check n8n's database.";
	if (!recorded) tellOperator(context, 'could not record that an event was started', whatNow);
	// A person who retries wants it to run.
	const hasRun = (recorded?.size ?? 0) > 0 && context.getMode() !== 'retry';
	// Remembering a repeated payload from now on would extend its hours.
	claims.recorded(key.event, !(hasRun && key.isPayload));
	// The check has recorded the other marks, too.
	if (hasRun)
		await eventRecord.forget(
			trigger,
			items,
			marks.filter((mark) => !recorded?.has(mark)),
		);
	return hasRun;
}

/** The trigger's `execute()`, which n8n runs first in an execution that `webhook()` has started. A repeat puts out nothing. */
export async function startExecution(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = readSettings(this);
	const { [CARRIED]: carried, ...item } = this.getInputData()[0];
	const key = carried as unknown as EventKey | undefined;
	const hasRun = key && this.getMode() !== 'manual' && (await isRepeat(this, key, settings));
	if (hasRun)
		this.addExecutionHints({ message: repeatText(key, settings), location: 'outputPane' });
	const items = hasRun ? [] : [item];
	if (!settings.outputPerEvent) return [items];
	// As the editor shows them.
	const events = this.getNodeOutputs().map(({ displayName }) => String(displayName));
	return events.map((event) =>
		items.filter(({ json }) => selectedAs(json.type, new Set(events)) === event),
	);
}
