import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { silenceAnswers } from '../../n8n/testRun';
import type { EndingResponse } from '../../n8n/responseEnd';
import { tellOperator } from './operator';

/** n8n's response (Express's, on Node's). */
export interface DeliveryResponse extends EndingResponse {
	destroyed: boolean;
	setHeader(name: string, value: string): unknown;
	once(event: 'close', listener: () => void): unknown;
}

/** Resolves when the sender hangs up before it has been answered. */
export async function hungUp(response: DeliveryResponse): Promise<void> {
	await new Promise<void>((resolve) => {
		if (response.destroyed) resolve();
		response.once('close', resolve);
	});
}

/** Why a delivery is not accepted. */
export interface Rejection {
	kind: 'rejected';
	/** 503 asks for a retry, because the cause may pass or can be repaired. */
	status: 400 | 401 | 413 | 415 | 503;
	reason: string;
	/** For the operator: what happened and what to check. */
	text: string;
	hangUp?: boolean;
}

const RETRY_AFTER_SECONDS = '30';

/**
 * Answers a delivery that is not accepted. The sender learns the status only. In the editor's test
 * mode the reason becomes the test run's outcome, which is where the person who listens looks.
 */
export function reject(this: IWebhookFunctions, rejection: Rejection): IWebhookResponseData {
	const { status, reason, text, hangUp } = rejection;
	const response: DeliveryResponse = this.getResponseObject();
	response.statusCode = status;
	if (status === 503) response.setHeader('retry-after', RETRY_AFTER_SECONDS);
	if (hangUp) response.setHeader('connection', 'close');
	response.end();
	if (this.getMode() === 'manual') {
		silenceAnswers(response);
		throw new NodeOperationError(this.getNode(), `A delivery was answered with ${status}`, {
			description: text,
		});
	}
	tellOperator(this, reason, `answered a delivery with ${status}`, text);
	return { noWebhookResponse: true };
}
