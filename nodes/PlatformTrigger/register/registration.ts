import type { IHookFunctions } from 'n8n-workflow';
import { authenticationOf } from '../../fields/account';
import { readId, UnexpectedResponseError } from '../../http/body';
import { httpStatusOf } from '../../http/failure';
import { asNodeFailure } from '../../items/itemErrors';
import { PlatformClient } from '../../platformApi/client';
import { createCustomWebhook, listCustomWebhooks } from '../../platformApi/customWebhooks';
import { SerialQueue } from '../../utils/attempt';
import { registersAutomatically, registersTestUrl } from '../parameters';
import { recall, remember } from '../registrations';
import { refuse, registrableEvents, requireEvents, requireKeys, requireReachable } from './activationChecks';
import { compareRegistrations } from './coverage';

/** @throws NodeOperationError for what can be found wrong before asking the platform */
async function targetOf(context: IHookFunctions) {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const client = new PlatformClient(context, authenticationOf(context));
	const { platformUrl, locationId, label, dialect } = await client.account.known();
	if (!dialect.hasCustomWebhooks) {
		return refuse(
			context,
			`${dialect.label} has no API that registers webhooks, so 'Webhook Setup' cannot be 'Automatic'`,
			`Set 'Webhook Setup' to 'Manual'. Then enter ${url} as the webhook URL in the settings of your app on ${dialect.label}'s marketplace, and select the events there.`,
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
	return { client, url, locationId };
}

/** Here the location comes from the credential alone. */
const unknownLocation = (locationId: string) => ({
	404: {
		message: `The platform knows no location '${locationId}' for this credential`,
		whatToDo: 'Check that the token belongs to the location in the credential.',
	},
});

/** Registrations of one address wait for each other, so that the second of two at once finds the first. */
const queue = new SerialQueue();

/** Listening for a test event registers only if 'Register Test URL' is on, because registrations stay. */
function registersItself(context: IHookFunctions): boolean {
	return registersAutomatically(context) && (context.getMode() !== 'manual' || registersTestUrl(context));
}

/**
 * Registers what is missing if it `mayRegister`.
 *
 * @returns whether all selected events are registered
 * @throws NodeApiError or NodeOperationError: without the list, a second registration could be made
 */
async function settle(context: IHookFunctions, mayRegister: boolean): Promise<boolean> {
	const { client, url, locationId } = await targetOf(context);
	const { name } = context.getNode();
	const events = [...registrableEvents(context)];
	const statuses = unknownLocation(locationId);
	return await queue.run(url, async () => {
		let isPart = false;
		const listing = listCustomWebhooks(client, locationId, { statuses, whenMore: () => (isPart = true) });
		const listed = await listing.catch((error: unknown) => {
			throw asNodeFailure(context.getNode(), error);
		});
		const { missing, current, unclear } = compareRegistrations({ url, locationId, events }, listed, recall(context), isPart);
		if (missing.length > 0) {
			if (!mayRegister) return false;
			const webhook = { name: `n8n: ${context.getWorkflow().name ?? 'workflow'} (${name})`, url, actions: missing };
			const howToCheck = 'Publish the workflow again. It uses what is already registered.';
			const creation = createCustomWebhook(client, locationId, webhook, { statuses, howToCheck });
			const created = await creation.catch((error: unknown) => {
				// A response without a record, or a conflict on the first registration, means that it exists.
				if (error instanceof UnexpectedResponseError || (current.length === 0 && httpStatusOf(error) === 409)) return {};
				throw asNodeFailure(context.getNode(), error);
			});
			current.push({ id: readId(created) ?? '', locationId, url, events: missing });
		}
		remember(context, current);
		for (const id of unclear) {
			const notice = `The platform does not say which events the webhook '${id}' covers, so it is treated as covering all. If events are missing, remove it in the platform's webhook settings, unpublish the workflow and publish it again.`;
			context.logger.warn(`${name}: ${notice}`);
		}
		const registered = current.map((each) => `'${each.id}' (${each.events.join(', ')})`).join(', ');
		context.logger.info(`${name}: ${url} is registered on the platform as ${registered}`);
		return true;
	});
}

/** checkExists: refuses publishing that cannot work, because n8n calls it at each publishing (but not at a start of n8n). */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	await requireKeys(context);
	requireEvents(context);
	return !registersItself(context) || (await settle(context, false));
}

/** create, which n8n calls when checkExists says no. It compares again, since somebody may have registered since. */
export async function register(context: IHookFunctions): Promise<boolean> {
	return await settle(context, true);
}

/** delete: the contract has no endpoint for it, so the log says what stays. */
export async function logRemaining(context: IHookFunctions): Promise<boolean> {
	if (!registersItself(context)) return true;
	for (const { id, url } of recall(context)) {
		context.logger.info(
			`${context.getNode().name}: The webhook '${id}' for ${url} stays on the platform, and is used again when the workflow is published again. If you no longer want it, remove it in the platform's webhook settings.`,
		);
	}
	return true;
}
