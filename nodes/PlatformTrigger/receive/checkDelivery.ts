import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { fieldsOf } from '../../http/body';
import {
	readRawBody,
	type BodyRequest,
	type DeliveryResponse,
	type NoBody,
} from '../../n8n/delivery';
import { DELIVERIES, findSelectedEvent, type Deliveries } from '../../platformApi/deliveries';
import { isSameUrl } from '../../platformApi/webhooks';
import { tryOr } from '../../utils/tryOr';
import {
	faultOf,
	REASON_TEXTS,
	verifySignature,
	type RejectionReason,
} from '../../webhookSignature/signature';
import { tellOperator } from '../log';
import { readRegistrations } from '../registrations';
import { NO_LOCATION_IDS, type SigningCredential } from '../signingCredential';
import { readSettings, registersAutomatically, type TriggerSettings } from '../triggerFields';
import { deliveryQueue } from './deliveryQueue';

/** Ends a delivery that starts nothing. The text is for the operator: what happened, and what to check. */
export class NoRun extends Error {
	/** The body of the response, for readers of the platform's delivery log. */
	responseText?: string;
	asksForRetry = false;
	closesConnection = false;

	constructor(
		readonly status: number,
		readonly text: string,
	) {
		super(text);
	}
}

/** Ends a genuine delivery that this workflow does not use. */
export function ignoredDelivery(responseText: string, text: string): NoRun {
	const noRun = new NoRun(200, text + ' Nothing was started.');
	noRun.responseText = responseText;
	return noRun;
}

/**
 * The status for causes that pass by themselves. HighLevel then sends again every ten minutes, six times. After any other
 * status, it sends again for up to three days, less and less often (docs/reliability.md).
 */
const PASSES_BY_ITSELF = 429;

/** The status for causes that a person has to remove, which may take longer than that hour. n8n's own failures are among them. */
export const NEEDS_A_PERSON = 503;

function refusal(status: number, text: string): NoRun {
	const noRun = new NoRun(
		status,
		text + ' The platform was asked to send the delivery again later.',
	);
	noRun.asksForRetry = true;
	return noRun;
}

export const retryLater = (text: string): NoRun => refusal(PASSES_BY_ITSELF, text);

export const retryAfterRepair = (text: string): NoRun => refusal(NEEDS_A_PERSON, text);

const unauthorized = (reason: RejectionReason) => new NoRun(401, REASON_TEXTS[reason]);

/** The header in which a delivery was signed, as it arrived. */
export interface SignatureHeader {
	/** In lower case. Nobody signs it. */
	name: string;
	/** Well-formed, but not verified yet. */
	signature: string;
}

/** A delivery as it arrived, which nothing has verified yet. */
export interface Delivery extends SignatureHeader {
	rawBody: Buffer;
}

/** A verified event that this workflow is to run for. */
export interface VerifiedEvent {
	payload: IDataObject;
	/** The form of the API that the verifying key signs for. */
	form: Deliveries;
	settings: TriggerSettings;
}

const SIGNATURE_HEADERS = Object.values(DELIVERIES).map(({ signatureHeader }) => signatureHeader);

/** Reads the raw headers, a list of names and values in turn: only they show that a header was sent twice. @throws NoRun */
export function readSignature(context: IWebhookFunctions): SignatureHeader {
	const { rawHeaders } = context.getRequestObject();
	const signatures: SignatureHeader[] = [];
	for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
		const name = rawHeaders[at].toLowerCase();
		if (SIGNATURE_HEADERS.includes(name)) signatures.push({ name, signature: rawHeaders[at + 1] });
	}
	const fault = faultOf(signatures.map(({ signature }) => signature));
	if (fault) throw unauthorized(fault);
	return signatures[0];
}

function bodyFault(fault: NoBody): NoRun {
	switch (fault) {
		case 'encoded':
			return new NoRun(
				415,
				'The body is compressed (Content-Encoding header), so it was not read and its signature was not verified. Check that no proxy in front of n8n compresses requests.',
			);
		case 'tooLarge':
			return new NoRun(
				413,
				"The body is larger than n8n accepts. If it is genuine, raise n8n's limit with the environment variable N8N_PAYLOAD_SIZE_MAX, in MB (16 by default).",
			);
		case 'unfinished': {
			const noRun = retryLater(
				'The body did not arrive in time. Check the network between the platform and n8n.',
			);
			noRun.closesConnection = true;
			return noRun;
		}
		case 'missing':
			return unauthorized('missingBody');
	}
}

/** @throws NoRun where there is no body, or not in time */
export async function readBody(context: IWebhookFunctions): Promise<Buffer> {
	const request: BodyRequest = context.getRequestObject();
	const response: DeliveryResponse = context.getResponseObject();
	const body = await readRawBody(
		request,
		async () => await deliveryQueue.waitForSlowBody(response),
	);
	if (typeof body === 'string') throw bodyFault(body);
	return body;
}

