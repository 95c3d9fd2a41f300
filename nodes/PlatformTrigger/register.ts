import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { authenticationOf } from '../fields/accountFields';
import { readId } from '../http/body';
import { httpStatusOf } from '../http/requestError';
import { asNodeFailure } from '../items/failures';
import { PlatformClient } from '../platformApi/client';
import type { Deliveries } from '../platformApi/deliveries';
import { belongsTo } from '../platformApi/endpoint';
import { APP_UNINSTALLED, EVENT_OPTIONS, misspelledEvent } from '../platformApi/events';
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
import { NO_LOCATION_IDS, readSigningCredential } from './signingCredential';
import { readSettings, registersAutomatically, type TriggerSettings } from './triggerFields';

/** What publishing has to register. */
interface RegistrationTarget {
	client: PlatformClient;
	url: string;
	locationId: string;
	events: string[];
}

/** The addresses by which a computer reaches itself alone, as `URL` writes them. */
const LOOPBACK_ADDRESSES = [
	/^127\.\d+\.\d+\.\d+$/,
	/^0\.0\.0\.0$/,
	/^\[::1?\]$/,
	// IPv4 within IPv6: 127.0.0.1 is written as 7f00:1.
	/^\[::ffff:7f[\da-f]{2}:/,
];

/** True for a URL that only this computer can reach. */
export function isLoopback(url: string): boolean {
	if (!URL.canParse(url)) return false;
	const { hostname } = new URL(url);
	const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
	if (name === 'localhost' || name.endsWith('.localhost')) return true;
	return LOOPBACK_ADDRESSES.some((address) => address.test(hostname));
}

const nodeError = (context: IHookFunctions, message: string, description: string) =>
	new NodeOperationError(context.getNode(), message, { description });

const isListening = (context: IHookFunctions) => context.getMode() === 'manual';

/** @throws NodeOperationError for events that can be seen never to come */
function checkEvents(context: IHookFunctions, settings: TriggerSettings): void {
	if (settings.events.size === 0)
		throw nodeError(
			context,
			"No event is selected in 'Events'",
			"Select at least one event in 'Events', or add one under 'Additional Event Names'.",
		);
	for (const name of settings.additionalEvents) {
		const meant = misspelledEvent(name, EVENT_OPTIONS);
		if (meant)
			throw nodeError(
				context,
				`'${name}' in 'Additional Event Names' is not the name of an event`,
				`Remove it, and select '${meant.name}' in 'Events'. The platform calls this event '${meant.value}'.`,
			);
	}
}

/**
 * Refuses a signing credential with which no event can start the workflow.
 *
 * @throws NodeOperationError that says what to enter
 */
async function checkSigningCredential(
	context: IHookFunctions,
	settings: TriggerSettings,
): Promise<void> {
	const { unusable, form, locationIds } = await readSigningCredential(context);
	if (unusable !== undefined)
		throw nodeError(
			context,
			"'Public Keys' of the CRM Platform (GoHighLevel) Webhook API credential cannot be used as it is",
			unusable,
		);
	if (form.isSetByHand && registersAutomatically(context))
		throw noApiForWebhooks(context, form.label);
	if (form.areAllEventsKnown) checkEventsOf(context, settings, form);
	if (form.isKeyShared && locationIds.length === 0 && !settings.acceptOtherLocations)
		throw nodeError(
			context,
			"'Location IDs' of the CRM Platform (GoHighLevel) Webhook API credential is empty",
			NO_LOCATION_IDS,
		);
}

/** @throws NodeOperationError for a chosen event that the platform never sends */
function checkEventsOf(
	context: IHookFunctions,
	settings: TriggerSettings,
	{ events, label }: Deliveries,
): void {
	for (const event of settings.selectedEvents) {
		if (events.some(({ value }) => value === event)) continue;
		const option = EVENT_OPTIONS.find(({ value }) => value === event);
		if (option)
			throw nodeError(
				context,
				`${label} sends no event '${option.name}'`,
				`Remove it from 'Events'. ${option.description}`,
			);
	}
}

function noApiForWebhooks(context: IHookFunctions, platform: string): NodeOperationError {
	const url = context.getNodeWebhookUrl('default') ?? '';
	return nodeError(
		context,
		`${platform} has no API that registers webhooks, so 'Webhook Setup' cannot be 'Automatic'`,
		`Set 'Webhook Setup' to 'Manual'. Then enter ${url} as the webhook URL in the settings of your app on ${platform}'s marketplace, and select the events there.`,
	);
}

/**
 * Reads what publishing has to register.
 *
 * @returns undefined where a person registers, or nobody
 * @throws NodeOperationError for what can be seen to start nothing, before anything is sent
 */
async function readTarget(context: IHookFunctions): Promise<RegistrationTarget | undefined> {
	const settings = readSettings(context);
	checkEvents(context, settings);
	await checkSigningCredential(context, settings);
	if (!registersAutomatically(context)) return undefined;
	const client = new PlatformClient(context, authenticationOf(context));
	// Listening for a test event registers nothing unless a person wants it, because registrations stay.
	if (isListening(context) && !settings.registerTestUrl) {
		// The credential is only needed to see that listening would be in vain.
		const dialect = await client.dialect().catch(() => undefined);
		if (dialect && !dialect.scopes.writeWebhooks) throw noApiForWebhooks(context, dialect.label);
		return undefined;
	}
	const { platformUrl, locationId, label, dialect } = await client.account.credential();
	if (!dialect.scopes.writeWebhooks) throw noApiForWebhooks(context, dialect.label);
	const url = context.getNodeWebhookUrl('default') ?? '';
	if (isLoopback(url) && !isLoopback(platformUrl)) throw unreachableAddress(context, url);
	const events = [...settings.events].filter((event) => event !== APP_UNINSTALLED);
	if (events.length === 0) throw nothingToRegister(context);
	if (!locationId) throw noLocation(context, label);
	return { client, url, locationId, events };
}

function unreachableAddress(context: IHookFunctions, url: string): NodeOperationError {
	return nodeError(
		context,
		`The platform cannot reach this n8n: its webhook URL begins with ${new URL(url).origin}, which only this machine can reach`,
		'Make n8n reachable from the internet, set the environment variable N8N_WEBHOOK_URL to its public address, restart n8n and publish the workflow again.',
	);
}

function nothingToRegister(context: IHookFunctions): NodeOperationError {
	return nodeError(
		context,
		`The event '${APP_UNINSTALLED}' cannot be registered automatically`,
		"The platform sends it only to the app's notification URL. Set 'Webhook Setup' to 'Manual' and enter the production URL of this node as the app's notification URL.",
	);
}

function noLocation(context: IHookFunctions, credentialLabel: string): NodeOperationError {
	return nodeError(
		context,
		`The ${credentialLabel} credential belongs to no location, so there is nowhere to register the webhook`,
		"Webhooks are registered per location. With OAuth2, create a new credential, and choose a location on the consent page. With a token, enter the 'Location ID' in the credential.",
	);
}

/** Registrations of one address wait for each other, so that the second of two at once finds the first. */
const queue = new SerialQueue();

const unknownLocation = (locationId: string) => ({
	404: {
		message: `The platform knows no location '${locationId}' for this credential`,
		whatToDo: 'Check that the token belongs to the location in the credential.',
	},
});

/** Registers the events that no webhook sends yet. */
async function registerMissing(context: IHookFunctions, target: RegistrationTarget): Promise<void> {
	const { client, url, locationId, events } = target;
	const { name } = context.getNode();
	const list = await listCustomWebhooks(client, locationId, {
		statuses: unknownLocation(locationId),
	});
	const ofLocation = readRegistrations(context).filter((each) => each.locationId === locationId);
	const webhooks = findWebhooksAt(url, list, ofLocation);
	const activeWebhooks = webhooks.filter(({ isDisabled }) => !isDisabled);
	const registrations: Registration[] = activeWebhooks.map((webhook) => ({
		id: webhook.id,
		locationId,
		url,
		events: webhook.areEventsKnown ? webhook.events : events,
	}));
	const missingEvents = eventsNotSent(events, webhooks);
	if (missingEvents.length > 0) {
		const missing = { ...target, events: missingEvents };
		registrations.push(await createRegistration(context, missing, webhooks));
	}
	saveRegistrations(context, registrations);
	for (const { id, areEventsKnown } of activeWebhooks) {
		if (areEventsKnown) continue;
		const warning = `The platform does not say which events the webhook '${id}' covers, so it is treated as covering all. If events are missing, remove it in the platform's webhook settings, unpublish the workflow and publish it again.`;
		context.logger.warn(`${name}: ${warning}`);
	}
}

/** Registers a webhook. @param webhooksAtUrl those that the address has already */
async function createRegistration(
	context: IHookFunctions,
	{ client, url, locationId, events }: RegistrationTarget,
	webhooksAtUrl: WebhookAtAddress[],
): Promise<Registration> {
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
	// The response need not repeat what was sent.
	const record = { url, ...response };
	let newWebhook: WebhookAtAddress | undefined;
	if (belongsTo(locationId)(record))
		[newWebhook] = findWebhooksAt(url, {
			webhooks: [readCustomWebhook(record)],
			isPartial: false,
		});
	const id = readId(response) ?? '';
	const notSent = eventsNotSent(events, newWebhook ? [newWebhook] : []);
	if (notSent.length > 0)
		context.logger.warn(
			`${name}: The platform confirmed the webhook '${id}', but its record shows that it does not send these events of the location '${locationId}' to ${url}: ${notSent.join(', ')}. Check it in the platform's webhook settings.`,
		);
	if (!newWebhook || newWebhook.isDisabled) return { id, locationId, url, events: [] };
	const { areEventsKnown, events: eventsOfRecord } = newWebhook;
	return { id, locationId, url, events: areEventsKnown ? eventsOfRecord : events };
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
	const disabled = webhooksAtUrl.filter(({ isDisabled }) => isDisabled).map(({ id }) => id);
	if (httpStatusOf(error) !== 409) throw asNodeFailure(context.getNode(), error);
	if (disabled.length > 0)
		throw nodeError(
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
