import type { IWebhookFunctions } from 'n8n-workflow';
import {
	aroundEnd,
	readRawBody,
	type BodyRequest,
	type DeliveryResponse,
	type NoBody,
} from '../../n8n/delivery';
import { DELIVERIES } from '../../platformApi/deliveries';
import { faultOf, REASON_TEXTS, type RejectionReason } from '../../webhookSignature/signature';
import { inHand } from './inHand';

/** 429 asks for a retry, because the cause may pass or can be repaired. Some platforms retry after 429 only. */
export const LATER = 429;

export interface NoRun {
	status: number;
	/** Tells the operator what happened and what to check. */
	text: string;
	/** The body of the response, for readers of the platform's delivery log. */
	responseText?: string;
	closeConnection?: boolean;
}

/** Ends a genuine delivery that this workflow does not use. */
export const unused = (responseText: string, text: string): NoRun => ({
	status: 200,
	responseText,
	text: text + ' Nothing was started.',
});

export const retryLater = (text: string): NoRun => ({
	status: LATER,
	text: text + ' The platform was asked to send the delivery again later.',
});

export function askForRetry(response: DeliveryResponse): void {
	response.statusCode = LATER;
	response.setHeader('retry-after', '30');
}

export const unauthorized = (reason: RejectionReason): NoRun => ({
	status: 401,
	text: REASON_TEXTS[reason],
});

const UNREADABLE: Record<NoBody, NoRun> = {
	encoded: {
		status: 415,
		text: 'The body is compressed (Content-Encoding header), so it was not read and its signature was not verified. Check that no proxy in front of n8n compresses requests.',
	},
	tooLarge: {
		status: 413,
		text: "The body is larger than n8n accepts. If it is genuine, raise n8n's limit with the environment variable N8N_PAYLOAD_SIZE_MAX, in MB (16 by default).",
	},
	unfinished: {
		...retryLater(
			'The body did not arrive in time. Check the network between the platform and n8n.',
		),
		closeConnection: true,
	},
	missing: unauthorized('missingBody'),
};

/** A delivery as it arrived, which nothing has verified yet. */
export interface Delivery {
	/** The name of the header with the signature, in lower case. */
	header: string;
	signature: string;
	rawBody: Buffer;
}

const SIGNATURE_HEADERS = Object.values(DELIVERIES).map(({ signatureHeader }) => signatureHeader);

/** @param rawHeaders in which names and values alternate; only these show a header that was sent twice */
function readSignatures(rawHeaders: string[]): Array<Pick<Delivery, 'header' | 'signature'>> {
	const signatures = [];
	for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
		const header = rawHeaders[at].toLowerCase();
		if (SIGNATURE_HEADERS.includes(header))
			signatures.push({ header, signature: rawHeaders[at + 1] });
	}
	return signatures;
}

/**
 * Reads the body only if the signature is well-formed; `classify` verifies it. The delivery counts as in hand until its
 * response has ended; if n8n fails (500), the sender is asked for a retry.
 */
export async function readDelivery(context: IWebhookFunctions): Promise<Delivery | NoRun> {
	const request: BodyRequest & { rawHeaders: string[] } = context.getRequestObject();
	const signatures = readSignatures(request.rawHeaders);
	const fault = faultOf(signatures.map(({ signature }) => signature));
	if (fault) return unauthorized(fault);
	const response: DeliveryResponse = context.getResponseObject();
	const before = () => (response.statusCode >= 500 ? askForRetry(response) : undefined);
	aroundEnd(response, before, () => inHand.leave(response));
	const body = await readRawBody(request, async () => await inHand.whenSlow(response));
	if (typeof body === 'string') return UNREADABLE[body];
	const [{ header, signature }] = signatures;
	return { header, signature, rawBody: body };
}
