import type { IWebhookFunctions } from 'n8n-workflow';
import { readRawBody } from '../../n8n/rawBody';
import type { BodyRequest } from '../../n8n/rawBody';
import type { PublicKeys } from '../../webhookSignature/publicKeys';
import {
	REASON_TEXTS,
	SIGNATURE_HEADER,
	signatureIn,
	verifyInBackground,
} from '../../webhookSignature/signature';
import type { RejectionReason } from '../../webhookSignature/signature';
import { knownKeys } from '../trigger/credentials';
import type { Stay } from './inHand';

/** n8n's request (Express's, on Node's), whose type a community package cannot import. */
export interface DeliveryRequest extends BodyRequest {
	/** Names and values in turn, as received: the only place where a repeated header shows. */
	rawHeaders: string[];
}

/** Why a delivery is not accepted. */
export interface Rejection {
	kind: 'rejected';
	/** 503 asks for a retry, because the cause may pass or can be repaired. */
	status: 400 | 401 | 413 | 415 | 503;
	reason: string;
	/** For the operator: what happened and what to check. */
	text: string;
	closeConnection?: boolean;
}

/** The sender is not, or not provably, the platform. */
function unauthorized(reason: RejectionReason): Rejection {
	return { kind: 'rejected', status: 401, reason, text: REASON_TEXTS[reason] };
}

/** The cause may pass, or can be repaired. */
export function retryLater(reason: string, text: string): Rejection {
	const whatNow = 'The platform was asked to send the delivery again later.';
	return { kind: 'rejected', status: 503, reason, text: `${text} ${whatNow}` };
}

/** Why the original bytes of a body are not available. */
const UNREADABLE = {
	encoded: {
		status: 415,
		text: 'The body is compressed (Content-Encoding header), so it was not read and its signature was not verified. Check that no proxy in front of n8n compresses requests.',
	},
	tooLarge: {
		status: 413,
		text: "The body is larger than n8n accepts. If it is genuine, raise n8n's limit with the environment variable N8N_PAYLOAD_SIZE_MAX, in MB (16 by default).",
	},
	unfinished: {
		status: 503,
		closeConnection: true,
		text: 'The body did not arrive in time. Check the network between the platform and n8n; the platform was asked to send the delivery again later.',
	},
} as const satisfies Record<string, Omit<Rejection, 'kind' | 'reason'>>;

const FULL =
	'Too many deliveries are waiting for n8n, or are still arriving. Check why n8n starts executions so slowly, such as a low N8N_CONCURRENCY_PRODUCTION_LIMIT, and who sends slow requests.';

/** All values of a header, in order. */
function headerValues({ rawHeaders }: DeliveryRequest, name: string): string[] {
	return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1].toLowerCase() === name);
}

/**
 * Without a well-formed signature the body is not read.
 *
 * @param enter counts the delivery as in hand; undefined where there is no room for it
 * @returns the signed bytes, or why there are none
 */
export async function readDelivery(
	context: IWebhookFunctions,
	enter: () => Stay | undefined,
): Promise<Buffer | Rejection> {
	const request: DeliveryRequest = context.getRequestObject();
	const header = signatureIn(headerValues(request, SIGNATURE_HEADER));
	if (!header.valid) return unauthorized(header.reason);
	const stay = enter();
	if (!stay) return { ...retryLater('full', FULL), closeConnection: true };
	const body = await readRawBody(request, stay.displaced);
	if (body.kind === 'missing') return unauthorized('missingBody');
	if (body.kind !== 'bytes') {
		return { kind: 'rejected', reason: body.kind, ...UNREADABLE[body.kind] };
	}
	const rejection = await verify(context, body.bytes, header.signature);
	if (rejection) return rejection;
	stay.verified();
	return body.bytes;
}

/**
 * Verifies the bytes with the keys of the credential. It refuses only if all keys could be used:
 * otherwise the unusable key might be the right one, and the delivery is worth a retry.
 */
async function verify(
	context: IWebhookFunctions,
	rawBody: Buffer,
	signature: string,
): Promise<Rejection | undefined> {
	let known: PublicKeys;
	try {
		known = await knownKeys(context);
	} catch {
		return retryLater(
			'credential',
			"The Platform Webhook API credential could not be read. Check that the node has one and may use it, and that n8n's database works.",
		);
	}
	const verdict = await verifyInBackground(rawBody, signature, known.keys);
	if (verdict.valid) return undefined;
	return known.unusable ? retryLater('key', known.unusable.message) : unauthorized(verdict.reason);
}
