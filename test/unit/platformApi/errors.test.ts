import type { NodeApiError } from 'n8n-workflow';

import { failed, lost, node, PLATFORM_URL } from './fakePlatform';
import { UnclearResponse } from '../../../nodes/http/readFailure';
import type { PlatformCredential } from '../../../nodes/platformApi/credential';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { toPlatformError, type RequestExpectations } from '../../../nodes/platformApi/errors';
import { PLATFORM_FAILURES } from '../../../nodes/platformApi/failureTable';
import { NOT_RECORDED } from './refusalsNotRecorded';
import recordedRefusals from '../../support/recorded/refusals.json';

const token = {
	authentication: 'accessToken',
	dialect: DIALECTS.contract,
	platformUrl: PLATFORM_URL,
	apiVersion: '2021-07-28',
	token: 's3cret-token',
	tokenData: {},
	decrypted: {},
} as unknown as PlatformCredential;
const connection: PlatformCredential = { ...token, authentication: 'oAuth2' };
const highLevel: PlatformCredential = {
	...token,
	dialect: DIALECTS.highLevel,
	platformUrl: DIALECTS.highLevel.platformUrl,
};

/** The error that a person sees for what n8n's request helper threw; a read of /contacts, unless something else is given. */
const errorOf = (
	error: unknown,
	request: Partial<RequestExpectations> = {},
	credential = token,
): NodeApiError =>
	toPlatformError(node, error, { isRead: true, path: '/contacts', ...request }, credential);

const WRITE = { isRead: false };

/* sentences.txt has the sentences. Here stands what decides which of them is said, and what each is filled in with. */

describe('a status', () => {
	it('409 is a conflict', () => {
		const error = errorOf(failed(409, { message: 'Overlaps' }));
		expect(error.message).toBe('The platform reports a conflict with existing data');
		expect(error.description).toBe('Correct what it names. The platform says: "Overlaps"');
	});

	it.each([404, 410])(
		'%d without words names the IDs of the request, and tells a model where to take others from',
		(status) => {
			const { message, description, context } = errorOf(failed(status), {
				path: '/calendars/cal-1/free-slots',
				query: { userId: 'user-1' },
			});
			expect({ message, description, forModel: context.forModel }).toEqual({
				message: `The platform says that something is missing (status ${status}), and not what. The request names calendar 'cal-1', user 'user-1'`,
				description: 'Check each of them, and that they belong to the location of the credential.',
				forModel: 'Use IDs that a tool returned, and never one that you made up.',
			});
		},
	);

	it('405 is about the address', () => {
		const error = errorOf(failed(405));
		expect(error.message).toBe(
			'The platform does not accept this method at this path (status 405)',
		);
		expect(error.description).toBe("Check 'Platform URL' of the credential.");
	});

	it('405 of a typed path is about what was typed', () => {
		const statuses = { 404: { message: 'Nothing is there', whatToDo: 'Look.' } };
		const request = { isTypedPath: true, statuses };
		const error = errorOf(failed(405, { message: 'Cannot GET /contact' }), request);
		expect(error.message).toBe(
			'The platform does not accept this method at this path (status 405)',
		);
		expect(error.description).toContain("Check 'Method' and 'Path'.");
	});

	it('of a typed path that leads nowhere is 404, whatever the platform responds', () => {
		const statuses = { 404: { message: 'Nothing is there', whatToDo: 'Look.' } };
		const request = { isTypedPath: true, statuses };
		const { message } = errorOf(failed(400, { message: 'Route not found' }), request);
		expect(message).toBe('Nothing is there');
	});

	it('409 with words that say no more gives no reason', () => {
		const { message } = errorOf(failed(409, { message: 'Conflict' }), WRITE);
		expect(message).toBe(
			'The platform did not accept the request, and gives no reason (status 409)',
		);
	});

	it.each([
		'Bad Request.',
		'Conflict',
		'Forbidden',
		'Invalid input',
		'Invalid request',
		'Not found',
		'Unprocessable Entity',
	])('422 that says "%s" gives no reason', (message) => {
		expect(errorOf(failed(422, { message }), WRITE).message).toBe(
			'The platform did not accept the request, and gives no reason (status 422)',
		);
	});

	it('400 whose words begin like the status, and say more, leaves it to them', () => {
		const { message } = errorOf(failed(400, { message: 'Invalid input for title' }), WRITE);
		expect(message).toBe('The platform did not accept the request (status 400)');
	});

	it('400 without words gives no reason', () => {
		const error = errorOf(failed(400));
		expect(error.message).toBe('The platform did not accept the request (status 400)');
		expect(error.description).toBe(
			"It gives no reason. Check the fields, and 'Platform URL' of the credential.",
		);
	});

	it('400 with a plain text that is not of a proxy leaves it to these words', () => {
		const error = errorOf(failed(400, 'Taken'));
		expect(error.message).toBe('The platform did not accept the request (status 400)');
		expect(error.description).toBe('Correct what it names. The platform says: "Taken"');
	});

	it('that the operation explains is told in its words', () => {
		const statuses = { 409: { message: 'It is booked', whatToDo: 'Choose another time.' } };
		const error = errorOf(failed(409), { statuses });
		expect(error.message).toBe('It is booked');
		expect(error.description).toBe('Choose another time.');
	});
});

