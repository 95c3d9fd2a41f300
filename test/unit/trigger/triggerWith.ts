import type { IDataObject, IWebhookResponseData, NodeOperationError } from 'n8n-workflow';

import { claims, Claims } from '../../../nodes/PlatformTrigger/deduplicate/claims';
import { DeliveryQueue, deliveryQueue } from '../../../nodes/PlatformTrigger/receive/deliveryQueue';
import { receiveDelivery } from '../../../nodes/PlatformTrigger/receive/receiveDelivery';
import { CARRIED, type EventKey } from '../../../nodes/PlatformTrigger/deduplicate/startExecution';
import { createSigningKey } from '../../support/keys';
import { fakeResponse, fakeTrigger } from './fakeTrigger';

/** The platform's key, whose public part every credential here has. */
export const key = createSigningKey();

/** The address of each trigger. */
export const ADDRESS = 'https://n8n.example.com/webhook/x/webhook';

/** From here on, the process has received nothing. */
export function startProcess(): void {
	Object.assign(claims, new Claims());
	Object.assign(deliveryQueue, new DeliveryQueue());
}

interface Trigger {
	/** The CRM Platform (GoHighLevel) Webhook API credential; undefined where n8n cannot read it. */
	credential?: object;
	/** The location of the credential for registering events. */
	location?: string;
	/** 'Webhook Setup' */
	registration?: 'automatic' | 'manual';
	/** 'Events' */
	events?: string[];
	/** 'Options' */
	settings?: object;
	/** 'On Error' */
	onError?: string;
	/** The addresses that are registered. */
	registered?: string[];
	/** 'manual' while somebody listens in the editor. */
	mode?: 'webhook' | 'manual';
	/** What n8n's logger shows beside its functions. */
	logger?: object;
}

interface Sending {
	header?: string;
	/** The value of each header that carries one; by default, the key has signed the body. */
	signatures?: string[];
	/** Names and values in turn, in place of the above. */
	rawHeaders?: string[];
	headers?: object;
	/** Waits, or fails, as n8n's reading of the body does. */
	readRawBody?: () => Promise<void>;
	response?: ReturnType<typeof fakeResponse>;
}

/** A trigger as a person has set it up, and what comes of deliveries to it. */
export function triggerWith({
	credential = { publicKeys: key.publicKeyPem },
	location = 'loc-1',
	registration = 'automatic',
	events = ['ContactCreate', 'app.deleted'],
	settings = {},
	onError,
	registered = [ADDRESS],
	mode = 'webhook',
	logger = {},
}: Trigger = {}) {
	const credentials = jest.fn(async (type: string) => {
		if (type !== 'platformWebhookApi')
			return { platformUrl: 'https://platform.example', accessToken: 't', locationId: location };
		if ('error' in credential) throw new Error('SQLITE_BUSY');
		return await Promise.resolve(credential);
	});
	const trigger = fakeTrigger(
		{ registration, authentication: 'accessToken', events, settings },
		{
			getNode: () => ({ id: trigger.id, name: 'Trigger', type: 'platformTrigger', onError }),
			getCredentials: credentials,
			getMode: () => mode,
			getNodeWebhookUrl: (name: string) => (name === 'default' ? ADDRESS : undefined),
			getWorkflowStaticData: (of: string) =>
				of === 'global'
					? {
							[`platformTrigger:${trigger.id}`]: {
								registrations: registered.map((url) => ({ url })),
							},
						}
					: {},
		},
	);
	Object.assign((trigger.context as { logger: object }).logger, logger);
	return {
		/** What the operator finds in n8n's log. */
		log: trigger.lines,
		credentials,

		/** @returns the item that starts the workflow or the failure that n8n shows, and what the sender gets without n8n's own response */
		async deliver(body: string | Buffer, sending: Sending = {}) {
			const rawBody = Buffer.from(body as string);
			const { header = 'X-Platform-Signature', response = fakeResponse() } = sending;
			const { signatures = [key.sign(rawBody)], headers = {}, readRawBody } = sending;
			const signed = signatures.flatMap((signature) => [header, signature]);
			const { rawHeaders = ['Host', 'x', ...signed] } = sending;
			const context = Object.assign(Object.create(trigger.context) as never, {
				getRequestObject: () => ({ headers, rawHeaders, rawBody, readRawBody }),
				getResponseObject: () => response,
			});
			let result: IWebhookResponseData = {};
			let failure: NodeOperationError | undefined;
			try {
				result = await receiveDelivery.call(context);
			} catch (error) {
				failure = error as NodeOperationError;
			}
			const [[started] = []] = result.workflowData ?? [];
			const item: IDataObject | undefined = started?.json;
			return {
				item,
				/** By what the execution knows the event, beside the item. */
				key: (started as { [CARRIED]?: EventKey } | undefined)?.[CARRIED],
				failure,
				response,
				status: response.statusCode,
				text: response.ends[0],
				headers: response.headers,
				/** n8n does not respond itself. */
				isAnswered: result.noWebhookResponse === true || failure !== undefined,
			};
		},
	};
}
