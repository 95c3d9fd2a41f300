import { showConsentPage } from './consent';
import type { ConsentRequest } from './consentPage';
import { accessOf, type Call, type OperationHandlers } from '../http/exchange';
import { listAnswer } from '../profiles/bodies';
import { withExtraFields } from '../profiles/drawn';
import { OAuthError, type Answer } from '../httpError';

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
		try {
			const answer = issueToken(call, form);
			const { locationId } = answer.body as { locationId?: string };
			call.state.oauth.note({ grantType: form.grant_type, outcome: 'issued', locationId });
			return answer;
		} catch (refusal) {
			const outcome = refusal instanceof OAuthError ? refusal.code : 'refused';
			call.state.oauth.note({ grantType: form.grant_type, outcome });
			throw refusal;
		}
	},

	/** For a token of a location, its own. */
	list_installed_locations(call) {
		const { state } = call;
		const access = accessOf(call);
		const { installedLocations, installedLocationId } = state.profile;
		const granted = state.oauth.installedLocationIds();
		const isListed = (locationId: string) =>
			access.level === 'agency'
				? installedLocations === 'all' || granted.includes(locationId)
				: locationId === access.locationId;
		const locations = state.seed.locations
			.filter(({ id }) => isListed(id))
			.map(({ id, ...rest }) => ({ [installedLocationId]: id, ...rest }));
		return listAnswer(call, 'locations', locations, [installedLocationId, 'name']);
	},
};

function issueToken({ state }: Call, form: TokenForm): Answer {
	const { clientId } = state.oauth.checkClient(form.client_id, form.client_secret);
	const body =
		form.grant_type === 'authorization_code'
			? state.oauth.exchangeCode(clientId, form.code ?? '', form.redirect_uri ?? '')
			: state.oauth.refresh(clientId, form.refresh_token ?? '');
	return {
		status: 200,
		body: state.profile.records === 'extra' ? withExtraFields(body) : body,
		headers: { 'cache-control': 'no-store' },
	};
}
