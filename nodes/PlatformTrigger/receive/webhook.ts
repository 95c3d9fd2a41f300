import { NodeOperationError, type IWebhookFunctions, type IWebhookResponseData } from 'n8n-workflow';
import { silenceResponse } from '../../n8n/delivery';
import { claims } from '../deduplicate/claims';
import { awaitConfirmation, carry } from '../deduplicate/confirm';
import { eventKey } from '../deduplicate/eventKey';
import { HOUR_MS, readSettings } from '../parameters';
import { tellOperator, triggerKey } from '../trigger/log';
import { classify } from './classify';
import { askForRetry, LATER, readDelivery, retryLater, senderClosed, type DeliveryResponse, type Rejection } from './readDelivery';

/**
 * Refuses a delivery. The sender learns the status only. In the editor's test mode the reason becomes
 * the test run's outcome, which is where the person who listens looks.
 */
export function reject(context: IWebhookFunctions, rejection: Rejection): IWebhookResponseData {
	const { status, reason, text, closeConnection } = rejection;
	const response: DeliveryResponse = context.getResponseObject();
	response.statusCode = status;
	if (status === LATER) askForRetry(response);
	if (closeConnection) response.setHeader('connection', 'close');
	response.end();
	if (context.getMode() === 'manual') {
		silenceResponse(response);
		throw new NodeOperationError(context.getNode(), `A delivery was refused with ${status}`, { description: text });
	}
	tellOperator(context, reason, `refused a delivery with ${status}`, text);
	return { noWebhookResponse: true };
}

const BUSY = retryLater(
	'busy',
	'An earlier delivery of the same event is still being started. If this continues, raise N8N_CONCURRENCY_PRODUCTION_LIMIT.',
);

const noId = (field: string) =>
	`'Event ID Field' is '${field}', but the payload has no usable ID there, so whole payloads are compared. Enter the name of a field of the payload, such as webhookEventId, without an expression.`;

/**
 * Takes a delivery (`receive_event` in `sandbox/openapi.yaml`): read and verify, classify, claim, start.
 * The execution that n8n then starts confirms it; see `startExecution`.
 */
export async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const rawBody = await readDelivery(context);
	if (!Buffer.isBuffer(rawBody)) return reject(context, rawBody);

	const settings = readSettings(context);
	const event = await classify(context, rawBody, settings);
	if (typeof event === 'string') return { webhookResponse: event };
	if (event.kind === 'rejected') return reject(context, event);

	const item = { json: event.payload };
	if (!settings.deduplicate || context.getMode() === 'manual') return { workflowData: [[item]] };

	const response: DeliveryResponse = context.getResponseObject();
	const { eventIdField, hoursToRememberPayloads } = settings;
	const { event: key, isPayload } = eventKey(triggerKey(context), rawBody, event.payload, eventIdField);
	if (isPayload && eventIdField !== '') {
		tellOperator(context, `eventIdField ${eventIdField}`, 'received an event', noId(eventIdField), Infinity);
	}
	const keptMs = isPayload ? hoursToRememberPayloads * HOUR_MS : undefined;
	const claim = await claims.claim(key, async () => await senderClosed(response), keptMs);
	if (claim === 'duplicate') return { webhookResponse: 'Already processed' };
	if (claim === 'busy') return reject(context, BUSY);
	awaitConfirmation(response, claim);
	return { workflowData: [[carry(item, claim, isPayload)]] };
}
