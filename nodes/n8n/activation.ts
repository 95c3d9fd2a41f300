import type { IHookFunctions } from 'n8n-workflow';

/**
 * Whether a published workflow is restarted without a person: n8n starts, or another of its
 * processes becomes the leading one. Before 2.40, and with the publication service off, n8n removes
 * the webhook when `checkExists` throws then: signed events get 404 until it has been tried again,
 * which n8n puts off up to a day.
 */
export function isTakenUpAgain(context: IHookFunctions): boolean {
	return ['init', 'leadershipChange'].includes(context.getActivationMode());
}
