import type { IWebhookFunctions } from 'n8n-workflow';
import { aroundEnd, readRawBody, type BodyRequest, type EndingResponse } from '../../n8n/delivery';
import { DELIVERIES, type Deliveries } from '../../platformApi/deliveries';
import {
	REASON_TEXTS,
	signatureIn,
	verifySignature,
	type RejectionReason,
} from '../../webhookSignature/signature';
import type { Own } from '../keysAndLocations';
import { inHand } from './inHand';

/** n8n's response (Express's, on Node's), whose type a community package cannot import. */
export interface DeliveryResponse extends EndingResponse {
	destroyed: boolean;
	setHeader(name: string, value: string): unknown;
	once(event: 'close', listener: () => void): unknown;
}

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
	text,
});

export const retryLater = (text: string): NoRun => ({ status: LATER, text });

export function askForRetry(response: DeliveryResponse): void {
	response.statusCode = LATER;
	response.setHeader('retry-after', '30');
}

const unauthorized = (reason: RejectionReason): NoRun => ({
	status: 401,
	text: REASON_TEXTS[reason],
});

const UNREADABLE: Record<string, NoRun> = {
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
	credential: retryLater(
		"The Platform Webhook API credential could not be read. Check that the node has one and may use it, and that n8n's database works.",
	),
};

/**
 * Reads the body only if the signature is well-formed; `verifyDelivery` verifies it. The delivery counts as in hand until
 * its response has ended; if n8n fails (500), the sender is asked for a retry.
 */
export async function readDelivery(context: IWebhookFunctions) {
	const request: BodyRequest & { rawHeaders: string[] } = context.getRequestObject();
	// Only the raw headers, in which names and values alternate, show a header that is sent twice. Its name tells the form.
	const signed = request.rawHeaders.flatMap((signature, at, all) => {
		const isOf = ({ signatureHeader }: Deliveries) =>
			at % 2 === 1 && all[at - 1].toLowerCase() === signatureHeader;
		return Object.values(DELIVERIES)
			.filter(isOf)
			.map((form) => ({ form, signature }));
	});
	const header = signatureIn(signed.map(({ signature }) => signature));
	if (!header.valid) return unauthorized(header.reason);
	const response: DeliveryResponse = context.getResponseObject();
	const before = () => (response.statusCode >= 500 ? askForRetry(response) : undefined);
	aroundEnd(response, before, () => inHand.leave(response));
	const body = await readRawBody(request, async () => await inHand.whenSlow(response));
	if (body.kind !== 'bytes') return UNREADABLE[body.kind];
	return { rawBody: body.bytes, form: signed[0].form, signature: header.signature };
}

export async function verifyDelivery(
	{ signature, ...delivery }: Exclude<Awaited<ReturnType<typeof readDelivery>>, NoRun>,
	own?: Own,
) {
	if (!own) return UNREADABLE.credential;
	const { keys, unusable, locationIds } = own;
	const verdict = await verifySignature(delivery.rawBody, signature, keys);
	if (verdict.valid) return { ...delivery, locationIds };
	// A key that is unusable might be the right one.
	return unusable ? retryLater(unusable) : unauthorized(verdict.reason);
}

/** A delivery that the platform has signed, with the locations whose events start the workflow. */
export type Verified = Exclude<Awaited<ReturnType<typeof verifyDelivery>>, NoRun>;
