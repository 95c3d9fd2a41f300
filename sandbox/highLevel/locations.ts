import type { OperationHandlers } from '../http/call';

/** The operations of these names in sandbox/highLevel.yaml. */
export const highLevelLocations: OperationHandlers = {
	'get-location'({ state, params }) {
		const own = state.seed.locations.find(({ id }) => id === params.locationId);
		return {
			status: 200,
			body: { location: { id: own?.id, name: own?.name, timezone: own?.timeZone } },
		};
	},
};
