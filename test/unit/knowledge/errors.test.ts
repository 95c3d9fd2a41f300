import { NodeApiError } from 'n8n-workflow';

import { toKnowledgeError } from '../../../nodes/knowledgeApi/errors';
import { failed, BASE_URL, lost, node } from './fakeKnowledge';

const FAILED = { baseUrl: BASE_URL, path: '/v1/features/crm', secret: '' };
const TARGET = { kind: 'feature', slug: 'crm' };
const CHECK = "Check 'Base URL' in the credential";

const explain = (error: unknown, more = {}) => toKnowledgeError(node, error, { ...FAILED, ...more });

describe('a status says', () => {
	it.each([
		[400, 'The knowledge API did not accept the request (HTTP 400)', "Check the node's parameters."],
		[401, 'The knowledge API refused the credential (HTTP 401)', "Check 'Header Name' and 'Header Value'"],
		[403, 'The knowledge API refused the credential (HTTP 403)', "Check 'Header Name' and 'Header Value'"],
		[404, `There is nothing at ${BASE_URL}/v1/features/crm`, CHECK],
		[429, 'The knowledge API received too many requests (HTTP 429)', "Lower 'Concurrent Requests'"],
		[499, 'The knowledge API did not accept the request (HTTP 499)', "Check the node's parameters."],
		[500, 'The knowledge API could not respond (HTTP 500)', 'Try again later'],
		[503, 'The knowledge API could not respond (HTTP 503)', 'Try again later'],
		[300, `${BASE_URL} redirects to another address (HTTP 300)`, "as 'Base URL' in the credential"],
		[399, `${BASE_URL} redirects to another address (HTTP 399)`, "as 'Base URL' in the credential"],
	])('%d', (status, message, description) => {
		const error = explain(failed(status), status === 404 ? {} : { target: TARGET });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ message, httpCode: String(status) });
		expect(error.description).toContain(description);
		expect(error.description).not.toContain('The API says');
	});

	it('404 which slug is not known', () => {
		const error = explain(failed(404, { message: 'No such feature' }), { target: TARGET });
		expect(error.message).toBe("No feature found for slug 'crm'");
		expect(error.description).toBe(
			"Check the spelling of 'Slug'. It is often the last part of the URL of the feature's page. The API says: No such feature",
		);
	});

	it.each(['<html>nginx</html>', '\n <!doctype html>'])('404 with a page that it may be another server: %j', (page) => {
		const { description } = explain(failed(404, page), { target: TARGET });
		expect(description).toContain("Check the spelling of 'Slug'");
		expect(description).toContain(CHECK);
		expect(description).not.toContain('<');
	});
});

describe('no response', () => {
	it.each([
		['ECONNREFUSED', `Nothing responds at ${BASE_URL}`, 'the knowledge API is not running'],
		['ENOTFOUND', 'The host knowledge.example.com was not found', 'can resolve this host name'],
		['EAI_AGAIN', 'The host knowledge.example.com was not found', 'can resolve this host name'],
		['ECONNRESET', `No complete response came from ${BASE_URL}`, 'Retries did not help'],
		['ETIMEDOUT', `No complete response came from ${BASE_URL}`, 'Retries did not help'],
	])('because of %s', (code, message, description) => {
		const error = explain(lost(code));
		expect(error).toMatchObject({ message, httpCode: null });
		expect(error.description).toContain(description);
		expect(error.description).toContain(CHECK);
	});

	it.each([
		['a description', { description: 'The certificate has expired', messages: ['b'], message: 'c' }, 'The certificate has expired'],
		['a list of messages', { messages: ['Self-signed', 'b'], message: 'c' }, 'Self-signed'],
		['an empty list', { messages: [], message: 'Not sent' }, 'Not sent'],
		['a message', new Error('Not sent'), 'Not sent'],
		['nothing', {}, "Check 'Base URL' in the credential: it is the part of the address before /v1."],
	])('because nothing was sent, which n8n explains by %s', (_how, error, description) => {
		expect(explain(error)).toMatchObject({ message: `The lookup could not be sent to ${BASE_URL}`, description });
	});
});

it.each([
	['k-3f9a7c', 'Unknown key [hidden]'],
	['Bearer k-3f9a7c', 'Unknown key [hidden]'],
	['', 'Unknown key k-3f9a7c'],
])('the own words of the API are passed on without the key %j', (secret, text) => {
	const { description } = explain(failed(422, { error: 'Unknown key k-3f9a7c' }), { secret });
	expect(description).toBe(`Check the node's parameters. The API says: ${text}`);
});
