import { randomUUID } from 'node:crypto';
import {
	NodeOperationError,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { executesHere, silenceResponse, type DeliveryResponse } from '../../n8n/delivery';
import { decideByCredentials } from '../keysAndLocations';
import { claims } from '../deduplicate/claims';
import { CARRIED, eventKey, repeatText } from '../deduplicate/onlyOnce';
import { HOUR_MS } from '../triggerFields';
import { tellOperator, triggerKey } from '../log';
import { classify } from './classify';
import { inHand } from './inHand';
import { askForRetry, LATER, readDelivery, retryLater, unused, type NoRun } from './readDelivery';

/** Tells the operator, or whoever listens in the editor. @throws NodeOperationError in the editor, which shows it */
function tell(context: IWebhookFunctions, { status, text, responseText }: NoRun): void {
	const isUnused = status === 200;
	if (context.getMode() === 'manual') {
		silenceResponse(context.getResponseObject());
		const message = isUnused
			? `A delivery started nothing: ${responseText}`
			: `A delivery was refused with ${status}`;
		throw new NodeOperationError(context.getNode(), message, { description: text });
	}
	if (isUnused) tellOperator(context, 'received a delivery that it does not use', text, Infinity);
	else tellOperator(context, `refused a delivery with ${status}`, text);
}

/** The sender learns no reason for a refusal. */
export function endWithoutRun(context: IWebhookFunctions, noRun: NoRun): IWebhookResponseData {
	const response: DeliveryResponse = context.getResponseObject();
	response.statusCode = noRun.status;
	if (noRun.status === LATER) askForRetry(response);
	if (noRun.closeConnection) response.setHeader('connection', 'close');
	response.end(noRun.responseText);
	tell(context, noRun);
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
	const event = await decideByCredentials(this, async (own) => await classify(this, delivery, own));
	if ('status' in event) return endWithoutRun(this, event);

	const { payload, settings, form } = event;
	const { rawBody } = delivery;
	const response: DeliveryResponse = this.getResponseObject();
	const item: INodeExecutionData = { json: { ...form.fieldsBeside(payload), ...payload } };
	if (this.getMode() !== 'manual') {
		const { deduplicate, eventIdField, hoursToRememberPayloads } = settings;
		const key = deduplicate
			? eventKey(triggerKey(this), rawBody, payload, eventIdField || form.eventIdField)
			: { event: randomUUID(), isPayload: false };
		if (key.isPayload && eventIdField !== '')
			tellOperator(this, 'received an event', noId(eventIdField), Infinity);
		claims.executesHere ||= executesHere(this);
		const claim = await claims.claim(
			key.event,
			async () => await inHand.asRepeat(response),
			key.isPayload ? hoursToRememberPayloads * HOUR_MS : undefined,
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
		claims.follow(claim, response, () => {
			askForRetry(response);
			tell(this, HELD_UP.notBegun);
		});
		Object.assign(item, { [CARRIED]: { ...key } });
	}
	const turn = await inHand.turn(response);
	return turn === 'turn' ? { workflowData: [[item]] } : endWithoutRun(this, HELD_UP[turn]);
}
