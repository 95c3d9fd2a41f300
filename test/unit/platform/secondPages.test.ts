import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../../nodes/Platform/resources';
import { HIGH_LEVEL_RUNS, RUNS } from '../../support/operationRuns';
import { DESCRIBED, schemasIn } from '../package/describedRequests';
import { sourceFiles } from '../package/packageClasses';
import { act, HIGH_LEVEL, type Sent } from './nodeOnPlatform';

/* With 'Return All', each list of HighLevel is read beyond its first page, where its endpoint has pages by sandbox/highLevel.yaml. */

const AGENCY = {
	api: 'highLevel',
	oauthTokenData: { access_token: 'token-1', companyId: 'company-1' },
};

const runs = { ...RUNS.platform, ...HIGH_LEVEL_RUNS };

const lists = Object.keys(runs).filter((name) => {
	const [resource, operation] = name.split('.');
	const { properties } = resources[resource].operations[operation];
	return properties.some((field) => field.name === 'returnAll');
});

/** What says in a request where a page begins. */
const PLACES = [
	'cursor',
	'lastMessageId',
	'offset',
	'page',
	'searchAfter',
	'skip',
	'startAfter',
	'startAfterDate',
	'startAfterId',
];

/** What says in a request how many records a page has. */
const SIZES = ['limit', 'pageLimit'];

/** The endpoints that have pages, each with what says where a page begins. */
const PAGED = new Map<string, string[]>();
for (const [endpoint, operation] of DESCRIBED) {
	const places = PLACES.filter((name) => name in schemasIn(operation));
	if (places.length > 0) PAGED.set(endpoint, places);
}

/** The endpoint of a request, where it has pages. */
function pagedEndpointOf({ method, path }: Sent): string | undefined {
	return [...PAGED.keys()].find((endpoint) => {
		const pattern = endpoint.replaceAll('{}', '[^/]+');
		return new RegExp(`^${pattern}$`).test(`${method} ${path}`);
	});
}

/** The names under which the records of a response stand. */
const namesOfLists = Object.values(resources)
	.flatMap(({ operations }) => Object.values(operations))
	.flatMap(({ endpoint }) => endpoint?.list ?? []);

/** A page of each list. */
function bodyWith(records: IDataObject[], total: number): IDataObject {
	const body: IDataObject = { locations: records };
	for (const name of namesOfLists) body[name] = records;
	const hasMore = records.length < total;
	return { ...body, total, count: total, meta: { total }, hasMore, nextPage: hasMore };
}

const recordOf = (index: number): IDataObject => ({
	id: `record-${index}`,
	email: 'ada@example.com',
	lastMessageDate: index,
	searchAfter: [index],
});

const LAST = { ...recordOf(1_000), id: 'last-record' };

/** Gets all records of a platform each of whose lists has one record more than a page; says which endpoint was asked for only one page. */
async function getAllOf(name: string) {
	const placesAskedFor: Record<string, Set<string>> = {};
	let total = 0;
	const { json } = await act(
		name,
		{ ...runs[name][0], returnAll: true },
		{
			credential: name === 'installedLocation.getAll' ? AGENCY : HIGH_LEVEL,
			location: { companyId: 'company-1' },
			responses(request) {
				const endpoint = pagedEndpointOf(request);
				if (endpoint === undefined) return bodyWith([], 0);
				const values: IDataObject = { ...request.qs, ...(request.body as IDataObject) };
				const place = JSON.stringify(PAGED.get(endpoint)!.map((each) => values[each]));
				const places = (placesAskedFor[endpoint] ??= new Set<string>());
				const isFirst = places.size === 0 || [...places][0] === place;
				places.add(place);
				const size = Number(values.limit ?? values.pageLimit ?? 20);
				total = size + 1;
				if (!isFirst) return bodyWith([LAST], total);
				const records = Array.from({ length: size }, (_, index) => recordOf(index));
				return bodyWith(records, total);
			},
		},
	);
	const endpoints = Object.keys(placesAskedFor);
	const cutEndpoints = endpoints.filter((each) => placesAskedFor[each].size === 1);
	return { json, total, cutEndpoints };
}

/** The file that has the row of a list. */
function fileOf(name: string): string {
	const [resource, operation] = name.split('.');
	const { endpoint } = resources[resource].operations[operation];
	const source = sourceFiles('nodes/Platform/resources').find(
		({ text }) => endpoint && text.includes(`'${endpoint.path}'`),
	);
	return source?.file ?? 'nodes/Platform/resources';
}

it.each(lists)('%s goes on to the second page, where its endpoint has one', async (name) => {
	const { cutEndpoints } = await getAllOf(name);

	expect(
		cutEndpoints.map(
			(endpoint) =>
				`Give ${name} 'isPaged' (for 'page', 'limit' and 'meta.total') or 'load' (for others, as listUsers of nodes/platformApi/users.ts) in ${fileOf(name)}, or let its 'load' go on: ${endpoint} takes '${PAGED.get(endpoint)!.join("', '")}', and only its first page is read`,
		),
	).toEqual([]);
});

it.each([
	'appointmentNote.getAll',
	'contact.getAll',
	'conversation.getAll',
	'installedLocation.getAll',
	'message.getAll',
	'opportunity.getAll',
	'user.getAll',
])('%s puts out the records of both pages', async (name) => {
	const { json, total } = await getAllOf(name);

	expect(json).toHaveLength(total);
	expect(JSON.stringify(json.at(-1))).toContain(LAST.id);
});

it('each endpoint with a size of pages says where a page begins', () => {
	const unknown = [...DESCRIBED].filter(
		([endpoint, operation]) =>
			SIZES.some((name) => name in schemasIn(operation)) && !PAGED.has(endpoint),
	);

	expect(
		unknown.map(
			([endpoint]) =>
				`Name in PLACES of this file what says in ${endpoint} of sandbox/highLevel.yaml where a page begins`,
		),
	).toEqual([]);
});
