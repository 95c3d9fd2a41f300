import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { fieldsOf } from '../../http/body';
import { selectedAs, type Deliveries } from '../../platformApi/deliveries';
import { isSameUrl } from '../../platformApi/webhooks';
import { tried } from '../../utils/attempt';
import { verifySignature } from '../../webhookSignature/signature';
import { NO_LOCATION_IDS, type SigningCredential } from '../keysAndLocations';
import { readSettings, registersAutomatically, type TriggerSettings } from '../triggerFields';
import { tellOperator } from '../log';
import { readRegistrations } from '../registrations';
import { retryLater, unauthorized, unused, type Delivery, type NoRun } from './readDelivery';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** JSON.parse and n8n take seconds for a million levels. */
const MAX_DEPTH = 1_000;

/** Counts brackets outside of texts, so the result means nothing for bytes that are not JSON. */
function isTooDeep(json: Buffer): boolean {
	let depth = 0;
	let inText = false;
	for (let at = 0; at < json.length && depth <= MAX_DEPTH; at++) {
		const byte = json[at];
		if (inText && byte === 0x5c /* \ */) at++;
		else if (byte === 0x22 /* " */) inText = !inText;
		else if (inText) continue;
		else if (byte === 0x7b /* { */ || byte === 0x5b /* [ */) depth++;
		else if (byte === 0x7d /* } */ || byte === 0x5d /* ] */) depth--;
	}
	return depth > MAX_DEPTH;
}

const NO_CREDENTIAL = retryLater(
	"The Platform Webhook API credential could not be read. Check that the node has one and may use it, and that n8n's database works.",
);

const notAnEvent = (what: string): NoRun => ({
	status: 400,
	text: `The body is signed, but ${what}. Check that this URL is registered for events only.`,
});

const NO_LOCATION =
	"The credential for registering events could not be read, or belongs to no location, so it is not known whose events may start the workflow. Check the credential, or turn on 'Accept Other Locations'.";

const HOW_TO_ACCEPT =
	"If it is yours, add it to 'Location IDs' of the Platform Webhook API credential. If the credential for registering events was connected to another location, unpublish the workflow, then publish it. To accept events of all locations, turn on 'Accept Other Locations'.";

/** Refuses an event of another location, or of an unknown one. */
function checkLocation(
	context: IWebhookFunctions,
	{ form, locationIds }: SigningCredential,
	payload: IDataObject,
): NoRun | undefined {
	const location = form.locationIn(payload);
	if (location === undefined && !form.isKeyShared) return undefined;
	if (locationIds.length === 0) {
		if (form.isKeyShared) return retryLater(NO_LOCATION_IDS);
		// A key of one account shows by itself whose event it is.
		return registersAutomatically(context) ? retryLater(NO_LOCATION) : undefined;
	}
	if (typeof location === 'string' && locationIds.includes(location)) return undefined;
	const names =
		location === undefined
			? 'no location'
			: `a location other than ${locationIds.map((id) => `'${id}'`).join(', ')}`;
	return unused('Other location', `The event is signed, but names ${names}. ${HOW_TO_ACCEPT}`);
}

/** The header's name is not signed, so it decides nothing: genuine bytes could be sent under another one. */
const otherHeader = (header: string, form: Deliveries): NoRun => ({
	status: 401,
	text: `The signature is in the ${header} header, but what the keys in the Platform Webhook API credential sign comes in ${form.signatureHeader}. If the keys are HighLevel's, choose 'HighLevel' as 'API' in that credential; if they are of a Platform account, choose 'Platform'.`,
});

/** A verified event for this workflow. */
export interface VerifiedEvent {
	payload: IDataObject;
	settings: TriggerSettings;
	form: Deliveries;
}

/** Verifies a delivery, and decides whether it starts the workflow. @param own undefined where n8n cannot read it */
export async function classify(
	context: IWebhookFunctions,
	delivery: Delivery,
	own: SigningCredential | undefined,
): Promise<VerifiedEvent | NoRun> {
	const { rawBody, header, signature } = delivery;
	if (!own) return NO_CREDENTIAL;
	const { form } = own;
	const fault =
		header === form.signatureHeader
			? await verifySignature(rawBody, signature, own.keys)
			: 'otherHeader';
	if (fault) {
		// A key that is unusable might be the right one.
		if (own.unusable) return retryLater(own.unusable);
		return fault === 'otherHeader' ? otherHeader(header, form) : unauthorized(fault);
	}
	// n8n starts a failed execution where an option cannot be read, so a stranger's delivery must not get here.
	const settings = readSettings(context);
	if (isTooDeep(rawBody)) return notAnEvent(`is nested deeper than ${MAX_DEPTH} levels`);
	const parsed = tried(() => JSON.parse(UTF8.decode(rawBody)) as unknown, undefined);
	if (parsed === undefined) return notAnEvent('is not JSON');
	const payload = fieldsOf(parsed) as IDataObject;
	const type = form.typeIn(payload);
	if (typeof type !== 'string' || type === '') {
		return unused('No event type', "The payload is signed, but names no event type in 'type'.");
	}
	if (!selectedAs(type, settings.events, [form])) {
		// The type is the sender's text, so it is escaped and shortened.
		const shown = JSON.stringify(type.slice(0, 60));
		const text = `The event ${shown} is signed, but not selected. If it is to start the workflow, select it in 'Events', or add it to 'Additional Event Names', spelled as here.`;
		return unused('Not selected', text);
	}
	if (registersAutomatically(context)) warnOfOtherAddress(context);
	const elsewhere = !settings.acceptOtherLocations && checkLocation(context, own, payload);
	return elsewhere || { payload, settings, form };
}

/** A start of n8n registers nothing, so nobody would notice a changed address. */
function warnOfOtherAddress(context: IWebhookFunctions): void {
	const address = context.getNodeWebhookUrl('default');
	const urls = readRegistrations(context).map(({ url }) => url);
	if (!address || urls.length === 0 || urls.some((url) => isSameUrl(url, address))) return;
	const text = `The trigger's address is ${address}, but it is registered for ${urls.join(', ')}. Unpublish the workflow, then publish it, to register the new address.`;
	tellOperator(context, 'received an event', text, Infinity);
}
