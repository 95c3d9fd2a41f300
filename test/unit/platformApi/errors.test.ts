import { NodeApiError } from 'n8n-workflow';

import { failed, lost, node, PLATFORM_URL } from './fakePlatform';
import type { PlatformCredential } from '../../../nodes/platformApi/credential';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import {
	platformTextOf,
	reworded,
	toPlatformError,
	type RequestExpectations,
} from '../../../nodes/platformApi/errors';

const credential: PlatformCredential = {
	...{
		authentication: 'accessToken',
		type: 'platformTokenApi',
		label: 'Platform Token API',
		dialect: DIALECTS.contract,
		platformUrl: PLATFORM_URL,
	},
	...{
		apiVersion: '2021-07-28',
		locationId: 'loc-1',
		token: 's3cret-token',
		tokenData: {},
		decrypted: { accessToken: 's3cret-token' },
	},
};
const explain = (
	error: unknown,
	request: Partial<RequestExpectations> = {},
	platformUrl = PLATFORM_URL,
) => toPlatformError(node, error, { isRead: true, ...request }, { ...credential, platformUrl });
const isOutcomeUnknown = ({ context }: NodeApiError) => context.outcomeUnknown === true;

describe('a status', () => {
	const REFUSED = 'did not accept the request';
	it.each([
		[300, 'redirect (status 300)', "'Platform URL' of the credential"],
		[405, 'this method', "'Platform URL' of the credential"],
		[407, 'A proxy', 'HTTPS_PROXY'],
		[413, 'too large', 'Send less'],
		[401, 'rejected the access token', "needs the scope 'calendars.write'"],
		[403, 'is not allowed to do this', 'private integration'],
		[404, 'found nothing under this ID', 'Check the IDs'],
		[409, 'a conflict with existing data', 'correct the fields'],
		[422, 'A field is missing', 'correct the fields'],
		[429, 'too many requests', 'Loop Over Items'],
		[499, `${REFUSED} (status 499)`, 'Check the fields'],
	])(
		'%d says what happened, of reads and writes, without the words that frighten',
		(status, message, whatToDo) => {
			for (const isRead of [true, false]) {
				const error = explain(failed(status), { isRead, right: 'writeAppointments' });
				expect(error.message).toContain(message);
				expect(error.description).toContain(whatToDo);
				expect(`${error.message} ${error.description}`).not.toMatch(
					/\b(error|problem|failure|mistake)\b/i,
				);
				expect([error.httpCode, isOutcomeUnknown(error)]).toEqual([String(status), false]);
			}
		},
	);

	it.each([500, 599])('%d leaves open what became of a write', (status) => {
		const [read, write] = [true, false].map((isRead) =>
			explain(failed(status, '<html>'), { isRead }),
		);
		expect(read).toMatchObject({
			message: expect.stringContaining(`status ${status}`) as string,
			description:
				"Check 'Platform URL' of the credential. A proxy or firewall may also have responded. Try again later.",
		});
		expect(write).toMatchObject({
			message: expect.stringContaining(`status ${status}`) as string,
			description: expect.stringContaining('Check on the platform') as string,
		});
		expect([read, write].map(isOutcomeUnknown)).toEqual([false, true]);
	});

	it.each<[number, unknown, string]>([
		[400, '<html>Blocked</html>', 'a web page'],
		[404, 'error code: 1016', 'plain text'],
		[404, { message: 'Route GET:/calendars/ not found' }, '"no such address"'],
		[401, 'Unauthorized', 'plain text'],
		[403, 'error code: 1010', 'plain text'],
		[401, { message: 'Route not supported by IAM Service.' }, '"no such address"'],
	])(
		'%d with %j says that the address may be wrong, before what it usually means, and blames no token and no scope',
		(status, data, what) => {
			const error = explain(failed(status, data), {
				right: 'writeAppointments',
				statuses: { [status]: { message: 'No such thing', whatToDo: 'Look.' } },
			});
			expect(error.message).toBe(
				`The platform at api.example.com responded with ${what} (status ${status})`,
			);
			expect(error.description).toMatch(
				/^Check 'Platform URL' of the credential\. A proxy or firewall may also/,
			);
			expect(error.description?.includes('If the address is right: No such thing. Look.')).toBe(
				status === 404 || status === 400,
			);
		},
	);

	it.each<[string, string | undefined, boolean, string, string]>([
		[
			'another host',
			'https://other.example.com/v2/contacts?s=1',
			false,
			'to https://other.example.com/v2/contacts',
			'Enter https://other.example.com/v2 as',
		],
		[
			'only a slash',
			'/contacts/',
			false,
			'to https://api.example.com/contacts/',
			'with a slash at its end. A proxy',
		],
		[
			'only a slash of a typed path',
			'/contacts/',
			true,
			'to https://api.example.com/contacts/',
			"with a slash at its end. Change 'Path'",
		],
		[
			'a sign-in page',
			'https://sso.example.com/login?token=s3cret',
			true,
			'to https://sso.example.com/login',
			"and 'Path'",
		],
		[
			'itself',
			'/contacts?s=1',
			false,
			'to https://api.example.com/contacts',
			"It may be a sign-in page. Check 'Platform URL'",
		],
		['nowhere', undefined, false, 'to nowhere', "Check 'Platform URL'"],
	])('of a redirect to %s shows where it leads', (_, location, isTypedPath, to, whatToDo) => {
		const error = explain(failed(301, {}, { location }), { path: '/contacts', isTypedPath });
		expect(error.message).toMatch(new RegExp(`${to}$`));
		expect(error.description).toContain(whatToDo);
	});

	it.each([407, 413, 429])(
		'%d with a page is told as what it is, and a wait beyond all calendars all the same',
		(status) => {
			const { message, description } = explain(
				failed(status, '<html>Squid</html>', { 'retry-after': '9'.repeat(20) }),
			);
			expect(message).not.toContain('a web page');
			expect(description).toMatch(status === 429 ? /Try again after \d{4}-/ : /./);
			const [, minute] =
				/after (\S+ \S+) UTC/.exec(
					explain(failed(429, '', { 'retry-after': '90' })).description ?? '',
				) ?? [];
			expect(Date.parse(`${minute}Z`) - Date.now()).toBeGreaterThanOrEqual(90_000);
			// Fewer at once are of no help when a day's are used up.
			expect(explain(failed(429, '', { 'x-ratelimit-daily-remaining': '0' })).description).toMatch(
				/^Try again after [^.]*\.$/,
			);
		},
	);

	it.each([404, 405])('%d of a path that somebody has typed blames the path', (status) => {
		const statuses = { 404: { message: 'No such thing', whatToDo: "Check 'Path'." } };
		const { description } = explain(failed(status, { message: 'Cannot GET /contact' }), {
			statuses,
			isTypedPath: true,
		});
		expect(description).toMatch(status === 404 ? /^Check 'Path'/ : /^Check 'Method' and 'Path'/);
	});

	it.each([401, 403])('%d that speaks of the location is no missing scope', (status) => {
		const { message } = explain(
			failed(status, { message: 'The token does not have access to this location.' }),
		);
		expect(message).toBe('The platform does not let this credential use the location');
	});

	it.each([
		['writeAppointments', "the scope 'calendars.write'"],
		[undefined, 'the scope for it'],
	] as const)(
		'that means a missing scope (%s) is told in few words, before those of the platform',
		(right, needed) => {
			const { description, context } = explain(failed(403, { message: 'Not you' }), { right });
			expect(description).toBe(
				`Add ${needed} to the private integration of the token. The platform says: "Not you"`,
			);
			expect(context.forModel).toBe(`A person has to do this: ${description}`);
		},
	);
});

