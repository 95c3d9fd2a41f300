import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { authenticationOf } from '../fields/accountFields';
import { readId } from '../http/body';
import { httpStatusOf } from '../http/failure';
import { asNodeFailure } from '../items/outcome';
import { PlatformClient } from '../platformApi/client';
import { APP_UNINSTALLED, EVENT_OPTIONS, misspelledEvent } from '../platformApi/deliveries';
import { createCustomWebhook, listCustomWebhooks } from '../platformApi/webhooks';
import { SerialQueue } from '../utils/attempt';
import { NO_LOCATION_IDS, readSigningCredential } from './keysAndLocations';
import { readSettings, registersAutomatically } from './triggerFields';
import { compareRegistrations, recall, remember } from './registrations';

/** `URL` writes the host `[::ffff:127.0.0.1]` as `[::ffff:7f00:1]`. */
const LOOPBACK =
	/^((.*\.)?localhost\.?|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

export const isLoopback = (url: string) =>
	URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);

const nodeError = (context: IHookFunctions, message: string, description: string) =>
	new NodeOperationError(context.getNode(), message, { description });

/**
 * What publishing is to bring about: the events to register, and where; undefined where a person does it, or nobody.
 *
 * @throws NodeOperationError for what can be seen to start nothing, before anything is sent
 */
async function targetOf(context: IHookFunctions) {
	const refuse = (message: string, description: string) => {
		throw nodeError(context, message, description);
	};
	const { unusable, form, locationIds } = await readSigningCredential(context);
	if (unusable !== undefined)
		refuse(
			"'Public Keys' of the Platform Webhook API credential cannot be used as it is",
			unusable,
		);
	const settings = readSettings(context);
	if (settings.events.size === 0)
		refuse(
			"No event is selected in 'Events'",
			"Select at least one event in 'Events', or add one under 'Additional Event Names'.",
		);
	for (const name of settings.additionalEvents) {
		const meant = misspelledEvent(name, EVENT_OPTIONS);
		if (meant)
			refuse(
				`'${name}' in 'Additional Event Names' is not the name of an event`,
				`Remove it, and select '${meant.name}' in 'Events'. The platform calls this event '${meant.value}'.`,
			);
	}
	const isAutomatic = registersAutomatically(context);
	if (
		form.isKeyShared &&
		!isAutomatic &&
		locationIds.length === 0 &&
		!settings.acceptOtherLocations
	)
		refuse("'Location IDs' of the Platform Webhook API credential is empty", NO_LOCATION_IDS);
	// Listening for a test event registers nothing unless a person wants it, because registrations stay.
	if (!isAutomatic || (context.getMode() === 'manual' && !settings.registerTestUrl))
		return undefined;
	const url = context.getNodeWebhookUrl('default') ?? '';
	const client = new PlatformClient(context, authenticationOf(context));
	const { platformUrl, locationId, label, dialect } = await client.account.credential();
	if (!dialect.scopes.writeWebhooks)
		refuse(
			`${dialect.label} has no API that registers webhooks, so 'Webhook Setup' cannot be 'Automatic'`,
			`Set 'Webhook Setup' to 'Manual'. Then enter ${url} as the webhook URL in the settings of your app on ${dialect.label}'s marketplace, and select the events there.`,
		);
	if (isLoopback(url) && !isLoopback(platformUrl))
		refuse(
			`The platform cannot reach this n8n: its webhook URL begins with ${new URL(url).origin}, which only this machine can reach`,
			'Make n8n reachable from the internet, set the environment variable N8N_WEBHOOK_URL to its public address, restart n8n and publish the workflow again.',
		);
	const events = [...settings.events].filter((event) => event !== APP_UNINSTALLED);
	if (events.length === 0)
		refuse(
			`The event '${APP_UNINSTALLED}' cannot be registered automatically`,
			"The platform sends it only to the app's notification URL. Set 'Webhook Setup' to 'Manual' and enter the production URL of this node as the app's notification URL.",
		);
	if (locationId) return { client, wanted: { url, locationId, events } };
	return refuse(
		`The ${label} credential belongs to no location, so there is nowhere to register the webhook`,
		"Webhooks are registered per location. With OAuth2, create a new credential, and choose a location on the consent page. With a token, enter the 'Location ID' in the credential.",
	);
}

/** Registrations of one address wait for each other, so that the second of two at once finds the first. */
const queue = new SerialQueue();

/** Registers the events that no webhook has yet. */
async function registerMissing(
	context: IHookFunctions,
	{ client, wanted }: NonNullable<Awaited<ReturnType<typeof targetOf>>>,
): Promise<void> {
	const { url, locationId } = wanted;
	const { name } = context.getNode();
	const statuses = {
		404: {
			message: `The platform knows no location '${locationId}' for this credential`,
			whatToDo: 'Check that the token belongs to the location in the credential.',
		},
	};
	const { webhooks, isPart } = await listCustomWebhooks(client, locationId, { statuses });
	const { missing, current, unclear, disabled } = compareRegistrations(
		wanted,
		webhooks,
		recall(context),
		isPart,
	);
	if (missing.length > 0) {
		const webhook = {
			name: `n8n: ${context.getWorkflow().name ?? 'workflow'} (${name})`,
			url,
			actions: missing,
		};
		const created = await createCustomWebhook(client, locationId, webhook, {
			statuses,
			howToCheck: 'Publish the workflow again. It uses what is already registered.',
		}).catch((error: unknown) => {
			const isConflict = httpStatusOf(error) === 409;
			// A conflict on the first registration means that it exists.
			if (isConflict && current.length + disabled.length === 0) {
				const notice = `The platform reports a conflict, so ${url} counts as registered, although it is not listed. If no events arrive, check the platform's webhook settings.`;
				context.logger.warn(`${name}: ${notice}`);
				return {};
			}
			throw isConflict && disabled.length > 0
				? nodeError(
						context,
						`The webhook '${disabled.join("', '")}' for ${url} is disabled on the platform`,
						"Enable or remove it in the platform's webhook settings, then publish the workflow again.",
					)
				: error;
		});
		// The response need not repeat what was sent.
		const made = compareRegistrations(
			{ ...wanted, events: missing },
			[{ url, actions: missing, ...created }],
			[],
		);
		const id = readId(created) ?? '';
		current.push({ ...wanted, id, events: made.current[0]?.events ?? [] });
		if (made.missing.length > 0)
			context.logger.warn(
				`${name}: The platform confirmed the webhook '${id}', but its record shows that it does not send these events of the location '${locationId}' to ${url}: ${made.missing.join(', ')}. Check it in the platform's webhook settings.`,
			);
	}
	remember(context, current);
	for (const id of unclear) {
		const notice = `The platform does not say which events the webhook '${id}' covers, so it is treated as covering all. If events are missing, remove it in the platform's webhook settings, unpublish the workflow and publish it again.`;
		context.logger.warn(`${name}: ${notice}`);
	}
}

/**
 * create, which looks for what is registered. n8n calls it at each publishing, but not at a start of n8n.
 *
 * @throws NodeApiError or NodeOperationError: without the list, a second registration could be made
 */
export async function register(context: IHookFunctions): Promise<boolean> {
	try {
		const target = await targetOf(context);
		if (target)
			await queue.run(target.wanted.url, async () => await registerMissing(context, target));
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
	const whatStays =
		"stays on the platform, and is used again when the workflow is published again. If you no longer want it, remove it in the platform's webhook settings.";
	for (const { id, url } of recall(context))
		context.logger.info(`${context.getNode().name}: The webhook '${id}' for ${url} ${whatStays}`);
	return true;
}
