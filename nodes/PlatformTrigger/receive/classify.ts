import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { registersAutomatically, selectedEvents, type TriggerSettings } from '../parameters';
import { knownLocation } from '../trigger/credentials';
import { tellOperator } from '../trigger/log';
import { isSameUrl, recall } from '../trigger/registrations';
import { rejected, retryLater, unused, type NoRun } from './readDelivery';

/** Fails on bytes that are not UTF-8 instead of replacing them; drops a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Far beyond any event. JSON.parse and n8n take seconds for a million levels. */
const MAX_DEPTH = 1_000;

/** Characters of an event's type. */
const MAX_SHOWN = 60;

/** Whether JSON is nested deeper than {@link MAX_DEPTH}; other bytes get any result. */
function isTooDeep(json: Buffer): boolean {
	let depth = 0;
	let inText = false;
	for (let at = 0; at < json.length; at++) {
		const byte = json[at];
		if (inText && byte === 0x5c /* \ */) at++;
		else if (byte === 0x22 /* " */) inText = !inText;
		else if (inText) continue;
		else if (byte === 0x7b /* { */ || byte === 0x5b /* [ */) depth++;
		else if (byte === 0x7d /* } */ || byte === 0x5d /* ] */) depth--;
		if (depth > MAX_DEPTH) return true;
	}
	return false;
}

/** @returns the JSON, which may be any, or why there is none */
function parse(rawBody: Buffer): { payload: unknown } | NoRun {
	if (isTooDeep(rawBody)) {
		const text = `The body is signed, but is nested deeper than ${MAX_DEPTH} levels. Check that this URL is registered for events only.`;
		return rejected(400, 'tooDeep', text);
	}
	try {
		return { payload: JSON.parse(UTF8.decode(rawBody)) };
	} catch {
		return rejected(400, 'notJson', 'The body is signed, but is not JSON. Check that this URL is registered for events only.');
	}
}

/** What starts the workflow, or why it does not. */
type Classified = { kind: 'wanted'; payload: IDataObject } | NoRun;

const NO_TYPE = unused('No event type', 'noType', "The payload is signed, but names no event type in 'type'.");

/** A type is the sender's text: shown in one line, and not at any length. */
function notSelected(type: string): NoRun {
	const shown = JSON.stringify(type.slice(0, MAX_SHOWN));
	const text = `The event ${shown} is signed, but not selected. If it is to start the workflow, select it in 'Events', or add it to 'Additional Event Names', spelled as here.`;
	return unused('Not selected', `notSelected ${shown}`, text);
}

/** Reads what has been verified, and decides whether it starts the workflow. */
export async function classify(
	context: IWebhookFunctions,
	rawBody: Buffer,
	settings: TriggerSettings,
): Promise<Classified> {
	const parsed = parse(rawBody);
	if ('kind' in parsed) return parsed;
	const payload = (parsed.payload ?? {}) as IDataObject;
	const { type, locationId } = payload;
	if (typeof type !== 'string' || type === '') return NO_TYPE;
	if (!selectedEvents(context, settings).has(type)) return notSelected(type);
	if (registersAutomatically(context)) {
		warnOfOtherAddress(context);
		if (!settings.acceptOtherLocations && typeof locationId === 'string' && locationId !== '') {
			const own = await knownLocation(context).catch(() => undefined);
			if (own === undefined) return retryLater('location', NO_LOCATION);
			if (locationId !== own) return unused('Other location', 'otherLocation', otherLocation(own));
		}
	}
	return { kind: 'wanted', payload };
}

const NO_LOCATION =
	"The credential for registering events could not be read, or belongs to no location, so it is not known whose events may start the workflow. Check the credential, or turn on 'Accept Other Locations'.";

function otherLocation(own: string): string {
	return `The event is signed, but names a location other than '${own}', which the credential belongs to. If the credential was connected to another location, unpublish the workflow, then publish it, to register there. To accept such events, turn on 'Accept Other Locations'.`;
}

/** A start of n8n registers nothing, so a changed address would stay unnoticed. */
function warnOfOtherAddress(context: IWebhookFunctions): void {
	const address = context.getNodeWebhookUrl('default');
	const urls = recall(context).map(({ url }) => url);
	if (!address || urls.length === 0 || urls.some((url) => isSameUrl(url, address))) return;
	const text = `The trigger's address is ${address}, but it is registered for ${urls.join(', ')}. Unpublish the workflow, then publish it, to register the new address.`;
	tellOperator(context, `address ${address}`, 'received an event', text, Infinity);
}
