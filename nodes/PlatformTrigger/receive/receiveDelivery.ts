import { randomUUID } from 'node:crypto';
import {
	NodeOperationError,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { asNodeFailure } from '../../items/failures';
import {
	aroundEnd,
	executesHere,
	silenceResponse,
	stopsOnError,
	type DeliveryResponse,
} from '../../n8n/delivery';
import { claims, type Claim } from '../deduplicate/claims';
import { CARRIED, eventKey, repeatText, type EventKey } from '../deduplicate/startExecution';
import { isFailureDue, tellOperator, triggerKey } from '../log';
import { decideByCredential } from '../signingCredential';
import { HOUR_MS } from '../triggerFields';
import {
	checkDelivery,
	ignoredDelivery,
	NEEDS_A_PERSON,
	NoRun,
	readBody,
	readSignature,
	retryAfterRepair,
	retryLater,
	type VerifiedEvent,
} from './checkDelivery';
import { deliveryQueue } from './deliveryQueue';

/*
 * The way of a delivery from POST to the start of the workflow. Each step passes it on, or ends it with a response that
 * starts nothing:
 *
 * 1. header: one well-formed signature, before anything else is read (401)
 * 2. body: its bytes, whole and in time (413, 415, 429)
 * 3. credential: the keys, the form that they sign, and the locations (503)
 * 4. signature: by one of the keys, in the header of their form (401)
 * 5. type: JSON that names a selected event (400, 200)
 * 6. location: one whose events start this workflow (200, 503)
 * 7. repeat: an event that has not been started (200, 429)
 * 8. turn: n8n starts only so many events at once (429)
 *
 * Steps 1 to 6 stand in checkDelivery.ts, which decides by what signingCredential.ts reads; 7 in claims.ts, 8 in
 * deliveryQueue.ts. Then n8n creates the execution, in which startExecution.ts records the event. What works around n8n stands
 * in n8n/delivery.ts and n8n/eventRecord.ts.
 *
 * The life of an event from then on (claims.ts, startExecution.ts):
 *
 * - claimed: it is verified, and n8n creates its execution.
 * - begun: its execution runs the trigger's `execute`, which waits until n8n is about to respond. If n8n dies before or
 *   now, the repeated delivery runs.
 * - recorded: n8n's record of processed items has its mark, and the response goes out. If n8n dies now, a person can retry
 *   the crashed execution.
 * - responded: the sender has 200, or 503 if the event was not recorded in time. A repeat then starts it, unless it has
 *   begun.
 *
 * So an event never runs twice by itself, and 200 means that it has begun and is on record. Execution and response wait for
 * each other, so that little time is between record and response: an event that n8n dies with there waits for a person. Who
 * waits for what:
 *
 * - the execution, before it records, for n8n to be about to respond: at most 2 s
 * - the response, for the record: at most 8 s
 * - the end of a claim, for the response, and for the record of what has begun
 * - one repeat, for the end of the first delivery's claim: at most a minute, and no longer than its sender
 * - a verified delivery, for its turn: no longer than its sender
 *
 * In queue mode, n8n responds once the event is claimed; a worker begins and records it.
 */

/** The trigger's `webhook()`: `receive_event` in `sandbox/openapi.yaml`. */
export async function receiveDelivery(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return { workflowData: [[await acceptDelivery(this)]] };
	} catch (error) {
		if (error instanceof NoRun) return endWithoutRun(this, error);
		throw asNodeFailure(this.getNode(), error);
	}
}

/** @returns the item that starts the workflow. @throws NoRun for a delivery that starts nothing */
async function acceptDelivery(context: IWebhookFunctions): Promise<INodeExecutionData> {
	const response: DeliveryResponse = context.getResponseObject();
	const signature = readSignature(context);
	let claim: Claim | undefined;
	aroundEnd(
		response,
		(isAccepted) => waitForRecord(context, response, claim, isAccepted),
		(isAccepted) => {
			deliveryQueue.remove(response);
			if (claim) void claims.close(claim, isAccepted);
		},
	);
	const rawBody = await readBody(context);
	const event = await decideByCredential(
		context,
		async (credential) => await checkDelivery(context, { ...signature, rawBody }, credential),
	);
	const { payload, form } = event;
	const item: INodeExecutionData = { json: { ...form.fieldsBeside(payload), ...payload } };
	if (context.getMode() !== 'manual') {
		const key = keyOf(context, rawBody, event);
		claim = await claimEvent(context, response, event, key);
		Object.assign(item, { [CARRIED]: { ...key } });
	}
	await waitForTurn(response);
	return item;
}

