import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { processedItems } from '../../n8n/processedItems';
import type { ProcessedItems } from '../../n8n/processedItems';
import { aroundEnd } from '../../n8n/responseEnd';
import type { EndingResponse } from '../../n8n/responseEnd';
import { readSettings, selectedEvents } from '../parameters';
import { tellOperator, triggerKey } from '../trigger/log';
import { claims } from './claims';
import type { Claim } from './claims';
import { marks } from './marks';

/** The property in which an item carries, from `webhook()` to `execute()`, whose start it is. */
const CARRIED = 'platformDelivery';

type Carried = Pick<Claim, 'event' | 'delivery'>;

/** Runs that a person asks for, whatever is on record. */
const ALWAYS_RUN = new Set(['manual', 'retry']);

/** Room on record for events whose sender has no response yet. */
const MAX_OPEN = 100;

const REPEAT =
	'The platform sent this event again. It already started the workflow, so nothing after the trigger runs.';

const NOT_RECORDED =
	"The event runs anyway, and may run again if it is repeated after a restart. Check n8n's database.";

/** Hands the claim on to the execution that n8n starts with the item. */
export function carry(item: INodeExecutionData, { event, delivery }: Claim): INodeExecutionData {
	return { ...item, [CARRIED]: { event, delivery } };
}

/** n8n's response to an accepted delivery waits for `confirm`, which is told of it. */
export function awaitConfirmation(response: EndingResponse, claim: Claim): void {
	aroundEnd(
		response,
		(confirmed) => (confirmed ? claims.hold(claim) : undefined),
		(confirmed) => claims.ended(claim, confirmed),
	);
}

/**
 * Records that an execution begins, and lets n8n respond to the sender then. Until n8n has, a second
 * mark says that the event is open: left by a crash, it lets the sender's repeat run. Where the sender
 * gets its response elsewhere, in queue mode or before a restart, there is no second mark.
 *
 * @returns whether the event has been started before
 */
async function isRepeat(
	context: IExecuteFunctions,
	items: ProcessedItems,
	{ event, delivery }: Carried,
): Promise<boolean> {
	const open = `${event}?`;
	const trigger = triggerKey(context);
	const onLoss = () =>
		tellOperator(context, 'record', 'could not record that an event was started', NOT_RECORDED);

	const claim = claims.begin(event, delivery);
	if (claim === 'repeat') return true;
	if (claim === 'elsewhere') return (await marks.record(trigger, items, [event], onLoss, true)).has(event);
	const known = await marks.record(trigger, items, [event, open], onLoss);
	claim.confirmRecorded();
	if (known.has(event) && !known.has(open)) {
		// Looking has opened it. If this is not written, a repeat runs twice rather than never.
		await marks.forget(trigger, items, [open]);
		return true;
	}
	void claim.outcome.then(() => marks.forgetSoon(trigger, items, open));
	return false;
}

/** @returns the item that the nodes behind the trigger run with, or none if the event is a repeat */
async function confirm(context: IExecuteFunctions): Promise<INodeExecutionData | undefined> {
	const { [CARRIED]: carried, ...item } = context.getInputData()[0];
	if (!carried || ALWAYS_RUN.has(context.getMode())) return item;
	const { eventsToRemember } = readSettings(context);
	const items = processedItems(context, eventsToRemember + MAX_OPEN);
	if (!(await isRepeat(context, items, carried as unknown as Carried))) return item;
	context.addExecutionHints?.({ message: REPEAT, location: 'outputPane' });
	return undefined;
}

/** What n8n runs the trigger with, first in each execution that `webhook()` has started. */
export async function startExecution(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const item = await confirm(context);
	const items = item ? [item] : [];
	if (!readSettings(context).outputPerEvent) return [items];
	return [...selectedEvents(context)].map((event) =>
		items.filter(({ json }) => json.type === event),
	);
}
