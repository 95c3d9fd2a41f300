import { consentPage, consentRefusedPage, scopeNames, type ConsentRequest } from './consentPage';
import type { PlatformState } from '../platformState';
import type { Answer } from '../httpError';
import { SCOPES } from '../scopes';

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

/** The page on which a person chooses a location (choose_location in sandbox/openapi.yaml). */
export function showConsentPage(state: PlatformState, request: ConsentRequest): Answer {
	const refused = refuseUntrusted(state, request);
	if (refused) return refused;
	if (!knownScopes(request.scope)) return redirect(state, request, { error: 'invalid_scope' });
	const app = state.oauth.app(request.client_id);
	if (!app) return refusedPage('The client_id is not known.');
	return { status: 200, headers: HTML, body: consentPage(app, state.seed.locations, request) };
}

/**
 * The form of the consent page; the sandbox's own, outside the contract.
 *
 * @param form the hidden fields of the page, `choice` (a location id, or `agency`) and `decision`
 */
export function decideConsent(
	state: PlatformState,
	form: Partial<
		Record<'client_id' | 'redirect_uri' | 'scope' | 'state' | 'choice' | 'decision', string>
	>,
): Answer {
	const { client_id = '', redirect_uri = '', scope = '', choice, decision } = form;
	const request: ConsentRequest = { client_id, redirect_uri, scope, state: form.state };
	const refused = refuseUntrusted(state, request);
	if (refused) return refused;
	if (!knownScopes(scope)) return redirect(state, request, { error: 'invalid_scope' });
	if (decision !== 'allow') return redirect(state, request, { error: 'access_denied' });

	const location = state.seed.locations.find(({ id }) => id === choice);
	if (!location && choice !== 'agency') return refusedPage('The location is not known.');
	const user = state.seed.users.find(
		({ locationIds }) => !location || locationIds.includes(location.id),
	);
	const code = state.oauth.authorize(client_id, redirect_uri, {
		level: location ? 'location' : 'agency',
		locationId: location?.id,
		userId: user?.id ?? 'user-unknown',
		scopes: scopeNames(scope),
	});
	return redirect(state, request, { code });
}

/** RFC 6749, section 4.1.2.1: never redirect to an address that cannot be trusted. */
function refuseUntrusted(
	state: PlatformState,
	{ client_id, redirect_uri }: ConsentRequest,
): Answer | undefined {
	if (!state.oauth.app(client_id)) return refusedPage('The client_id is not known.');
	if (!isLoopback(redirect_uri)) {
		return refusedPage('The redirect_uri is not registered: the sandbox takes loopback addresses.');
	}
	return undefined;
}

/** RFC 8252, section 7.3: any port of the loopback interface, since n8n's is not known ahead. */
function isLoopback(address: string): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname } = new URL(address);
	return /^https?:$/.test(protocol) && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function knownScopes(scope: string): boolean {
	const known: readonly string[] = SCOPES;
	return scopeNames(scope).length > 0 && scopeNames(scope).every((name) => known.includes(name));
}

/** The contract names the query parameter `code` only; whether `state` comes back is not shown. */
function redirect(
	{ profile }: PlatformState,
	{ redirect_uri, state }: ConsentRequest,
	query: Record<string, string>,
): Answer {
	const address = new URL(redirect_uri);
	for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
	if (state !== undefined && profile.stateParameter === 'returned') {
		address.searchParams.set('state', state);
	}
	return { status: 302, headers: { location: address.href } };
}

function refusedPage(message: string): Answer {
	return { status: 400, headers: HTML, body: consentRefusedPage(message) };
}
