import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import { fieldsOf, readList } from '../http/body';
import type { PlatformClient, PlatformRequest } from './client';

/** An endpoint as data. */
export interface Endpoint extends Pick<PlatformRequest, 'howToCheck' | 'right' | 'statuses'> {
	/**
	 * Method and path as in sandbox/highLevel.yaml, with the query: `GET /users/?locationId={locationId}`. Values in braces
	 * go where they stand, all others into the body.
	 */
	endpoint: `${'DELETE' | 'GET' | 'POST' | 'PUT'} /${string}`;
	/** The name in the response under which the records stand, where there are several. */
	list?: string;
}

/** A request with these values; undefined ones are not sent. */
export function requestOf(
	{ endpoint, ...more }: Omit<Endpoint, 'list'>,
	values: IDataObject,
): PlatformRequest {
	const [method, url] = endpoint.split(' ');
	const [path, query] = url.split('?');
	const body = Object.entries(values).filter(([name]) => !url.includes(`{${name}}`));
	const slots = [...new URLSearchParams(query)];
	return {
		...more,
		method: method as IHttpRequestMethods,
		path: path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(String(values[name]))),
		query: Object.fromEntries(slots.map(([name, slot]) => [name, values[slot.slice(1, -1)]])),
		body: method === 'GET' || body.length === 0 ? undefined : Object.fromEntries(body),
	};
}

/** As many as HighLevel gives at once. */
const PAGE_SIZE = 100;
/** HighLevel lists 10,000 records at most. */
const MAX_PAGES = 100;

/**
 * The records of a list, page by page where the endpoint has a `{page}`.
 *
 * @param max how many are wanted
 * @returns at most as many, and how many there are beside them
 */
export async function listRecords(
	client: PlatformClient,
	{ list = '', ...target }: Endpoint,
	values: IDataObject,
	max = Infinity,
) {
	const found: IDataObject[] = [];
	const pages = target.endpoint.includes('{page}') ? MAX_PAGES : 1;
	const limit = Math.min(max, PAGE_SIZE);
	let total = 0;
	for (let page = 1; page <= pages && found.length < max; page++) {
		const body = fieldsOf(await client.request(requestOf(target, { ...values, page, limit })));
		const records = readList(body, list);
		found.push(...records);
		total = Number(fieldsOf(body.meta).total) || found.length;
		if (records.length < limit || found.length >= total) break;
	}
	const records = found.slice(0, max);
	return { records, hidden: Math.max(total, found.length) - records.length };
}
