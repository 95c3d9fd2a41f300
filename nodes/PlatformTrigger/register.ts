import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { readId } from '../http/body';
import { httpStatusOf } from '../http/requestError';
import { asNodeFailure } from '../items/failures';
import { belongsTo } from '../platformApi/endpoint';
import {
	createCustomWebhook,
	eventsNotSent,
	findWebhooksAt,
	listCustomWebhooks,
	readCustomWebhook,
	type Registration,
	type WebhookAtAddress,
} from '../platformApi/webhooks';
import { SerialQueue } from '../utils/serialQueue';
import { readRegistrations, saveRegistrations } from './registrations';
import { publishingError, readTarget, type RegistrationTarget } from './registrationTarget';

/** Registrations of one address wait for each other, so that the second of two at once finds the first. */
const queue = new SerialQueue();

const unknownLocation = (locationId: string) => ({
	404: {
		message: `The platform knows no location '${locationId}' for this credential`,
		whatToDo: 'Check that the token belongs to the location in the credential.',
	},
});

/** Registers the events that no webhook sends yet, and remembers all webhooks that send some. */
async function registerMissing(context: IHookFunctions, target: RegistrationTarget): Promise<void> {
	const { client, url, locationId, events } = target;
	const list = await listCustomWebhooks(client, locationId, {
		statuses: unknownLocation(locationId),
	});
	const ofLocation = readRegistrations(context).filter((each) => each.locationId === locationId);
	const webhooks = findWebhooksAt(url, list, ofLocation);
	const activeWebhooks = webhooks.filter(({ isDisabled }) => !isDisabled);

	const registrations = activeWebhooks.map((webhook) => registrationOf(target, webhook));
	const missingEvents = eventsNotSent(events, webhooks);
	if (missingEvents.length > 0) {
		const missing = { ...target, events: missingEvents };
		registrations.push(await createRegistration(context, missing, webhooks));
	}
	saveRegistrations(context, registrations);
	warnOfUnknownEvents(context, activeWebhooks);
}

/** What is remembered of a webhook. One whose events nobody knows counts as sending all. */
function registrationOf(
	{ url, locationId, events }: RegistrationTarget,
	webhook: WebhookAtAddress,
): Registration {
	const eventsOfWebhook = webhook.areEventsKnown ? webhook.events : events;
	return { id: webhook.id, locationId, url, events: eventsOfWebhook };
}

function warnOfUnknownEvents(context: IHookFunctions, webhooks: WebhookAtAddress[]): void {
	const { name } = context.getNode();
	for (const { id, areEventsKnown } of webhooks) {
		if (areEventsKnown) continue;
		const warning = `The platform does not say which events the webhook '${id}' covers, so it is treated as covering all. If events are missing, remove it in the platform's webhook settings, unpublish the workflow and publish it again.`;
		context.logger.warn(`${name}: ${warning}`);
	}
}

/** Registers a webhook. @param webhooksAtUrl those that the address has already */
async function createRegistration(
	context: IHookFunctions,
	target: RegistrationTarget,
	webhooksAtUrl: WebhookAtAddress[],
): Promise<Registration> {
	const { client, url, locationId, events } = target;
	const { name } = context.getNode();
	const webhook = {
		name: `n8n: ${context.getWorkflow().name ?? 'workflow'} (${name})`,
		url,
		actions: events,
	};
	let response: IDataObject;
	try {
		response = await createCustomWebhook(client, locationId, webhook, {
			statuses: unknownLocation(locationId),
			howToCheck: 'Publish the workflow again. It uses what is already registered.',
		});
	} catch (error) {
		response = responseToConflict(context, error, url, webhooksAtUrl);
	}

	const id = readId(response) ?? '';
	const created = webhookInResponse(target, response);
	const notSent = eventsNotSent(events, created ? [created] : []);
	if (notSent.length > 0)
		context.logger.warn(
			`${name}: The platform confirmed the webhook '${id}', but its record shows that it does not send these events of the location '${locationId}' to ${url}: ${notSent.join(', ')}. Check it in the platform's webhook settings.`,
		);
	if (!created || created.isDisabled) return { id, locationId, url, events: [] };
	return { ...registrationOf(target, created), id };
}

/** The webhook that a response shows; undefined where it is of another location or address. */
function webhookInResponse(
	{ url, locationId }: RegistrationTarget,
	response: IDataObject,
): WebhookAtAddress | undefined {
	// The response need not repeat what was sent.
	const record = { url, ...response };
	if (!belongsTo(locationId)(record)) return undefined;
	const webhooks = [readCustomWebhook(record)];
	const [webhook] = findWebhooksAt(url, { webhooks, isPartial: false });
	return webhook;
}

/**
 * A conflict on the first registration of an address means that it exists.
 *
 * @returns an empty record, because that of the registration is not known
 * @throws NodeApiError or NodeOperationError for everything else
 */
function responseToConflict(
	context: IHookFunctions,
	error: unknown,
	url: string,
	webhooksAtUrl: WebhookAtAddress[],
): IDataObject {
	if (httpStatusOf(error) !== 409) throw asNodeFailure(context.getNode(), error);
	const disabled = webhooksAtUrl.filter(({ isDisabled }) => isDisabled).map(({ id }) => id);
	if (disabled.length > 0)
		throw publishingError(
			context,
			`The webhook '${disabled.join("', '")}' for ${url} is disabled on the platform`,
			"Enable or remove it in the platform's webhook settings, then publish the workflow again.",
		);
	if (webhooksAtUrl.length > 0) throw asNodeFailure(context.getNode(), error);
	const warning = `The platform reports a conflict, so ${url} counts as registered, although it is not listed. If no events arrive, check the platform's webhook settings.`;
	context.logger.warn(`${context.getNode().name}: ${warning}`);
	return {};
}

/**
 * create, which looks for what is registered. n8n calls it at each publishing, but not at a start of n8n.
 *
 * @throws NodeApiError or NodeOperationError: without the list, a second registration could be made
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	try {
		const target = await readTarget(context);
		if (target) await queue.run(target.url, async () => await registerMissing(context, target));
		return true;
	} catch (error) {
		const failure = asNodeFailure(context.getNode(), error);
		// When publishing is refused, n8n (2.41 included) shows nothing but the message.
		const { message, description } = failure;
		if (description)
			Object.assign(failure, { message: `${message}. ${description}`, description: undefined });
		throw failure;
	}
}

/** delete: the contract has no endpoint for it, so the log says what stays. */
export async function logRemaining(context: IHookFunctions): Promise<boolean> {
	for (const { id, url } of readRegistrations(context))
		context.logger.info(
			`${context.getNode().name}: The webhook '${id}' for ${url} stays on the platform, and is used again when the workflow is published again. If you no longer want it, remove it in the platform's webhook settings.`,
		);
	return true;
}