it("a text that may be the platform's own is no text of a proxy", () => {
	const { message, description } = explain(failed(400, 'Taken'));
	expect([message, description]).toEqual([
		'The platform did not accept the request (status 400)',
		expect.stringContaining('The platform says: "Taken"'),
	]);
});

it.each([true, false])(
	"a gateway's time-out with 401 is no token's fault; of a read: %s",
	(isRead) => {
		const error = explain(failed(401, { message: 'Command timed out' }), { isRead });
		expect([error.message, isOutcomeUnknown(error)]).toEqual([
			expect.stringContaining('(status 401)'.slice(isRead ? 0 : 1, -1)),
			!isRead,
		]);
		expect(error.message).toMatch(isRead ? /could not respond/ : /^Outcome unknown/);
	},
);

it.each<[object, number, RegExp]>([
	[{ message: 'Contact not found' }, 400, /^No such thing$/],
	[{ message: 'Contact not found' }, 422, /^No such thing$/],
	[{ message: 'Location is not active' }, 400, /did not accept the request/],
	[{ message: 'locationId must be a string' }, 422, /A field is missing/],
])('the words decide whether a record is not there: %j with %d', (data, status, message) => {
	const statuses = { 404: { message: 'No such thing', whatToDo: 'Look.' } };
	expect(explain(failed(status, data), { statuses }).message).toMatch(message);
});

