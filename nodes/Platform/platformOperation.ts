import type { INodeProperties } from 'n8n-workflow';

import { locationAsked, locationField } from '../fields/accountFields';
import { optionsField } from '../fields/parameters';
import { onRecords, type Operation, type Resources, type Run } from '../items/operation';
import { inZoneOf, timeZoneField } from '../fields/when';
import type { PlatformClient } from '../platformApi/client';
import type { Right } from '../platformApi/dialect';
import { outputFields, selectorFor, simplifyField } from './simplify';

export type PlatformRun = Run<PlatformClient>;

/** A resource of this node: its label, and its operations by their names in workflows. */
export type PlatformResource = Resources<PlatformClient>[string];

/** @param rights all that it needs, so that a person adds the scopes at once */
export type PlatformOperation = Operation<PlatformClient> & { rights?: readonly Right[] };

/** An operation that works for the location in its 'Options', else for the credential's. @param options entries beside 'Location' */
export function operation({
	options = [],
	rights = [],
	...definition
}: PlatformOperation & { options?: INodeProperties[] }): PlatformOperation {
	const entries = options.flatMap((field) => (field === simplifyField ? outputFields : [field]));
	return {
		...definition,
		properties: [...definition.properties, optionsField(...entries, locationField)],
		async execute(context, itemIndex, run) {
			const isZoned = options.some(({ name }) => name === timeZoneField.name);
			const select = selectorFor(context, itemIndex);
			const location = locationAsked(context, itemIndex);
			run.api.rights = rights;
			const api = await run.api.at(location);
			const memoize: PlatformRun['memoize'] = async (key, load) =>
				await run.memoize(`${location ?? ''} ${key}`, load);
			const own = isZoned ? await inZoneOf(api, context) : context;
			const result = await definition.execute(own, itemIndex, { api, memoize });
			return onRecords(result, select);
		},
	};
}
