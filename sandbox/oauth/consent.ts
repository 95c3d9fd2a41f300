import { html, type Html } from '../../nodes/bookingPage/html';
import { htmlDocument } from '../page';
import type { PlatformState } from '../platform';
import type { PlatformResponse } from '../responses';
import { SCOPES_OF } from '../seed';

/** The query of the consent page, which its form carries on. */
export interface ConsentRequest {
	client_id: string;
	redirect_uri: string;
	scope: string;
	state?: string;
}

export const DECISION_PATH = '/oauth/chooselocation/decision';

const STYLE =
	':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.4rem 1.2rem}';

const scopeNames = (scope: string) => scope.split(' ');

/** The page on which a user chooses a location (or the agency) and allows the scopes (choose_location in openapi.yaml). */
export function showConsentPage(state: PlatformState, request: ConsentRequest): PlatformResponse {
	const refused = refuse(state, request);
	if (refused) return refused;
	const hidden = Object.entries(request).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`,
	);
	const scopes = scopeNames(request.scope).map((scope) => html`<li><code>${scope}</code></li>`);
	const choices = [...state.seed.locations, { id: 'agency', name: 'The whole agency' }].map(
		({ id, name }, index) =>
			html`<label><input type="radio" name="choice" value="${id}"${index === 0 && html` checked`}> ${name}</label><br>`,
	);
	return page(
		200,
		`Allow access for “${state.seed.app.name}”?`,
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
}

/**
 * The form of the consent page; the sandbox's own, outside the contract.
 *
 * @param form the hidden fields of the page, `choice` (a location id, or `agency`) and `decision`
 */
export function decideConsent(
	state: PlatformState,
	form: Record<string, string>,
): PlatformResponse {
	const { choice, decision, ...fields } = form;
	const request = fields as unknown as ConsentRequest;
	const refused = refuse(state, request);
	if (refused) return refused;
	if (decision !== 'allow') return redirect(request, { error: 'access_denied' });

	const location = state.seed.locations.find(({ id }) => id === choice);
	if (!location && choice !== 'agency') return refusedPage('The location is not known.');
	const consent = state.oauth.consent(location?.id, scopeNames(request.scope));
	return redirect(request, { code: state.oauth.authorize(request.redirect_uri, consent) });
}

/** RFC 6749, section 4.1.2.1: never redirect to an address that cannot be trusted. */
function refuse(
	{ seed, profile }: PlatformState,
	request: ConsentRequest,
): PlatformResponse | undefined {
	const { client_id, redirect_uri, scope = '' } = request;
	if (client_id !== seed.app.clientId) return refusedPage('The client_id is not known.');
	if (!isLoopback(redirect_uri)) {
		return refusedPage('The redirect_uri is not registered: the sandbox takes loopback addresses.');
	}
	const areKnown = scopeNames(scope).every((name) => SCOPES_OF[profile.form].includes(name));
	return areKnown ? undefined : redirect(request, { error: 'invalid_scope' });
}

/** RFC 8252, section 7.3: any port of the loopback interface, since n8n's is not known ahead. */
function isLoopback(address: string): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname } = new URL(address);
	return /^https?:$/.test(protocol) && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** The contract names the query parameter `code` only; `state` comes back as in RFC 6749. */
function redirect(
	{ redirect_uri, state }: ConsentRequest,
	query: Record<string, string>,
): PlatformResponse {
	const address = new URL(redirect_uri);
	const parameters = { ...query, ...(state === undefined ? {} : { state }) };
	for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
	return { status: 302, headers: { location: address.href } };
}

/** Instead of a redirect to an address that cannot be trusted. */
export const refusedPage = (message: string) =>
	page(400, 'Cannot connect', html`<p>${message}</p>`);

function page(status: number, title: string, content: Html): PlatformResponse {
	const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
	return { status, headers, body: htmlDocument(title, STYLE, content) };
}
