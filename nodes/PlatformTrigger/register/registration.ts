import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { authenticationOf } from '../../fields/account';
import { readId, UnexpectedResponseError } from '../../http/body';
import { httpStatusOf } from '../../http/failure';
import { asNodeFailure } from '../../items/itemErrors';
import { PlatformClient } from '../../platformApi/client';
import { createCustomWebhook, listCustomWebhooks } from '../../platformApi/customWebhooks';
import { DIALECTS } from '../../platformApi/dialect';
import type { Wording } from '../../platformApi/errors';
import { SerialQueue } from '../../utils/attempt';
import { registersAutomatically, registersTestUrl } from '../parameters';
import { recall, remember, type KnownRegistration } from '../registrations';
import { refuse, registrableEvents, requireEvents, requireKeys, requireReachable } from './activationChecks';
import { compareRegistrations, readRegistration, type ListedRegistration } from './coverage';

export interface RegistrationTarget {
	client: PlatformClient;
	url: string;
	locationId: string;
	name: string;
}

/** @throws NodeOperationError for what can be found wrong before asking the platform */
export async function targetOf(context: IHookFunctions): Promise<RegistrationTarget> {
	const url = context.getNodeWebhookUrl('default');
	if (!url) {
		return refuse(context, 'n8n has no webhook URL for this node', 'Save the workflow, then publish it again.');
	}
	const client = new PlatformClient(context, authenticationOf(context));
	const { platformUrl, locationId, label, dialect } = await client.account.known();
	if (!dialect.hasCustomWebhooks) {
		return refuse(
			context,
			`${dialect.label} has no API that registers webhooks, so 'Registration' cannot be 'Automatic'`,
			`Set 'Registration' to 'Manual'. Then enter ${url} as the webhook URL in the settings of your app on ${dialect.label}'s marketplace, and select the events there.`,
		);
	}
	requireReachable(context, url, platformUrl);
	if (!locationId) {
		return refuse(
			context,
			`The ${label} credential belongs to no location, so there is nowhere to register the webhook`,
			"Webhooks are registered per location. With OAuth2, create a new credential, and choose a location on the consent page. With a token, enter the 'Location ID' in the credential.",
		);
	}
	const name = `n8n: ${context.getWorkflow().name ?? 'workflow'} (${context.getNode().name})`;
	return { client, url, locationId, name };
}

/** Here the location comes from the credential alone. */
function statusesFor(locationId: string, scope: string): Wording['statuses'] {
	return {
		403: {
			message: `The credential cannot use the webhooks of the location '${locationId}': the scope '${scope}' is missing, or its token belongs to another location`,
			whatToDo: `Check that the token belongs to the location in the credential. If it does, add the scope '${scope}' to the app or token and the credential, then reconnect.`,
		},
		404: {
			message: `The platform knows no location '${locationId}' for this credential`,
			whatToDo: 'Check that the token belongs to the location in the credential.',
		},
	};
}

/** @throws NodeApiError or NodeOperationError: without the list a second registration could be made */
export async function listed(
	context: IHookFunctions,
	{ client, locationId }: RegistrationTarget,
): Promise<{ registrations: ListedRegistration[]; isPart: boolean }> {
	let isPart = false;
	const overrides = { statuses: statusesFor(locationId, DIALECTS.contract.scopes.readWebhooks), whenMore: () => (isPart = true) };
	const records = await listCustomWebhooks(client, locationId, overrides).catch((error: unknown) => {
		throw asNodeFailure(context.getNode(), error);
	});
	return { registrations: records.map(readRegistration), isPart };
}

/** A response without a record, or a conflict on the first registration, means that the registration exists. */
const withoutRecord = (isFirst: boolean) => async (error: unknown): Promise<IDataObject> => {
	const isRegistered = error instanceof UnexpectedResponseError || (isFirst && httpStatusOf(error) === 409);
	return isRegistered ? {} : await Promise.reject(error);
};

export async function create(
	{ client, url, locationId, name }: RegistrationTarget,
	events: string[],
	isFirst = true,
): Promise<KnownRegistration> {
	const overrides = {
		statuses: statusesFor(locationId, DIALECTS.contract.scopes.writeWebhooks),
		howToCheck: 'Publish the workflow again. It uses what is already registered.',
	};
	const webhook = { name, url, actions: events };
	const created = await createCustomWebhook(client, locationId, webhook, overrides).catch(withoutRecord(isFirst));
	return { id: readId(created) ?? '', locationId, url, events };
}

/** By address, so that the second of two registrations at once finds the first. */
const queue = new SerialQueue();

/** Listening for a test event registers only if 'Register Test URL' is on, because registrations stay. */
function registersItself(context: IHookFunctions): boolean {
	return registersAutomatically(context) && (context.getMode() !== 'manual' || registersTestUrl(context));
}

/** Registers what is missing if it `mayRegister`. @returns whether all selected events are registered */
async function settle(context: IHookFunctions, mayRegister: boolean): Promise<boolean> {
	const target = await targetOf(context);
	return await queue.run(target.url, async () => {
		const wanted = { ...target, events: [...registrableEvents(context)] };
		const { registrations, isPart } = await listed(context, target);
		const { missing, current, notices } = compareRegistrations(wanted, registrations, recall(context), isPart);
		if (missing.length > 0 && !mayRegister) return false;
		if (missing.length > 0) current.push(await create(target, missing, current.length === 0));
		remember(context, current);
		const { name } = context.getNode();
		for (const notice of notices) context.logger.warn(`${name}: ${notice}`);
		const registered = current.map(({ id, events }) => `'${id}' (${events.join(', ')})`).join(', ');
		context.logger.info(`${name}: ${target.url} is registered on the platform as ${registered}`);
		return true;
	});
}

/** checkExists: refuses publishing that cannot work, because n8n calls it at each publishing (but not at a start of n8n). */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	await requireKeys(context);
	requireEvents(context);
	if (!registersAutomatically(context)) remember(context);
	return !registersItself(context) || (await settle(context, false));
}

/** create, which n8n calls when checkExists says no. It compares again, since somebody may have registered since. */
export async function register(context: IHookFunctions): Promise<boolean> {
	return await settle(context, true);
}

const HOW_TO_REMOVE =
	"If you no longer want it, remove it in the platform's webhook settings.";

/** delete: the contract has no endpoint for it, so the log says what stays. */
export async function logRemaining(context: IHookFunctions): Promise<boolean> {
	if (!registersItself(context)) return true;
	for (const { id, url } of recall(context)) {
		context.logger.info(
			`${context.getNode().name}: The registration '${id}' for ${url} stays on the platform, and is used again when the workflow is published again. ${HOW_TO_REMOVE}`,
		);
	}
	return true;
}
