import type { Consent } from './oauthStore';
import { html, type Html } from '../page/html';
import type { PlatformState } from '../platform';
import type { PlatformResponse } from '../responses';
import { SCOPES_OF } from '../seed';

/** What the consent page was opened with; carried through its form. */
export interface ConsentRequest {
	client_id: string;
	redirect_uri: string;
	scope: string;
	state?: string;
}

export const DECISION_PATH = '/oauth/chooselocation/decision';

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

const scopeNames = (scope: string) => scope.split(' ').filter((name) => name !== '');

/** The page on which a user chooses a location (or the agency) and allows the scopes (choose_location in openapi.yaml). */
export function showConsentPage(state: PlatformState, request: ConsentRequest): PlatformResponse {
	const refused = refuse(state, request);
	if (refused) return refused;
	const hidden = Object.entries(request).map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`);
	const scopes = scopeNames(request.scope).map((scope) => html`<li><code>${scope}</code></li>`);
	const choices = [...state.seed.locations, { id: 'agency', name: 'The whole agency' }].map(
		({ id, name }, index) => html`<label><input type="radio" name="choice" value="${id}"${index === 0 && html` checked`}> ${name}</label><br>`,
	);
	const body = page(
		`Allow access for “${state.oauth.app(request.client_id)?.name}”?`,
		html`<form method="post" action="${DECISION_PATH}">
${hidden}
<fieldset><legend>Where should it have access?</legend>
${choices}
</fieldset>
<p>It asks for these scopes:</p>
<ul>
${scopes}
</ul>
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>`,
	);
	return { status: 200, headers: HTML, body };
}

/**
 * The form of the consent page; the sandbox's own, outside the contract.
 *
 * @param form the hidden fields of the page, `choice` (a location id, or `agency`) and `decision`
 */
export function decideConsent(
	state: PlatformState,
	form: Record<string, string | string[] | undefined>,
): PlatformResponse {
	const { client_id, redirect_uri, scope, state: returned, choice, decision } = form;
	const request: ConsentRequest = {
		client_id: String(client_id),
		redirect_uri: String(redirect_uri),
		scope: String(scope ?? ''),
		...(returned !== undefined && { state: String(returned) }),
	};
	const refused = refuse(state, request);
	if (refused) return refused;
	if (decision !== 'allow') return redirect(request, { error: 'access_denied' });

	const location = state.seed.locations.find(({ id }) => id === choice);
	if (!location && choice !== 'agency') return refusedPage('The location is not known.');
	const consent = consentOf(state, location?.id, scopeNames(request.scope));
	return redirect(request, { code: state.oauth.authorize(request.client_id, request.redirect_uri, consent) });
}

/** What the first user of a location, or of the agency, allows. */
export function consentOf({ seed }: PlatformState, locationId: string | undefined, scopes: readonly string[]): Consent {
	const user = seed.users.find(({ locationIds }) => !locationId || locationIds.includes(locationId));
	return { level: locationId ? 'location' : 'agency', locationId, userId: user?.id, scopes };
}

/** RFC 6749, section 4.1.2.1: never redirect to an address that cannot be trusted. */
function refuse(state: PlatformState, request: ConsentRequest): PlatformResponse | undefined {
	const { client_id, redirect_uri } = request;
	if (!state.oauth.app(client_id)) return refusedPage('The client_id is not known.');
	if (!isLoopback(redirect_uri)) {
		return refusedPage('The redirect_uri is not registered: the sandbox takes loopback addresses.');
	}
	return knownScopes(state, request.scope) ? undefined : redirect(request, { error: 'invalid_scope' });
}

/** RFC 8252, section 7.3: any port of the loopback interface, since n8n's is not known ahead. */
function isLoopback(address: string): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname } = new URL(address);
	return /^https?:$/.test(protocol) && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function knownScopes({ profile }: PlatformState, scope: string): boolean {
	const known = SCOPES_OF[profile.form];
	return scopeNames(scope).length > 0 && scopeNames(scope).every((name) => known.includes(name));
}

/** The contract names the query parameter `code` only; `state` comes back as in RFC 6749. */
function redirect({ redirect_uri, state }: ConsentRequest, query: Record<string, string>): PlatformResponse {
	const address = new URL(redirect_uri);
	const parameters = { ...query, ...(state === undefined ? {} : { state }) };
	for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
	return { status: 302, headers: { location: address.href } };
}

/** Instead of a redirect to an address that cannot be trusted. */
function refusedPage(message: string): PlatformResponse {
	return { status: 400, headers: HTML, body: page('Cannot connect', html`<p>${message}</p>`) };
}

function page(title: string, content: Html): string {
	// The empty icon keeps browsers from asking for /favicon.ico, which the contract does not know.
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}h1{font-size:1.5rem}fieldset{border:1px solid #bbb;border-radius:6px}button{font:inherit;padding:.4rem 1.2rem;margin-right:.5rem}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`.text;
}
