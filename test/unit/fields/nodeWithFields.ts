import type { ParameterContext } from '../../../nodes/n8n/parameters';
import { node } from '../platformApi/fakePlatform';

/** A node with these fields, in a workflow in UTC. */
export const nodeWithFields = (fields: Record<string, unknown>) =>
	({
		getNode: () => node,
		getTimezone: () => 'UTC',
		// An expression may give nothing, which is no reason for the fallback.
		getNodeParameter: (name: string, _itemIndex: number, fallback: unknown) =>
			name in fields ? fields[name] : fallback,
	}) as unknown as ParameterContext;
