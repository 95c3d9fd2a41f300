import { NodeApiError, type IWebhookFunctions } from 'n8n-workflow';

import { withPlatformText } from '../../platformApi/errors';

/** Tells the operator in one line of n8n's log what the contact is not told. */
export function report(context: IWebhookFunctions, what: string, error: unknown): void {
	const { message } = error instanceof Error ? error : { message: String(error) };
	const reason = error instanceof NodeApiError ? withPlatformText(`${message}.`, error) : message;
	// IDs come from items: a line break in one would look like a line of the log.
	const line = `${what}: ${reason}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
	context.logger.warn(line, {
		executionId: context.getExecutionId(),
		nodeName: context.getNode().name,
	});
}

export const NOT_UP_TO_DATE = 'A page is not up to date';
