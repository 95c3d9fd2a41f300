import type { IDataObject } from 'n8n-workflow';

import { pathSegment } from '../http/address';
import { readText } from '../http/body';
import type { PlatformRequest } from './client';

/** An endpoint of the API, as data. */
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
export function namesInPath(path: string): string[] {
	return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

/** Where a value goes that the path does not name; undefined for a location that the endpoint does not take. */
function placeOf(name: string, { method, locationIn }: Endpoint): Endpoint['locationIn'] {
	if (name === 'locationId') return locationIn;
	return method === 'GET' ? 'query' : 'body';
}

/**
 * Makes the request of an endpoint with these values; undefined ones are not sent. Values that the path does not name go
 * into the query of a GET, else into the body; the ID of the location goes where the endpoint says.
 *
 * @throws {PathSegmentError} for a value in the path that is no ID
 */
export function requestOf(endpoint: Endpoint, values: IDataObject): PlatformRequest {
	const { method, path, queryNames = {}, howToCheck, right } = endpoint;
	const inPath = namesInPath(path);
	const query: IDataObject = { ...endpoint.query };
	const body: IDataObject = {};
	for (const [name, value] of Object.entries(values)) {
		if (inPath.includes(name)) continue;
		const place = placeOf(name, endpoint);
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

/** Makes a check that is false for a record of another location. Without a location, each record passes. */
export function belongsTo(locationId: unknown): (record: IDataObject) => boolean {
	return (record) => !locationId || (readText(record, 'locationId') ?? locationId) === locationId;
}
