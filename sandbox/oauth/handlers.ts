/* eslint-disable @n8n/community-nodes/require-node-api-error -- no n8n node is involved here */
import { showConsentPage } from './consent';
import type { ConsentRequest } from './consentPage';
import { accessOf, type Call, type OperationHandlers } from '../http/exchange';
import { OAuthRefusal, type Answer } from '../refusal';
import { shaped } from '../responseShape';

interface TokenForm {
	client_id: string;
	client_secret: string;
	grant_type: 'authorization_code' | 'refresh_token';
	code?: string;
	redirect_uri?: string;
	refresh_token?: string;
}

/** Contract: Endpoints, interface B OAuth; OAuth artefacts; Errors, interface B OAuth. */
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
			const outcome = refusal instanceof OAuthRefusal ? refusal.code : 'refused';
			call.state.oauth.note({ grantType: form.grant_type, outcome });
			throw refusal;
		}
	},

	/** Which locations are listed is not shown: all of them for the agency, else the token's own. */
	list_installed_locations(call) {
		const { state } = call;
		const access = accessOf(call);
		const ids =
			access.level === 'agency' ? state.oauth.installedLocationIds() : [access.locationId];
		const locations = state.seed.locations.filter(({ id }) => ids.includes(id));
		const body = shaped(state.responseShape, 'locations', locations, ['id', 'name']);
		return { status: 200, body };
	},
};

function issueToken({ state }: Call, form: TokenForm): Answer {
	const { clientId } = state.oauth.checkClient(form.client_id, form.client_secret);
	const body =
		form.grant_type === 'authorization_code'
			? state.oauth.exchangeCode(clientId, form.code ?? '', form.redirect_uri ?? '')
			: state.oauth.refresh(clientId, form.refresh_token ?? '');
	return { status: 200, body, headers: { 'cache-control': 'no-store' } };
}
