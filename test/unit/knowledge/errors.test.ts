import { NodeApiError } from 'n8n-workflow';

import { failed, knowledge, refusal } from './fakeKnowledge';

const notFound = { message: "No feature found for slug 'crm'", whatToDo: "Check the spelling of 'Slug'." };
const CHECK = "Check 'Base URL' of the credential, the part of the address before /v1";

const told = async (error: unknown, more = {}, headerValue = '') =>
	await refusal(knowledge({ responses: error, credential: { headerValue } }).client.get({ path: '/v1/features/crm', ...more }));

// What every API's statuses say is told in platformApi/errors.test.ts.
it.each<[number, object, string, string]>([
	[400, {}, 'The knowledge API did not accept the request (status 400)', 'It gives no reason'],
	[401, {}, 'The knowledge API refused the credential', "Check 'Header Name' and 'Header Value'"],
	[403, {}, 'The knowledge API refused the credential', "Check 'Header Name' and 'Header Value'"],
	[404, {}, 'There is nothing at https://knowledge.example.com/v1/features/crm', "Check 'Base URL' of the credential"],
	[404, { notFound }, notFound.message, notFound.whatToDo],
	[429, {}, 'The knowledge API received too many requests', "Try again after .* UTC\\. Or lower 'Concurrent Requests'"],
])('status %d of %j says: %s', async (status, more, message, whatToDo) => {
	const error = await told(failed(status), more);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({ message, httpCode: String(status), description: expect.stringMatching(`^${whatToDo}`) as string });
});

it.each(['<html>nginx</html>', '\n <!doctype html>'])('404 with a page says that it may be another server: %j', async (page) => {
	expect(await told(failed(404, page), { notFound })).toMatchObject({
		message: 'The knowledge API at knowledge.example.com responded with a web page (status 404)',
		description: `${CHECK}. A proxy may also have responded. If the address is right: ${notFound.message}. ${notFound.whatToDo}`,
	});
});

it.each([
	['Bearer k-3f9a7c', 'Unknown key [hidden]'],
	['', 'Unknown key k-3f9a7c'],
])('the own words of the API are passed on without the key %j', async (secret, text) => {
	const { description } = await told(failed(422, { error: 'Unknown key k-3f9a7c' }), {}, secret);
	expect(description).toBe(`See its message below, then correct the fields. The knowledge API says: "${text}"`);
});
