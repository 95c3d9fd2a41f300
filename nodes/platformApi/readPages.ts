import type { IDataObject } from 'n8n-workflow';

import { fieldsOf, readId, readList } from '../http/body';
import type { PlatformClient } from './client';
import { belongsTo, type Endpoint, requestOf } from './endpoint';

/** As many records as HighLevel gives at once. */
export const PAGE_SIZE = 100;

/** HighLevel lists 10,000 records at most, and pages that never end must not keep a run busy forever. */
const MAX_PAGES = 100;

/** Says how many records of a list were not read. @param count Infinity where the number is not known */
function unreadText(count: number): string {
	if (count === Infinity)
		return 'The platform says that there are more records, which were not read.';
	return `The platform says that ${count} more records were not read.`;
}

/** Where the next page of a list begins. */
export interface PlaceInList {
	/** The number of the page, from 1. */
	page: number;
	/** How many records the pages before have brought. */
	seenCount: number;
	/** The last of them; undefined for the first page. */
	last?: IDataObject;
}

/** One page of a list. */
export interface Page {
	records: IDataObject[];
	/** How many records the list has, as the platform says; NaN where it does not, Infinity where it says only that there are more. */
	total: number;
}

/** Which records of a list are wanted. */
export interface ListOptions {
	/** How many records are wanted; by default all. */
	max?: number;
	/** How many records the platform sends at once, by default {@link PAGE_SIZE}. A shorter page is the last one, unless the total says otherwise. */
	pageSize?: number;
	/** How many pages may be read, {@link MAX_PAGES} by default. */
	maxPages?: number;
	/** Records of other locations are left out. */
	locationId?: unknown;
	/** Others are left out, although the platform counts them. */
	isWanted?: (record: IDataObject) => boolean;
}

/** The records of a list. */
export interface Listing {
	/** At most as many as are wanted, each once. */
	records: IDataObject[];
	/** How many more there are, where more were not wanted and the platform says so; else 0. */
	hidden: number;
	/** True where the last page was read. */
	isEnd: boolean;
}

/**
 * Reads a list page by page. A page that brings nothing new is the last one, so that a platform which repeats a page ends
 * it, too. Where all were wanted and the platform has more than were read, the run gets a hint.
 */
export async function readPages(
	client: PlatformClient,
	readPage: (place: PlaceInList) => Promise<Page>,
	options: ListOptions = {},
): Promise<Listing> {
	const { max = Infinity, pageSize = PAGE_SIZE, maxPages = MAX_PAGES, isWanted } = options;
	const isOfLocation = belongsTo(options.locationId);
	const seen = new Set<string>();
	const found: IDataObject[] = [];
	let total = Number.NaN;
	let isEnd = false;
	let last: IDataObject | undefined;
	for (let page = 1; page <= maxPages && !isEnd && found.length < max; page++) {
		const seenCount = seen.size;
		const read = await readPage({ page, seenCount, last });
		for (const record of read.records) {
			const key = readId(record) ?? JSON.stringify(record);
			const isNew = !seen.has(key);
			seen.add(key);
			if (isNew && isOfLocation(record) && isWanted?.(record) !== false) found.push(record);
		}
		total = read.total;
		last = read.records.at(-1);
		const isNothingNew = seen.size === seenCount;
		isEnd = isNothingNew || (read.records.length < pageSize && seen.size >= total);
	}
	const records = found.slice(0, max);
	const unreadCount = Number.isNaN(total) ? 0 : Math.max(0, total - seen.size);
	if (records.length === max)
		return { records, hidden: found.length - records.length + unreadCount, isEnd };
	// At the end of a list, the rest are records that the platform counts, but does not send.
	const isComplete = isWanted !== undefined && isEnd;
	if (unreadCount > 0 && !isComplete) client.hint(unreadText(unreadCount), 'Search for less.');
	return { records, hidden: 0, isEnd };
}

/** The records of a list, page by page where the endpoint has pages; see {@link readPages}. @param max how many are wanted */
export async function listRecords(
	client: PlatformClient,
	endpoint: Endpoint,
	values: IDataObject,
	max = Infinity,
): Promise<Listing> {
	const { isPaged = false } = endpoint;
	const { locationId } = values;
	const pageSize = Math.min(max, PAGE_SIZE);
	const names = [endpoint.list ?? []].flat();

	async function readWhole(): Promise<Page> {
		const records = await client.requestList(requestOf(endpoint, values), ...names);
		return { records, total: Number.NaN };
	}

	async function readPage({ page }: PlaceInList): Promise<Page> {
		const request = requestOf(endpoint, { ...values, page, limit: pageSize });
		const body = await client.request(request);
		const { total } = fieldsOf(fieldsOf(body).meta);
		return { records: readList(body, ...names), total: Number(total) };
	}

	if (!isPaged) return await readPages(client, readWhole, { max, locationId, maxPages: 1 });
	return await readPages(client, readPage, { max, pageSize, locationId });
}