/**
 * Verifies a delivery, and decides whether it starts the workflow.
 *
 * @param credential undefined where n8n cannot read it
 * @throws NoRun
 */
export async function checkDelivery(
	context: IWebhookFunctions,
	delivery: Delivery,
	credential: SigningCredential | undefined,
): Promise<VerifiedEvent> {
	if (!credential)
		throw retryAfterRepair(
			"The CRM Platform (GoHighLevel) Webhook API credential could not be read. Check that the node has one and may use it, and that n8n's database works.",
		);
	await checkSignature(delivery, credential);
	// n8n starts a failed execution where an option cannot be read, so a stranger's delivery must not get here.
	const settings = readSettings(context);
	const { form } = credential;
	const payload = readEvent(delivery.rawBody, form, settings);
	if (registersAutomatically(context)) warnOfOtherAddress(context);
	if (!settings.acceptOtherLocations) checkLocation(context, credential, payload);
	return { payload, form, settings };
}

/** @throws NoRun unless one of the keys has signed the body, in the header of the form that the keys are of */
async function checkSignature(delivery: Delivery, credential: SigningCredential): Promise<void> {
	const rejection = await rejectionOf(delivery, credential);
	if (!rejection) return;
	// The key that cannot be used may be the right one.
	throw credential.unusable ? retryAfterRepair(credential.unusable) : rejection;
}

async function rejectionOf(
	{ name, signature, rawBody }: Delivery,
	{ keys, form }: SigningCredential,
): Promise<NoRun | undefined> {
	// Anybody can send genuine bytes under another header, so the keys say which header counts.
	if (name !== form.signatureHeader)
		return new NoRun(
			401,
			`The signature is in the ${name} header, but what the keys in the CRM Platform (GoHighLevel) Webhook API credential sign comes in ${form.signatureHeader}. If the keys are HighLevel's, choose 'HighLevel' as 'API' in that credential; if they are of a Platform account, choose 'Platform'.`,
		);
	const reason = await verifySignature(rawBody, signature, keys);
	return reason && unauthorized(reason);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** @throws NoRun for a body that is no event, or an event that is not selected */
function readEvent(rawBody: Buffer, form: Deliveries, { events }: TriggerSettings): IDataObject {
	const parsed = tryOr(() => JSON.parse(UTF8.decode(rawBody)) as unknown, undefined);
	if (parsed === undefined)
		throw new NoRun(
			400,
			'The body is signed, but is not JSON. Check that this URL is registered for events only.',
		);
	const payload = fieldsOf(parsed) as IDataObject;
	const type = form.typeIn(payload);
	if (typeof type !== 'string' || type === '')
		throw ignoredDelivery(
			'No event type',
			"The payload is signed, but names no event type in 'type'.",
		);
	if (!findSelectedEvent(type, events, [form])) {
		// The type is the sender's text, so it is escaped and shortened.
		const quoted = JSON.stringify(type.slice(0, 60));
		const text = `The event ${quoted} is signed, but not selected. If it is to start the workflow, select it in 'Events', or add it to 'Additional Event Names', spelled as here.`;
		throw ignoredDelivery('Not selected', text);
	}
	return payload;
}

/** @throws NoRun for an event of another location, or of one that nobody knows */
function checkLocation(
	context: IWebhookFunctions,
	{ form, locationIds }: SigningCredential,
	payload: IDataObject,
): void {
	const location = form.locationIn(payload);
	// The key of one account signs the events of that account alone.
	if (location === undefined && !form.isKeyShared) return;
	if (locationIds.length === 0) {
		if (form.isKeyShared) throw retryAfterRepair(NO_LOCATION_IDS);
		if (!registersAutomatically(context)) return;
		throw retryAfterRepair(
			"The credential for registering events could not be read, or belongs to no location, so it is not known whose events may start the workflow. Check the credential, or turn on 'Accept Other Locations'.",
		);
	}
	if (typeof location === 'string' && locationIds.includes(location)) return;
	const whose =
		location === undefined
			? 'no location'
			: `a location other than ${locationIds.map((id) => `'${id}'`).join(', ')}`;
	throw ignoredDelivery(
		'Other location',
		`The event is signed, but names ${whose}. If it is yours, add it to 'Location IDs' of the CRM Platform (GoHighLevel) Webhook API credential. If the credential for registering events was connected to another location, unpublish the workflow, then publish it. To accept events of all locations, turn on 'Accept Other Locations'.`,
	);
}

/** n8n registers nothing when it starts, so a changed address would go unnoticed. */
function warnOfOtherAddress(context: IWebhookFunctions): void {
	const address = context.getNodeWebhookUrl('default');
	const urls = readRegistrations(context).map(({ url }) => url);
	if (!address || urls.length === 0 || urls.some((url) => isSameUrl(url, address))) return;
	const text = `The trigger's address is ${address}, but it is registered for ${urls.join(', ')}. Unpublish the workflow, then publish it, to register the new address.`;
	tellOperator(context, 'received an event', text, Infinity);
}