describe('a rate limit', () => {
	it('names the next full minute after the wait', () => {
		const { description } = errorOf(failed(429, '', { 'retry-after': '90' }));
		const [, minute] = /after (\S+ \d\d:\d\d) UTC/.exec(description ?? '') ?? [];
		expect(Date.parse(`${minute}Z`) - Date.now()).toBeGreaterThanOrEqual(90_000);
		expect(Date.parse(`${minute}Z`) - Date.now()).toBeLessThan(150_000);
	});

	it('is one, too, where a web page says so', () => {
		const error = errorOf(failed(429, '<html>'));
		expect(error.message).toBe('The platform received too many requests');
		expect(error.description).toContain('with Loop Over Items and Wait nodes.');
	});

	it('of a day names when the next one begins, where fewer requests are of no help', () => {
		const headers = {
			'x-ratelimit-daily-remaining': '0',
			'x-ratelimit-daily-reset': String(3 * 3_600_000),
		};
		const error = errorOf(failed(429, '', headers));
		const [, minute] = /after (\S+ \S+) UTC/.exec(error.description ?? '') ?? [];
		expect(error.message).toBe('The platform accepts no more requests today');
		expect(error.description).not.toContain('Nothing was changed');
		expect(Date.parse(`${minute}Z`) - Date.now()).toBeLessThan(3 * 3_600_000 + 60_001);
		expect(error.description).not.toContain('Loop Over Items');
	});

	it('of a day says of a write, too, that it changed nothing', () => {
		const error = errorOf(failed(429, '', { 'x-ratelimit-daily-remaining': '0' }), WRITE);
		expect(error.description).toMatch(/^Nothing was changed for this item\. Try again after/);
	});

	it('that is to last beyond all calendars still has a date', () => {
		const error = errorOf(failed(429, '', { 'retry-after': '9'.repeat(20) }));
		expect(error.description).toMatch(/Try again after 20\d\d-/);
	});

	it('says of a write that it changed nothing', () => {
		const error = errorOf(failed(429), WRITE);
		expect(error.description).toMatch(/^Nothing was changed for this item\./);
		expect(error.context.outcomeUnknown).toBe(false);
	});
});

describe('a redirect', () => {
	const to = (location?: string) => failed(301, {}, { location });

	it('to another host with the same path names the address to enter', () => {
		const error = errorOf(to('https://other.example.com/v2/contacts?s=1'));
		expect(error.message).toBe(
			'The platform responded with a redirect (status 301) to https://other.example.com/v2/contacts',
		);
		expect(error.description).toBe(
			'Enter https://other.example.com/v2 as the address of the API in the credential.',
		);
	});

	it('to a slash at the end blames a proxy', () => {
		const error = errorOf(to('/contacts/'));
		expect(error.description).toBe(
			'It expects the path as written there, with a slash at its end. A proxy between n8n and the API may ask for it: let it pass paths on as they are.',
		);
	});

	it('to a slash at the end blames a proxy of a request with a query, too', () => {
		const error = errorOf(to('/contacts/'), { path: '/contacts?page=2' });
		expect(error.description).toContain('with a slash at its end.');
	});

	it('to no slash at the end of a typed path asks to change it', () => {
		const error = errorOf(to('/contacts'), { path: '/contacts/', isTypedPath: true });
		expect(error.description).toBe(
			"It expects the path as written there, without a slash at its end. Change 'Path'.",
		);
	});

	it('to a sign-in page shows no session', () => {
		const error = errorOf(to('https://sso.example.com/login?token=s3cret'));
		expect(error.message).toBe(
			'The platform responded with a redirect (status 301) to https://sso.example.com/login',
		);
		expect(error.description).toBe(
			"It may be a sign-in page. Check 'Platform URL' of the credential.",
		);
	});

	it('to the same address, with another query, names no address to enter', () => {
		const { description } = errorOf(to('/contacts?session=1'));
		expect(description).toMatch(/^It may be a sign-in page\./);
	});

	it('of the root of the API to a sign-in page names no address to enter', () => {
		const request = { path: '/', isTypedPath: true };
		const { description } = errorOf(to('https://sso.example.com/login'), request);
		expect(description).toMatch(/^It may be a sign-in page\./);
	});

	it('with an address of 100,000 slashes is told in no time', () => {
		const before = performance.now();
		errorOf(to(`/a${'/'.repeat(100_000)}b`));
		expect(performance.now() - before).toBeLessThan(500);
	});
});

