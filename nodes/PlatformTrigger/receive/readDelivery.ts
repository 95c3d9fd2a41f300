import type { IWebhookFunctions } from 'n8n-workflow';
import { aroundEnd, readRawBody } from '../../n8n/delivery';
import type { BodyRequest } from '../../n8n/delivery';
import type { PublicKeys } from '../../webhookSignature/publicKeys';
import {
	REASON_TEXTS,
	SIGNATURE_HEADER,
	signatureIn,
	verifyInBackground,
} from '../../webhookSignature/signature';
import type { RejectionReason } from '../../webhookSignature/signature';
import { claims } from '../deduplicate/claims';
import { knownKeys } from '../trigger/trigger';

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

const FULL: Rejection = {
	...retryLater(
		'full',
		'Too many deliveries are waiting for n8n, or are still arriving. Check why n8n starts executions so slowly, such as a low N8N_CONCURRENCY_PRODUCTION_LIMIT, and who sends slow requests.',
	),
	closeConnection: true,
};

/**
 * Each delivery in hand holds an isolate of n8n, of 5 to 9 MB, from before `webhook()` to the end of its
 * response. Where n8n executes in this process, verified ones wait for capacity
 * (N8N_CONCURRENCY_PRODUCTION_LIMIT); elsewhere they are in a queue within milliseconds.
 */
const MAX_VERIFIED = 40;
const MAX_VERIFIED_HERE = 20;
/** Anybody can send these. */
const MAX_STRANGERS = 20;

/** The body of a genuine delivery is there within milliseconds. */
const SLOW_MS = 1_000;

/** One delivery from before its body is read until its response has ended. */
export interface Stay {
	/** Resolves when another delivery takes its place, because its body is slow. */
	displaced: Promise<void>;
	/** It has come from the platform. @returns whether there is room for it */
	verified(): boolean;
	/** The response has ended, or has been sent. */
	leave(): void;
}

/** Counts the deliveries in hand of one process, strangers apart from what has been verified. */
export class InHand {
	/** Oldest first. */
	private readonly strangers = new Map<Stay, { since: number; displace: () => void }>();

	private readonly known = new Set<Stay>();

	/** @param now milliseconds of a monotonic clock */
	constructor(
		private readonly now: () => number = () => performance.now(),
		private readonly executesHere = () => claims.executesHere,
	) {}

	private get hasRoom(): boolean {
		return this.known.size < (this.executesHere() ? MAX_VERIFIED_HERE : MAX_VERIFIED);
	}

	/** @returns undefined where there is no room: the delivery is to come again later */
	enter(): Stay | undefined {
		if (!this.hasRoom) return undefined;
		if (this.strangers.size >= MAX_STRANGERS) {
			const [[oldest, { since, displace }]] = this.strangers;
			if (this.now() - since < SLOW_MS) return undefined;
			this.strangers.delete(oldest);
			displace();
		}
		let displace = () => {};
		const stay: Stay = {
			displaced: new Promise((resolve) => (displace = resolve)),
			verified: () => {
				this.strangers.delete(stay);
				const { hasRoom } = this;
				if (hasRoom) this.known.add(stay);
				return hasRoom;
			},
			leave: () => {
				this.strangers.delete(stay);
				this.known.delete(stay);
			},
		};
		this.strangers.set(stay, { since: this.now(), displace });
		return stay;
	}
}

/** One for the process. */
const inHand = new InHand();

/** All values of a header, in order. */
function headerValues({ rawHeaders }: DeliveryRequest, name: string): string[] {
	return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1].toLowerCase() === name);
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
	return known.unusable ? retryLater('key', known.unusable) : unauthorized(verdict.reason);
}

/**
 * Reads a delivery and verifies it. Without a well-formed signature the body is not read. From here to
 * the end of its response it counts as in hand.
 *
 * @returns the signed bytes, or why there are none
 */
export async function readDelivery(context: IWebhookFunctions): Promise<Buffer | Rejection> {
	const request: DeliveryRequest = context.getRequestObject();
	const header = signatureIn(headerValues(request, SIGNATURE_HEADER));
	if (!header.valid) return unauthorized(header.reason);
	const stay = inHand.enter();
	if (!stay) return FULL;
	aroundEnd(context.getResponseObject(), () => undefined, stay.leave);
	const body = await readRawBody(request, stay.displaced);
	if (body.kind === 'missing') return unauthorized('missingBody');
	if (body.kind !== 'bytes') return { kind: 'rejected', reason: body.kind, ...UNREADABLE[body.kind] };
	const rejection = await verify(context, body.bytes, header.signature);
	if (rejection) return rejection;
	return stay.verified() ? body.bytes : FULL;
}
