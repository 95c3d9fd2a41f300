import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { APP_UNINSTALLED } from '../events';
import { selectedEvents } from '../parameters';
import { parsePublicKeys } from '../publicKeys';
import { KEY_CREDENTIAL } from '../verification';

/**
 * Refuses to start without a usable key: such a trigger would reject every delivery.
 *
 * @throws NodeOperationError with what is wrong with which key
 */
export async function requireKeys(this: IHookFunctions): Promise<void> {
	const { publicKeys } = await this.getCredentials(KEY_CREDENTIAL);
	try {
		parsePublicKeys(String(publicKeys ?? ''));
	} catch (error) {
		throw new NodeOperationError(
			this.getNode(),
			'The Platform Webhook API credential holds no usable key, so no event could be verified',
			{ description: error instanceof Error ? error.message : undefined },
		);
	}
}

/** @throws NodeOperationError when nothing is selected */
export function requireEvents(this: IHookFunctions): Set<string> {
	const events = selectedEvents.call(this);
	if (events.size === 0) {
		throw new NodeOperationError(this.getNode(), "No event is selected in 'Events'", {
			description: "Select at least one event in 'Events', or add one under 'Additional Event Names'.",
		});
	}
	return events;
}

/**
 * The events that can be registered. Contract: Events; app.deleted goes to the notification URL that
 * is set in the app itself.
 *
 * @throws NodeOperationError when none is left
 */
export function registrableEvents(this: IHookFunctions): Set<string> {
	const events = requireEvents.call(this);
	events.delete(APP_UNINSTALLED);
	if (events.size === 0) {
		throw new NodeOperationError(
			this.getNode(),
			`The event '${APP_UNINSTALLED}' cannot be registered automatically`,
			{
				description:
					"The platform sends it to the notification URL of the app only. Set 'Registration' to 'Manual' and enter the production URL of this node as the app's notification URL.",
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

/**
 * Refuses an address of this machine, unless the platform runs on this machine as well.
 *
 * @throws NodeOperationError that says which setting gives n8n a public address
 */
export function requireReachable(this: IHookFunctions, url: string, platformUrl: string): void {
	if (!isLoopback(url) || isLoopback(platformUrl)) return;
	throw new NodeOperationError(
		this.getNode(),
		`The platform cannot reach this n8n: its webhook address begins with ${new URL(url).origin}, which is this machine's own`,
		{
			description:
				'Make n8n reachable from the internet, set the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in n8n 1.x) to its public address, restart n8n and publish the workflow again.',
		},
	);
}
