import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { claims } from '../deduplicate/claims';
import { awaitConfirmation, carry } from '../deduplicate/confirm';
import { eventKey } from '../deduplicate/eventKey';
import { readSettings } from '../parameters';
import { triggerKey } from './operator';
import { read } from './read';
import { receive } from './receive';
import type { DeliveryRequest } from './receive';
import { hungUp, refuse } from './refusal';
import type { DeliveryResponse } from './refusal';
import { verify } from './verify';

const DUPLICATE: IWebhookResponseData = { webhookResponse: 'Already processed' };

const BUSY =
	'An earlier delivery of the same event is still being started. The platform was asked to send it again later. Check why n8n starts executions so slowly.';

/**
 * Takes a delivery (`receive_event` in `sandbox/openapi.yaml`): receive, verify, read, claim, start.
 * The execution that n8n then starts confirms it; see `confirm`.
 */
export async function receiveDelivery(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request: DeliveryRequest = this.getRequestObject();
	const response: DeliveryResponse = this.getResponseObject();

	const received = await receive(request);
	if (received.kind === 'refused') return refuse.call(this, received);
	const { rawBody } = received;

	const refusal = await verify.call(this, received);
	if (refusal) return refuse.call(this, refusal);

	const settings = readSettings(this);
	const event = read.call(this, rawBody, settings);
	if (event.kind === 'refused') return refuse.call(this, event);
	if (event.kind === 'ignored') return event.answer;

	const item = { json: event.payload };
	if (!settings.deduplicate || this.getMode() === 'manual') return { workflowData: [[item]] };

	const key = eventKey(triggerKey(this), rawBody, event.payload, settings.eventIdField);
	const claim = await claims.claim(key, async () => await hungUp(response));
	if (claim === 'duplicate') return DUPLICATE;
	if (claim === 'busy') {
		return refuse.call(this, { kind: 'refused', status: 503, reason: claim, text: BUSY });
	}
	awaitConfirmation(response, claim);
	return { workflowData: [[carry(item, claim)]] };
}
