import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { eventToken } from './deduplication/eventKey';
import { memoryOf } from './deduplication/memories';
import type { TriggerMemory } from './deduplication/triggerMemory';
import { whenAnswered } from './deduplication/whenAnswered';
import { parseEvent } from './events';
import { answer } from './exchange';
import type { DeliveryRequest, DeliveryResponse } from './exchange';
import { onceAMinute } from './operatorLog';
import { isSelected, readSettings } from './parameters';
import { verifyDelivery } from './verification';

/** Asks for a retry of a delivery that could be neither accepted nor refused. */
const RETRY_LATER = { status: 503, headers: { 'retry-after': '30' } };

/** The answer's body is for whoever reads the platform's delivery log. */
const STARTS_NOTHING = {
	duplicate: { webhookResponse: 'Already processed' },
	unselected: { webhookResponse: 'Not selected' },
	noType: { webhookResponse: 'No event type' },
} as const satisfies Record<string, IWebhookResponseData>;

interface Refusal {
	/** Distinguishes log lines; not shown. */
	reason: string;
	status: number;
	headers?: Record<string, string>;
	/** For the operator: what happened and what to check. */
	text: string;
}

/** One line a minute for each reason, with its count. Never body, signature or key material. */
function tellOperator(this: IWebhookFunctions, reason: string, what: string, text: string): void {
	onceAMinute(`${triggerKey.call(this)}:${reason}`, Date.now(), (count) => {
		const times = count === 1 ? '' : ` (${count} times since the last such line)`;
		const { id, name } = this.getWorkflow();
		this.logger.warn(
			`${this.getNode().name} in workflow '${name ?? ''}' (${id ?? ''}) ${what}${times}: ${text}`,
		);
	});
}

function triggerKey(this: IWebhookFunctions): string {
	return `${this.getWorkflow().id ?? ''}:${this.getNode().id}`;
}

/**
 * Answers a delivery that is not accepted. The sender learns the status only. In the editor's test
 * mode the reason becomes the test run's outcome, which is where the person who listens looks; n8n
 * answers a thrown error by itself, on a response that has ended by then, so that is silenced.
 */
function refuse(this: IWebhookFunctions, refusal: Refusal): IWebhookResponseData {
	const { reason, status, headers, text } = refusal;
	const response: DeliveryResponse = this.getResponseObject();
	answer(response, status, headers);
	if (this.getMode() === 'manual') {
		response.json = () => response;
		response.send = () => response;
		throw new NodeOperationError(this.getNode(), `A delivery was answered with ${status}`, {
			description: text,
		});
	}
	tellOperator.call(this, reason, `answered a delivery with ${status}`, text);
	return { noWebhookResponse: true };
}

function load(this: IWebhookFunctions, memory: TriggerMemory): IDataObject | undefined {
	const staticData = this.getWorkflowStaticData('node') as unknown;
	const usable = typeof staticData === 'object' && staticData !== null && !Array.isArray(staticData);
	if (!usable || !memory.load(staticData as IDataObject)) {
		tellOperator.call(
			this,
			'staticData',
			'could not read all of the events that it has stored',
			'What is unreadable is left out, so a repeat of an older event may start the workflow again. ' +
				"The next accepted event writes them anew. Something else may be writing to this node's static data.",
		);
	}
	return usable ? (staticData as IDataObject) : undefined;
}

/**
 * Receives a delivery: verify, parse, filter, start once.
 * Contract: Interface B custom webhooks, Receiver rules.
 */
export async function receiveDelivery(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request: DeliveryRequest = this.getRequestObject();
	const response: DeliveryResponse = this.getResponseObject();

	const verification = await verifyDelivery.call(this, request);
	if (verification.kind === 'rejected') {
		return refuse.call(this, { status: 401, ...verification });
	}
	if (verification.kind === 'undecided') {
		return refuse.call(this, { reason: 'undecided', ...RETRY_LATER, text: verification.text });
	}

	const { rawBody } = verification;
	const event = parseEvent(rawBody);
	if (event.kind === 'notJson') {
		return refuse.call(this, {
			reason: event.kind,
			status: 400,
			text: 'The body is signed, but is not JSON. Check that this URL is registered for events only.',
		});
	}
	if (event.kind === 'noType') {
		const text = "The payload is signed, but names no event type in 'type'. Nothing was started.";
		tellOperator.call(this, event.kind, 'received a delivery that it cannot use', text);
		return STARTS_NOTHING.noType;
	}
	if (!isSelected.call(this, event.type)) return STARTS_NOTHING.unselected;

	const started: IWebhookResponseData = { workflowData: [[{ json: event.payload }]] };
	const settings = readSettings.call(this);
	if (!settings.deduplicate || this.getMode() === 'manual') return started;

	const memory = memoryOf(triggerKey.call(this), settings.retentionMinutes);
	const staticData = load.call(this, memory);
	const token = eventToken(rawBody, event.payload, settings.eventIdField);
	const admission = await memory.admit(token);
	if (admission.kind === 'duplicate') return STARTS_NOTHING.duplicate;
	if (admission.kind === 'unsettled') {
		return refuse.call(this, {
			reason: admission.kind,
			...RETRY_LATER,
			text: 'An earlier delivery of the same event is still being started. The platform was asked to send it again later. Check why n8n takes so long to start executions.',
		});
	}
	const { delivery } = admission;
	whenAnswered(response, (confirmed) => delivery.settle(confirmed));
	if (staticData) memory.save(staticData, delivery);
	return started;
}
