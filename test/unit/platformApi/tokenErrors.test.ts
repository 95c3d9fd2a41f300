import type { PlatformCredential } from '../../../nodes/platformApi/credential';
import { DIALECTS } from '../../../nodes/platformApi/dialect';
import { explainCredential } from '../../../nodes/platformApi/tokenErrors';

const oAuth2 = { authentication: 'oAuth2', dialect: DIALECTS.contract, locationId: 'loc-1', tokenData: {} } as unknown as PlatformCredential;
const fixed: PlatformCredential = { ...oAuth2, authentication: 'accessToken' };
const explain = (error: unknown, credential = oAuth2, { said = '', scope }: { said?: string; scope?: string } = {}) =>
	explainCredential(error, credential, said, scope);
/** As n8n wraps what its OAuth2 client or its HTTP client threw. */
const wrapped = (cause: object) => ({ message: 'The request did not succeed', cause });
const tokenUrl = { url: 'https://api.example.com/oauth/token' };

describe('a refusal by the token endpoint', () => {
	it.each<[string, object]>([
		["a code in the response's data", { response: { data: { errors: [{ code: 'invalid_client' }] } } }],
		['the text of the OAuth2 client', { message: 'Client authentication failed (e.g. unknown client)' }],
	])('blames client ID and secret for %s', (_, error) => {
		for (const one of [error, wrapped(error)]) {
			expect(explain(one)?.message).toContain("does not accept the 'Client ID' or 'Client Secret'");
		}
	});

	it.each<[string, object]>([
		["a code in the response's data", { response: { data: 'invalid_grant' } }],
		["n8n's own word for it", { failure: { cause: 'credential-invalid' } }],
		['the text of the OAuth2 client', { message: 'The provided authorization grant (e.g. code) is invalid' }],
		["n8n's words of 2.33.7", { message: 'The credential needs to be reconnected' }],
		["n8n's text without a refresh token", { message: 'Refresh: No refresh token is available' }],
		['a response of another kind', { code: 'ESTATUS', status: 404, body: '<html>' }],
	])('asks to connect again for %s', (_, error) => {
		for (const one of [error, wrapped(error)]) {
			expect(explain(one)?.message).toContain('no longer accepts this connection');
			expect(explain(one)?.whatToDo).toMatch(/connect the account again\. If a copy of this database runs elsewhere/);
		}
	});

	it.each<[string, object, string]>([
		['a code that may pass', { code: 'EAUTH', status: 400, body: { error: 'temporarily_unavailable' } }, 'temporarily_unavailable'],
		['a location that is not active, which takes the same token later', { code: 'ESTATUS', status: 400, body: { message: 'Location is not active' } }, 'Location is not active'],
		['another one', { code: 'ESTATUS', body: { error: 'slow_down' } }, 'slow_down'],
		['too many requests', { code: 'ESTATUS', status: 429, body: '' }, 'status 429'],
		['5xx', { config: tokenUrl, response: { status: 503, data: '' } }, 'status 503'],
	])('may pass after %s', (_, error, reason) => {
		for (const one of [error, wrapped(error)]) {
			expect(explain(one)).toEqual({
				message: `The platform did not refresh the token (${reason})`,
				whatToDo: expect.stringContaining('Nothing was changed. Try again later.') as string,
			});
		}
	});
});

it.each(['OAuth credentials not connected', 'Unable to sign without access token'])(
	'n8n says "%s" of a credential that was never connected',
	(message) => {
		expect(explain(wrapped({ message }))).toMatchObject({ whatToDo: expect.stringContaining("'Connect'") as string });
	},
);

describe('a 401', () => {
	const of401 = (said: string, scope?: string, credential = oAuth2) => explain(wrapped({ response: { status: 401 } }), credential, { said, scope });

	it.each<[string, RegExp, RegExp]>([
		['', /connection may be for an agency/, /choose a location/],
		['This endpoint needs a location-level token', /connection may be for an agency/, /choose a location/],
		['The token is not authorized for this scope.', /lacks the scope 'a\.b'/, /Add the scope 'a\.b'.*'HighLevel'/],
		['The token does not have access to this location.', /use the location/, /'Location ID'/],
		['version header was not found', /'Version' header/, /'API'.*'API Version'/],
	])('that says "%s" is explained by it', (said, message, whatToDo) => {
		expect(of401(said, 'a.b')).toEqual({ message: expect.stringMatching(message) as string, whatToDo: expect.stringMatching(whatToDo) as string });
	});

	it('may also mean a missing scope', () => {
		const [plain, scoped] = [undefined, 'a.b'].map((scope) => of401('', scope, fixed));
		expect(plain?.whatToDo).not.toContain('scope');
		expect(scoped).toEqual({ message: plain?.message, whatToDo: `${plain?.whatToDo} The call also needs the scope 'a.b'.` });
	});
});

it.each<[string, unknown]>([
	['a 403', { response: { status: 403, data: { message: 'no' } } }],
	['a 400 from another address', { config: { url: 'https://api.example.com/oauth/tokens' }, response: { status: 400 } }],
])('%s does not concern the token', (_, error) => {
	expect(explain(error, oAuth2, { scope: 'a.b' })).toBeUndefined();
});