describe('another server in place of the platform', () => {
	it.each([
		{ status: 400, body: '<html>Blocked</html>', kind: 'a web page' },
		{ status: 400, body: '\n <!doctype html>', kind: 'a web page' },
		{ status: 404, body: 'error code: 1016', kind: 'plain text' },
		{ status: 401, body: 'Unauthorized', kind: 'plain text' },
		{ status: 502, body: 'Service down', kind: 'plain text' },
		{ status: 403, body: 'error code: 1010', kind: 'plain text' },
		{ status: 403, body: 'No entry', kind: 'plain text' },
		{ status: 500, body: 'Oops', kind: 'plain text' },
		{ status: 400, body: 'Access denied', kind: 'plain text' },
		{ status: 400, body: 'Request blocked', kind: 'plain text' },
		{ status: 400, body: 'Forbidden', kind: 'plain text' },
		{ status: 400, body: 'Bad gateway', kind: 'plain text' },
		{ status: 400, body: 'upstream connect error', kind: 'plain text' },
		{ status: 400, body: 'Stopped by a firewall', kind: 'plain text' },
		{ status: 400, body: 'Proxy error', kind: 'plain text' },
		{ status: 404, body: '404 page not found', kind: 'plain text' },
		{ status: 404, body: { message: 'Cannot GET /contacts' }, kind: '"no such address"' },
		{ status: 404, body: { message: 'Cannot POST /contacts' }, kind: '"no such address"' },
		{ status: 404, body: { message: 'Cannot PUT /contacts' }, kind: '"no such address"' },
		{ status: 404, body: { message: 'Cannot PATCH /contacts' }, kind: '"no such address"' },
		{ status: 404, body: { message: 'Cannot DELETE /contacts' }, kind: '"no such address"' },
		{ status: 403, body: { message: 'Cannot GET /contacts' }, kind: '"no such address"' },
		{ status: 405, body: { message: 'Cannot GET /contacts' }, kind: '"no such address"' },
		{ status: 404, body: { message: 'Route GET:/contacts not found' }, kind: '"no such address"' },
		{ status: 404, body: { message: 'This route does not exist' }, kind: '"no such address"' },
		{ status: 404, body: { message: 'Endpoint not found' }, kind: '"no such address"' },
		{ status: 404, body: { message: 'No route for it' }, kind: '"no such address"' },
		{ status: 404, body: { message: 'No such endpoint' }, kind: '"no such address"' },
	])('is recognized by $status with $body', ({ status, body, kind }) => {
		const error = errorOf(failed(status, body), { right: 'writeAppointments' });
		expect(error.message).toBe(
			`The platform at api.example.com responded with ${kind} (status ${status})`,
		);
		expect(error.description).toMatch(
			/^Check 'Platform URL' of the credential\. A proxy or firewall may also have responded\./,
		);
		expect(error.context.isOfPlatform).toBe(false);
	});

	it('is not told as a missing scope, nor as a wrong token', () => {
		const text = [401, 403].map((status) => errorOf(failed(status, '<html>')).description).join();
		expect(text).not.toMatch(/scope|token/);
	});

	it('that gives up says when to try again', () => {
		const { description } = errorOf(failed(502, '<html>', { 'retry-after': '90' }));
		expect(description).toMatch(/may also have responded\. Try again after 20\d\d-.* UTC\.$/);
	});

	it('is not believed in what it says', () => {
		const words = 'Blocked by the proxy: DND is active for SMS';
		const { description } = errorOf(failed(400, words), WRITE);
		expect(description).not.toContain('Do Not Disturb');
	});

	it('may still have found the right address', () => {
		const statuses = { 404: { message: 'No such thing', whatToDo: 'Look.' } };
		const { description } = errorOf(failed(404, '<html>'), { statuses });
		expect(description).toContain('If the address is right: No such thing. Look.');
	});

	it.each([failed(403, '<html>'), failed(405), failed(400), lost()])(
		"at HighLevel's own address, which nobody has entered, does not blame 'Platform URL': %p",
		(error) => {
			expect(errorOf(error, {}, highLevel).description).not.toContain('Platform URL');
		},
	);
});

describe('a write that may have been carried out', () => {
	const howToCheck = 'Look at the calendar.';

	it.each([
		{
			what: "a gateway's time-out",
			failure: failed(408),
			reason: 'the platform responded with status 408',
		},
		{
			what: 'a client that gave up',
			failure: failed(499),
			reason: 'the platform responded with status 499',
		},
		{
			what: "a gateway's words",
			failure: failed(400, { message: 'context deadline exceeded' }),
			reason: 'the platform responded with status 400',
		},
		{
			what: 'a redirect after it was processed',
			failure: failed(303),
			reason: 'the platform responded with status 303',
		},
		{
			what: 'an alert of TLS, which may come after the request',
			failure: lost('ERR_SSL_BAD_RECORD_TYPE'),
			reason: 'the connection ended before the platform responded (ERR_SSL_BAD_RECORD_TYPE)',
		},
		{
			what: 'an end without a code',
			failure: new Error('socket hang up'),
			reason: 'the connection ended before the platform responded (socket hang up)',
		},
	])('is one after $what', ({ failure, reason }) => {
		const error = errorOf(failure, { ...WRITE, howToCheck });
		expect(error.message).toBe(
			`Outcome unknown: ${reason}, so it may or may not have gone through`,
		);
		expect(error.description).toContain(
			'Sending it again could do it twice. Look at the calendar.',
		);
		expect(error.context.outcomeUnknown).toBe(true);
	});

	it('has the status of a success where that was unclear', () => {
		expect(errorOf(new UnclearResponse({ error: 'x' }), WRITE).httpCode).toBe('200');
	});

	it('a read that ended so has no outcome', () => {
		const error = errorOf(failed(500));
		expect(error.message).toBe('The platform could not respond (status 500), even after retries');
		expect(error.context.outcomeUnknown).toBe(false);
	});
});

