import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { toAuthentication } from '../../fields/authentication';
import { readId, UnexpectedResponseError } from '../../http/body';
import { httpStatusOf } from '../../http/failure';
import { PlatformClient } from '../../platformApi/client';
import {
	createCustomWebhook,
	listCustomWebhooks,
	READ_SCOPE,
	WRITE_SCOPE,
} from '../../platformApi/customWebhooks';
import type { FailedRequest } from '../../platformApi/errors';
import type { KnownRegistration } from '../trigger/trigger';
import { requireReachable } from './activationChecks';
import { readRegistration } from './coverage';
import type { ListedRegistration } from './coverage';

/** The address of this node, and the account on the platform that its events come from. */
export interface Account {
	client: PlatformClient;
	url: string;
	locationId: string;
	/** Under which this node registers. */
	name: string;
}

/** @throws NodeOperationError for everything that can be found wrong before the platform is asked */
export async function accountOf(context: IHookFunctions): Promise<Account> {
	const url = context.getNodeWebhookUrl('default');
	if (!url) {
		throw new NodeOperationError(context.getNode(), 'n8n has no webhook URL for this node', {
			description: 'Save the workflow, then publish it again.',
		});
	}
	const chosen = context.getNodeParameter('authentication');
	const client = new PlatformClient(context, toAuthentication(chosen));
	const { platformUrl, locationId, label } = await client.account.known();
	requireReachable(context, url, platformUrl);
	if (!locationId) {
		throw new NodeOperationError(
			context.getNode(),
			`The ${label} credential belongs to no location, so there is nowhere to register the webhook`,
			{
				description:
					'Webhooks are registered per location. With OAuth2, connect the credential again and choose a location instead of the agency on the consent page; with a token, enter the location in the credential.',
			},
		);
	}
	const name = `n8n: ${context.getWorkflow().name ?? 'workflow'} (${context.getNode().name})`;
	return { client, url, locationId, name };
}

/** What the platform's refusals mean here, where the location comes from the credential alone. */
function statusesFor(locationId: string, scope: string): FailedRequest['statuses'] {
	return {
		403: {
			message: `The credential cannot use the webhooks of the location '${locationId}': the scope '${scope}' is missing, or its token belongs to another location`,
			whatToDo: `Check that the credential names the location that its token belongs to. If it does, add the scope '${scope}' where the app or the token is set up and in the credential, then connect the credential again.`,
		},
		404: {
			message: `The platform knows no location '${locationId}' for this credential`,
			whatToDo: 'Check that the credential names the location that its token belongs to.',
		},
	};
}

/** @throws NodeApiError or NodeOperationError: without the list a second registration could be made */
export async function listed(
	context: IHookFunctions,
	{ client, locationId }: Account,
): Promise<{ registrations: ListedRegistration[]; isPart: boolean }> {
	let isPart = false;
	const records = await listCustomWebhooks(client, locationId, {
		statuses: statusesFor(locationId, READ_SCOPE),
		whenMore: () => (isPart = true),
	}).catch((error: Error) => error);
	if (records instanceof NodeApiError || records instanceof NodeOperationError) throw records;
	if (records instanceof Error) throw new NodeOperationError(context.getNode(), records);
	return { registrations: records.map(readRegistration), isPart };
}

/** No record in the response, or a response that says that there is such a registration. */
async function withoutRecord(error: unknown): Promise<IDataObject> {
	const isRegistered = error instanceof UnexpectedResponseError || httpStatusOf(error) === 409;
	return isRegistered ? {} : await Promise.reject(error);
}

export async function create(
	{ client, url, locationId, name }: Account,
	events: string[],
): Promise<KnownRegistration> {
	const created = await createCustomWebhook(
		client,
		locationId,
		{ name, url, actions: events },
		{
			statuses: statusesFor(locationId, WRITE_SCOPE),
			howToCheck: 'Publish the workflow again. It uses what is already registered.',
		},
	).catch(withoutRecord);
	return { id: readId(created) ?? '', locationId, url, events };
}
