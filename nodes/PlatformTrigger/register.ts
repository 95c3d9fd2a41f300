import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { authenticationOf } from '../fields/accountFields';
import { readId, UnexpectedResponseError } from '../http/body';
import { httpStatusOf } from '../http/failure';
import { asNodeFailure } from '../items/outcome';
import { PlatformClient } from '../platformApi/client';
import { createCustomWebhook, listCustomWebhooks } from '../platformApi/locations';
import {
	APP_UNINSTALLED,
	EVENT_OPTIONS,
	isSharedKey,
	misspelledEvent,
} from '../platformApi/deliveries';
import { SerialQueue } from '../utils/attempt';
import { NO_LOCATION_IDS, readKeys } from './keysAndLocations';
import {
	readSettings,
	registersAutomatically,
	registersTestUrl,
	selectedEvents,
} from './triggerFields';
import { compareRegistrations, recall, remember } from './registrations';

function refuse(context: IHookFunctions, message: string, description: string): never {
	throw new NodeOperationError(context.getNode(), message, { description });
}

/** When publishing is refused, n8n (2.41 included) shows nothing but the message. */
async function withWhatToDo<T>(publish: () => Promise<T>): Promise<T> {
	return await publish().catch((error: Error & { description?: string | null }) => {
		const { message, description } = error;
		if (description)
			Object.assign(error, { message: `${message}. ${description}`, description: undefined });
		throw error;
	});
}

/** `URL` writes the host `[::ffff:127.0.0.1]` as `[::ffff:7f00:1]`. */
const LOOPBACK =
	/^((.*\.)?localhost\.?|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

const isLoopback = (url: string) => URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);

/** @throws NodeOperationError for an address of this machine, unless the platform runs here as well */
export function requireReachable(context: IHookFunctions, url: string, platformUrl: string): void {
	if (!isLoopback(url) || isLoopback(platformUrl)) return;
	refuse(
		context,
		`The platform cannot reach this n8n: its webhook URL begins with ${new URL(url).origin}, which only this machine can reach`,
		'Make n8n reachable from the internet, set the environment variable N8N_WEBHOOK_URL to its public address, restart n8n and publish the workflow again.',
	);
}

/** The events to register, and where. @throws NodeOperationError for what can be seen to be wrong without the platform */
async function targetOf(context: IHookFunctions, selected: Set<string>) {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const client = new PlatformClient(context, authenticationOf(context));
	const { platformUrl, locationId, label, dialect } = await client.account.credential();
	if (!dialect.scopes.writeWebhooks) {
		refuse(
			context,
			`${dialect.label} has no API that registers webhooks, so 'Webhook Setup' cannot be 'Automatic'`,
			`Set 'Webhook Setup' to 'Manual'. Then enter ${url} as the webhook URL in the settings of your app on ${dialect.label}'s marketplace, and select the events there.`,
		);
	}
	requireReachable(context, url, platformUrl);
	const events = [...selected].filter((event) => event !== APP_UNINSTALLED);
	if (events.length === 0) {
		const description =
			"The platform sends it only to the app's notification URL. Set 'Webhook Setup' to 'Manual' and enter the production URL of this node as the app's notification URL.";
		refuse(
			context,
			`The event '${APP_UNINSTALLED}' cannot be registered automatically`,
			description,
		);
	}
	if (locationId) return { client, url, locationId, events };
	return refuse(
		context,
		`The ${label} credential belongs to no location, so there is nowhere to register the webhook`,
		"Webhooks are registered per location. With OAuth2, create a new credential, and choose a location on the consent page. With a token, enter the 'Location ID' in the credential.",
	);
}

/** Registrations of one address wait for each other, so that the second of two at once finds the first. */
const queue = new SerialQueue();

/**
 * Registers the events that no webhook has yet, if it `mayRegister`: create compares again, since others may have
 * registered after checkExists.
 *
 * @returns whether all selected events are registered
 * @throws NodeApiError or NodeOperationError: without the list, a second registration could be made
 */