describe('a read without a response says why', () => {
	it.each([
		{ code: 'EAI_AGAIN', reason: 'host name not found' },
		{ code: 'ECONNABORTED', reason: 'no response in time' },
		{ code: 'EPIPE', reason: 'connection ended' },
		{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', reason: 'certificate not trusted' },
		{ code: 'SELF_SIGNED_CERT_IN_CHAIN', reason: 'certificate not trusted' },
	])('$code: $reason', ({ code, reason }) => {
		expect(errorOf(lost(code)).message).toBe(
			`The platform at api.example.com could not be reached (${reason}, ${code})`,
		);
	});
});

describe('a write that was not sent', () => {
	it.each([
		{
			message: 'wrong version number',
			code: 'EPROTO',
			reason: 'no TLS on this port',
			whatToDo: 'If the server has no TLS, begin the address with http://',
		},
		{
			message: 'packet length too long',
			code: 'EPROTO',
			reason: 'no TLS on this port',
			whatToDo: 'If the server has no TLS, begin the address with http://',
		},
		{
			message: '',
			code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
			reason: 'certificate not trusted',
			whatToDo: 'The certificate must be valid for the host name.',
		},
		{
			message: '',
			code: 'ENOTFOUND',
			reason: 'host name not found',
			whatToDo: 'that n8n can connect to it',
		},
	])('is one after "$message" ($code)', ({ message, code, reason, whatToDo }) => {
		const failure = Object.assign(new Error(message), { code });
		const error = errorOf(failure, WRITE, { ...token, platformUrl: 'https://[::1]:8080/v1' });
		expect(error.message).toBe(
			`The platform at [::1]:8080 could not be reached (${reason}, ${code})`,
		);
		expect(error.description).toMatch(/^Nothing was changed\. Check 'Platform URL'/);
		expect(error.description).toContain(whatToDo);
		expect(error.httpCode).toBeNull();
		expect(error.context.outcomeUnknown).toBe(false);
	});

	it.each(['connect', 'getaddrinfo'])('is one whose %s failed, whatever the code', (syscall) => {
		const error = errorOf(Object.assign(lost('EBUSY'), { syscall }), WRITE);
		expect(error.message).toBe('The platform at api.example.com could not be reached (EBUSY)');
		expect(error.context.outcomeUnknown).toBe(false);
	});

	it("is told with n8n's advice where n8n refused to send it", () => {
		const blocked = Object.assign(new Error('The request was blocked'), {
			description: 'Ask your n8n administrator to allowlist it.',
		});
		const error = errorOf({ message: 'wrapped', cause: blocked }, WRITE);
		expect(error.description).toBe(
			'Nothing was changed. Ask your n8n administrator to allowlist it.',
		);
		expect(error.context.outcomeUnknown).toBe(false);
	});
});

describe('a 401', () => {
	const right = 'writeAppointments';

	it.each([
		'This token was revoked',
		'Unauthorized',
		'Unauthenticated.',
		'Not authenticated',
		'Authentication required',
		'Unknown API key',
		'This token was rejected',
		'The access token is missing, is not valid, was revoked or has expired',
	])('that says "%s" is about the token', (message) => {
		const error = errorOf(failed(401, { message }), { right });
		expect(error.message).toBe('The platform rejected the access token');
		expect(error.description).toMatch(
			/^Check that 'Access Token' of the credential is complete, and was not deleted or rotated on the platform\. The call also needs the scope 'calendars\.write'\./,
		);
		expect(error.description).not.toMatch(/OAuth|consent|connect/i);
	});

	it('about the token of a connection asks for a new one', () => {
		const error = errorOf(failed(401, { message: 'Invalid JWT' }), {}, connection);
		expect(error.message).toBe(
			'The platform rejected the access token, even after refreshing it: the connection may be for an agency',
		);
	});

	it('about a user is not about the token', () => {
		const body = { assignedTo: 'user-9' };
		const error = errorOf(failed(401, { message: 'The user does not exist.' }), { body });
		expect(error.message).toBe("The user 'user-9' was not found in the location of the credential");
	});

	it('about a provider of messages means the one that the request names', () => {
		const message = 'No conversation provider found for this message';
		const body = { conversationProviderId: 'Website chat' };
		expect(errorOf(failed(401, { message }), { body }).message).toBe(
			"The conversation provider 'Website chat' was not found in the location of the credential",
		);
	});

	it('about the endpoint is recognized by other words than the recorded ones', () => {
		const message = 'This route is not yet supported by the IAM Service.';
		const error = errorOf(failed(401, { message }));
		expect(error.message).toBe(
			'The platform has no such endpoint for this kind of token (status 401)',
		);
		expect(error.description).toContain('Ask the support of the platform');
	});

	it('about the location is recognized by other words than the recorded ones', () => {
		const error = errorOf(failed(401, { message: 'This token does not belong to the location' }));
		expect(error.message).toBe('The platform does not let this credential use the location');
		expect(error.description).toContain("Check 'Location ID' of the credential.");
	});

	it.each(
		[
			['Invalid JWT', 'It has expired', 'It was revoked', 'Unauthorised', 'Authorization failed'],
			['Authentication failed', 'Authorization required', 'Authorisation required'],
			['An invalid token', 'A malformed token', 'A missing token', 'The wrong token', 'No token'],
			['The token is invalid', 'The token is not valid', 'The token is missing'],
			['A token is required', 'The token is malformed', 'The token was deleted'],
			['The token is unknown', 'The API key is unknown', 'The credentials are unknown'],
		].flat(),
	)('is about the token by the words "%s" alone', (message) => {
		expect(errorOf(failed(401, { message })).message).toBe(
			'The platform rejected the access token',
		);
	});

	it.each([
		'This endpoint needs a sub-account-level token',
		'This endpoint needs a subaccount-level token',
		'The authClass is not allowed',
		'User type mismatch',
		'This endpoint needs a location-level token, not one of the agency',
		'The endpoint needs a token of a location',
	])('that says "%s" is about an agency', (message) => {
		const ofToken = errorOf(failed(401, { message }));
		const ofConnection = errorOf(failed(401, { message }), {}, connection);
		expect(ofToken.message).toBe("The access token is an agency's, which works for no location");
		expect(ofConnection.message).toBe(
			'The connection is for an agency, so it works for no location by itself',
		);
		expect(ofConnection.description).toContain("Choose 'Location (Sub-Account)' under 'Options'");
	});
});

it.each([
	{
		words: 'Version must be one of v3',
		expected: "The platform does not accept the value of 'Version'",
	},
	{ words: 'endDate is required', expected: "The platform needs a value for 'endDate'" },
])(
	'a 400 that says "$words" of a typed request is about its field, not about the header or the dates',
	({ words, expected }) => {
		const { message } = errorOf(failed(400, { message: words }), { isTypedPath: true });

		expect(message).toBe(expected);
	},
);

it.each([400, 401, 404, 422])('a %d about the version names the header', (status) => {
	for (const message of ['API version 2020-01-01 is not known', 'The version header is odd']) {
		const error = errorOf(failed(status, { message }), { isTypedPath: true });
		expect(error.message).toBe("The platform does not accept the 'Version' header of the request");
	}
});

it.each(['startDate', 'start_date', 'endDate', 'end_date'])(
	'a refusal of %s asks for the other form of the API',
	(name) => {
		expect(errorOf(failed(400, { message: `${name} is odd` })).message).toBe(
			'The platform does not accept the dates of the request',
		);
	},
);

it.each(['active', 'enabled', 'on'])('a contact whose DND is %s wants no messages', (state) => {
	const { message } = errorOf(failed(400, { message: `DND is ${state} for SMS` }), WRITE);
	expect(message).toBe('The contact does not want messages: Do Not Disturb is on for SMS');
});

it.each(['No team member is free', 'Nobody of the calendar team', 'assignedUserId is odd'])(
	'"%s" means that the calendar needs one of its team',
	(message) => {
		expect(errorOf(failed(400, { message }), WRITE).message).toBe(
			"The calendar needs one of its team members in 'Assigned User'",
		);
	},
);

it.each(['The slot is no longer available', 'This slot is no longer free'])(
	'"%s" means that it is taken',
	(message) => {
		expect(errorOf(failed(400, { message }), WRITE).message).toBe('The slot is no longer free');
	},
);

it('a read that was given up is no refusal, whatever its status', () => {
	const error = errorOf(failed(401, { message: 'The contact could not be read: it timed out' }));
	expect(error.message).toBe('The platform could not respond (status 401), even after retries');
});

it('all scopes of an operation are named, the own one first', () => {
	const request: Partial<RequestExpectations> = {
		right: 'writeAppointments',
		rights: ['readCalendars', 'writeAppointments'],
	};
	const error = errorOf(failed(403, { message: 'Not you' }), request, highLevel);
	expect(error.description).toBe(
		'Add the scopes of this operation: calendars/events.write, calendars.readonly, to the private integration of the token. The platform says: "Not you"',
	);
	expect(error.context.forModel).toBe(`A person has to help: ${error.description}`);
});

it('a request that names no scope lacks none of the other requests of its operation', () => {
	const error = errorOf(failed(403, { message: 'Not you' }), { rights: ['readCalendars'] });
	expect(error.message).toBe(
		'The credential is not allowed to do this: it lacks the scope for it, or belongs to another location',
	);
});

describe('a record that is not there', () => {
	/** A refusal of a request with a path and a body. */
	const refuse = (status: number, message: string, path: string, body = {}) =>
		errorOf(failed(status, { message }), { ...WRITE, method: 'POST', path, body });

	it.each([
		{
			what: 'a workflow, not the contact',
			words: 'Workflow with id w-1 not found',
			path: '/contacts/c-1/workflow/w-1',
			body: {},
			record: "The workflow 'w-1'",
		},
		{
			what: 'a user, not the contact',
			words: 'User not found',
			path: '/contacts/c-1/tasks',
			body: { assignedTo: 'user-9' },
			record: "The user 'user-9'",
		},
		{
			what: 'a contact, not the task',
			words: 'Contact not found',
			path: '/contacts/c-1/tasks/t-1',
			body: {},
			record: "The contact 'c-1'",
		},
		{
			what: 'a task, not the contact',
			words: 'Task not found',
			path: '/contacts/c-1/tasks/t-1',
			body: {},
			record: "The task 't-1'",
		},
		{
			what: 'a stage, not the opportunity',
			words: 'Pipeline stage not found',
			path: '/opportunities/o-1',
			body: { pipelineStageId: 's-1' },
			record: "The stage 's-1'",
		},
		{
			what: 'a pipeline, not the opportunity',
			words: 'Pipeline does not exist',
			path: '/opportunities/',
			body: { pipelineId: 'p-1', contactId: 'c-1' },
			record: "The pipeline 'p-1'",
		},
		{
			what: 'a custom field, not the contact',
			words: 'Custom field with id f-2 not found',
			path: '/contacts/c-1',
			body: { customFields: [{ id: 'f-1' }, { id: 'f-2' }] },
			record: "The custom field 'f-2'",
		},
		{
			what: 'a user, neither the calendar nor the contact',
			words: 'The user does not exist.',
			path: '/calendars/events/appointments',
			body: { calendarId: 'cal-1', contactId: 'c-1', assignedUserId: 'user-9' },
			record: "The user 'user-9'",
		},
		{
			what: 'a calendar, not the appointment',
			words: 'Calendar not found',
			path: '/calendars/events/appointments/a-1',
			body: { calendarId: 'cal-1' },
			record: "The calendar 'cal-1'",
		},
		{
			what: 'a contact that was merged',
			words: 'This contact has been merged or deleted',
			path: '/calendars/events/appointments',
			body: { calendarId: 'cal-1', contactId: 'c-1' },
			record: "The contact 'c-1'",
		},
	])('is the one that the words name: $what', ({ words, path, body, record }) => {
		for (const status of [400, 404, 422]) {
			const error = refuse(status, words, path, body);
			expect(error.message).toBe(`${record} was not found in the location of the credential`);
			expect(error.description).toContain(`The platform says: "${words}"`);
		}
	});

	it('of a kind that the request does not name is told without an ID', () => {
		const error = refuse(400, 'Pipeline not found', '/contacts/c-1');
		expect(error.message).toBe(
			'The platform knows no such pipeline in the location of the credential',
		);
	});

	it('is the one whose ID the words name', () => {
		const error = refuse(400, 'w-1 does not exist', '/contacts/c-1/workflow/w-1');
		expect(error.message).toBe(
			"The workflow 'w-1' was not found in the location of the credential",
		);
	});

	it('is the only one that the request names', () => {
		const error = refuse(404, 'Not Found', '/contacts/c-1');
		expect(error.message).toBe("The contact 'c-1' was not found in the location of the credential");
		expect(error.context.missingRecord).toBe('contact');
	});

	it('is not the location, which is no record of it', () => {
		const error = refuse(404, 'Not Found', '/locations/loc-1/tags');
		expect(error.message).toBe('The platform found nothing under this ID');
	});

	it('is named with the beginning of its ID where nobody knows which it is', () => {
		const { message } = refuse(404, 'Not Found', `/contacts/${'x'.repeat(200)}/workflow/w-1`);
		expect(message).toContain(`The request names contact '${'x'.repeat(100)}', workflow 'w-1'`);
	});

	it.each([404, 410])('of which nothing is named is looked for by a person: %d', (status) => {
		const { message } = errorOf(failed(status, { message: 'Not Found' }), { path: '/contacts/' });
		expect(message).toBe('The platform found nothing under this ID');
	});

	it.each([404, 410])(
		'of several is not guessed by the status %d, nor the location named',
		(status) => {
			const body = { locationId: 'loc-1' };
			const error = refuse(status, 'Not Found', '/contacts/c-1/workflow/w-1', body);
			expect(error.message).toBe(
				`The platform says that something is missing (status ${status}), and not what. The request names contact 'c-1', workflow 'w-1'`,
			);
			expect(error.context.missingRecord).toBeUndefined();
		},
	);

	it('is not said to be what stands in the body alone: a status speaks of the path', () => {
		const body = { assignedTo: 'u-1' };
		const error = errorOf(failed(404, { message: 'Not Found' }), { path: '/contacts/', body });
		expect(error.message).toContain("The request names user 'u-1'");
		expect(error.context.missingRecord).toBeUndefined();
	});

	it('is the one that was looked for in a list', () => {
		const error = refuse(400, 'No tasks found with the id t-1', '/contacts/c-1/tasks/t-1');
		expect(error.message).toBe("The task 't-1' was not found in the location of the credential");
	});

	it('is no provider that a location lacks', () => {
		const error = refuse(400, 'No conversation provider found for this message', '/contacts/c-1');
		expect(error.message).toContain('no provider for such a message');
	});

	it('is not one that is refused for another reason', () => {
		const error = refuse(400, 'The contact is blocked', '/contacts/c-1');
		expect(error.message).toBe('The platform did not accept the request (status 400)');
	});

	it('is what cannot be an ID, where no other reason is given', () => {
		const error = refuse(422, 'Odd', '/contacts/Ada%20Moss');
		expect(error.message).toBe(
			"The contact 'Ada Moss' was not found in the location of the credential",
		);
	});

	it('is told in the words of the operation that is about it', () => {
		const statuses = { 404: { message: 'The appointment is gone', whatToDo: 'Book.' } };
		const path = '/calendars/events/appointments/a-1';
		const own = errorOf(failed(400, { message: 'Appointment not found' }), { path, statuses });
		const other = errorOf(failed(400, { message: 'Contact not found' }), { path, statuses });
		expect(own.message).toBe('The appointment is gone');
		expect(other.message).toBe(
			'The platform knows no such contact in the location of the credential',
		);
	});

	it('is the last one of the path where the operation explains it', () => {
		const statuses = { 404: { message: 'The task is gone', whatToDo: 'Create it.' } };
		const path = '/contacts/c-1/tasks/t-1';
		const task = errorOf(failed(404, { message: 'Task not found' }), { path, statuses });
		const contact = errorOf(failed(404, { message: 'Contact not found' }), { path, statuses });
		expect(task.message).toBe('The task is gone');
		expect(contact.message).toContain("The contact 'c-1' was not found");
	});

	it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
		'is none of a typed path that leads nowhere, which names the version: %s',
		(method) => {
			const request = { isTypedPath: true, method, path: '/contacts/lookup', version: 'v1' };
			const error = errorOf(failed(404, { message: `Cannot ${method} /contacts/lookup` }), request);
			expect(error.message).toBe(
				`The platform has nothing at ${method} /contacts/lookup under the 'Version' v1`,
			);
			expect(error.description).toContain("choose it as 'Version' under 'Options', such as v3.");
		},
	);
});

