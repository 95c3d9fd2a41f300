import { NodeApiError } from 'n8n-workflow';

import { failed, lost, node, PLATFORM_URL } from './fakePlatform';
import type { PlatformCredential } from '../../../nodes/platformApi/credential';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import {
	platformTextOf,
	toPlatformError,
	type RequestExpectations,
} from '../../../nodes/platformApi/errors';

const fixed = {
	authentication: 'accessToken',
	dialect: DIALECTS.contract,
	platformUrl: PLATFORM_URL,
	token: 's3cret-token',
	tokenData: {},
	decrypted: {},
} as unknown as PlatformCredential;
const oAuth2: PlatformCredential = { ...fixed, authentication: 'oAuth2' };
const ofHighLevel: PlatformCredential = {
	...fixed,
	dialect: DIALECTS.highLevel,
	platformUrl: DIALECTS.highLevel.platformUrl,
};

type Request = Partial<RequestExpectations>;
const explain = (error: unknown, request: Request = {}, credential = fixed) =>
	toPlatformError(node, error, { isRead: true, ...request }, credential);
const isOutcomeUnknown = ({ context }: NodeApiError) => context.outcomeUnknown === true;

const write = { isRead: false };
const calendars: Request = { right: 'writeAppointments' };
const typed = { isTypedPath: true };
const statuses = { 404: { message: 'No such thing', whatToDo: "Check 'Path'." } };
const said = (status: number, message: unknown) => failed(status, { message });
const to = (location?: string) => failed(301, {}, { location });
const path = '/contacts';
const REFUSED = 'did not accept the request';
const REDIRECT = 'a redirect (status 301)';

it.each([
	['300', calendars, failed(300), 'redirect (status 300)', "'Platform URL' of the credential"],
	['407', calendars, failed(407, '<html>'), 'A proxy', 'HTTPS_PROXY'],
	['413', calendars, failed(413, '<html>'), 'too large', 'Send less'],
	['401', calendars, failed(401), 'rejected the access token', "scope 'calendars.write'"],
	['401', {}, failed(401), 'rejected the access token', 'deleted or rotated on the platform.'],
	['403', calendars, failed(403), 'is not allowed to do this', 'private integration'],
	['404', calendars, failed(404), 'found nothing under this ID', 'Check the IDs'],
	['409', calendars, failed(409), 'a conflict with existing data', 'Check the fields.'],
	['422', calendars, failed(422), 'A field is missing', 'Check the fields.'],
	['429', calendars, failed(429, '<html>'), 'too many requests', 'Loop Over Items'],
	["a text that may be the platform's own", {}, failed(400, 'Taken'), REFUSED, '"Taken"'],
	[
		'another host',
		{ path },
		to('https://other.example.com/v2/contacts?s=1'),
		`${REDIRECT} to https://other.example.com/v2/contacts`,
		'Enter https://other.example.com/v2 as',
	],
	[
		'only a slash',
		{ path },
		to('/contacts/'),
		`${REDIRECT} to https://api.example.com/contacts/`,
		'there, with a slash at its end. A proxy',
	],
	[
		'only a slash of a typed path',
		{ path: '/contacts/', ...typed },
		to(path),
		`${REDIRECT} to`,
		"there, without a slash at its end. Change 'Path'",
	],
	[
		'a sign-in page',
		{ path, ...typed },
		to('https://sso.example.com/login?token=s3cret'),
		`${REDIRECT} to https://sso.example.com/login`,
		"and 'Path'",
	],
	[
		'itself',
		{ path },
		to('/contacts?s=1'),
		`${REDIRECT} to https://api.example.com/contacts`,
		"It may be a sign-in page. Check 'Platform URL'",
	],
	['nowhere', { path }, to(), `${REDIRECT} to nowhere`, "Check 'Platform URL'"],
	[
		'a method that the typed path has not',
		{ ...typed, statuses },
		said(405, 'Cannot GET /contact'),
		'this method',
		"Check 'Method' and 'Path'",
	],
	[
		'words of what is not there, with 422',
		{ statuses },
		said(422, 'Contact not found'),
		'No such thing',
		'Contact not found',
	],
	[
		'a location that is not active',
		{ statuses },
		said(400, 'Location is not active'),
		REFUSED,
		'not active',
	],
	// What a typed request is about may be in its body, with fields of any name.
	...[
		'Pipeline not found',
		'endDate must be a date',
		'version must be a number',
		'Invalid client',
	].map((words): [string, Request, object, string, string] => [
		words,
		{ ...typed, statuses },
		said(400, words),
		REFUSED,
		'Check the fields.',
	]),
	[
		'a contact that is in the way',
		{},
		failed(400, {
			message: 'No duplicates.',
			meta: { contactName: 'Ada', matchingField: 'phone' },
		}),
		REFUSED,
		'"No duplicates. contactName: Ada; matchingField: phone"',
	],
	[
		'a wait beyond all calendars',
		{},
		failed(429, '', { 'retry-after': '9'.repeat(20) }),
		'too many',
		'Try again after 203',
	],
])(
	'%s (%j) is told by what it means, without the words that frighten',
	(_, request, refusal, message, whatToDo) => {
		for (const isRead of [true, false]) {
			const error = explain(refusal, { ...request, isRead });
			expect(error.message).toContain(message);
			expect(error.description).toContain(whatToDo);
			expect(`${error.message} ${error.description}`).not.toMatch(
				/\b(error|problem|failure|mistake)\b|s3cret/i,
			);
			const { status } = (refusal as ReturnType<typeof failed>).response;
			expect([error.httpCode, isOutcomeUnknown(error)]).toEqual([String(status), false]);
		}
	},
);

