import { NodeOperationError, type IDataObject } from 'n8n-workflow';

import type { PlatformClient } from './client';

/** Ten thousand locations: a platform whose pages never end must not keep a run busy for ever. */
const MAX_PAGES = 100;

/**
 * GET /oauth/installedLocations (sandbox/openapi.yaml, list_installed_locations; sandbox/highLevel.yaml,
 * get-installed-location), page by page where there are pages.
 */
export async function listInstalledLocations(client: PlatformClient): Promise<IDataObject[]> {
	const { dialect, companyId = '', decrypted } = await client.account.known();
	const pageAt = (skip: number) => dialect.installedLocations({ clientId: String(decrypted.clientId ?? ''), companyId }, skip);
	const isPaged = pageAt(0) !== undefined;
	if (isPaged && companyId === '') {
		throw new NodeOperationError(client.node, 'The installed locations can only be listed for an agency', {
			description: "Nothing was sent. Use 'OAuth2' as 'Authentication', with a credential that is connected for an agency.",
		});
	}
	const request = { method: 'GET', path: '/oauth/installedLocations', right: 'readInstalledLocations', forAgency: true } as const;
	const all = new Map<string, IDataObject>();
	const whenMore = isPaged ? () => {} : undefined;
	for (let page = 0; page < MAX_PAGES; page++) {
		const before = all.size;
		const found = await client.requestList({ ...request, query: pageAt(before), whenMore }, 'locations', 'installedLocations');
		for (const record of found) all.set(JSON.stringify(record), record);
		// A page that brings nothing new is the last one, also of a platform that repeats it.
		if (!isPaged || all.size === before) break;
	}
	return [...all.values()];
}