describe('what is in the way', () => {
	it('is no contact where none is named', () => {
		const error = errorOf(failed(400, { message: 'Duplicated value' }));
		expect(error.message).toBe('The platform did not accept the request (status 400)');
	});

	it('is not the contact that a refusal names for another reason', () => {
		const error = errorOf(failed(400, { message: 'Odd', meta: { contactId: 'c-7' } }));
		expect(error.message).toBe('The platform did not accept the request (status 400)');
	});

	it('is named by no ID that holds a secret', () => {
		const message = 'This location does not allow duplicated contacts.';
		const error = errorOf(failed(400, { message, meta: { contactId: 's3cret-token' } }));
		expect(JSON.stringify([error.message, error.context])).not.toContain('s3cret');
	});

	it('is an opportunity, though the contact is named, too', () => {
		const message = 'Can not create duplicate opportunity for the contact.';
		const error = errorOf(failed(400, { message, meta: { contactId: 'c-7', existingId: 'o-7' } }));
		expect(error.message).toBe("The contact already has an opportunity in this pipeline: 'o-7'");
	});

	it('is the opportunity that the contact has already', () => {
		const error = errorOf(
			failed(400, {
				message: 'Can not create duplicate opportunity for the contact.',
				code: 'OPPORTUNITY_NO_DUPLICATE',
				meta: { existingId: 'o-7' },
			}),
		);
		expect(error.message).toBe("The contact already has an opportunity in this pipeline: 'o-7'");
		expect(error.context.forModel).toContain("change the opportunity 'o-7'");
		expect(error.context.existingOpportunityId).toBe('o-7');
	});

	it('is an opportunity that the code alone tells of, and no ID', () => {
		const error = errorOf(failed(400, { message: 'No', code: 'OPPORTUNITY_NO_DUPLICATE' }));
		expect(error.message).toBe('The contact already has an opportunity in this pipeline');
		expect(error.context.forModel).toContain('look for it, and change it');
	});

	it('is that the contact wants no messages, also with 409', () => {
		const message = 'Cannot send message as DND is active for SMS.';
		const error = errorOf(failed(409, { message }));
		expect(error.message).toBe('The contact does not want messages: Do Not Disturb is on for SMS');
	});
});