it('a wait is named to the next full minute, and fewer requests are of no help when those of a day are used up', () => {
	const whatToDo = (headers: object) =>
		explain(failed(429, '', headers as never)).description ?? '';
	const [, minute] = /after (\S+ \S+) UTC/.exec(whatToDo({ 'retry-after': '90' })) ?? [];
	expect(Date.parse(`${minute}Z`) - Date.now()).toBeGreaterThanOrEqual(90_000);
	expect(whatToDo({ 'x-ratelimit-daily-remaining': '0' })).toMatch(/^Try again after [^.]*\.$/);
});

it.each([
	[400, '<html>Blocked</html>', 'a web page'],
	[404, 'error code: 1016', 'plain text'],
	[401, 'Unauthorized', 'plain text'],
	[403, 'error code: 1010', 'plain text'],
	[401, { message: 'Route not supported by IAM Service.' }, '"no such address"'],
])(
	'%d with %j says that the address may be wrong, before what it usually means, and blames no token and no scope',
	(status, data, what) => {
		const error = explain(failed(status, data), {
			...calendars,
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

it.each([
	[failed(500, '<html>'), /status 500/, 'A proxy or firewall may also have responded. Try again'],
	...[408, 499, 999].map((status): [unknown, RegExp, string] => [
		failed(status),
		new RegExp(`status ${status}`),
		'Try again later',
	]),
	[said(401, 'Command timed out'), /status 401/, 'Try again later'],
	[said(400, 'context deadline exceeded'), /status 400/, 'Try again later'],
	...['HPE_INVALID_CONSTANT', 'Z_DATA_ERROR', 'ERR_BAD_RESPONSE'].map(
		(code): [unknown, RegExp, string] => [
			lost(code),
			new RegExp(`cannot be read \\(.*${code}\\)`),
			'Check',
		],
	),
	...['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'ERR_CANCELED', 'EPROTO'].map(
		(code): [unknown, RegExp, string] => [lost(code), new RegExp(`\\(.*${code}\\)`), 'Check'],
	),
	[lost('ERR_SSL_BAD_RECORD_TYPE'), /\(ERR_SSL_BAD_RECORD_TYPE\)/, 'Check'],
	[new Error('socket hang up'), /\(socket hang up\)/, 'Check'],
])('%p leaves open what became of a write', (failure, why, whatToDo) => {
	const [read, written] = [true, false].map((isRead) =>
		explain(failure, { isRead, howToCheck: 'Look at the calendar.' }),
	);
	for (const { message } of [read, written]) expect(message).toMatch(why);
	expect(read.description).toContain(whatToDo);
	expect(written.message).toMatch(/^Outcome unknown: /);
	expect(written.description).toContain('Look at the calendar.');
	expect([read, written].map(isOutcomeUnknown)).toEqual([false, true]);
});

it.each([
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
	...['DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'].map(
		(code): [string, string, string] => ['', code, 'certificate must be valid'],
	),
	...['ECONNREFUSED', 'ENOTFOUND', 'ERR_INVALID_URL'].map((code): [string, string, string] => [
		'',
		code,
		"Check 'Platform URL' of the credential, and that n8n can connect",
	]),
])('after "%s" (%s), nothing was sent', (message, code, whatToDo) => {
	const error = explain(Object.assign(new Error(message), { code }), write, {
		...fixed,
		platformUrl: 'https://[::1]:8080/v1',
	});
	expect(error.message).toContain('The platform at [::1]:8080 could not be reached (');
	expect([error.message.includes(code), isOutcomeUnknown(error), error.httpCode]).toEqual([
		true,
		false,
		null,
	]);
	expect(error.description).toMatch(new RegExp(`^Nothing was changed\\..*${whatToDo}`));
});

it("n8n's advice is passed on, such as after its protection against internal addresses", () => {
	const blocked = Object.assign(new Error('The request was blocked'), {
		description: 'Ask your n8n administrator to allowlist it.',
	});
	const error = explain({ message: 'wrapped', cause: blocked }, write);
	expect([error.description, isOutcomeUnknown(error)]).toEqual([
		'Nothing was changed. Ask your n8n administrator to allowlist it.',
		false,
	]);
});

it.each([failed(403, '<html>'), failed(405), failed(400), lost()])(
	"at HighLevel's own address, which nobody has entered, no one is told to check 'Platform URL': %p",
	(error) => {
		expect(explain(error, {}, ofHighLevel).description).not.toContain('Platform URL');
	},
);

it.each<[Request, PlatformCredential, string]>([
	[calendars, fixed, "Add the scope 'calendars.write' to the private integration of the token."],
	[{}, fixed, 'Add the scope for it to the private integration of the token.'],
	[
		calendars,
		oAuth2,
		"Add the scope 'calendars.write' to the app and to 'Scope' of the credential, then reconnect.",
	],
	[
		{ ...calendars, rights: ['readCalendars', 'writeAppointments'] },
		ofHighLevel,
		'Add the scopes of this operation: calendars/events.write, calendars.readonly, to the private integration of the token.',
	],
])('a missing scope is told with all that %j needs', (request, credential, whatToDo) => {
	const { description, context } = explain(said(403, 'Not you'), request, credential);
	expect(description).toBe(`${whatToDo} The platform says: "Not you"`);
	expect(context.forModel).toBe(`A person has to help: ${description}`);
});

/** As n8n wraps what its OAuth2 client or its HTTP client threw. */
const wrapped = (cause: object) => ({ message: 'The request did not succeed', cause });

const [CLIENT, AGAIN, LATER, NEVER] = [
	/'Client Secret' .*developer portal/,
	/no longer accepts .*connect the account again/,
	/Try again later/,
	/'Connect'/,
];
const tokenUrl = { url: 'https://api.example.com/oauth/token' };

it.each([
	[
		'the text of the OAuth2 client',
		{ message: 'Client authentication failed (e.g. unknown client)' },
		CLIENT,
	],
	["a code in the response's data", { response: { data: 'invalid_grant' } }, AGAIN],
	["n8n's own word for it", { failure: { cause: 'credential-invalid' } }, AGAIN],
	[
		'the text of the OAuth2 client',
		{ message: 'The provided authorization grant (e.g. code) is invalid' },
		AGAIN,
	],
	["n8n's words of 2.33.7", { message: 'The credential needs to be reconnected' }, AGAIN],
	[
		"n8n's text without a refresh token",
		{ message: 'Refresh: No refresh token is available' },
		AGAIN,
	],
	[
		"the platform's words about the token",
		{ code: 'ESTATUS', status: 400, body: '{"message":"refresh token is invalid"}' },
		AGAIN,
	],
	[
		'a text of a firewall',
		{ code: 'ESTATUS', status: 403, body: 'error code: 1010' },
		LATER,
		'plain text, status 403',
	],
	[
		'words about nothing of it',
		{ code: 'ESTATUS', status: 403, body: { message: 'Forbidden' } },
		LATER,
		'status 403',
	],
	// Also by HighLevel's framework, whose responses have an `error`, too.
	[
		'such words',
		{ code: 'EAUTH', body: { error: 'Forbidden', message: 'No app' } },
		LATER,
		'No app',
	],
	[
		'a code that may pass',
		{ code: 'EAUTH', status: 400, body: { error: 'temporarily_unavailable' } },
		LATER,
		'temporarily_unavailable',
	],
	[
		'a location that is not active',
		{ code: 'ESTATUS', status: 400, body: { message: 'Location is not active' } },
		LATER,
		'Location is not active',
	],
	['5xx', { config: tokenUrl, response: { status: 503, data: '' } }, LATER, 'status 503'],
	[
		'one by another address',
		{ config: { url: 'https://api.example.com/oauth/tokens' }, response: { status: 400 } },
		/did not accept the request/,
	],
	['a credential that was never connected', { message: 'OAuth credentials not connected' }, NEVER],
	['a credential without a token', { message: 'Unable to sign without access token' }, NEVER],
])(
	'a refusal by the token endpoint is told from %s, wrapped or not: %j',
	(_, error, text, reason = '') => {
		for (const each of [error, wrapped(error)]) {
			const { message, description } = explain(each, {}, oAuth2);
			expect(`${message} ${description}`).toMatch(text);
			expect(message).toContain(reason);
		}
	},
);

it.each([
	[
		'This endpoint needs a location-level token',
		oAuth2,
		/connection may be for an agency/,
		/choose a location.* also needs the scope 'calendars\.write'/,
	],
	[
		'The token is not authorized for this scope.',
		oAuth2,
		/lacks the scope 'calendars\.write'/,
		/Add the scope 'calendars\.write'.*'HighLevel'/,
	],
	['The token does not have access to this location.', oAuth2, /use the location/, /consent page/],
	[
		'This authClass type is not allowed to access this scope.',
		oAuth2,
		/connection is for an agency/,
		/'Location' under 'Options'/,
	],
	[
		'The token does not have access to this location.',
		fixed,
		/use the location/,
		/Check 'Location ID'/,
	],
	["Token's user type mismatch!", fixed, /is an agency's/, /private integration in the location/],
	[
		'The token is not authorized for this scope.',
		fixed,
		/lacks the scope/,
		/'calendars\.write' to the private/,
	],
	[
		'Invalid JWT',
		fixed,
		/rejected the access token/,
		/'Access Token' of the credential is complete/,
	],
])('a 401 that says "%s" is explained by it', (words, credential, message, whatToDo) => {
	const shown = explain(said(401, words), calendars, credential);
	expect(shown.message).toMatch(message);
	expect(shown.description).toMatch(whatToDo);
	const speaksOfOAuth = /OAuth|consent|connect/i.test(`${shown.message} ${shown.description}`);
	expect(speaksOfOAuth && credential === fixed).toBe(false);
});

it('a 403 that speaks of the location is no missing scope', () => {
	const { message } = explain(said(403, 'The token does not have access to this location.'));
	expect(message).toBe('The platform does not let this credential use the location');
});

it('the words of the platform are passed on without any secret, and nothing of the request', () => {
	const error = explain(said(422, 's3cret-token Bearer renewed-one'));
	expect(error.description).toContain('The platform says: "[hidden] Bearer [hidden]"');
	expect(platformTextOf(error)).toBe('[hidden] Bearer [hidden]');
	const { message, description, context } = explain(
		Object.assign(new Error('No s3cret-token'), { description: 'Ask about s3cret-token.' }),
	);
	expect([message, description, context.forModel]).toEqual([
		expect.stringContaining('(No [hidden])'),
		'Ask about [hidden].',
		'A person has to help: Ask about [hidden].',
	]);
	expect(JSON.stringify(error)).not.toContain('s3cret');
	expect(error.cause).toBeUndefined();
});

it('a word that somebody entered as a token is left in our own words', () => {
	const { message } = explain(said(401, ''), calendars, { ...fixed, token: 'token' });
	expect(message).toBe('The platform rejected the access token');
});

it('what cannot be read of a failure leaves the rest of what is known of it', () => {
	const data: Record<string, unknown> = {};
	data.message = data;
	const error = explain(failed(502, data), write);
	expect([error.httpCode, isOutcomeUnknown(error), platformTextOf(error)]).toEqual([
		'502',
		true,
		'',
	]);
});
