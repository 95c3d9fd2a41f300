import { type IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import { fieldsOf, readList, readObject, readText } from '../http/body';
import { readZoneName } from '../time/zones';
import { RecentReads } from '../utils/recentReads';
import type { PlatformClient, PlatformRequest } from './client';
import { type PlaceInList, readPages } from './readPages';

/** Each page repeats some records of the one before: where the app was uninstalled meanwhile, the others have moved up. */
const OVERLAP = 5;

/** Which of the installed locations to list, where the form of the API has pages. */
export interface LocationSearch {
	/** Words in the name. */
	query?: string;
	/** How many to leave out at the beginning. */
	skip?: number;
}

/** Installed locations, as the platform lists them. */
export interface LocationList {
	locations: IDataObject[];
	/** How many more there are, where the platform says so. */
	hidden: number;
	/** True where nothing follows. */
	isEnd: boolean;
}

/**
 * GET /oauth/installedLocations (sandbox/openapi.yaml, list_installed_locations; sandbox/highLevel.yaml,
 * get-installed-location), page by page where there are pages.
 *
 * @param max how many locations are wanted
 * @throws NodeOperationError, unsent, in a form that lists them for agencies only, for a credential of a location
 */
export async function listInstalledLocations(
	client: PlatformClient,
	max = Infinity,
	{ query, skip = 0 }: LocationSearch = {},
): Promise<LocationList> {
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
	const readPage = async ({ seenCount }: PlaceInList) => {
		const from = skip + Math.max(0, seenCount - OVERLAP);
		const body = await client.request({ ...request, query: installedLocations(app, from, query) });
		return { records: readList(body, ...names), total: Number(fieldsOf(body).count) - skip };
	};
	const { records, hidden, isEnd } = await readPages(client, readPage, { max });
	return { locations: records, hidden, isEnd };
}

/** What the nodes read of a location's record. */
interface LocationSettings {
	/** As the platform writes it; empty where it is not known. */
	timezone: string;
	/** The ISO 3166 code, such as `DE`; empty where it is not known. */
	country: string;
}

const UNKNOWN: LocationSettings = { timezone: '', country: '' };

/** Kept for five minutes, so a change of the location's settings shows after a while. */
const settings = new RecentReads<LocationSettings>(5 * 60_000, 1_000);

/** The settings of the credential's location, empty where the API, or a token without the scope, does not tell them. */
async function locationSettings(client: PlatformClient): Promise<LocationSettings> {
	const { dialect, locationId, platformUrl, token } = await client.account.credential();
	if (!dialect.scopes.readLocation || locationId === undefined) return UNKNOWN;
	const key = JSON.stringify([platformUrl, locationId, token]);
	return await settings.get(key, async () => await readSettings(client, locationId));
}

/** The IANA zone of the credential's location; undefined where it is not known. */
export async function locationZone(client: PlatformClient): Promise<string | undefined> {
	const { timezone } = await locationSettings(client);
	return readZoneName(timezone);
}

/** The country of the credential's location, as an ISO 3166 code such as `DE`; empty where it is not known. */
export async function locationCountry(client: PlatformClient): Promise<string> {
	const { country } = await locationSettings(client);
	return country;
}

/** GET /locations/{locationId} (sandbox/highLevel.yaml, get-location). That a token may not read it is remembered as long as settings are. */
async function readSettings(client: PlatformClient, locationId: string): Promise<LocationSettings> {
	try {
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
	} catch (error) {
		// An expired token fails the next request, too, which then says so.
		if (isForbidden(error)) return UNKNOWN;
		return await Promise.reject(error as Error);
	}
}

const isForbidden = (error: unknown) =>
	error instanceof NodeApiError && ['401', '403'].includes(error.httpCode ?? '');
