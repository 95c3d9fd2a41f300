import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { misspelledEvent } from '../../fields/kinds';
import { APP_UNINSTALLED } from '../../platformApi/deliveries';
import { EVENT_OPTIONS, readSettings, selectedEvents } from '../parameters';
import { readKeys } from '../credentials';

export function refuse(context: IHookFunctions, message: string, description?: string): never {
	throw new NodeOperationError(context.getNode(), message, { description });
}

export async function requireKeys(context: IHookFunctions): Promise<void> {
	const { unusable } = await readKeys(context);
	const message = "'Public Keys' of the Platform Webhook API credential cannot be used as it is";
	if (unusable !== undefined) refuse(context, message, unusable);
}

/** @throws NodeOperationError when nothing is selected, or a known event is entered under another name */
export function requireEvents(context: IHookFunctions): Set<string> {
	const { additionalEvents } = readSettings(context);
	const events = selectedEvents(context);
	if (events.size === 0) {
		const description = "Select at least one event in 'Events', or add one under 'Additional Event Names'.";
		refuse(context, "No event is selected in 'Events'", description);
	}
	for (const name of additionalEvents) {
		const meant = misspelledEvent(name, EVENT_OPTIONS);
		if (!meant) continue;
		const description = `Remove it, and select '${meant.name}' in 'Events'. The platform calls this event '${meant.value}'.`;
		refuse(context, `'${name}' in 'Additional Event Names' is not the name of an event`, description);
	}
	return events;
}

export function registrableEvents(context: IHookFunctions): Set<string> {
	const events = requireEvents(context);
	events.delete(APP_UNINSTALLED);
	if (events.size > 0) return events;
	const description =
		"The platform sends it only to the app's notification URL. Set 'Webhook Setup' to 'Manual' and enter the production URL of this node as the app's notification URL.";
	return refuse(context, `The event '${APP_UNINSTALLED}' cannot be registered automatically`, description);
}

/** `URL` writes the host `[::ffff:127.0.0.1]` as `[::ffff:7f00:1]`. */
const LOOPBACK = /^((.*\.)?localhost\.?|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

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
