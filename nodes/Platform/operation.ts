import type { INodeProperties } from 'n8n-workflow';

import { locationAsked, locationField, optionsField } from '../fields/account';
import { outputFields, selectorFor, simplifyField } from '../fields/simplify';
import { define } from '../items/define';
import { onRecords, type Resources, type Run } from '../items/operation';
import type { PlatformClient } from '../platformApi/client';

export type PlatformRun = Run<PlatformClient>;

/** A resource of this node: its label, and its operations by their names in workflows. */
export type PlatformResource = Resources<PlatformClient>[string];

type Definition = Parameters<typeof define<PlatformClient>>[0] & {
	/** Entries of 'Options', besides 'Location'. */
	options?: INodeProperties[];
};

/** Makes an operation of this node. It works for the location that is chosen in its options, else for the credential's. */
export function operation({ options = [], ...definition }: Definition): ReturnType<typeof define<PlatformClient>> {
	const entries = options.flatMap((field) => (field === simplifyField ? outputFields : [field]));
	return define<PlatformClient>({
		...definition,
		properties: [...definition.properties, optionsField(...entries, locationField)],
		async execute(context, itemIndex, run) {
			const select = selectorFor(context, itemIndex);
			const location = locationAsked(context, itemIndex);
			const api = await run.api.at(location);
			const memoize: PlatformRun['memoize'] = async (key, load) => await run.memoize(`${location ?? ''} ${key}`, load);
			const result = await definition.execute(context, itemIndex, { api, memoize });
			return onRecords(result, select);
		},
	});
}