it('a refusal shows what it says about the contact that is in the way', () => {
	const meta = { contactId: 'CON7', contactName: 'Ada', matchingField: 'phone' };
	const message = 'This location does not allow duplicated contacts.';
	expect(explain(failed(400, { message, meta })).description).toContain(
		`"${message} contactId: CON7; contactName: Ada; matchingField: phone"`,
	);
});

describe("at HighLevel's own address, which nobody has entered", () => {
	const ofHighLevel = (error: unknown, request: Partial<RequestExpectations> = {}) =>
		toPlatformError(
			node,
			error,
			{ isRead: true, ...request },
			{
				...credential,
				dialect: DIALECTS.highLevel,
				platformUrl: DIALECTS.highLevel.platformUrl,
			},
		);

	it.each([
		failed(403, '<html>'),
		failed(502, '<html>'),
		failed(405),
		failed(400),
		lost(),
		failed(301),
	])("no one is told to check 'Platform URL': %p", (error) => {
		expect(ofHighLevel(error).description).not.toContain('Platform URL');
	});

	it('a scope that is missing is named with all others that the operation needs', () => {
		const { description } = ofHighLevel(failed(403, { message: 'no' }), {
			right: 'writeAppointments',
			rights: ['readCalendars', 'writeAppointments'],
		});
		expect(description).toContain(
			'Add the scopes of this operation: calendars/events.write, calendars.readonly, to the private',
		);
	});
});

