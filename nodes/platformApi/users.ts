import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import { fieldsOf, readList, readObject, readText } from '../http/body';
import type { PlatformClient } from './client';
import type { Endpoint } from './endpoint';
import { listRecords, type PlaceInList, readPages, type Listing } from './readPages';

/** The ID of a location's company: OAuth's token names it, else the record of the location (get-location), which is read once a run. */
async function companyOf(client: PlatformClient, locationId: string): Promise<string | undefined> {
	const { companyId } = await client.account.credential();
	if (companyId !== undefined) return companyId;
	return await client.readOnce(
		`company of ${locationId}`,
		// Without the scope to read the location, its users are listed in the old way.
		async () => await readCompany(client, locationId).catch(() => undefined),
	);
}

async function readCompany(
	client: PlatformClient,
	locationId: string,
): Promise<string | undefined> {
	const body = await client.request({
		method: 'GET',
		path: `/locations/${pathSegment(locationId)}`,
		right: 'readLocation',
	});
	return readText(readObject(body, 'location'), 'companyId');
}

/** HighLevel names no largest page; without a limit, it sends 25 users. */
const PAGE_SIZE = 100;

/**
 * The users of a location: GET /users/search (sandbox/highLevel.yaml, search-users), which needs the company; else the
 * deprecated GET /users/.
 */
export async function listUsers(
	client: PlatformClient,
	deprecated: Endpoint,
	{ locationId }: IDataObject,
	max = Infinity,
): Promise<Listing> {
	const companyId = await companyOf(client, String(locationId));
	const listInOldWay = async () => await listRecords(client, deprecated, { locationId }, max);
	if (companyId === undefined) return await listInOldWay();
	const readPage = async ({ seenCount }: PlaceInList) => {
		const body = await client.request({
			method: 'GET',
			path: '/users/search',
			query: { companyId, locationId, skip: String(seenCount), limit: String(PAGE_SIZE) },
			right: 'readUsers',
		});
		return { records: readList(body, 'users'), total: Number(fieldsOf(body).count) };
	};
	try {
		return await readPages(client, readPage, { max, pageSize: PAGE_SIZE, locationId });
	} catch (error) {
		// A platform that does not know the search, or does not let this token search the company.
		const status = error instanceof NodeApiError ? (error.httpCode ?? '') : '';
		if (!['400', '401', '403', '404'].includes(status)) return await Promise.reject(error as Error);
		return await listInOldWay();
	}
}
