import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { aroundEnd } from '../../n8n/responseEnd';
import type { EndingResponse } from '../../n8n/responseEnd';
import { silenceResponse } from '../../n8n/testRun';
import { claims } from '../deduplicate/claims';
import { awaitConfirmation, carry } from '../deduplicate/confirm';
import { dedupKey } from '../deduplicate/dedupKey';
import { readSettings } from '../parameters';
import { tellOperator, triggerKey } from '../trigger/log';
import { classify } from './classify';
import { inHand } from './inHand';
import { readDelivery } from './readDelivery';
import type { Rejection } from './readDelivery';

/** n8n's response (Express's, on Node's). */
interface DeliveryResponse extends EndingResponse {
	destroyed: boolean;
	setHeader(name: string, value: string): unknown;
	once(event: 'close', listener: () => void): unknown;
}

const DUPLICATE: IWebhookResponseData = { webhookResponse: 'Already processed' };

const BUSY =
	'An earlier delivery of the same event is still being started. The platform was asked to send it again later. Check why n8n starts executions so slowly.';

const RETRY_AFTER_SECONDS = '30';

/** Resolves when the sender closes the connection before it has its response. */
export async function senderClosed(response: DeliveryResponse): Promise<void> {
	await new Promise<void>((resolve) => {
		if (response.destroyed) resolve();
		response.once('close', resolve);
	});
}

/**
 * Refuses a delivery. The sender learns the status only. In the editor's test mode the reason becomes
 * the test run's outcome, which is where the person who listens looks.
 */
export function reject(context: IWebhookFunctions, rejection: Rejection): IWebhookResponseData {
	const { status, reason, text, closeConnection } = rejection;
	const response: DeliveryResponse = context.getResponseObject();
	response.statusCode = status;
	if (status === 503) response.setHeader('retry-after', RETRY_AFTER_SECONDS);
	if (closeConnection) response.setHeader('connection', 'close');
	response.end();
	if (context.getMode() === 'manual') {
		silenceResponse(response);
		throw new NodeOperationError(context.getNode(), `A delivery was answered with ${status}`, {
			description: text,
		});
	}
	tellOperator(context, reason, `answered a delivery with ${status}`, text);
	return { noWebhookResponse: true };
}

/**
 * Takes a delivery (`receive_event` in `sandbox/openapi.yaml`): read and verify, classify, claim, start.
 * The execution that n8n then starts confirms it; see `confirm`.
 */
export async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const response: DeliveryResponse = context.getResponseObject();
	const rawBody = await readDelivery(context, () => {
		const stay = inHand.enter();
		if (stay) aroundEnd(response, () => undefined, stay.leave);
		return stay;
	});
	if (!Buffer.isBuffer(rawBody)) return reject(context, rawBody);

	const settings = readSettings(context);
	const event = await classify(context, rawBody, settings);
	if (event.kind === 'rejected') return reject(context, event);
	if (event.kind === 'ignored') return event.response;

	const item = { json: event.payload };
	if (!settings.deduplicate || context.getMode() === 'manual') return { workflowData: [[item]] };

	const key = dedupKey(triggerKey(context), rawBody, event.payload, settings.eventIdField);
	const claim = await claims.claim(key, async () => await senderClosed(response));
	if (claim === 'duplicate') return DUPLICATE;
	if (claim === 'busy') {
		return reject(context, { kind: 'rejected', status: 503, reason: claim, text: BUSY });
	}
	awaitConfirmation(response, claim);
	return { workflowData: [[carry(item, claim)]] };
}
