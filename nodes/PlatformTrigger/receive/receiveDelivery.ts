import { randomUUID } from 'node:crypto';
import {
	NodeOperationError,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { aroundEnd, executesHere, silenceResponse } from '../../n8n/delivery';
import { decideByCredentials } from '../keysAndLocations';
import { claims } from '../deduplicate/claims';
import { CARRIED, eventKey, repeatText } from '../deduplicate/onlyOnce';
import { HOUR_MS, readSettings } from '../triggerFields';
import { tellOperator, triggerKey } from '../log';
import { classify } from './classify';
import { inHand } from './inHand';
import {
	askForRetry,
	LATER,
	readDelivery,
	retryLater,
	unused,
	verifyDelivery,
	type DeliveryResponse,
	type NoRun,
} from './readDelivery';

/** Resolves when the sender hangs up before it has its response. */
export async function senderClosed(response: DeliveryResponse): Promise<void> {
	if (!response.destroyed) await new Promise<void>((resolve) => response.once('close', resolve));
}

const WHAT_FOLLOWS: Record<number, string> = {
	200: ' Nothing was started.',
	[LATER]: ' The platform was asked to send the delivery again later.',
};

function tellRefusal(context: IWebhookFunctions, { status, text }: NoRun): void {
	tellOperator(context, `refused a delivery with ${status}`, text + (WHAT_FOLLOWS[status] ?? ''));
}

/** The sender learns no reason for a refusal: n8n's log shows it, or in test mode the editor. */
export function endWithoutRun(
	context: IWebhookFunctions,
	{ status, text: reason, responseText, closeConnection }: NoRun,
): IWebhookResponseData {
	const text = reason + (WHAT_FOLLOWS[status] ?? '');
	const response: DeliveryResponse = context.getResponseObject();
	const isUnused = status === 200;
	response.statusCode = status;
	if (status === LATER) askForRetry(response);
	if (closeConnection) response.setHeader('connection', 'close');
	response.end(responseText);
	if (context.getMode() === 'manual') {
		silenceResponse(response);
		const message = isUnused
			? `A delivery started nothing: ${responseText}`
			: `A delivery was refused with ${status}`;
		throw new NodeOperationError(context.getNode(), message, { description: text });
	}
	if (isUnused) tellOperator(context, 'received a delivery that it does not use', text, Infinity);
	else tellRefusal(context, { status, text: reason });
	return { noWebhookResponse: true };
}

/** n8n tells no node whether it limits its executions. */
const WHAT_HOLDS_UP =
	'If this continues, n8n starts executions too slowly: check its database, and if n8n runs only so many executions at once, raise that limit.';

const HELD_UP = {
	full: retryLater(`Too many deliveries wait for n8n. ${WHAT_HOLDS_UP}`),
	busy: retryLater(
		`An earlier delivery of the same event is still being started. ${WHAT_HOLDS_UP}`,
	),
	notBegun: retryLater(
		`n8n made an execution of the event that has not begun. Look at it in the executions list: where a node's credential was deleted or is not shared with the workflow's owner, repair that. ${WHAT_HOLDS_UP}`,
	),
	closed: retryLater(
		`The sender closed the connection before the delivery could start the workflow. ${WHAT_HOLDS_UP}`,
	),
};

const noId = (field: string) =>
	`'Event ID Field' is '${field}', but the payload has no usable ID there, so whole payloads are compared. Enter the name of a field of the payload, such as webhookEventId, without an expression.`;

/** The trigger's `webhook()`: `receive_event` in `sandbox/openapi.yaml`. `startExecution` then records the event. */
export async function receiveDelivery(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const delivery = await readDelivery(this);
	if ('status' in delivery) return endWithoutRun(this, delivery);
	const event = await decideByCredentials(this, async (own) => {
		const verified = await verifyDelivery(delivery, own);
		if ('status' in verified) return verified;
		// n8n starts a failed execution where an option cannot be read, so a stranger's delivery must not get here.
		const settings = readSettings(this);
		return { settings, ...classify(this, verified, settings) };
	});
	if ('status' in event) return endWithoutRun(this, event);

	const { rawBody, form, payload, settings } = { ...delivery, ...event };
	const response: DeliveryResponse = this.getResponseObject();
	const closed = senderClosed(response);
	let item: INodeExecutionData = { json: { ...form.idsIn(payload), ...payload } };
	if (this.getMode() !== 'manual') {
		const { deduplicate, eventIdField } = settings;
		const key = deduplicate
			? eventKey(triggerKey(this), rawBody, payload, eventIdField || form.eventIdField)
			: { event: randomUUID(), isPayload: false };
		if (key.isPayload && eventIdField !== '')
			tellOperator(this, 'received an event', noId(eventIdField), Infinity);
		const keptMs = key.isPayload ? settings.hoursToRememberPayloads * HOUR_MS : undefined;
		claims.executesHere ||= executesHere(this);
		const claim = await claims.claim(
			key.event,
			async () => await inHand.asRepeat(response, closed),
			keptMs,
		);
		if (claim === 'repeat') {
			return endWithoutRun(
				this,
				unused(
					'Already processed',
					`${repeatText(key, settings)} Its type is '${String(payload.type)}'.`,
				),
			);
		}
		if (claim === 'busy') return endWithoutRun(this, HELD_UP.busy);
		// A response other than 2xx, such as that of a delivery without a turn, ends the claim as not started.
		aroundEnd(
			response,
			(isAccepted) =>
				claims.hold(claim, isAccepted)?.then((isRecorded) => {
					if (isRecorded) return;
					askForRetry(response);
					tellRefusal(this, HELD_UP.notBegun);
				}),
			(isAccepted) => claims.ended(claim, isAccepted),
		);
		item = { ...item, [CARRIED]: { ...key } };
	}
	const turn = await inHand.turn(response, closed);
	return turn === 'turn' ? { workflowData: [[item]] } : endWithoutRun(this, HELD_UP[turn]);
}
