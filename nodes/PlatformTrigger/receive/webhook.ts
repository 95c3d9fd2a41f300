import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { claims } from '../deduplicate/claims';
import { awaitConfirmation, carry } from '../deduplicate/confirm';
import { dedupKey } from '../deduplicate/dedupKey';
import { readSettings } from '../parameters';
import { triggerKey } from './operator';
import { read } from './read';
import { receive } from './receive';
import type { DeliveryRequest } from './receive';
import { hungUp, reject } from './rejection';
import type { DeliveryResponse } from './rejection';
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
	if (received.kind === 'rejected') return reject.call(this, received);
	const { rawBody } = received;

	const rejection = await verify.call(this, received);
	if (rejection) return reject.call(this, rejection);

	const settings = readSettings(this);
	const event = read.call(this, rawBody, settings);
	if (event.kind === 'rejected') return reject.call(this, event);
	if (event.kind === 'ignored') return event.answer;

	const item = { json: event.payload };
	if (!settings.deduplicate || this.getMode() === 'manual') return { workflowData: [[item]] };

	const key = dedupKey(triggerKey(this), rawBody, event.payload, settings.eventIdField);
	const claim = await claims.claim(key, async () => await hungUp(response));
	if (claim === 'duplicate') return DUPLICATE;
	if (claim === 'busy') {
		return reject.call(this, { kind: 'rejected', status: 503, reason: claim, text: BUSY });
	}
	awaitConfirmation(response, claim);
	return { workflowData: [[carry(item, claim)]] };
}