async function compare(
	context: IHookFunctions,
	selected: Set<string>,
	mayRegister: boolean,
): Promise<boolean> {
	const { client, url, locationId, events } = await targetOf(context, selected);
	const { name } = context.getNode();
	const fail = (error: unknown): never => {
		throw asNodeFailure(context.getNode(), error);
	};
	const message = `The platform knows no location '${locationId}' for this credential`;
	const statuses = {
		404: { message, whatToDo: 'Check that the token belongs to the location in the credential.' },
	};
	return await queue.run(url, async () => {
		let isPart = false;
		const listed = await listCustomWebhooks(client, locationId, {
			statuses,
			whenMore: () => (isPart = true),
		}).catch(fail);
		const { missing, current, unclear, disabled } = compareRegistrations(
			{ url, locationId, events },
			listed,
			recall(context),
			isPart,
		);
		if (missing.length > 0) {
			if (!mayRegister) return false;
			const webhook = {
				name: `n8n: ${context.getWorkflow().name ?? 'workflow'} (${name})`,
				url,
				actions: missing,
			};
			const howToCheck = 'Publish the workflow again. It uses what is already registered.';
			const created = await createCustomWebhook(client, locationId, webhook, {
				statuses,
				howToCheck,
			}).catch((error: unknown) => {
				const isConflict = httpStatusOf(error) === 409;
				if (isConflict && disabled.length > 0)
					refuse(
						context,
						`The webhook '${disabled.join("', '")}' for ${url} is disabled on the platform`,
						"Enable or remove it in the platform's webhook settings, then publish the workflow again.",
					);
				// A response without a record, or a conflict on the first registration, means that it exists.
				return error instanceof UnexpectedResponseError || (isConflict && current.length === 0)
					? {}
					: fail(error);
			});
			current.push({ id: readId(created) ?? '', locationId, url, events: missing });
		}
		remember(context, current);
		for (const id of unclear) {
			const notice = `The platform does not say which events the webhook '${id}' covers, so it is treated as covering all. If events are missing, remove it in the platform's webhook settings, unpublish the workflow and publish it again.`;
			context.logger.warn(`${name}: ${notice}`);
		}
		return true;
	});
}

/** What a webhook's events are, if publishing can work. @throws NodeOperationError for what can be seen to start nothing */
async function selectedOf(context: IHookFunctions): Promise<Set<string>> {
	const { keys, unusable, locationIds } = await readKeys(context);
	if (unusable !== undefined)
		refuse(
			context,
			"'Public Keys' of the Platform Webhook API credential cannot be used as it is",
			unusable,
		);
	const settings = readSettings(context);
	const selected = selectedEvents(context, settings);
	if (selected.size === 0) {
		const description =
			"Select at least one event in 'Events', or add one under 'Additional Event Names'.";
		refuse(context, "No event is selected in 'Events'", description);
	}
	for (const name of settings.additionalEvents) {
		const meant = misspelledEvent(name, EVENT_OPTIONS);
		if (!meant) continue;
		const description = `Remove it, and select '${meant.name}' in 'Events'. The platform calls this event '${meant.value}'.`;
		refuse(
			context,
			`'${name}' in 'Additional Event Names' is not the name of an event`,
			description,
		);
	}
	const isShared = keys.some((key) => isSharedKey(key.export({ format: 'der', type: 'spki' })));
	const knowsLocation = locationIds.length > 0 || registersAutomatically(context);
	if (isShared && !knowsLocation && !settings.acceptOtherLocations)
		refuse(
			context,
			"'Location IDs' of the Platform Webhook API credential is empty",
			NO_LOCATION_IDS,
		);
	return selected;
}

/** checkExists: n8n calls it at each publishing, but not at a start of n8n. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	return await withWhatToDo(async () => {
		const selected = await selectedOf(context);
		// Listening for a test event registers nothing unless a person wants it, because registrations stay.
		const isOff =
			!registersAutomatically(context) ||
			(context.getMode() === 'manual' && !registersTestUrl(context));
		return isOff || (await compare(context, selected, false));
	});
}

export async function register(context: IHookFunctions): Promise<boolean> {
	return await withWhatToDo(async () => await compare(context, selectedEvents(context), true));
}

/** delete: the contract has no endpoint for it, so the log says what stays. */
export async function logRemaining(context: IHookFunctions): Promise<boolean> {
	const whatStays =
		"stays on the platform, and is used again when the workflow is published again. If you no longer want it, remove it in the platform's webhook settings.";
	for (const { id, url } of recall(context))
		context.logger.info(`${context.getNode().name}: The webhook '${id}' for ${url} ${whatStays}`);
	return true;
}
