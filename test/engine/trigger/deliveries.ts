import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setTimeout as pause } from 'node:timers/promises';
import { Claims, claims } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { DeliveryQueue, deliveryQueue } from '../../../nodes/PlatformTrigger/receive/deliveryQueue';
import { FORMS } from '../../support/forms';
import { createSigningKey } from '../../support/keys';
import { processedData } from '../../support/processedData';
import { startReceiver, type Receiver, type ReceiverOptions } from '../../support/receiver';

export const key = createSigningKey();
export const EVENT = {
	type: 'ContactCreate',
	contactId: 'c-1',
	locationId: 'loc-harbor',
	webhookEventId: 'e-1',
};
export const event = (n: number) => ({ ...EVENT, webhookEventId: `e-${n}` });

/** All of one test, from the first on. */
const receivers: Receiver[] = [];
let form = FORMS[0];
let workflowId = '';
let workflows = 0;

/** Each test begins with an empty record and a process that remembers nothing. @param of the form of its deliveries */
export function useReceivers(of = FORMS[0]): void {
	// Real sockets and real waiting: a busy machine may take several times as long.
	jest.setTimeout(60_000);

	beforeEach(() => {
		form = of;
		restart();
		processedData.reset();
		workflowId = `received-${(workflows += 1)}`;
	});
	afterEach(async () => {
		await Promise.all(receivers.splice(0).map(async (receiver) => await receiver.close()));
	});
}

/**
 * The trigger as a person sets it up for manual registration with one key. All of one test stand for
 * processes, or lives of one, that share a database.
 */
export async function start(
	options: Partial<ReceiverOptions> = {},
	settings: IDataObject = {},
): Promise<Receiver> {
	const receiver = await startReceiver({
		type: 'platformTrigger',
		credentials: { platformWebhookApi: { publicKeys: key.publicKeyPem, ...form.signing } },
		workflowId,
		...options,
		parameters: {
			registration: 'manual',
			events: ['ContactCreate', 'app.deleted'],
			options: { binaryData: true },
			settings: {
				additionalEvents: [' ContactMerged '],
				eventIdField: 'webhookEventId',
				...settings,
			} as INodeParameters,
			...options.parameters,
		},
	});
	receivers.push(receiver);
	return receiver;
}

/** Plays a restart: the memory of the process is gone, the database is not. */
export function restart(): void {
	Object.assign(claims, new Claims());
	Object.assign(deliveryQueue, new DeliveryQueue());
}

/** The next calls of n8n's record throw. */
export const failWrites = (times: number) => void (processedData.failing = { workflowId, times });

/** The trigger looks after its marks for a moment, so calls of an earlier test may come in a later one. */
export const isOwn = ({ id }: { id?: string }) => id === workflowId;

/** The marks on record, of all triggers of the workflow. */
export const marks = () =>
	[...processedData.rows].flatMap(([row, all]) => (row.startsWith(`${workflowId}:`) ? all : []));

/** Executions under way have ended, and what is recorded of them. */
export async function settled(): Promise<void> {
	await Promise.all(receivers.map(async (receiver) => await receiver.settled()));
	while (processedData.open > 0) await pause(1);
	await pause(5);
}

/** Signs and posts an event. */
export async function deliver(
	url: string,
	payload: unknown,
	signer = key,
	header = form.signatureHeader,
	headers: Record<string, string> = {},
) {
	const body = JSON.stringify(payload);
	const response = await fetch(url, {
		method: 'POST',
		body,
		headers: { [header]: signer.sign(body), ...headers },
	});
	return { status: response.status, text: await response.text() };
}
