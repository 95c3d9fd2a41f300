import { showConsentPage, type ConsentRequest } from './consent';
import type { Call, OperationHandlers } from '../http/call';
import { Refusal } from '../refusal';
import { listResponse, recordIn, type PlatformResponse } from '../responses';

interface TokenForm {
	client_id: string;
	client_secret: string;
	grant_type: 'authorization_code' | 'refresh_token';
	code?: string;
	redirect_uri?: string;
	refresh_token?: string;
}

/** OAuth 2.0 and installed locations: the operations of these names in sandbox/openapi.yaml. */
export const oauthHandlers: OperationHandlers = {
	choose_location: ({ state, query }) => showConsentPage(state, query as unknown as ConsentRequest),

	exchange_token(call) {
		const form = call.body as TokenForm;
		const note = (outcome: string, locationId?: string) =>
			call.state.oauth.note({ grantType: form.grant_type, outcome, locationId });
		try {
			const response = issueToken(call, form);
			note('issued', (response.body as { locationId?: string }).locationId);
			return response;
		} catch (refusal) {
			note((refusal instanceof Refusal && refusal.details.oauthCode) || 'refused');
			throw refusal;
		}
	},

	/** For an agency, the locations whose users gave access; for a token of a location, its own. */
	list_installed_locations(call) {
		const { state, access } = call;
		const granted = access.locationId ? [access.locationId] : state.oauth.installedLocationIds();
		const { installedLocationId } = state.profile;
		const locations = state.seed.locations
			.filter(({ id }) => granted.includes(id))
			.map(({ id, ...rest }) => ({ [installedLocationId]: id, ...rest }));
		return listResponse(state.profile, 'locations', locations, [installedLocationId, 'name']);
	},
};

function issueToken({ state: { oauth, profile } }: Call, form: TokenForm): PlatformResponse {
	const { client_id: clientId } = form;
	oauth.checkClient(clientId, form.client_secret);
	const tokens =
		form.grant_type === 'authorization_code'
			? oauth.exchangeCode(clientId, form.code ?? '', form.redirect_uri ?? '')
			: oauth.refresh(clientId, form.refresh_token ?? '');
	const body = profile.records === 'extra' ? recordIn(profile, tokens, []) : tokens;
	return { status: 200, body, headers: { 'cache-control': 'no-store' } };
}
