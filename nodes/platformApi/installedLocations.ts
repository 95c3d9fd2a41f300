import type { IDataObject } from 'n8n-workflow';

import type { PlatformClient } from './client';

/** GET /oauth/installedLocations (sandbox/openapi.yaml, list_installed_locations). */
export async function listInstalledLocations(client: PlatformClient): Promise<IDataObject[]> {
	const request = { method: 'GET', path: '/oauth/installedLocations', scope: 'locations.readonly' } as const;
	return await client.requestList(request, 'locations', 'installedLocations');
}
