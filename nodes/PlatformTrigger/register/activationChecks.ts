import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import {
	APP_UNINSTALLED,
	EVENT_OPTIONS,
	eventNames,
	isSameEvent,
	selectedEvents,
} from '../parameters';
import { parsePublicKeys } from '../../webhookSignature/publicKeys';
import { readKeyText } from '../trigger/trigger';

/** @throws NodeOperationError with what is wrong with which key */
export async function requireKeys(context: IHookFunctions): Promise<void> {
	const text = await readKeyText(context);
	try {
		parsePublicKeys(text);
	} catch (error) {
		throw new NodeOperationError(
			context.getNode(),
			'The Platform Webhook API credential contains no usable key, so no event can be verified',
			{ description: error instanceof Error ? error.message : undefined },
		);
	}
}

/** @throws NodeOperationError when nothing is selected, or a label is entered for an event's name */
export function requireEvents(context: IHookFunctions): Set<string> {
	const events = selectedEvents(context);
	if (events.size === 0) {
		throw new NodeOperationError(context.getNode(), "No event is selected in 'Events'", {
			description: "Select at least one event in 'Events', or add one under 'Additional Event Names'.",
		});
	}
	for (const given of eventNames(context, 'additionalEvents')) {
		const meant = EVENT_OPTIONS.find(({ name, value }) => isSameEvent(name, given) && !isSameEvent(value, given));
		if (meant) {
			throw new NodeOperationError(
				context.getNode(),
				`'${given}' in 'Additional Event Names' is not the name of an event`,
				{
					description: `Remove it, and select '${meant.name}' in 'Events'. The platform calls this event '${meant.value}'.`,
				},
			);
		}
	}
	return events;
}

/** @throws NodeOperationError when nothing is left that can be registered */
export function registrableEvents(context: IHookFunctions): Set<string> {
	const events = requireEvents(context);
	events.delete(APP_UNINSTALLED);
	if (events.size === 0) {
		throw new NodeOperationError(
			context.getNode(),
			`The event '${APP_UNINSTALLED}' cannot be registered automatically`,
			{
				description:
					"The platform sends it only to the app's notification URL. Set 'Registration' to 'Manual' and enter the production URL of this node as the app's notification URL.",
			},
		);
	}
	return events;
}

/** Of a host as `URL` writes it, which turns `[::ffff:127.0.0.1]` into `[::ffff:7f00:1]`. */
const LOOPBACK =
	/^((.*\.)?localhost\.?|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

function isLoopback(url: string): boolean {
	try {
		return LOOPBACK.test(new URL(url).hostname);
	} catch {
		return false;
	}
}

/** @throws NodeOperationError for an address of this machine, unless the platform runs here as well */
export function requireReachable(context: IHookFunctions, url: string, platformUrl: string): void {
	if (!isLoopback(url) || isLoopback(platformUrl)) return;
	throw new NodeOperationError(
		context.getNode(),
		`The platform cannot reach this n8n: its webhook URL begins with ${new URL(url).origin}, which only this machine can reach`,
		{
			description:
				'Make n8n reachable from the internet, set the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in n8n 1.x) to its public address, restart n8n and publish the workflow again.',
		},
	);
}
