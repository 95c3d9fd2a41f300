import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import { fieldsOf, readList, readObject, readText } from '../http/body';
import type { PlatformClient } from './client';
import { type Endpoint, type Listing, listRecords, readPages } from './endpoint';

/** The company of a location: OAuth's token names it, else the record of the location (get-location), once a run. */
async function companyOf(client: PlatformClient, locationId: string): Promise<string | undefined> {
	const { companyId } = await client.account.credential();
	if (companyId !== undefined) return companyId;
	const read = async () => {
		const body = await client.request({
			method: 'GET',
			path: `/locations/${pathSegment(locationId)}`,
			right: 'readLocation',
		});
		return readText(readObject(body, 'location'), 'companyId');
	};
	// Without the scope to read the location, its users are listed in the old way.
	return await client.readOnce(
		`company of ${locationId}`,
		async () => await read().catch(() => undefined),
	);
}

/** HighLevel names no largest page; by default it has 25. */
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
	const readPage = async (_page: number, count: number) => {
		const body = await client.request({
			method: 'GET',
			path: '/users/search',
			query: { companyId, locationId, skip: String(count), limit: String(PAGE_SIZE) },
			right: 'readUsers',
		});
		return { records: readList(body, 'users'), total: Number(fieldsOf(body).count) };
	};
	try {
		return await readPages(client, readPage, max, { pageSize: PAGE_SIZE, locationId });
	} catch (error) {
		// A platform that does not know the search, or does not let this token search the company.
		const isRefused = error instanceof NodeApiError && /^40[0134]$/.test(error.httpCode ?? '');
		if (!isRefused) throw error as Error;
		return await listInOldWay();
	}
}
