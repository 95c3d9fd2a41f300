import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/**
 * The contract shows no rate limit, so the default suits a small server; ten in flight
 * already hide most of the latency. At a hundred the CPU is the limit, so
 * more sockets gain nothing.
 */
const DEFAULT_CONCURRENT_REQUESTS = 10;
const MAX_CONCURRENT_REQUESTS = 100;

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Concurrent Requests',
			name: 'concurrentRequests',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_CONCURRENT_REQUESTS },
			default: DEFAULT_CONCURRENT_REQUESTS,
			description:
				'Max number of requests to send at the same time for several input items',
		},
	],
};

/**
 * How many lookups may be in flight. The first item's number counts for the whole run.
 *
 * @throws NodeOperationError outside the bounds
 */
export function readConcurrency(context: IExecuteFunctions): number {
	const value: unknown = context.getNodeParameter(
		'options.concurrentRequests',
		0,
		DEFAULT_CONCURRENT_REQUESTS,
	);
	const count = Number(value);
	if (Number.isInteger(count) && count >= 1 && count <= MAX_CONCURRENT_REQUESTS) return count;
	throw new NodeOperationError(
		context.getNode(),
		`'Concurrent Requests' is not a whole number from 1 to ${MAX_CONCURRENT_REQUESTS}`,
		{ description: `Set 'Concurrent Requests' under 'Options' to a whole number from 1 to ${MAX_CONCURRENT_REQUESTS}.` },
	);
}