describe('a field', () => {
	it.each([
		{ words: 'title should not be empty', message: "The platform needs a value for 'title'" },
		{ words: 'title is missing', message: "The platform needs a value for 'title'" },
		{ words: 'title is required', message: "The platform needs a value for 'title'" },
		{
			words: 'property title should not exist',
			message: "The platform takes no field 'title' here",
		},
		{ words: 'Invalid field: title', message: "The platform takes no field 'title' here" },
		{ words: 'title must be short', message: "The platform does not accept the value of 'title'" },
		{
			words: 'title should be short',
			message: "The platform does not accept the value of 'title'",
		},
		{ words: 'title is not valid', message: "The platform does not accept the value of 'title'" },
		{
			words: 'title is not a valid text',
			message: "The platform does not accept the value of 'title'",
		},
		{
			words: 'email is invalid',
			message: "The platform does not accept the value of 'email'",
		},
		{
			words: 'startTime has to be later',
			message: "The platform does not accept the value of 'startTime'",
		},
	])('is named: $words', ({ words, message }) => {
		expect(errorOf(failed(422, { message: [words] })).message).toBe(message);
	});
});

it.each(recordedRefusals.filter(({ _path }) => _path !== '/oauth/token'))(
	'the recorded refusal %j is told by what it says',
	({ status, text, ...body }) => {
		const error = errorOf(failed(status, text ?? body), WRITE, highLevel);

		const told = `${error.message}. ${error.description}`;
		const isVague =
			told.includes(`The platform did not accept the request (status ${status})`) ||
			told.includes('Check the fields.') ||
			told.includes('Correct what it names.');
		const advice = `${JSON.stringify(text ?? body.message)} needs a row in OF_RECORDS of nodes/platformApi/failureTable.ts, whose words and status fit it`;
		expect(isVague ? [advice] : []).toEqual([]);
	},
);

