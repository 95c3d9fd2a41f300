import { NodeApiError } from 'n8n-workflow';

import { toKnowledgeError } from '../../../nodes/knowledgeApi/errors';
import { failed, BASE_URL, lost, node } from './fakeKnowledge';

const TARGET = { kind: 'feature', slug: 'crm' };
const CHECK = "Check 'Base URL' of the credential, the part of the address before /v1";
const SPELLING = "Check the spelling of 'Slug'. It is often the last part of the URL of the feature's page.";

const explain = (error: unknown, more = {}) => toKnowledgeError(node, error, { baseUrl: BASE_URL, secret: '', ...more });

// What every API's statuses say is told in platformApi/errors.test.ts.
it.each<[number, object, string, string]>([
	[400, {}, 'The knowledge API did not accept the request (status 400)', 'See its message'],
	[401, {}, 'The knowledge API refused the credential', "Check 'Header Name' and 'Header Value'"],
	[403, {}, 'The knowledge API refused the credential', "Check 'Header Name' and 'Header Value'"],
	[404, {}, 'The knowledge API did not accept the request (status 404)', 'See its message'],
	[404, { target: TARGET }, "No feature found for slug 'crm'", SPELLING],
	[429, {}, 'The knowledge API received too many requests', "lower 'Concurrent Requests'"],
])('status %d of %j says: %s', (status, more, message, whatToDo) => {
	const error = explain(failed(status), more);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({ message, httpCode: String(status), description: expect.stringContaining(whatToDo) as string });
});

it.each(['<html>nginx</html>', '\n <!doctype html>'])('404 with a page says that it may be another server: %j', (page) => {
	expect(explain(failed(404, page), { target: TARGET })).toMatchObject({
		message: 'The knowledge API at knowledge.example.com responded with a web page (status 404)',
		description: `${CHECK}. A proxy may also have responded. If the address is right: No feature found for slug 'crm'. ${SPELLING}`,
	});
});

it('no response names the host, and what to check', () => {
	expect(explain(lost('ENOTFOUND'))).toMatchObject({
		message: 'The knowledge API at knowledge.example.com could not be reached (ENOTFOUND)',
		description: `${CHECK}, and that n8n can connect to it.`,
	});
});

it.each([
	['Bearer k-3f9a7c', 'Unknown key [hidden]'],
	['', 'Unknown key k-3f9a7c'],
])('the own words of the API are passed on without the key %j', (secret, text) => {
	const { description } = explain(failed(422, { error: 'Unknown key k-3f9a7c' }), { secret });
	expect(description).toBe(`See its message below, then correct the fields. The knowledge API says: "${text}"`);
});
