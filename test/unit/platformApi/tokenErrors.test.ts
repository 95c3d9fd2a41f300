import type { PlatformCredential } from '../../../nodes/platformApi/credential';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { explainCredential } from '../../../nodes/platformApi/tokenErrors';

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
) => explainCredential(error, credential, said, scope);
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
	['a response of another kind', { code: 'ESTATUS', status: 404, body: '<html>' }, AGAIN],
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
	['another one', { code: 'ESTATUS', body: { error: 'slow_down' } }, LATER, 'slow_down'],
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
		['The token does not have access to this location.', /use the location/, /'Location ID'/],
		['version header was not found', /'Version' header/, /'API'.*'API Version'/],
	])('that says "%s" is explained by it', (said, message, whatToDo) => {
		expect(of401(said, 'a.b')).toEqual({
			message: expect.stringMatching(message) as string,
			whatToDo: expect.stringMatching(whatToDo) as string,
		});
	});

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