describe('without a response', () => {
	it.each([
		['ECONNREFUSED', 'http://localhost:3000/v1', 'localhost:3000'],
		['unknown', 'https://[::1]:8080', '[::1]:8080'],
	])('a read with the code %s to %s names both', (code, platformUrl, host) => {
		const { message, description, httpCode, node: of } = explain(lost(code), {}, platformUrl);
		expect(message).toMatch(/^The platform at .* could not be reached \(.*\)$/);
		expect([message.includes(host), message.includes(code), httpCode]).toEqual([true, true, null]);
		expect(description).toMatch(
			/^Check 'Platform URL' of the credential, and that n8n can connect/,
		);
		// Still needed: n8n replaces a message that holds a socket code.
		expect(new NodeApiError(of, { message }, { message }).message === message).toBe(
			code === 'unknown',
		);
	});

	it("n8n's advice is passed on, such as after its protection against internal addresses", () => {
		const blocked = Object.assign(new Error('The request was blocked'), {
			description: 'Ask your n8n administrator to allowlist it.',
		});
		const error = explain({ message: 'wrapped', cause: blocked }, { isRead: false });
		expect(error.description).toBe(
			'Nothing was changed. Ask your n8n administrator to allowlist it.',
		);
	});

	it.each([
		'ECONNRESET',
		'ECONNABORTED',
		'ETIMEDOUT',
		'EPIPE',
		'ERR_CANCELED',
		'EPROTO',
		'ERR_SSL_BAD_RECORD_TYPE',
		undefined,
	])('a write is in doubt after %s', (code) => {
		const cause = code ? lost(code) : new Error('socket hang up');
		const error = explain(cause, { isRead: false, howToCheck: 'Look at the calendar.' });
		expect([error.message, error.httpCode, isOutcomeUnknown(error)]).toEqual([
			expect.stringContaining(`(${code ?? 'socket hang up'})`),
			null,
			true,
		]);
		expect(error.description).toContain('Look at the calendar.');
	});

	it.each<[string, string, string]>([
		// https where the server speaks HTTP, in Node 20 and 24.
		[
			'write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number',
			'EPROTO',
			'begin the address with http://',
		],
		['', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'begin the address with http://'],
		['', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'TLS handshake'],
		[
			'Client network socket disconnected before secure TLS connection was established',
			'ECONNRESET',
			'TLS handshake',
		],
		['certificate has expired', 'CERT_HAS_EXPIRED', 'certificate must be valid'],
	])(
		'a handshake that failed, "%s" (%s), is named, and nothing was sent',
		(message, code, whatToDo) => {
			const error = explain(Object.assign(new Error(message), { code }), { isRead: false });
			expect([error.message.includes(code), isOutcomeUnknown(error)]).toEqual([true, false]);
			expect(error.description).toMatch(new RegExp(`Nothing was changed.*${whatToDo}`));
		},
	);

	it.each(['HPE_INVALID_CONSTANT', 'Z_DATA_ERROR', 'ERR_BAD_RESPONSE'])(
		'%s is a response all the same',
		(code) => {
			expect(explain(lost(code)).message).toContain('sent a response that cannot be read');
			expect(explain(lost(code), { isRead: false }).message).toContain(
				`response cannot be read (${code})`,
			);
		},
	);

	it.each([
		'ECONNREFUSED',
		'ENOTFOUND',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ERR_INVALID_URL',
	])('a write is not in doubt after %s', (code) => {
		const error = explain(lost(code), { isRead: false });
		expect([isOutcomeUnknown(error), error.description?.startsWith('Nothing was changed')]).toEqual(
			[false, true],
		);
	});
});

it('the words of the platform are passed on without any secret, and nothing of the request', () => {
	const error = explain(failed(422, { message: 's3cret-token Bearer renewed-one' }));
	expect(error.description).toContain('The platform says: "[hidden] Bearer [hidden]"');
	expect(platformTextOf(error)).toBe('[hidden] Bearer [hidden]');
	expect(platformTextOf(explain(lost()))).toBe('');
	const { message, description } = explain(
		Object.assign(new Error('No s3cret-token'), { description: 'Ask about s3cret-token.' }),
	);
	expect([message, description]).toEqual([
		expect.stringContaining('(No [hidden])'),
		'Ask about [hidden].',
	]);
	expect(JSON.stringify(error)).not.toContain('s3cret');
	expect(error.cause).toBeUndefined();
});

it('a refusal in other words keeps its status and the words of the platform', () => {
	const error = reworded(
		explain(failed(400, { message: 'Taken' })),
		{ message: 'Not free', whatToDo: 'Wait.' },
		{ outcomeUnknown: true },
	);
	const description = 'Wait. The platform says: "Taken"';
	expect(error).toMatchObject({ message: 'Not free', description, httpCode: '400' });
	expect([isOutcomeUnknown(error), platformTextOf(error)]).toEqual([true, 'Taken']);
});

it('what cannot be read of a failure leaves the rest of what is known of it', () => {
	const data: Record<string, unknown> = {};
	data.message = data;
	const error = explain(failed(502, data), { isRead: false });
	expect([error.httpCode, isOutcomeUnknown(error), platformTextOf(error)]).toEqual([
		'502',
		true,
		'',
	]);
});
