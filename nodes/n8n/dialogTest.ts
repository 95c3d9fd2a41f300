import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import type { RequestContext } from './requestContext';

export type Headers = IHttpRequestOptions['headers'];

/** Runs a test with a node's context and the fields of the dialog: n8n gives a test no `httpRequestWithAuthentication`. */
export async function resultOfTest(
	{ helpers, logger }: ICredentialTestFunctions,
	{ label, type }: { label: string; type: string },
	data: ICredentialDataDecryptedObject,
	sign: (headers: Headers) => Headers,
	test: (context: RequestContext) => Promise<unknown>,
): Promise<INodeCredentialTestResult> {
	const node = { id: '', name: label, type, typeVersion: 1, position: [0, 0], parameters: {} };
	const httpRequestWithAuthentication = async (
		_type: string,
		{ url: uri, qs, headers, timeout }: IHttpRequestOptions,
	) =>
		(await helpers.request({
			uri,
			qs,
			headers: sign(headers),
			timeout,
			json: true,
			followRedirect: false,
			// As the caller reads it: status, headers and a stream, whatever the status.
			resolveWithFullResponse: true,
			simple: false,
			useStream: true,
		})) as unknown;
	const context = {
		getNode: () => node,
		getCredentials: async () => await Promise.resolve(data),
		logger,
		helpers: { httpRequestWithAuthentication },
	};
	return await test(context as unknown as RequestContext).then(
		// n8n shows its own words for a success.
		() => ({ status: 'OK', message: 'It works' }),
		({ message, description }: Error & { description?: string }) => ({
			status: 'Error',
			message: description ? `${message}. ${description}` : message,
		}),
	);
}