it.each([
	{ field: 'title', isOfTime: false },
	{ field: 'calendarId', isOfTime: false },
	{ field: 'startsOn', isOfTime: true },
	{ field: 'endsOn', isOfTime: true },
	{ field: 'newTime', isOfTime: true },
	{ field: 'newDate', isOfTime: true },
	{ field: 'selectedSlot', isOfTime: true },
])('a value of $field may be accepted at another time: $isOfTime', ({ field, isOfTime }) => {
	const { context } = errorOf(failed(400, { message: `${field} must be later` }));
	expect(context.isRefusedAtAnyTime).toBe(isOfTime ? undefined : true);
});

it.each(NOT_RECORDED.filter(({ mayFitOtherTime }) => mayFitOtherTime !== undefined))(
	'after "$words", another time may be accepted: $mayFitOtherTime',
	({ status, words, request, mayFitOtherTime }) => {
		const rows = PLATFORM_FAILURES.byWords.map((row) => ({
			row,
			explain: jest.spyOn(row, 'explain'),
		}));

		errorOf(failed(status, { message: words }), request);

		const used = rows.filter(({ explain }) => explain.mock.calls.length > 0);
		jest.restoreAllMocks();
		expect(used.map(({ row }) => row)).toMatchObject([{ mayFitOtherTime }]);
	},
);

it('each row that goes by words explains a refusal', () => {
	const rows = PLATFORM_FAILURES.byWords.map((row) => ({
		fits: row.fits,
		explain: jest.spyOn(row, 'explain'),
	}));

	for (const { status, text, ...body } of recordedRefusals) errorOf(failed(status, text ?? body));
	for (const { status, words, request } of NOT_RECORDED)
		errorOf(failed(status, { message: words }), request);

	const unused = rows.filter(({ explain }) => explain.mock.calls.length === 0);
	jest.restoreAllMocks();
	expect(
		unused.map(
			({ fits }) =>
				`Add a refusal to test/support/recorded/refusals.json, or to test/unit/platformApi/refusalsNotRecorded.ts, that this row of nodes/platformApi/failureTable.ts explains: ${fits.toString()}`,
		),
	).toEqual([]);
});

