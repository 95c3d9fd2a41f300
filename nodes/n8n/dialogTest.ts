import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import type { RequestContext } from './requestContext';

export type Headers = IHttpRequestOptions['headers'];

/** The test of a credential. */
interface DialogTest {
	/** The credential, as n8n and messages name it. */
	credential: { label: string; type: string };
	/** The fields of the dialog. */
	data: ICredentialDataDecryptedObject;
	/** Adds what authenticates a request. */
	sign: (headers: Headers) => Headers;
	/** Sends what a node would send. @throws an error that says what is wrong with the credential */
	test: (context: RequestContext) => Promise<unknown>;
}

/** Runs a test with a node's context and the fields of the dialog: n8n gives a test no `httpRequestWithAuthentication`. */
export async function resultOfTest(
	{ helpers, logger }: ICredentialTestFunctions,
	{ credential, data, sign, test }: DialogTest,
): Promise<INodeCredentialTestResult> {
	const { label, type } = credential;
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
	try {
		await test(context as unknown as RequestContext);
		// n8n shows its own words for a success.
		return { status: 'OK', message: 'It works' };
	} catch (error) {
		const { message, description } = error as Error & { description?: string };
		return { status: 'Error', message: description ? `${message}. ${description}` : message };
	}
}
