import type { IDataObject } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import { fieldsOf, readId, readList, readText } from '../http/body';
import type { PlatformClient, PlatformRequest } from './client';

/** An endpoint as data. */
export interface Endpoint extends Pick<PlatformRequest, 'howToCheck' | 'right' | 'statuses'> {
	method: 'DELETE' | 'GET' | 'POST' | 'PUT';
	/** As in sandbox/highLevel.yaml. A value whose name stands in braces goes there. */
	path: `/${string}`;
	/** Where the ID of the location goes. Without it, the endpoint finds the location by the record. */
	locationIn?: 'query' | 'body' | 'path';
	/** Names in the query of a GET, where they are not those of the values: `{ contactId: 'contact_id' }`. */
	queryNames?: Record<string, string>;
	/** What stands in the query of each request. */
	query?: Record<string, string>;
	/** True where the list comes page by page, by `page` and `limit` in the query. */
	isPaged?: boolean;
	/** The name in the response under which the records stand, where there are several; or its possible names. */
	list?: string | string[];
}

/** The names of the values that stand in a path: `contactId` in `/contacts/{contactId}/tasks`. */
export const namesInPath = (path: string): string[] =>
	[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

/**
 * A request with these values; undefined ones are not sent. Values that the path does not name go into the query of a GET,
 * else into the body; the ID of the location goes where the endpoint says.
 */
export function requestOf(endpoint: Endpoint, values: IDataObject): PlatformRequest {
	const { method, path, locationIn, queryNames = {}, howToCheck, right } = endpoint;
	const inPath = namesInPath(path);
	const query: IDataObject = { ...endpoint.query };
	const body: IDataObject = {};
	for (const [name, value] of Object.entries(values)) {
		if (inPath.includes(name)) continue;
		const place = name === 'locationId' ? locationIn : method === 'GET' ? 'query' : 'body';
		if (place === 'query') query[queryNames[name] ?? name] = value;
		if (place === 'body') body[name] = value;
	}
	return {
		howToCheck,
		right,
		method,
		path: path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(String(values[name]))),
		query,
		body: Object.keys(body).length === 0 ? undefined : body,
	};
}

/** False for a record that names another location. */
export const isOf = (locationId: unknown) => (record: IDataObject) =>
	!locationId || (readText(record, 'locationId') ?? locationId) === locationId;

/** The records of a list. */
export interface Listing {
	records: IDataObject[];
	/** How many there are beside them, as far as the platform says. */
	hidden: number;
	/** True where there are no more. */
	isEnd: boolean;
}

/** As many as HighLevel gives at once. */
export const PAGE_SIZE = 100;
/** HighLevel lists 10,000 records at most, and pages that never end must not keep a run busy forever. */
const MAX_PAGES = 100;

/**
 * The records of a list, page by page, each once. A page that brings nothing new is the last one, also of a platform that
 * repeats it.
 *
 * @param readPage the page after those that brought `count` records, the last of which is given; with the total that the
 * platform names, else NaN
 * @param max how many are wanted
 * @returns at most as many, and how many there are beside them. A hint tells of fewer that are not all.
 */
export async function readPages(
	client: PlatformClient,
	readPage: (
		page: number,
		count: number,
		last?: IDataObject,
	) => Promise<{ records: IDataObject[]; total: number }>,
	max: number,
	{
		pageSize = PAGE_SIZE,
		maxPages = MAX_PAGES,
		locationId,
		isWanted,
	}: {
		pageSize?: number;
		maxPages?: number;
		/** Those of other ones are left out. */
		locationId?: unknown;
		/** The platform also counts those that are not wanted. */
		isWanted?: (record: IDataObject) => boolean;
	} = {},
): Promise<Listing> {
	const isHere = isOf(locationId);
	const seen = new Set<string>();
	const found: IDataObject[] = [];
	let [isEnd, total] = [false, Number.NaN];
	let last: IDataObject | undefined;
	for (let page = 1; page <= maxPages && !isEnd && found.length < max; page++) {
		const count = seen.size;
		const read = await readPage(page, count, last);
		for (const record of read.records) {
			const key = readId(record) ?? JSON.stringify(record);
			if (!seen.has(key) && isHere(record) && isWanted?.(record) !== false) found.push(record);
			seen.add(key);
		}
		({ total } = read);
		last = read.records.at(-1);
		isEnd = seen.size === count || (read.records.length < pageSize && seen.size >= total);
	}
	const records = found.slice(0, max);
	const unread = Math.max(0, total - seen.size) || 0;
	if (records.length === max)
		return { records, hidden: found.length - records.length + unread, isEnd };
	if (unread > 0 && !(isWanted && isEnd))
		client.hint(`The platform says that ${unread} more records were not read. Search for less.`);
	return { records, hidden: 0, isEnd };
}

/** The records of a list, page by page where the endpoint has pages; see {@link readPages}. */
export async function listRecords(
	client: PlatformClient,
	target: Endpoint,
	values: IDataObject,
	max = Infinity,
): Promise<Listing> {
	const { isPaged = false } = target;
	const pageSize = Math.min(max, PAGE_SIZE);
	const names = [target.list ?? ''].flat();
	const read = async (page: number) => {
		if (!isPaged) {
			const records = await client.requestList(requestOf(target, values), ...names);
			return { records, total: Number.NaN };
		}
		const body = await client.request(requestOf(target, { ...values, page, limit: pageSize }));
		const { total } = fieldsOf(fieldsOf(body).meta);
		return { records: readList(body, ...names), total: Number(total) };
	};
	const { locationId } = values;
	return await readPages(client, read, max, {
		pageSize,
		locationId,
		maxPages: isPaged ? MAX_PAGES : 1,
	});
}
