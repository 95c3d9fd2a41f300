import { NodeOperationError, type INodeExecutionData, type IWebhookFunctions, type IWebhookResponseData } from 'n8n-workflow';
import { aroundEnd, silenceResponse } from '../../n8n/delivery';
import { claims } from '../deduplicate/claims';
import { CARRIED, eventKey, repeatText } from '../deduplicate/onlyOnce';
import { HOUR_MS, readSettings } from '../parameters';
import { tellOperator, triggerKey } from '../log';
import { classify } from './classify';
import { inHand } from './inHand';
import {
	askForRetry,
	LATER,
	readDelivery,
	retryLater,
	senderClosed,
	unused,
	type DeliveryResponse,
	type NoRun,
} from './readDelivery';

/** The sender learns no reason for a refusal. n8n's log shows it; in test mode the editor does, where a person looks. */
export function endWithoutRun(context: IWebhookFunctions, { status, text, told, closeConnection }: NoRun): IWebhookResponseData {
	const response: DeliveryResponse = context.getResponseObject();
	const isUnused = status === 200;
	response.statusCode = status;
	if (status === LATER) askForRetry(response);
	if (closeConnection) response.setHeader('connection', 'close');
	response.end(told);
	if (context.getMode() === 'manual') {
		silenceResponse(response);
		const message = isUnused ? `A delivery started nothing: ${told}` : `A delivery was refused with ${status}`;
		throw new NodeOperationError(context.getNode(), message, { description: text });
	}
	if (isUnused) tellOperator(context, 'received a delivery that it does not use', text, Infinity);
	else tellOperator(context, `refused a delivery with ${status}`, text);
	return { noWebhookResponse: true };
}

/** n8n does not tell a node whether such a limit is set. */
const WHAT_HOLDS_UP =
	'If this continues, n8n starts executions too slowly: check its database, and if n8n runs only so many executions at once, raise that limit.';

const HELD_UP = {
	full: retryLater(`Too many deliveries wait for n8n. ${WHAT_HOLDS_UP}`),
	busy: retryLater(`An earlier delivery of the same event is still being started. ${WHAT_HOLDS_UP}`),
	closed: retryLater(`The sender closed the connection before it was the delivery's turn to start the workflow. ${WHAT_HOLDS_UP}`),
};

const noId = (field: string) =>
	`'Event ID Field' is '${field}', but the payload has no usable ID there, so whole payloads are compared. Enter the name of a field of the payload, such as webhookEventId, without an expression.`;

/** `receive_event` in `sandbox/openapi.yaml`. The execution that n8n starts then confirms it: see `startExecution`. */
export async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const delivery = await readDelivery(context);
	if ('status' in delivery) return endWithoutRun(context, delivery);
	const settings = readSettings(context);
	const event = await classify(context, delivery, settings);
	if ('status' in event) return endWithoutRun(context, event);

	const { rawBody, form } = delivery;
	const { payload } = event;
	const response: DeliveryResponse = context.getResponseObject();
	const closed = senderClosed(response);
	let item: INodeExecutionData = { json: { ...form.idsIn(payload), ...payload } };
	if (settings.deduplicate && context.getMode() !== 'manual') {
		const { eventIdField } = settings;
		const key = eventKey(triggerKey(context), rawBody, payload, eventIdField || form.eventIdField);
		if (key.isPayload && eventIdField !== '') tellOperator(context, 'received an event', noId(eventIdField), Infinity);
		const keptMs = key.isPayload ? settings.hoursToRememberPayloads * HOUR_MS : undefined;
		const claim = await claims.claim(key.event, async () => await inHand.asRepeat(response, closed), keptMs);
		if (claim === 'duplicate') {
			return endWithoutRun(context, unused('Already processed', `${repeatText(key, settings)} Its type is '${String(payload.type)}'.`));
		}
		if (claim === 'busy') return endWithoutRun(context, HELD_UP.busy);
		// A response other than 2xx, such as that of a delivery without a turn, settles it as not started.
		aroundEnd(response, (isAccepted) => claims.hold(claim, isAccepted), (isAccepted) => claims.ended(claim, isAccepted));
		item = { ...item, [CARRIED]: { ...key } };
	}
	const turn = await inHand.turn(response, closed);
	return turn === 'turn' ? { workflowData: [[item]] } : endWithoutRun(context, HELD_UP[turn]);
}
