import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INode,
	INodeCredentialTestResult,
	NodeApiError,
} from 'n8n-workflow';

import type { Explanation, StatusTexts } from '../http/explain';
import type { RequestContext } from '../n8n/refreshStoredToken';
import { PlatformClient } from './client';
import { bareToken, CREDENTIALS } from './credential';

const { label, type } = CREDENTIALS.accessToken;
const NODE: INode = { id: '', name: label, type, typeVersion: 1, position: [0, 0], parameters: {} };

const CHECK_FIELDS: Explanation = {
	message: 'The platform does not accept the request',
	whatToDo: "Check 'Location ID' and 'API Version'.",
};

/** What statuses mean where only the fields of the credential can be wrong. */
const STATUSES: StatusTexts = {
	400: CHECK_FIELDS,
	403: {
		message: 'The token cannot list the calendars of this location',
		whatToDo: "Check 'Location ID', and that the token has the scope calendars.readonly.",
	},
	404: { message: 'There is no such API at this address', whatToDo: "Check 'Platform URL'." },
	422: CHECK_FIELDS,
};

/** What a node gives the client, with the fields of the dialog in place of a stored credential. */
function asNode({ helpers, logger }: ICredentialTestFunctions, data: ICredentialDataDecryptedObject) {
	const Authorization = `Bearer ${bareToken(data.accessToken)}`;
	const how = { json: true, followRedirect: false, resolveWithFullResponse: true };
	const httpRequestWithAuthentication = async (_type: string, { url, qs, headers, timeout }: IHttpRequestOptions) =>
		await helpers.request({ uri: url, qs, headers: { ...headers, Authorization }, timeout, ...how });
	return {
		getNode: () => NODE,
		getCredentials: async () => await Promise.resolve(data),
		logger,
		helpers: { httpRequestWithAuthentication },
	};
}

/** The test of the Platform Token API credential: the node's own checks, in its words, and the list of calendars. */
export async function testPlatformToken(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const client = new PlatformClient(asNode(this, data) as unknown as RequestContext, 'accessToken');
	try {
		const query = { locationId: await client.locationFor() };
		await client.requestList({ method: 'GET', path: '/calendars/', query, statuses: STATUSES }, 'calendars');
		// No response shows what else the token may do.
		const { scopes } = await client.dialect();
		return { status: 'OK', message: `Reading works. Booking also needs the scope ${scopes.writeAppointments}.` };
	} catch (error) {
		const { message, description } = error as NodeApiError;
		return { status: 'Error', message: description ? `${message}. ${description}` : message };
	}
}
