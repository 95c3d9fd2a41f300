import type { PlatformCredential } from '../../../nodes/platformApi/credential';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { explainCredential, mayConcernToken } from '../../../nodes/platformApi/tokenErrors';

const oAuth2 = {
	authentication: 'oAuth2',
	dialect: DIALECTS.contract,
	locationId: 'loc-1',
	tokenData: {},
} as unknown as PlatformCredential;
const fixed: PlatformCredential = { ...oAuth2, authentication: 'accessToken' };
const explain = (
	error: unknown,
	credential = oAuth2,
	{ said = '', scope }: { said?: string; scope?: string } = {},
) =>
	explainCredential(error, credential, { said, scopes: scope ? [scope] : [], isOfPlatform: true });
/** As n8n wraps what its OAuth2 client or its HTTP client threw. */
const wrapped = (cause: object) => ({ message: 'The request did not succeed', cause });

const [CLIENT, AGAIN, LATER, NEVER] = [
	/'Client Secret' .*developer portal/,
	/no longer accepts .*connect the account again/,
	/Try again later/,
	/'Connect'/,
];
const tokenUrl = { url: 'https://api.example.com/oauth/token' };

it.each<[string, object, RegExp, string?]>([
	[
		"a code in the response's data",
		{ response: { data: { errors: [{ code: 'invalid_client' }] } } },
		CLIENT,
	],
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
		'a page of a firewall',
		{ code: 'ESTATUS', status: 403, body: '<html>' },
		LATER,
		'a web page, status 403',
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
	['too many requests', { code: 'ESTATUS', status: 429, body: '' }, LATER, 'status 429'],
	['5xx', { config: tokenUrl, response: { status: 503, data: '' } }, LATER, 'status 503'],
	['a credential that was never connected', { message: 'OAuth credentials not connected' }, NEVER],
	['a credential without a token', { message: 'Unable to sign without access token' }, NEVER],
])(
	'a refusal by the token endpoint is told from %s, wrapped or not: %j',
	(_, error, text, reason = '') => {
		for (const each of [error, wrapped(error)]) {
			const { message, whatToDo } = explain(each)!;
			expect(`${message} ${whatToDo}`).toMatch(text);
			expect(message).toContain(reason);
		}
	},
);

describe('a 401', () => {
	const of401 = (said: string, scope?: string, credential = oAuth2) =>
		explain(wrapped({ response: { status: 401 } }), credential, { said, scope });

	it.each<[string, RegExp, RegExp]>([
		[
			'This endpoint needs a location-level token',
			/connection may be for an agency/,
			/choose a location/,
		],
		[
			'The token is not authorized for this scope.',
			/lacks the scope 'a\.b'/,
			/Add the scope 'a\.b'.*'HighLevel'/,
		],
		['The token does not have access to this location.', /use the location/, /consent page/],
		[
			'This authClass type is not allowed to access this scope.',
			/connection is for an agency/,
			/'Location' under 'Options'/,
		],
	])('that says "%s" is explained by it', (said, message, whatToDo) => {
		expect(of401(said, 'a.b')).toEqual({
			message: expect.stringMatching(message) as string,
			whatToDo: expect.stringMatching(whatToDo) as string,
		});
	});

	it.each([
		['The token does not have access to this location.', /Check 'Location ID'/],
		["Token's user type mismatch!", /private integration in the location/],
		['The token is not authorized for this scope.', /Add the scope 'a\.b' to the private/],
		['Invalid JWT', /'Access Token' of the credential is complete/],
	])('that says "%s" of a private token speaks of no OAuth', (said, whatToDo) => {
		const shown = of401(said, 'a.b', fixed)!;
		expect(shown.whatToDo).toMatch(whatToDo);
		expect(`${shown.message} ${shown.whatToDo}`).not.toMatch(/OAuth|consent|connect/i);
	});

	it.each(['Command timed out', 'Gateway timeout', 'context deadline exceeded'])(
		'that says "%s" is none of the token',
		(said) => {
			expect(of401(said)).toBeUndefined();
			expect(mayConcernToken({ response: { status: 401, data: { message: said } } }, true)).toBe(
				false,
			);
		},
	);

	it('may also mean a missing scope', () => {
		const [plain, scoped] = [undefined, 'a.b'].map((scope) => of401('', scope, fixed));
		expect(plain?.whatToDo).not.toContain('scope');
		expect(scoped).toEqual({
			message: plain?.message,
			whatToDo: `${plain?.whatToDo} The call also needs the scope 'a.b'.`,
		});
	});
});

it.each<[string, unknown]>([
	['a 403', { response: { status: 403, data: { message: 'no' } } }],
	[
		'a 400 from another address',
		{ config: { url: 'https://api.example.com/oauth/tokens' }, response: { status: 400 } },
	],
])('%s does not concern the token', (_, error) => {
	expect(explain(error, oAuth2, { scope: 'a.b' })).toBeUndefined();
});
