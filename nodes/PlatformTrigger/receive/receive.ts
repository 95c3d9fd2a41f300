import { readRawBody } from '../../n8n/rawBody';
import type { BodyRequest } from '../../n8n/rawBody';
import { REASON_TEXTS, SIGNATURE_HEADER, signatureIn } from '../../webhookSignature/signature';
import type { RejectionReason } from '../../webhookSignature/signature';
import type { Rejection } from './rejection';

/** n8n's request (Express's, on Node's), whose type a community package cannot import. */
export interface DeliveryRequest extends BodyRequest {
	/** Names and values in turn, as received: the only place where a repeated header shows. */
	rawHeaders: string[];
}

/** A request that may be a delivery: a well-formed signature, and the bytes that it may be for. */
export interface Received {
	kind: 'received';
	signature: string;
	rawBody: Buffer;
}

/** The sender is not, or not provably, the platform. */
export function unproven(reason: RejectionReason): Rejection {
	return { kind: 'rejected', status: 401, reason, text: REASON_TEXTS[reason] };
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
		hangUp: true,
		text: 'The body did not arrive in time. Check the network between the platform and n8n; the platform was asked to send the delivery again later.',
	},
} as const satisfies Record<string, Omit<Rejection, 'kind' | 'reason'>>;

/** All values of a header, in order. */
function headerValues({ rawHeaders }: DeliveryRequest, name: string): string[] {
	return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1].toLowerCase() === name);
}

/** Takes in what may be a delivery. Without a well-formed signature the body is not read. */
export async function receive(request: DeliveryRequest): Promise<Received | Rejection> {
	const header = signatureIn(headerValues(request, SIGNATURE_HEADER));
	if (!header.valid) return unproven(header.reason);
	const body = await readRawBody(request);
	if (body.kind === 'missing') return unproven('missingBody');
	if (body.kind !== 'bytes') {
		return { kind: 'rejected', reason: body.kind, ...UNREADABLE[body.kind] };
	}
	return { kind: 'received', signature: header.signature, rawBody: body.bytes };
}
