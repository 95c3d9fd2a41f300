import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isSelected } from '../parameters';
import type { TriggerSettings } from '../parameters';
import { tellOperator } from '../trigger/log';
import { locationOf } from '../trigger/memory';
import type { Rejection } from './readDelivery';

/** Fails on bytes that are not UTF-8 instead of replacing them; drops a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

export type ParsedEvent =
	| { kind: 'event'; type: string; locationId?: string; payload: IDataObject }
	| { kind: 'notJson' }
	| { kind: 'noType' };

function text(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** JSON, always with `type`; with `locationId` where the event names it. */
export function parseEvent(rawBody: Buffer): ParsedEvent {
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

/** Reads what has been verified, and decides whether it starts the workflow. */
export function classify(
	context: IWebhookFunctions,
	rawBody: Buffer,
	{ acceptOtherLocations }: TriggerSettings,
): Classified {
	const ignore = (reason: keyof typeof IGNORED, text?: string): Classified => {
		if (text) tellOperator(context, reason, 'received a delivery that it does not use', text);
		return { kind: 'ignored', response: IGNORED[reason] };
	};
	const event = parseEvent(rawBody);
	if (event.kind === 'notJson') {
		const text =
			'The body is signed, but is not JSON. Check that this URL is registered for events only.';
		return { kind: 'rejected', status: 400, reason: event.kind, text };
	}
	if (event.kind === 'noType') {
		return ignore('noType', "The payload is signed, but names no event type in 'type'. Nothing was started.");
	}
	if (!isSelected(context, event.type)) return ignore('unselected');
	const own = acceptOtherLocations ? undefined : locationOf(context);
	if (own !== undefined && event.locationId !== undefined && event.locationId !== own) {
		const text = `The event is signed, but names a location other than '${own}', for which this trigger is registered. Nothing was started. To accept such events, turn on 'Accept Other Locations'.`;
		return ignore('otherLocation', text);
	}
	return { kind: 'wanted', payload: event.payload };
}
