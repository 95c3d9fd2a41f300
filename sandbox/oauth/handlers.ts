import { refusedPage, showConsentPage, type ConsentRequest } from './consent';
import type { TokenForm } from './oauthStore';
import type { Call, OperationHandlers } from '../http/call';
import { listResponse, ok, recordIn, Refusal, type PlatformResponse } from '../responses';

/** OAuth 2.0 and installed locations: the operations of these names in openapi.yaml and highLevel.yaml. */
export const oauthHandlers: OperationHandlers = {
	choose_location: chooseLocation,
	exchange_token: exchangeToken,

	/** For an agency, the locations whose users gave access; for a token of a location, its own. */
	list_installed_locations({ state: { oauth, profile, seed }, access }) {
		const granted = access.locationId ? [access.locationId] : oauth.installedLocationIds();
		const { installedLocationId } = profile;
		const locations = seed.locations
			.filter(({ id }) => granted.includes(id))
			.map(({ id, ...rest }) => ({ [installedLocationId]: id, ...rest }));
		return listResponse(profile, 'locations', locations, [installedLocationId, 'name']);
	},

	'choose-location': chooseLocation,
	'choose-location-v2'(call) {
		const { profile, seed } = call.state;
		const isRefused = profile.versionId === 'required' && call.query.version_id !== seed.app.id;
		return isRefused ? refusedPage('error.noversionid') : chooseLocation(call);
	},
	'get-access-token': exchangeToken,

	'get-location-access-token'({ state, body, access }) {
		const { companyId, locationId } = body as { companyId: string; locationId: string };
		if (companyId !== state.seed.companyId) throw new Refusal(400, 'Company not found');
		if (!isInstalled(state, locationId))
			throw new Refusal(400, 'The app is not installed in this location');
		const { refresh_token, ...token } = state.oauth.issue({
			...access,
			level: 'location',
			locationId,
		});
		const { mintStatus: status } = state.profile;
		return ok({ ...token, ...(status === 201 && { refresh_token }) }, status);
	},

	'get-installed-location'({ state, query }) {
		const { app, companyId, locations } = state.seed;
		const { skip, limit, isInstalled: wanted } = query;
		if (query.companyId !== companyId || query.appId !== app.id)
			throw new Refusal(400, 'App not found');
		const all = locations.map(({ id, name }) => ({
			_id: id,
			name,
			address: '',
			isInstalled: isInstalled(state, id),
		}));
		const found = all.filter((one) => one.isInstalled === (wanted ?? one.isInstalled));
		const shown = found.slice(Number(skip), Number(skip) + Number(limit));
		return ok({ locations: shown, count: found.length, installToFutureLocations: true });
	},
};

function chooseLocation({ state, query }: Call): PlatformResponse {
	return showConsentPage(state, query as unknown as ConsentRequest);
}

function exchangeToken({ state: { oauth, profile }, body }: Call): PlatformResponse {
	const tokens = oauth.exchange(body as TokenForm);
	return {
		status: 200,
		body: profile.records === 'extra' ? recordIn(profile, tokens, []) : tokens,
		headers: { 'cache-control': 'no-store' },
	};
}

/** HighLevel: an agency's app is in all of its locations, except where somebody has uninstalled it. */
const isInstalled = ({ seed, oauth }: Call['state'], locationId: string) =>
	seed.locations.some(({ id }) => id === locationId) && !oauth.uninstalled.has(locationId);
