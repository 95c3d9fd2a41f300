import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

export type RequestContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

/** Gives n8n's core a reading of the credential, which it would read again for each request (n8n-core 2.41.1, request-helpers/oauth.js). */
export function withReading<C extends RequestContext>(
	context: C,
	reading: ICredentialDataDecryptedObject,
): C {
	return Object.create(context, { getCredentials: { value: async () => reading } }) as C;
}

/**
 * Lets a signal end a request: n8n's core puts the signal of the execution in place of the request's own (n8n-core 2.41.1,
 * request-helpers/authentication.js).
 */
export function abortable<C extends RequestContext>(context: C, signal: AbortSignal): C {
	const { getExecutionCancelSignal } = context as Partial<IExecuteFunctions>;
	const ofExecution = getExecutionCancelSignal?.call(context);
	const either = ofExecution ? AbortSignal.any([ofExecution, signal]) : signal;
	return Object.create(context, { getExecutionCancelSignal: { value: () => either } }) as C;
}
