import type { OperationHandlers } from '../http/call';
import { oauthHandlers as contract } from '../oauth/handlers';
import { Refusal } from '../refusal';

interface LocationTokenForm {
	companyId: string;
	locationId: string;
}

/** The operations of these names in sandbox/highLevel.yaml. */
export const oauthHandlers: OperationHandlers = {
	'choose-location': contract.choose_location,
	'get-access-token': contract.exchange_token,

	'get-location-access-token'({ state, body, access }) {
		const { companyId, locationId } = body as LocationTokenForm;
		const { seed, oauth } = state;
		if (companyId !== seed.companyId) throw new Refusal(400, 'Company not found');
		if (!installed(state, locationId)) throw new Refusal(400, 'The app is not installed in this location');
		const { refresh_token: _, ...token } = oauth.mint(access, locationId);
		return { status: 200, body: token };
	},

	'get-installed-location'({ state, query }) {
		const { seed } = state;
		const { companyId, appId, isInstalled, skip = '0', limit = '20' } = query;
		if (companyId !== seed.companyId || !seed.apps.some(({ id }) => id === appId)) throw new Refusal(400, 'App not found');
		const all = seed.locations.map(({ id: _id, name }) => ({ _id, name, address: '', isInstalled: installed(state, _id) }));
		const found = isInstalled === undefined ? all : all.filter((one) => one.isInstalled === isInstalled);
		const locations = found.slice(Number(skip), Number(skip) + Number(limit));
		return { status: 200, body: { locations, count: found.length, installToFutureLocations: true } };
	},
};

/** An agency's app is in all of its locations, except where somebody has uninstalled it. */
const installed = ({ seed, oauth }: Parameters<OperationHandlers[string]>[0]['state'], locationId: string) =>
	seed.locations.some(({ id }) => id === locationId) && !oauth.uninstalled.has(locationId);
