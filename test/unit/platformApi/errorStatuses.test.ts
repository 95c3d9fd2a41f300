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
		[402, `${REFUSED} (status 402)`, 'change the values'],
		[403, 'is not allowed to do this', 'reconnect'],
		[404, 'found nothing under this ID', 'Check the IDs'],
		[409, 'a conflict with existing data', 'change the values'],
		[418, `${REFUSED} (status 418)`, 'change the values'],
		[422, 'A field is missing', 'complete the fields'],
		[429, 'too many requests', 'Loop Over Items'],
		[499, `${REFUSED} (status 499)`, 'change the values'],
	])('%d says what happened, of reads and writes', (status, message, whatToDo) => {
		for (const method of ['GET', 'POST', 'DELETE']) {
			const error = explain(failed(status), { method });
			expect(error.message).toContain(message);
			expect(error.description).toContain(whatToDo);
			expect(error.httpCode).toBe(String(status));
			expect(isOutcomeUnknown(error)).toBe(false);
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
});

describe('without a response', () => {
	it.each([
		['ETIMEDOUT', 'no response in time'],
		['ECONNABORTED', 'no response in time'],
		['ECONNRESET', 'ECONNRESET'],
		['unknown', 'lost: unknown'],
	])('a read with the code %s says: %s', (code, reason) => {
		const error = explain(lost(code));
		expect(error.message).toBe(`The platform at api.example.com could not be reached (${reason})`);
		expect(error.description).toMatch(/^Check the 'Platform URL'/);
		expect([error.httpCode, isOutcomeUnknown(error)]).toEqual([null, false]);
	});

	it('a write says how to check', () => {
		const error = explain(lost(), { method: 'POST', howToCheck: 'Look at the calendar.' });
		expect(error.description).toContain('Look at the calendar.');
		expect([error.httpCode, isOutcomeUnknown(error)]).toEqual([null, true]);
	});

	it.each([
		['http://localhost:3000/v1', 'localhost:3000'],
		['https://api.example.com/a/b', 'api.example.com'],
		['https://[::1]:8080', '[::1]:8080'],
	])('the platform at %s is named %s', (platformUrl, host) => {
		expect(explain(lost(), {}, platformUrl).message).toContain(`The platform at ${host} could not`);
	});
});

it.each([undefined, null, 'Outcome unknown', new Error('Outcome unknown'), { context: { outcomeUnknown: true } }])(
	'the outcome is not called unknown by another failure (%j)',
	(error) => {
		expect(isOutcomeUnknown(error)).toBe(false);
	},
);

describe("the platform's words", () => {
	const said = (data: unknown) => /The platform says: "(.*)"/.exec(explain(failed(400, data)).description ?? '')?.[1];

	it.each<[unknown, string | undefined]>([
		['  a text \n', 'a text'],
		[{ message: ' a ' }, 'a'],
		[{ message: null, error: 'b' }, 'b'],
		[{ message: '', detail: 'c' }, 'c'],
		[{ message: [], details: ['d', '', null, { msg: 'e' }] }, 'd; e'],
		[{ errors: [{ field: 'x' }, { detail: 'f' }] }, 'f'],
		[{ error: { errors: [{ error: { message: 'g' } }] } }, 'g'],
		[[['h']], 'h'],
		[{ message: 'Bearer  renewed-one is unknown' }, 'Bearer [hidden] is unknown'],
		[null, undefined],
		[[], undefined],
		[['', null], undefined],
		[{ message: ' ' }, undefined],
		[{ message: '<html>' }, undefined],
		[7, undefined],
	])('in %j are %j', (data, expected) => {
		expect(said(data)).toBe(expected);
	});
});
