import { type NodeApiError, NodeOperationError } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import { fieldsOf, readList, readObject, readText } from '../http/body';
import { zoneNamed } from '../time/zones';
import { RecentReads } from '../utils/boundedMap';
import type { PlatformClient, PlatformRequest } from './client';
import { readPages } from './endpoint';

/** Each page repeats some of the one before, so that none is hidden where the app was uninstalled meanwhile. */
const OVERLAP = 5;

/**
 * GET /oauth/installedLocations (sandbox/openapi.yaml, list_installed_locations; sandbox/highLevel.yaml,
 * get-installed-location), page by page where there are pages.
 *
 * @param search words in the names, where the platform searches, and the record to begin with
 * @returns at most `max` locations, and how many more there are, where the platform says so
 */
export async function listInstalledLocations(
	client: PlatformClient,
	max = Infinity,
	{ query, skip = 0 }: { query?: string; skip?: number } = {},
) {
	const { dialect, companyId, locationId, decrypted } = await client.account.credential();
	const request: PlatformRequest = {
		method: 'GET',
		path: '/oauth/installedLocations',
		right: 'readInstalledLocations',
		forAgency: true,
	};
	const { installedLocations } = dialect;
	const names = ['locations', 'installedLocations'];
	if (!installedLocations) {
		const all = await client.requestList(request, ...names);
		return { locations: all.slice(0, max), isEnd: true, hidden: Math.max(0, all.length - max) };
	}
	if (companyId === undefined || locationId !== undefined) {
		throw new NodeOperationError(
			client.node,
			'The installed locations can only be listed for an agency',
			{
				description:
					'Nothing was sent. This needs the connection of an agency. A credential of a location works for that one alone.',
			},
		);
	}
	const app = { clientId: String(decrypted.clientId ?? ''), companyId };
	const read = async (_page: number, before: number) => {
		const from = skip + Math.max(0, before - OVERLAP);
		const body = await client.request({ ...request, query: installedLocations(app, from, query) });
		return { records: readList(body, ...names), total: Number(fieldsOf(body).count) - skip };
	};
	const { records: locations, ...rest } = await readPages(client, read, max);
	return { locations, ...rest };
}

/** What the nodes read of a location's record; empty where it has none. */
interface LocationSettings {
	timezone: string;
	/** Such as `DE`. */
	country: string;
}

const UNKNOWN: LocationSettings = { timezone: '', country: '' };

/** A change of the location's settings shows after a while. */
const settings = new RecentReads<LocationSettings>(5 * 60_000, 1_000);

/**
 * GET /locations/{locationId} (sandbox/highLevel.yaml, get-location), of the credential's location.
 *
 * @returns nothing but empty settings where the API, or a token without the scope, does not tell them
 */
async function locationSettings(client: PlatformClient): Promise<LocationSettings> {
	const { dialect, locationId, platformUrl, token } = await client.account.credential();
	if (!dialect.scopes.readLocation || locationId === undefined) return UNKNOWN;
	const read = async () => {
		const body = await client.request({
			method: 'GET',
			path: `/locations/${pathSegment(locationId)}`,
			right: 'readLocation',
		});
		const record = readObject(body, 'location');
		return {
			timezone: readText(record, 'timezone') ?? '',
			country: readText(record, 'country') ?? '',
		};
	};
	// Such as for a missing scope: once in a while, it is asked again. Of an expired token, the next request tells.
	const orNone = async (error: unknown) =>
		/^40[13]$/.test(String((error as NodeApiError).httpCode))
			? UNKNOWN
			: await Promise.reject(error);
	const key = JSON.stringify([platformUrl, locationId, token]);
	return await settings.get(key, async () => await read().catch(orNone));
}

/** @returns the zone of the credential's location; undefined where it is not known */
export async function locationZone(client: PlatformClient): Promise<string | undefined> {
	return zoneNamed((await locationSettings(client)).timezone);
}

/** @returns the country of the credential's location, such as `DE`; empty where it is not known */
export async function locationCountry(client: PlatformClient): Promise<string> {
	return (await locationSettings(client)).country;
}
