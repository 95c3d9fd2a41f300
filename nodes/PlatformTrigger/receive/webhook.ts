import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { silenceResponse } from '../../n8n/delivery';
import type { EndingResponse } from '../../n8n/delivery';
import { claims, dedupKey } from '../deduplicate/claims';
import { awaitConfirmation, carry } from '../deduplicate/confirm';
import { readSettings, registersAutomatically, selectedEvents } from '../parameters';
import type { TriggerSettings } from '../parameters';
import { isSameUrl, knownLocation, recall, tellOperator, triggerKey } from '../trigger/trigger';
import { readDelivery, retryLater } from './readDelivery';
import type { Rejection } from './readDelivery';

/** n8n's response (Express's, on Node's). */
interface DeliveryResponse extends EndingResponse {
	destroyed: boolean;
	setHeader(name: string, value: string): unknown;
	once(event: 'close', listener: () => void): unknown;
}

const RETRY_AFTER_SECONDS = '30';

/** Resolves when the sender closes the connection before it has its response. */
export async function senderClosed(response: DeliveryResponse): Promise<void> {
	await new Promise<void>((resolve) => {
		if (response.destroyed) resolve();
		response.once('close', resolve);
	});
}

/**
 * Refuses a delivery. The sender learns the status only. In the editor's test mode the reason becomes
 * the test run's outcome, which is where the person who listens looks.
 */
export function reject(context: IWebhookFunctions, rejection: Rejection): IWebhookResponseData {
	const { status, reason, text, closeConnection } = rejection;
	const response: DeliveryResponse = context.getResponseObject();
	response.statusCode = status;
	if (status === 503) response.setHeader('retry-after', RETRY_AFTER_SECONDS);
	if (closeConnection) response.setHeader('connection', 'close');
	response.end();
	if (context.getMode() === 'manual') {
		silenceResponse(response);
		throw new NodeOperationError(context.getNode(), `A delivery was refused with ${status}`, {
			description: text,
		});
	}
	tellOperator(context, reason, `refused a delivery with ${status}`, text);
	return { noWebhookResponse: true };
}

/** Fails on bytes that are not UTF-8 instead of replacing them; drops a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Far beyond any event. JSON.parse and n8n take seconds for a million levels. */
const MAX_DEPTH = 1_000;

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

const NO_EVENT = {
	notJson: 'The body is signed, but is not JSON.',
	tooDeep: `The body is signed, but is nested deeper than ${MAX_DEPTH} levels.`,
};

/** @returns the JSON, which may be any, or why there is none */
function parse(rawBody: Buffer): { payload: unknown } | keyof typeof NO_EVENT {
	if (isTooDeep(rawBody)) return 'tooDeep';
	try {
		return { payload: JSON.parse(UTF8.decode(rawBody)) };
	} catch {
		return 'notJson';
	}
}

/** What starts the workflow; or why it does not, for readers of the platform's delivery log; or a refusal. */
type Classified = { kind: 'wanted'; payload: IDataObject } | string | Rejection;

/** Reads what has been verified, and decides whether it starts the workflow. */
export async function classify(
	context: IWebhookFunctions,
	rawBody: Buffer,
	{ acceptOtherLocations }: TriggerSettings,
): Promise<Classified> {
	const warn = (reason: string, text: string) =>
		tellOperator(context, reason, 'received a delivery that it does not use', text);
	const parsed = parse(rawBody);
	if (typeof parsed === 'string') {
		const text = `${NO_EVENT[parsed]} Check that this URL is registered for events only.`;
		return { kind: 'rejected', status: 400, reason: parsed, text };
	}
	const payload = (parsed.payload ?? {}) as IDataObject;
	const { type, locationId } = payload;
	if (typeof type !== 'string' || type === '') {
		warn('noType', "The payload is signed, but names no event type in 'type'. Nothing was started.");
		return 'No event type';
	}
	if (!selectedEvents(context).has(type)) return 'Not selected';
	if (registersAutomatically(context)) {
		warnOfOtherAddress(context);
		if (!acceptOtherLocations && typeof locationId === 'string' && locationId !== '') {
			const own = await knownLocation(context).catch(() => undefined);
			if (own === undefined) return retryLater('location', NO_LOCATION);
			if (locationId !== own) {
				warn('otherLocation', otherLocation(own));
				return 'Other location';
			}
		}
	}
	return { kind: 'wanted', payload };
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

const BUSY =
	'An earlier delivery of the same event is still being started. The platform was asked to send it again later. Check why n8n starts executions so slowly.';

/**
 * Takes a delivery (`receive_event` in `sandbox/openapi.yaml`): read and verify, classify, claim, start.
 * The execution that n8n then starts confirms it; see `startExecution`.
 */
export async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const rawBody = await readDelivery(context);
	if (!Buffer.isBuffer(rawBody)) return reject(context, rawBody);

	const settings = readSettings(context);
	const event = await classify(context, rawBody, settings);
	if (typeof event === 'string') return { webhookResponse: event };
	if (event.kind === 'rejected') return reject(context, event);

	const item = { json: event.payload };
	if (!settings.deduplicate || context.getMode() === 'manual') return { workflowData: [[item]] };

	const response: DeliveryResponse = context.getResponseObject();
	const key = dedupKey(triggerKey(context), rawBody, event.payload, settings.eventIdField);
	const claim = await claims.claim(key, async () => await senderClosed(response));
	if (claim === 'duplicate') return { webhookResponse: 'Already processed' };
	if (claim === 'busy') return reject(context, { kind: 'rejected', status: 503, reason: claim, text: BUSY });
	awaitConfirmation(response, claim);
	return { workflowData: [[carry(item, claim)]] };
}
