import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { processedItems } from '../../n8n/delivery';
import { HOUR_MS, type TriggerSettings } from '../parameters';
import { tellOperator, triggerKey } from '../log';
import { claims } from './claims';
import type { EventKey } from './eventKey';
import { eventRecord } from './record';

/** This property of the item carries the event key from `webhook()` to `execute()`. */
export const CARRIED = 'platformDelivery';

const REPEAT =
	"The platform sent this event again. It already started the workflow, so nothing after the trigger runs. If it was another event, 'Event ID Field' is not unique: enter another field.";

const samePayload = (hours: number) =>
	`A delivery with the same payload started the workflow within the last ${hours} hours, so nothing after the trigger runs. If it was another event, enter the field with an event's unique ID as 'Event ID Field', or lower 'Hours to Remember Payloads'.`;

/** Tells a person why an event counts as a repeat. */
export function repeatText({ isPayload }: EventKey, hoursToRememberPayloads: number): string {
	return isPayload ? samePayload(hoursToRememberPayloads) : REPEAT;
}

const NOT_RECORDED =
	"The event runs anyway, and may run again if it is repeated after a restart. Check n8n's database.";

/** n8n's record knows no times, so a payload's marks name this half of its remembered hours and the half before. */
function marksOf({ event, isPayload }: EventKey, hours: number): string[] {
	if (!isPayload) return [event];
	const half = Math.floor(Date.now() / ((hours * HOUR_MS) / 2));
	return [half - 1, half].map((each) => `${event}@${each}`);
}

/** Records that the event begins, right before n8n responds. */
async function isRepeat(context: IExecuteFunctions, key: EventKey, settings: TriggerSettings): Promise<boolean> {
	const claim = await claims.begin(key.event);
	const marks = marksOf(key, settings.hoursToRememberPayloads);
	const trigger = triggerKey(context);
	const items = processedItems(context, marks.length * settings.eventsToRemember);
	const known = await eventRecord.record(trigger, items, marks, !claim);
	if (!known) tellOperator(context, 'record', 'could not record that an event was started', NOT_RECORDED);
	// A person who retries wants it to run.
	const isOver = (known?.size ?? 0) > 0 && context.getMode() !== 'retry';
	// Remembering a repeated payload from now on would extend its hours.
	if (claim) claim.isRemembered = !(isOver && key.isPayload);
	claim?.recorded.reach();
	// The check has recorded the other marks, too.
	if (isOver) await eventRecord.forget(trigger, items, marks.filter((mark) => !known?.has(mark)));
	return isOver;
}

export async function onlyOnce(context: IExecuteFunctions, settings: TriggerSettings): Promise<INodeExecutionData[]> {
	const { [CARRIED]: carried, ...item } = context.getInputData()[0];
	const key = carried as unknown as EventKey | undefined;
	if (!key || !settings.deduplicate || context.getMode() === 'manual') return [item];
	if (!(await isRepeat(context, key, settings))) return [item];
	context.addExecutionHints({ message: repeatText(key, settings.hoursToRememberPayloads), location: 'outputPane' });
	return [];
}
