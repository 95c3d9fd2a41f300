import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { aroundEnd, processedItems, type EndingResponse } from '../../n8n/delivery';
import { HOUR_MS, readSettings, selectedAs, selectedEvents, type TriggerSettings } from '../parameters';
import { tellOperator, triggerKey } from '../trigger/log';
import { claims, type Claim } from './claims';
import { marks } from './marks';

/** The property in which an item carries, from `webhook()` to `execute()`, whose start it is. */
const CARRIED = 'platformDelivery';

interface Carried extends Pick<Claim, 'event' | 'delivery'> {
	/** When a whole payload arrived, in milliseconds since the epoch; an ID is remembered without time. */
	at?: number;
}

/** The marks of an event that remain: that it has begun, and by which delivery. */
const MARKS_PER_EVENT = 2;

/** Room on record for what is in hand, and what has been responded to within a second. */
const MAX_OPEN = 400;

const REPEAT =
	'The platform sent this event again. It already started the workflow, so nothing after the trigger runs.';

const samePayload = (hours: number) =>
	`A delivery with the same payload started the workflow within the last ${hours} hours, so nothing after the trigger runs. If it was another event, enter the field with an event's unique ID as 'Event ID Field', or lower 'Hours to Remember Payloads'.`;

const RUN_BY_ANOTHER =
	'Another delivery of this event has run the workflow, so this retry ends here and nothing runs twice. To run it anyway, copy this execution to the editor and execute the workflow there.';

const NOT_RECORDED =
	"The event runs anyway, and may run again if it is repeated after a restart. Check n8n's database.";

/** Hands the claim on to the execution that n8n starts with the item. */
export function carry(item: INodeExecutionData, { event, delivery }: Claim, isPayload: boolean): INodeExecutionData {
	return { ...item, [CARRIED]: { event, delivery, ...(isPayload && { at: Date.now() }) } };
}

/** n8n's response to an accepted delivery waits for `confirm`, which is told of it. */
export function awaitConfirmation(response: EndingResponse, claim: Claim): void {
	const before = (confirmed: boolean) => (confirmed ? claims.hold(claim) : undefined);
	aroundEnd(response, before, (confirmed) => claims.ended(claim, confirmed));
}

/**
 * The marks that say that an event has begun; the last one remains. Those of a payload name a time, in halves of the
 * hours for which it is remembered, since n8n's record knows none: the half that it began in and the next one know it.
 */
function begunMarks({ event, at }: Carried, hours: number, isRetry: boolean): string[] {
	if (at === undefined) return [event];
	const half = (hours * HOUR_MS) / 2;
	const now = Math.floor(Date.now() / half);
	const then = Math.floor(at / half);
	// Another delivery may have run what is retried soon after it arrived.
	const halves = new Set([...(isRetry ? [then - 1, then, then + 1] : []), now - 1]);
	halves.delete(now);
	return [...halves, now].map((each) => `${event}@${each}`);
}

/**
 * Records that an execution begins, and lets n8n respond to the sender then. Until n8n has, a further
 * mark says that the event is open: left by a crash, it lets the sender's repeat run. Where the sender
 * gets its response elsewhere, in queue mode or before a restart, nothing is open. What is not open was
 * closed by a delivery, which has a mark too: only a retry of that one runs again.
 *
 * @returns whether the event has been started before
 */
async function isRepeat(
	context: IExecuteFunctions,
	carried: Carried,
	{ eventsToRemember, hoursToRememberPayloads }: TriggerSettings,
): Promise<boolean> {
	const { event, delivery, at } = carried;
	const isRetry = context.getMode() === 'retry';
	const target = {
		trigger: triggerKey(context),
		items: processedItems(context, MARKS_PER_EVENT * eventsToRemember + MAX_OPEN),
		onLoss: () => tellOperator(context, 'record', 'could not record that an event was started', NOT_RECORDED),
	};

	const half = (hoursToRememberPayloads * HOUR_MS) / 2;
	const claim = claims.begin(event, delivery, at === undefined ? Infinity : 2 * half);
	if (claim === 'repeat') return true;
	const isElsewhere = claim === 'elsewhere' || isRetry;
	const begun = begunMarks(carried, hoursToRememberPayloads, isRetry);
	const open = `${event}?`;
	const by = `${event}=${delivery}`;
	const asked = [...begun, ...(isElsewhere ? [by] : []), ...(isElsewhere && !isRetry ? [] : [open])];
	const known = await marks.record(target, asked, isElsewhere);
	const hasBegun = begun.some((key) => known.has(key));
	const isOver = hasBegun && !known.has(open) && !(isRetry && known.has(by));
	// Before the response, so that the process remembers it from then on; a payload from the earliest time that its mark means.
	if (isOver) claims.standDown(event, delivery, at === undefined ? 0 : (Date.now() % half) + (known.has(begun[1]) ? 0 : half));
	if (claim !== 'elsewhere') claim.confirmRecorded();
	if (isOver) {
		// Looking has recorded these. If that is not undone, a repeat runs twice rather than never.
		await marks.forget(target, asked.filter((key) => !known.has(key)));
		return true;
	}
	const close = () => marks.closeSoon(target, by, [open, ...begun.slice(0, -1)]);
	if (isRetry) close();
	else if (claim !== 'elsewhere') void claim.outcome.then(close);
	return false;
}

/** @returns the item that the nodes behind the trigger run with; none if the event is a repeat */
async function confirm(context: IExecuteFunctions, settings: TriggerSettings): Promise<INodeExecutionData[]> {
	const { [CARRIED]: given, ...item } = context.getInputData()[0];
	const carried = given as unknown as Carried | undefined;
	const mode = context.getMode();
	// A person who wants it to run has a way that no record is asked for.
	if (!carried || !settings.deduplicate || mode === 'manual') return [item];
	if (!(await isRepeat(context, carried, settings))) return [item];
	const why = carried.at === undefined ? REPEAT : samePayload(settings.hoursToRememberPayloads);
	context.addExecutionHints({ message: mode === 'retry' ? RUN_BY_ANOTHER : why, location: 'outputPane' });
	return [];
}

/** What n8n runs the trigger with, first in each execution that `webhook()` has started. */
export async function startExecution(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = readSettings(context);
	const items = await confirm(context, settings);
	if (!settings.outputPerEvent) return [items];
	const selected = selectedEvents(context, settings);
	return [...selected].map((event) => items.filter(({ json }) => selectedAs(json.type, selected) === event));
}
