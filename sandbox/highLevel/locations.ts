import type { OperationHandlers } from '../http/call';
import { ok } from '../responses';

/** The operations of these names in sandbox/highLevel.yaml. */
export const highLevelLocations: OperationHandlers = {
	'get-location'({ state, params }) {
		const own = state.seed.locations.find(({ id }) => id === params.locationId);
		return ok({ location: { id: own?.id, name: own?.name, timezone: own?.timeZone } });
	},
};
