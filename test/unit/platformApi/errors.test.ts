import type { INode } from 'n8n-workflow';

import type { PlatformCredential } from '../../../nodes/platformApi/credential';
import type { FailedRequest } from '../../../nodes/platformApi/errors';
import { toPlatformError } from '../../../nodes/platformApi/errors';

const node: INode = {
	id: '1',
	name: 'Platform',
	type: 'n8n-nodes-crm-platform.platform',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const credential: PlatformCredential = {
	authentication: 'accessToken',
	type: 'platformTokenApi',
	label: 'Platform Token API',
	platformUrl: 'https://api.example.com',
	apiVersion: '2021-07-28',
	locationId: 'loc-1',
	token: 's3cret-token',
	tokenData: {},
	decrypted: { accessToken: 's3cret-token' },
};
const explain = (error: unknown, request: Partial<FailedRequest> = {}) =>
	toPlatformError(node, error, { method: 'POST', ...request }, credential);
const failed = (status: number, data: unknown) =>
	Object.assign(new Error(`Request failed with status code ${status}`), {
		response: { status, data },
	});
const coded = (code: string) => Object.assign(new Error(code.toLowerCase()), { code });

describe('a write without a response', () => {
	it.each(['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'HPE_INVALID_CONSTANT', 'ERR_CANCELED', 'EPROTO', 'ERR_SSL_BAD_RECORD_TYPE'])(
		'is in doubt after %s',
		(code) => {
			expect(explain(coded(code)).message).toContain('Outcome unknown');
		},
	);

	it.each(['ECONNREFUSED', 'ENOTFOUND', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_INVALID_URL'])(
		'is not in doubt after %s',
		(code) => {
			const error = explain(coded(code));
			expect(error.message).toContain('The platform at api.example.com could not be reached');
			expect(error.description).toContain('Nothing was changed');
		},
	);

	it('is not in doubt when n8n itself refused to send it', () => {
		const error = explain(new Error('The request to 10.0.0.1 was blocked'));
		expect(error.message).toContain('was blocked');
		expect(error.message).not.toContain('Outcome unknown');
	});

	it('keeps its text although that contains a socket code', () => {
		expect(explain(coded('ECONNREFUSED'), { method: 'GET' }).message).toBe(
			'The platform at api.example.com could not be reached (ECONNREFUSED)',
		);
	});
});

describe('the description', () => {
	it.each<[unknown, string]>([
		['plain text', 'plain text'],
		[{ message: 'a message' }, 'a message'],
		[{ message: ['one', { message: 'two' }] }, 'one; two'],
		[{ error: 'code', error_description: 'words' }, 'words'],
		[{ error: { message: 'nested' } }, 'nested'],
	])('carries what the platform says in %j', (data, text) => {
		expect(explain(failed(400, data)).description).toContain(`The platform says: "${text}"`);
	});

	it.each<[unknown]>([[''], [undefined], ['<html>Bad Gateway</html>'], [{}], [{ code: 7 }]])(
		'says nothing for the platform about %j',
		(data) => {
			expect(explain(failed(400, data)).description).not.toContain('The platform says');
		},
	);

	it('is bounded, and hides every secret', () => {
		const data = { message: `s3cret-token Bearer renewed-one ${'x'.repeat(5000)}` };
		const error = explain(failed(422, data));
		expect(error.description).toContain('[hidden] Bearer [hidden] xxx');
		expect(error.description?.length).toBeLessThan(800);
		expect(JSON.stringify(error)).not.toContain('s3cret');
		expect(error.cause).toBeUndefined();
	});

	it('of an endpoint goes before the general one', () => {
		const statuses = { 404: { message: 'No such thing', whatToDo: 'Look elsewhere.' } };
		expect(explain(failed(404, {}), { statuses })).toMatchObject({
			message: 'No such thing',
			description: 'Look elsewhere.',
			httpCode: '404',
		});
	});
});

it.each([301, 400, 401, 403, 404, 409, 418, 422, 429, 500, 503])(
	'status %d has a message that says what happened, without the words that frighten',
	(status) => {
		for (const method of ['GET', 'POST']) {
			const { message, description } = explain(failed(status, {}), { method, scope: 'a.b' });
			for (const text of [message, String(description)]) {
				expect(text).not.toMatch(/\b(error|problem|failure|mistake)\b/i);
				expect(text).toMatch(/^[A-Z']/);
			}
			expect(description).toMatch(/\.$/);
		}
	},
);

it.each([
	['a.b', "Add the scope 'a.b' to the app or token and the credential, then reconnect."],
	[undefined, 'Add the scope for it to the app or token and the credential, then reconnect.'],
])('a missing scope (%s) is told in few words, before those of the platform', (scope, whatToDo) => {
	const { description } = explain(failed(403, { message: 'Forbidden for you' }), { scope });
	expect(description).toBe(`${whatToDo} The platform says: "Forbidden for you"`);
});

it('hides a token that was pasted with spaces around it', () => {
	const pasted = { ...credential, decrypted: { accessToken: ' s3cret-token\n' } };
	const error = toPlatformError(
		node,
		failed(400, { message: 'The token s3cret-token is unknown' }),
		{ method: 'GET' },
		pasted,
	);
	expect(error.description).toContain('The token [hidden] is unknown');
});
