import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { holdsList, UnexpectedResponseError } from '../http/body';
import type { Explanation, StatusTexts } from '../http/explain';
import { resultOfTest, type Headers } from '../n8n/dialogTest';
import type { RequestContext } from '../n8n/requestContext';
import { PlatformClient } from './client';
import { bareToken, CREDENTIALS } from './credential';
import { requestOf } from './endpoint';
import { CHOICES } from './pickLists';

const CHECK_FIELDS: Explanation = {
	message: 'The platform does not accept the request',
	whatToDo:
		"Check that 'Location ID' is the ID of the location, not its name, and 'API Version', where it is shown.",
};

const NO_API: Explanation = {
	message: 'There is no such API at this address',
	whatToDo:
		"Check 'Platform URL'. Enter it without a path, such as https://api.platform.example.com.",
};

/** Statuses where only the fields of the credential can be wrong. */
const STATUSES: StatusTexts = {
	400: CHECK_FIELDS,
	403: {
		message: 'The token cannot list the calendars of this location',
		whatToDo:
			"Check that 'Location ID' is the ID of the token's location, not its name, and that the token has the scope calendars.readonly.",
	},
	422: CHECK_FIELDS,
};

/** The test of the CRM Platform (GoHighLevel) Token API credential: it lists the calendars as the node does. */
export async function testPlatformToken(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const Authorization = `Bearer ${bareToken(data.accessToken)}`;
	const sign = (headers: Headers) => ({ ...headers, Authorization });
	async function listCalendars(context: RequestContext): Promise<void> {
		const client = new PlatformClient(context, 'accessToken');
		const body = await client.request({
			...requestOf(CHOICES.calendarId, { locationId: await client.locationFor() }),
			// Nobody has entered the address of HighLevel.
			statuses: { ...STATUSES, 404: data.platformUrl ? NO_API : CHECK_FIELDS },
		});
		// A list of a location without calendars is empty, but it is there.
		if (!holdsList(body)) throw new UnexpectedResponseError('a list of calendars');
	}

	const credential = CREDENTIALS.accessToken;
	return await resultOfTest(this, { credential, data, sign, test: listCalendars });
}
