import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isSameUrl } from '../../utils/sameUrl';
import { isSelected, registersAutomatically } from '../parameters';
import type { TriggerSettings } from '../parameters';
import { knownLocation } from '../trigger/credentials';
import { tellOperator } from '../trigger/log';
import { recall } from '../trigger/memory';
import { retryLater } from './readDelivery';
import type { Rejection } from './readDelivery';

/** Fails on bytes that are not UTF-8 instead of replacing them; drops a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Far beyond any event. JSON.parse and n8n take seconds for a million levels. */
const MAX_DEPTH = 1_000;

export type ParsedEvent =
	| { kind: 'event'; type: string; locationId?: string; payload: IDataObject }
	| { kind: 'notJson' }
	| { kind: 'tooDeep' }
	| { kind: 'noType' };

function text(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

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

/** JSON, always with `type`; with `locationId` where the event names it. */
export function parseEvent(rawBody: Buffer): ParsedEvent {
	if (isTooDeep(rawBody)) return { kind: 'tooDeep' };
	let body: unknown;
	try {
		body = JSON.parse(UTF8.decode(rawBody));
	} catch {
		return { kind: 'notJson' };
	}
	const payload = (body ?? {}) as IDataObject;
	const type = text(payload.type);
	if (type === undefined) return { kind: 'noType' };
	return { kind: 'event', type, locationId: text(payload.locationId), payload };
}

/** The response's body, for readers of the platform's delivery log. */
const IGNORED = {
	unselected: { webhookResponse: 'Not selected' },
	otherLocation: { webhookResponse: 'Other location' },
	noType: { webhookResponse: 'No event type' },
} as const satisfies Record<string, IWebhookResponseData>;

type Classified =
	| { kind: 'wanted'; payload: IDataObject }
	/** Signed, but not for this workflow: the platform need not send it again. */
	| { kind: 'ignored'; response: IWebhookResponseData }
	| Rejection;

const NO_EVENT = {
	notJson: 'The body is signed, but is not JSON.',
	tooDeep: `The body is signed, but is nested deeper than ${MAX_DEPTH} levels.`,
};

/** Reads what has been verified, and decides whether it starts the workflow. */
export async function classify(
	context: IWebhookFunctions,
	rawBody: Buffer,
	{ acceptOtherLocations }: TriggerSettings,
): Promise<Classified> {
	const ignore = (reason: keyof typeof IGNORED, text?: string): Classified => {
		if (text) tellOperator(context, reason, 'received a delivery that it does not use', text);
		return { kind: 'ignored', response: IGNORED[reason] };
	};
	const event = parseEvent(rawBody);
	if (event.kind === 'noType') {
		return ignore('noType', "The payload is signed, but names no event type in 'type'. Nothing was started.");
	}
	if (event.kind !== 'event') {
		const text = `${NO_EVENT[event.kind]} Check that this URL is registered for events only.`;
		return { kind: 'rejected', status: 400, reason: event.kind, text };
	}
	if (!isSelected(context, event.type)) return ignore('unselected');
	if (registersAutomatically(context)) {
		warnOfOtherAddress(context);
		if (!acceptOtherLocations && event.locationId !== undefined) {
			const own = await knownLocation(context).catch(() => undefined);
			if (own === undefined) return retryLater('location', NO_LOCATION);
			if (event.locationId !== own) return ignore('otherLocation', otherLocation(own));
		}
	}
	return { kind: 'wanted', payload: event.payload };
}

const NO_LOCATION =
	"The credential for registering events could not be read, or belongs to no location, so it is not known whose events may start the workflow. Check the credential, or turn on 'Accept Other Locations'.";

function otherLocation(own: string): string {
	return `The event is signed, but names a location other than '${own}', which the credential belongs to. Nothing was started. If the credential was connected to another location, unpublish the workflow, then publish it, to register there. To accept such events, turn on 'Accept Other Locations'.`;
}

/** A start of n8n registers nothing, so a changed address would stay unnoticed. */
function warnOfOtherAddress(context: IWebhookFunctions): void {
	const address = context.getNodeWebhookUrl('default');
	const urls = recall(context).map(({ url }) => url);
	if (!address || urls.length === 0 || urls.some((url) => isSameUrl(url, address))) return;
	const text = `The trigger's address is ${address}, but it is registered for ${urls.join(', ')}. Unpublish the workflow, then publish it, to register the new address.`;
	tellOperator(context, `address ${address}`, 'received an event', text, Infinity);
}
