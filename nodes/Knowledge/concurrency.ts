import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/**
 * The contract shows no rate limit, so the default is one that a small server bears; ten in flight
 * already hide most of the waiting. With a hundred the processor and not the waiting sets the pace, so
 * that more sockets would gain nothing.
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
				'Max number of requests in flight at the same time, when there are several input items',
		},
	],
};

/**
 * How many look-ups may be in flight. One number holds for the whole run: that of the first item.
 *
 * @throws NodeOperationError outside the bounds
 */
export function readConcurrency(this: IExecuteFunctions): number {
	const value: unknown = this.getNodeParameter(
		'options.concurrentRequests',
		0,
		DEFAULT_CONCURRENT_REQUESTS,
	);
	const count = Number(value);
	if (Number.isInteger(count) && count >= 1 && count <= MAX_CONCURRENT_REQUESTS) return count;
	throw new NodeOperationError(
		this.getNode(),
		`'Concurrent Requests' is not a whole number from 1 to ${MAX_CONCURRENT_REQUESTS}`,
		{ description: `Set 'Concurrent Requests' under 'Options' to a whole number from 1 to ${MAX_CONCURRENT_REQUESTS}.` },
	);
}
