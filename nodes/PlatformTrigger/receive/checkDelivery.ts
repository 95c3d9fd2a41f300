import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { fieldsOf } from '../../http/body';
import {
	readRawBody,
	type BodyRequest,
	type DeliveryResponse,
	type NoBody,
} from '../../n8n/delivery';
import { DELIVERIES, selectedAs, type Deliveries } from '../../platformApi/deliveries';
import { isSameUrl } from '../../platformApi/webhooks';
import { tryOr } from '../../utils/attempt';
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
import { deliveriesInHand } from './deliveriesInHand';

/** Ends a delivery without a run of the workflow. Its message is for the operator: what happened, and what to check. */
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
export function unused(responseText: string, text: string): NoRun {
	const noRun = new NoRun(200, text + ' Nothing was started.');
	noRun.responseText = responseText;
	return noRun;
}

/**
 * For causes that pass by themselves: HighLevel sends again every ten minutes then, six times. After any other status it
 * does so for up to three days, less and less often (docs/reliability.md).
 */
const LATER = 429;

/** For causes that stay until a person removes them, which may take longer than that hour. n8n's own failures count as such. */
export const AFTER_REPAIR = 503;

function refusal(status: number, text: string): NoRun {
	const noRun = new NoRun(
		status,
		text + ' The platform was asked to send the delivery again later.',
	);
	noRun.asksForRetry = true;
	return noRun;
}

export const later = (text: string): NoRun => refusal(LATER, text);

export const afterRepair = (text: string): NoRun => refusal(AFTER_REPAIR, text);

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

/** Only the raw headers, in which names and values alternate, show a header that was sent twice. @throws NoRun */
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
			const noRun = later(
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
		async () => await deliveriesInHand.waitForSlowBody(response),
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
		throw afterRepair(
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
async function checkSignature(
	{ name, signature, rawBody }: Delivery,
	{ keys, form, unusable }: SigningCredential,
): Promise<void> {
	// Genuine bytes could be sent under another header, so its name decides nothing.
	const isOwnHeader = name === form.signatureHeader;
	const fault = isOwnHeader ? await verifySignature(rawBody, signature, keys) : undefined;
	if (isOwnHeader && !fault) return;
	// A key that is unusable might be the right one.
	if (unusable) throw afterRepair(unusable);
	if (fault) throw unauthorized(fault);
	throw new NoRun(
		401,
		`The signature is in the ${name} header, but what the keys in the CRM Platform (GoHighLevel) Webhook API credential sign comes in ${form.signatureHeader}. If the keys are HighLevel's, choose 'HighLevel' as 'API' in that credential; if they are of a Platform account, choose 'Platform'.`,
	);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** @throws NoRun for what is no event, or none that is selected */
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
		throw unused('No event type', "The payload is signed, but names no event type in 'type'.");
	if (!selectedAs(type, events, [form])) {
		// The type is the sender's text, so it is escaped and shortened.
		const quoted = JSON.stringify(type.slice(0, 60));
		const text = `The event ${quoted} is signed, but not selected. If it is to start the workflow, select it in 'Events', or add it to 'Additional Event Names', spelled as here.`;
		throw unused('Not selected', text);
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
	// A key of one account shows by itself whose event it is.
	if (location === undefined && !form.isKeyShared) return;
	if (locationIds.length === 0) {
		if (form.isKeyShared) throw afterRepair(NO_LOCATION_IDS);
		if (!registersAutomatically(context)) return;
		throw afterRepair(
			"The credential for registering events could not be read, or belongs to no location, so it is not known whose events may start the workflow. Check the credential, or turn on 'Accept Other Locations'.",
		);
	}
	if (typeof location === 'string' && locationIds.includes(location)) return;
	const whose =
		location === undefined
			? 'no location'
			: `a location other than ${locationIds.map((id) => `'${id}'`).join(', ')}`;
	throw unused(
		'Other location',
		`The event is signed, but names ${whose}. If it is yours, add it to 'Location IDs' of the CRM Platform (GoHighLevel) Webhook API credential. If the credential for registering events was connected to another location, unpublish the workflow, then publish it. To accept events of all locations, turn on 'Accept Other Locations'.`,
	);
}

/** A start of n8n registers nothing, so nobody would notice a changed address. */
function warnOfOtherAddress(context: IWebhookFunctions): void {
	const address = context.getNodeWebhookUrl('default');
	const urls = readRegistrations(context).map(({ url }) => url);
	if (!address || urls.length === 0 || urls.some((url) => isSameUrl(url, address))) return;
	const text = `The trigger's address is ${address}, but it is registered for ${urls.join(', ')}. Unpublish the workflow, then publish it, to register the new address.`;
	tellOperator(context, 'received an event', text, Infinity);
}
