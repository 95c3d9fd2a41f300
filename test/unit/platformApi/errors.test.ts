import { failed, lost, node, PLATFORM_URL } from './fakePlatform';
import type { PlatformCredential } from '../../../nodes/platformApi/credential';
import type { FailedRequest } from '../../../nodes/platformApi/errors';
import { isOutcomeUnknown, toPlatformError } from '../../../nodes/platformApi/errors';

const credential: PlatformCredential = {
	authentication: 'accessToken',
	type: 'platformTokenApi',
	label: 'Platform Token API',
	platformUrl: PLATFORM_URL,
	apiVersion: '2021-07-28',
	locationId: 'loc-1',
	token: 's3cret-token',
	tokenData: {},
	decrypted: { accessToken: 's3cret-token' },
};
const explain = (error: unknown, request: Partial<FailedRequest> = {}, platformUrl = PLATFORM_URL) =>
	toPlatformError(node, error, { method: 'GET', ...request }, { ...credential, platformUrl });

describe('a status', () => {
	const REFUSED = 'did not accept the request';
	it.each([
		[300, 'redirect (status 300)', "'Platform URL' of the credential"],
		[399, 'redirect (status 399)', "'Platform URL' of the credential"],
		[400, `${REFUSED} (status 400)`, 'change the values'],
		[401, 'rejected the access token', "needs the scope 'a.b'"],
		[403, 'is not allowed to do this', 'reconnect'],
		[404, 'found nothing under this ID', 'Check the IDs'],
		[409, 'a conflict with existing data', 'change the values'],
		[418, `${REFUSED} (status 418)`, 'change the values'],
		[422, 'A field is missing', 'complete the fields'],
		[429, 'too many requests', 'Loop Over Items'],
		[499, `${REFUSED} (status 499)`, 'change the values'],
	])('%d says what happened, of reads and writes, without the words that frighten', (status, message, whatToDo) => {
		for (const method of ['GET', 'POST', 'DELETE']) {
			const error = explain(failed(status), { method, scope: 'a.b' });
			expect(error.message).toContain(message);
			expect(error.description).toContain(whatToDo);
			expect(`${error.message} ${error.description}`).not.toMatch(/\b(error|problem|failure|mistake)\b/i);
			expect([error.httpCode, isOutcomeUnknown(error)]).toEqual([String(status), false]);
		}
	});

	it.each([500, 503, 599])('%d leaves open what became of a write', (status) => {
		const [read, write] = ['GET', 'PUT'].map((method) => explain(failed(status), { method }));
		expect(read.message).toContain(`could not respond (status ${status})`);
		expect(read.description).toBe('Try again later.');
		expect(write.message).toContain(`Outcome unknown: the platform responded with status ${status}`);
		expect(write.description).toContain('Check on the platform whether it happened');
		expect([read, write].map(isOutcomeUnknown)).toEqual([false, true]);
	});

	it('of an endpoint goes before the general one', () => {
		const statuses = { 404: { message: 'No such thing', whatToDo: 'Look elsewhere.' } };
		const expected = { message: 'No such thing', description: 'Look elsewhere.', httpCode: '404' };
		expect(explain(failed(404), { statuses })).toMatchObject(expected);
	});

	it.each([
		['a.b', "Add the scope 'a.b' to the app or token and the credential, then reconnect."],
		[undefined, 'Add the scope for it to the app or token and the credential, then reconnect.'],
	])('that means a missing scope (%s) is told in few words, before those of the platform', (scope, whatToDo) => {
		const { description, context } = explain(failed(403, { message: 'Forbidden for you' }), { scope });
		expect(description).toBe(`${whatToDo} The platform says: "Forbidden for you"`);
		expect(context.forModel).toBe(`A person has to do this: ${description}`);
	});
});

describe('without a response', () => {
	it.each([
		['ETIMEDOUT', 'no response in time'],
		['ECONNABORTED', 'no response in time'],
		['ECONNRESET', 'ECONNRESET'],
		// Keeps its text although that contains a socket code.
		['ECONNREFUSED', 'ECONNREFUSED'],
		['unknown', 'lost: unknown'],
	])('a read with the code %s says: %s', (code, reason) => {
		const error = explain(lost(code));
		expect(error.message).toBe(`The platform at api.example.com could not be reached (${reason})`);
		expect(error.description).toMatch(/^Check the 'Platform URL'/);
		expect([error.httpCode, isOutcomeUnknown(error)]).toEqual([null, false]);
	});

	it.each([
		['http://localhost:3000/v1', 'localhost:3000'],
		['https://[::1]:8080', '[::1]:8080'],
	])('the platform at %s is named %s', (platformUrl, host) => {
		expect(explain(lost(), {}, platformUrl).message).toContain(`The platform at ${host} could not`);
	});

	it.each(['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'HPE_INVALID_CONSTANT', 'ERR_CANCELED', 'EPROTO', 'ERR_SSL_BAD_RECORD_TYPE'])(
		'a write is in doubt after %s',
		(code) => {
			const error = explain(lost(code), { method: 'POST', howToCheck: 'Look at the calendar.' });
			expect(error.message).toContain('Outcome unknown: the connection ended before the platform responded');
			expect(error.description).toContain('Look at the calendar.');
			expect([error.httpCode, isOutcomeUnknown(error)]).toEqual([null, true]);
		},
	);

	it.each<[string, Error]>([
		...['ECONNREFUSED', 'ENOTFOUND', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_INVALID_URL'].map(
			(code): [string, Error] => [code, lost(code)],
		),
		['n8n itself refused to send it', new Error('The request to 10.0.0.1 was blocked')],
	])('a write is not in doubt after %s', (_, failure) => {
		const error = explain(failure, { method: 'POST' });
		expect(error.message).toContain('The platform at api.example.com could not be reached');
		expect(error.description).toContain('Nothing was changed');
	});
});

it.each([undefined, null, 'Outcome unknown', new Error('Outcome unknown'), { context: { outcomeUnknown: true } }])(
	'the outcome is not called unknown by another failure (%j)',
	(error) => {
		expect(isOutcomeUnknown(error)).toBe(false);
	},
);

it('the words of the platform are passed on without any secret, and nothing of the request', () => {
	const error = explain(failed(422, { message: 's3cret-token Bearer renewed-one' }));
	expect(error.description).toContain('The platform says: "[hidden] Bearer [hidden]"');
	expect(explain(new Error('No s3cret-token')).message).toContain('(No [hidden])');
	expect(JSON.stringify(error)).not.toContain('s3cret');
	expect(error.cause).toBeUndefined();
});