/** A failure while n8n's core refreshed the token, as it is and as n8n wraps it. */
describe.each<[string, (cause: object) => unknown]>([
	['bare', (cause) => cause],
	['wrapped', (cause) => ({ message: 'The request did not succeed', cause })],
])('a refusal by the token endpoint, %s,', (_, wrap) => {
	const messageOf = (cause: object) => errorOf(wrap(cause), {}, connection).message;

	it.each([
		{ message: 'Client authentication failed (e.g. unknown client)' },
		{ response: { data: 'invalid_client' } },
		{ message: 'Invalid client: client is invalid' },
	])('is about the client where it says so: %j', (cause) => {
		expect(messageOf(cause)).toBe(
			"The platform does not accept the 'Client ID' or 'Client Secret' of the credential",
		);
	});

	it.each([
		{ response: { data: 'invalid_grant' } },
		{ message: 'Invalid grant: refresh token is invalid' },
		{ failure: { cause: 'credential-invalid' } },
		{ message: 'The provided authorization grant (e.g. code) is invalid' },
		{ message: 'The credential needs to be reconnected' },
		{ message: 'Refresh: No refresh token is available' },
		{ code: 'ESTATUS', status: 400, body: '{"message":"refresh token is invalid"}' },
		{ code: 'ESTATUS', status: 400, body: '{"message":"The app was uninstalled"}' },
		{ code: 'ESTATUS', status: 400, body: '{"message":"The session has expired"}' },
		{ code: 'ESTATUS', status: 400, body: '{"message":"It was revoked"}' },
		{ code: 'ESTATUS', status: 400, body: '{"message":"The grant is odd"}' },
		{ code: 'ESTATUS', status: 400, body: '{"message":"The authorization code is odd"}' },
	])('means that the account has to be connected again: %j', (cause) => {
		expect(messageOf(cause)).toBe(
			'The platform no longer accepts this connection: access was revoked, or the refresh token expired',
		);
	});

	it.each([
		{
			cause: { code: 'ESTATUS', status: 403, body: 'error code: 1010' },
			reason: 'plain text, status 403',
		},
		{
			cause: { code: 'ESTATUS', status: 403, body: { message: 'Forbidden' } },
			reason: 'status 403',
		},
		{ cause: { code: 'ESTATUS', status: 400, body: '' }, reason: 'status 400' },
		{
			cause: { code: 'ESTATUS', status: 429, body: { message: 'Too many for this refresh token' } },
			reason: 'status 429',
		},
		{
			cause: { code: 'EAUTH', body: { error: 'Forbidden', message: 'No app' } },
			reason: 'No app',
		},
		{
			cause: { code: 'EAUTH', status: 400, body: { error: 'temporarily_unavailable' } },
			reason: 'temporarily_unavailable',
		},
		{
			cause: { code: 'EAUTH', status: 400, body: { error: 'slow_down' } },
			reason: 'slow_down',
		},
		{
			cause: { code: 'EAUTH', status: 400, body: { error: 'server_error' } },
			reason: 'server_error',
		},
		{
			cause: Object.assign(new Error('socket hang up'), {
				config: { url: 'https://api.example.com/oauth/token' },
			}),
			reason: 'no response',
		},
		{
			cause: { code: 'ESTATUS', status: 400, body: { message: 'Location is not active' } },
			reason: 'Location is not active',
		},
		{
			cause: {
				config: { url: 'https://api.example.com/oauth/token' },
				response: { status: 503, data: '' },
			},
			reason: 'status 503',
		},
		// Only a refusal that lasts ends the connection, whatever its words.
		...[500, 429].map((status) => ({
			cause: { code: 'ESTATUS', status, body: { message: 'refresh token is invalid' } },
			reason: `status ${status}`,
		})),
	])('may pass, and says why: $reason', ({ cause, reason }) => {
		expect(messageOf(cause)).toBe(`The platform did not refresh the token (${reason})`);
	});

	it.each([
		{
			status: 403,
			data: 'error code: 1010',
			advice: 'A proxy or firewall may have responded. Try again later.',
		},
		{ status: 503, data: '', advice: 'Nothing was changed. Try again later.' },
	])('of status $status with "$data" says who may have sent it', ({ status, data, advice }) => {
		const cause = {
			config: { url: 'https://api.example.com/oauth/token' },
			response: { status, data },
		};
		expect(errorOf(wrap(cause), {}, connection).description).toContain(advice);
	});

	it('before a write means that the write was not sent', () => {
		const cause = {
			config: { url: 'https://api.example.com/oauth/token' },
			response: { status: 503, data: '' },
		};
		expect(errorOf(wrap(cause), WRITE, connection).context.outcomeUnknown).toBe(false);
	});

	it('quotes no secret', () => {
		const cause = { code: 'EAUTH', body: { error: 'x', message: 's3cret-token is odd' } };
		expect(messageOf(cause)).not.toContain('s3cret');
	});

	it.each([
		{ message: 'OAuth credentials not connected' },
		{ message: 'Unable to sign without access token' },
	])('means that the credential was never connected: %j', (cause) => {
		expect(messageOf(cause)).toBe('The credential has not been connected to an account yet');
	});

	it('is none where another address refused', () => {
		const cause = {
			config: { url: 'https://api.example.com/oauth/tokens' },
			response: { status: 400, data: { message: 'invalid_grant' } },
		};
		expect(messageOf(cause)).toBe('The platform did not accept the request (status 400)');
	});
});

describe('a secret', () => {
	it('of ours in the words of the platform keeps all of them out', () => {
		const error = errorOf(failed(422, { message: 'No s3cret-token here' }));
		expect(error.context.apiWords).toBe('');
		expect(JSON.stringify(error)).not.toContain('s3cret');
		expect(error.cause).toBeUndefined();
	});

	it('in the message and the advice of n8n keeps both out', () => {
		const failure = Object.assign(new Error('No s3cret-token'), {
			description: 'Ask about s3cret-token.',
		});
		const error = errorOf(failure);
		expect([error.message, error.description, error.context.forModel].join()).not.toContain(
			's3cret',
		);
	});

	it('in the address of a redirect keeps it out', () => {
		const error = errorOf(failed(302, {}, { location: 'https://x.example.com/s3cret-token' }));
		expect(error.message).toContain('to nowhere');
	});

	it('that is a word leaves our own words as they are', () => {
		const error = errorOf(failed(401), {}, { ...token, token: 'token' });
		expect(error.message).toBe('The platform rejected the access token');
	});
});

it('what cannot be read of a failure leaves the rest of what is known of it', () => {
	const body: Record<string, unknown> = {};
	body.message = body;
	const error = errorOf(failed(502, body), WRITE);
	expect(error.httpCode).toBe('502');
	expect(error.context.outcomeUnknown).toBe(true);
	expect(error.context.apiWords).toBe('');
});