/** What tells the event from others. With 'Deduplicate' off, each delivery is an event of its own. */
function keyOf(
	context: IWebhookFunctions,
	rawBody: Buffer,
	{ payload, form, settings }: VerifiedEvent,
): EventKey {
	const { deduplicate, eventIdField } = settings;
	if (!deduplicate) return { event: randomUUID(), isPayload: false };
	const field = eventIdField || form.eventIdField;
	const key = eventKey(triggerKey(context), rawBody, payload, field);
	const { headers } = context.getRequestObject();
	const deliveryId = headers[form.deliveryIdHeader];
	if (typeof deliveryId === 'string' && deliveryId !== '') key.deliveryId = deliveryId;
	if (key.isPayload && eventIdField !== '') {
		const text = `'Event ID Field' is '${eventIdField}', but the payload has no usable ID there, so whole payloads are compared. Enter the name of a field of the payload, such as webhookEventId, without an expression.`;
		tellOperator(context, 'received an event', text, Infinity);
	}
	return key;
}

/** No node can see whether n8n limits its executions. */
const WHAT_HOLDS_UP =
	'If this continues, n8n starts executions too slowly: check its database, and if n8n runs only so many executions at once, raise that limit.';

/** @throws NoRun for an event that has been started, or is being started */
async function claimEvent(
	context: IWebhookFunctions,
	response: DeliveryResponse,
	{ payload, settings }: VerifiedEvent,
	key: EventKey,
): Promise<Claim> {
	claims.executesHere ||= executesHere(context);
	const keptMs = key.isPayload ? settings.hoursToRememberPayloads * HOUR_MS : undefined;
	const senderGone = async () => await deliveryQueue.waitAsRepeat(response);
	const claim = await claims.claim(key.event, senderGone, keptMs);
	if (claim === 'repeat') {
		throw ignoredDelivery(
			'Already processed',
			repeatText(key, settings) + ` Its type is '${String(payload.type)}'.`,
		);
	}
	if (claim === 'busy')
		throw retryLater(
			`An earlier delivery of the same event is still being started. ${WHAT_HOLDS_UP}`,
		);
	return claim;
}

/** @throws NoRun where there is no turn for the delivery */
async function waitForTurn(response: DeliveryResponse): Promise<void> {
	const turn = await deliveryQueue.waitForTurn(response);
	if (turn === 'full') throw retryLater(`Too many deliveries wait for n8n. ${WHAT_HOLDS_UP}`);
	if (turn === 'closed')
		throw retryLater(
			`The sender closed the connection before the delivery could start the workflow. ${WHAT_HOLDS_UP}`,
		);
}

/** Right before a response goes out, n8n's own included: it waits until the event is on record. @returns what it waits for */
function waitForRecord(
	context: IWebhookFunctions,
	response: DeliveryResponse,
	claim: Claim | undefined,
	isAccepted: boolean,
): Promise<void> | undefined {
	// n8n could not create the execution, or the like.
	if (response.statusCode >= 500) askForRetry(response, NEEDS_A_PERSON);
	if (!claim) return undefined;
	return claims.waitForRecord(claim, isAccepted)?.then((isRecorded) => {
		if (isRecorded) return;
		const { status, text } = retryAfterRepair(
			`n8n made an execution of the event that has not begun. Look at it in the executions list: where a node's credential was deleted or is not shared with the workflow's owner, repair that. ${WHAT_HOLDS_UP}`,
		);
		askForRetry(response, status);
		tellOperator(context, `refused a delivery with ${status}`, text);
	});
}

/** The platforms have times of their own, and do not keep to it. */
const RETRY_AFTER_SECONDS = '30';

function askForRetry(response: DeliveryResponse, status: number): void {
	response.statusCode = status;
	response.setHeader('retry-after', RETRY_AFTER_SECONDS);
}

/**
 * Responds to a delivery that starts nothing. The sender learns no reason for a refusal.
 *
 * @throws NodeOperationError which n8n shows: to whoever listens in the editor, and where only a person can help, once an
 * hour as a failed execution, which also starts the error workflow
 */
function endWithoutRun(context: IWebhookFunctions, noRun: NoRun): IWebhookResponseData {
	const { status, text, responseText } = noRun;
	const response: DeliveryResponse = context.getResponseObject();
	if (noRun.asksForRetry) askForRetry(response, status);
	else response.statusCode = status;
	if (noRun.closesConnection) response.setHeader('connection', 'close');
	response.end(responseText);

	const isListening = context.getMode() === 'manual';
	if (!isListening) logWithoutRun(context, noRun);
	if (!isListening && !mustFailExecution(context, noRun)) return { noWebhookResponse: true };
	silenceResponse(response);
	const message =
		status === 200
			? `A delivery started nothing: ${responseText}`
			: `A delivery was refused with ${status}`;
	throw new NodeOperationError(context.getNode(), message, { description: text });
}

/** Tells the operator of a delivery that starts nothing: of one that this workflow does not use, once. */
function logWithoutRun(context: IWebhookFunctions, { status, text }: NoRun): void {
	if (status === 200)
		tellOperator(context, 'received a delivery that it does not use', text, Infinity);
	else tellOperator(context, `refused a delivery with ${status}`, text);
}

/** True once an hour for what only a person can repair, where a failure of the node ends the execution. */
function mustFailExecution(context: IWebhookFunctions, { status, text }: NoRun): boolean {
	if (status !== NEEDS_A_PERSON || !stopsOnError(context)) return false;
	return isFailureDue(context, text, HOUR_MS);
}
