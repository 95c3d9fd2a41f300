import type { ICredentialDataDecryptedObject, ICredentialTestFunctions, IHttpRequestOptions, INodeCredentialTestResult } from 'n8n-workflow';

import type { RequestContext } from './refreshStoredToken';

export type Headers = IHttpRequestOptions['headers'];

/** A node's context with the fields of the dialog as its credential: n8n gives a test no `httpRequestWithAuthentication`. */
export function contextOfTest(
	{ helpers, logger }: ICredentialTestFunctions,
	{ label, type, data }: { label: string; type: string; data: ICredentialDataDecryptedObject },
	sign: (headers: Headers) => Headers,
): RequestContext {
	const node = { id: '', name: label, type, typeVersion: 1, position: [0, 0], parameters: {} };
	const httpRequestWithAuthentication = async (_type: string, options: IHttpRequestOptions) => {
		const { url, qs, headers, timeout, returnFullResponse = false } = options;
		const how = { json: true, followRedirect: false, resolveWithFullResponse: returnFullResponse };
		return await helpers.request({ uri: url, qs, headers: sign(headers), timeout, ...how });
	};
	const getCredentials = async () => await Promise.resolve(data);
	return { getNode: () => node, getCredentials, logger, helpers: { httpRequestWithAuthentication } } as unknown as RequestContext;
}

/** What the dialog shows of a test: n8n has words of its own for one that succeeds. */
export async function resultOfTest(test: Promise<unknown>): Promise<INodeCredentialTestResult> {
	return await test.then(
		() => ({ status: 'OK', message: 'It works' }),
		({ message, description }: Error & { description?: string }) => ({
			status: 'Error',
			message: description ? `${message}. ${description}` : message,
		}),
	);
}
