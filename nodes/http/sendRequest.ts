import type {
	IAdditionalCredentialOptions,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { abortable, type RequestContext } from '../n8n/requestContext';
import { readBody } from './readBody';

/** A response of success. */
export interface HttpResponse {
	/** As parsed from JSON, else text; an empty text where there was none. */
	body: unknown;
	/** By their names in lower case. */
	headers: IDataObject;
}

/** A request to sign with a credential. */
export interface CredentialRequest {
	/** n8n's name of the credential's type. */
	credentialType: string;
	request: IHttpRequestOptions;
	/** True where n8n's core may renew the token after a 401 and send the request again. */
	coreMayRenew?: boolean;
	/** How n8n's core signs it, where its usual way will not do. */
	how?: IAdditionalCredentialOptions;
}

/**
 * Sends a request once, signed with a credential, and reads its response.
 *
 * @param signal ends it, and closes its connection
 * @throws for a status outside 2xx what the HTTP client would throw
 */
export async function sendRequest(
	context: RequestContext,
	{ credentialType, request, coreMayRenew = false, how }: CredentialRequest,
	signal: AbortSignal,
): Promise<HttpResponse> {
	const caller = abortable(context, signal);
	const response = (await caller.helpers.httpRequestWithAuthentication.call(
		caller,
		credentialType,
		{
			...request,
			returnFullResponse: true,
			abortSignal: signal,
			// n8n's HTTP client has no largest size for a body that it reads itself.
			encoding: coreMayRenew ? undefined : 'stream',
			// Without an error for a status, n8n's core never sends a request again.
			ignoreHttpStatusErrors: !coreMayRenew,
		},
		how,
	)) as IN8nHttpFullResponse;
	const { statusCode: status, headers } = response;
	const isRefusal = status >= 300;
	const reading = readBody(response.body, signal);
	// Of a refusal, the status says enough where its body cannot be read.
	const data = isRefusal ? await reading.catch(() => '') : await reading;
	if (isRefusal) throw Object.assign(new Error(), { response: { status, data, headers } });
	return { body: data, headers };
}
