import type { IDataObject } from 'n8n-workflow';

import { failed, PLATFORM_URL, pressTest } from './fakePlatform';
import { testPlatformToken } from '../../../nodes/platformApi/credentialTest';

const right = {
	platformUrl: `${PLATFORM_URL}/`,
	accessToken: ' Bearer pit-1',
	locationId: ' loc-1 ',
	apiVersion: '',
};
const press = async (fields: IDataObject, body: unknown = { calendars: [] }) =>
	await pressTest(
		testPlatformToken,
		{ ...right, ...fields },
		body instanceof Error ? body : { body, headers: {} },
	);

it('lists the calendars as the node does', async () => {
	expect(await press({})).toMatchObject({
		status: 'OK',
		sent: [
			{
				uri: `${PLATFORM_URL}/calendars/`,
				qs: { locationId: 'loc-1' },
				headers: { Authorization: 'Bearer pit-1', Version: '2021-07-28' },
				timeout: 30_000,
				json: true,
				followRedirect: false,
				resolveWithFullResponse: true,
				// A refusal, too, is read as a stream, and its status is no error yet.
				simple: false,
				useStream: true,
			},
		],
	});
});

it.each<[what: string, body: unknown, message: string, fields?: IDataObject]>([
	[
		'a page',
		'<html>Welcome</html>',
		"The platform did not respond with what was asked for. Check 'Platform URL' of the credential",
	],
	[
		'400',
		failed(400),
		"Check that 'Location ID' is the ID of the location, not its name, and 'API Version', where it is shown.",
	],
	[
		'422',
		failed(422),
		"Check that 'Location ID' is the ID of the location, not its name, and 'API Version', where it is shown.",
	],
	['401', failed(401), "Check that 'Access Token' of the credential is complete"],
	['nothing', {}, 'The response is not a list of calendars.'],
	['an empty body', '', 'The response is not a list of calendars.'],
	[
		'403',
		failed(403, { message: 'You may not' }),
		'not its name, and that the token has the scope calendars.readonly. The platform says: "You may not"',
	],
	['404', failed(404), "Check 'Platform URL'. Enter it without a path"],
	[
		'404 of HighLevel, whose address nobody has entered',
		failed(404),
		"Check that 'Location ID' is the ID of the location, not its name",
		{ api: 'highLevel', platformUrl: '' },
	],
	[
		'401 of the other form',
		failed(401, { message: 'version header is invalid.' }),
		"the 'Version' header of the request. If this is a HighLevel account, set 'API'",
	],
	[
		'nothing, since there is no location',
		undefined,
		"Nothing was sent. Choose 'Location (Sub-Account)' under 'Options', or enter 'Location ID'",
		{ locationId: ' ' },
	],
	[
		'nothing, since there is no address',
		undefined,
		"is empty. Enter the address of the API. If this is a HighLevel account, set 'API'",
		{ platformUrl: ' ' },
	],
])('says what to change after %s', async (_, body, message, fields = {}) => {
	const shown = await press(fields, body);
	expect(shown).toMatchObject({
		status: 'Error',
		message: expect.stringContaining(message),
	});
	expect(shown.message).not.toContain('undefined');
});
