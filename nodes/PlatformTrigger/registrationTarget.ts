import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { authenticationOf } from '../fields/accountFields';
import { PlatformClient } from '../platformApi/client';
import type { Deliveries } from '../platformApi/deliveries';
import { APP_UNINSTALLED, EVENT_OPTIONS, misspelledEvent } from '../platformApi/events';
import { NO_LOCATION_IDS, readSigningCredential } from './signingCredential';
import { readSettings, registersAutomatically, type TriggerSettings } from './triggerFields';

/* What is checked, and found out, before anything is registered. */

/** What publishing has to register. */
export interface RegistrationTarget {
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

/** n8n's error for what keeps a workflow from being published. */
export const publishingError = (context: IHookFunctions, message: string, description: string) =>
	new NodeOperationError(context.getNode(), message, { description });

const isListening = (context: IHookFunctions) => context.getMode() === 'manual';

/** @throws NodeOperationError for events that can be seen never to come */
function checkEvents(context: IHookFunctions, settings: TriggerSettings): void {
	if (settings.events.size === 0)
		throw publishingError(
			context,
			"No event is selected in 'Events'",
			"Select at least one event in 'Events', or add one under 'Additional Event Names'.",
		);
	for (const name of settings.additionalEvents) {
		const meant = misspelledEvent(name, EVENT_OPTIONS);
		if (meant)
			throw publishingError(
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
		throw publishingError(
			context,
			"'Public Keys' of the CRM Platform (GoHighLevel) Webhook API credential cannot be used as it is",
			unusable,
		);
	if (form.isSetByHand && registersAutomatically(context))
		throw noApiForWebhooks(context, form.label);
	if (form.areAllEventsKnown) checkEventsOf(context, settings, form);
	if (form.isKeyShared && locationIds.length === 0 && !settings.acceptOtherLocations)
		throw publishingError(
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
			throw publishingError(
				context,
				`${label} sends no event '${option.name}'`,
				`Remove it from 'Events'. ${option.description}`,
			);
	}
}

function noApiForWebhooks(context: IHookFunctions, platform: string): NodeOperationError {
	const url = context.getNodeWebhookUrl('default') ?? '';
	return publishingError(
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
export async function readTarget(context: IHookFunctions): Promise<RegistrationTarget | undefined> {
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
	return publishingError(
		context,
		`The platform cannot reach this n8n: its webhook URL begins with ${new URL(url).origin}, which only this machine can reach`,
		'Make n8n reachable from the internet, set the environment variable N8N_WEBHOOK_URL to its public address, restart n8n and publish the workflow again.',
	);
}

function nothingToRegister(context: IHookFunctions): NodeOperationError {
	const { name } = EVENT_OPTIONS.find(({ value }) => value === APP_UNINSTALLED)!;
	return publishingError(
		context,
		`The event '${name}' cannot be registered automatically`,
		"The platform sends it only to the app's notification URL. Set 'Webhook Setup' to 'Manual' and enter the production URL of this node as the app's notification URL.",
	);
}

function noLocation(context: IHookFunctions, credentialLabel: string): NodeOperationError {
	return publishingError(
		context,
		`The ${credentialLabel} credential belongs to no location, so there is nowhere to register the webhook`,
		"Webhooks are registered per location. With OAuth2, create a new credential, and choose a location on the consent page. With a token, enter the 'Location ID' in the credential.",
	);
}
