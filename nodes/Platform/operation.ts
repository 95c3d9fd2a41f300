import type { INodeProperties } from 'n8n-workflow';

import { locationAsked, locationField, optionsField } from '../fields/account';
import { OPTIONS } from '../fields/parameters';
import { fieldsWanted, outputFields, selected, simplifyField } from '../fields/simplify';
import { define } from '../items/define';
import { onRecords, type Resources, type Run } from '../items/operation';
import type { PlatformClient } from '../platformApi/client';

export type PlatformRun = Run<PlatformClient>;

/** A resource of this node: its label, and its operations by their names in workflows. */
export type PlatformResource = Resources<PlatformClient>[string];

type Definition = Parameters<typeof define<PlatformClient>>[0];

/** With 'Location' among the options. */
function withLocation(properties: INodeProperties[]): INodeProperties[] {
	const present = properties.find(({ name }) => name === OPTIONS.name);
	const entries = [...((present?.options ?? []) as INodeProperties[]), locationField];
	const options = optionsField(...entries.sort((a, b) => a.displayName.localeCompare(b.displayName)));
	return [...properties.filter((field) => field !== present), options];
}

/** Makes an operation of this node. It works for the location that is chosen in its options, else for the credential's. */
export function operation(definition: Definition): ReturnType<typeof define<PlatformClient>> {
	return define<PlatformClient>({
		...definition,
		properties: withLocation(definition.properties).flatMap((field) => (field === simplifyField ? outputFields : [field])),
		async execute(context, itemIndex, run) {
			const names = definition.properties.includes(simplifyField) ? fieldsWanted(context, itemIndex) : undefined;
			const location = locationAsked(context, itemIndex);
			const api = await run.api.at(location);
			const memoize: PlatformRun['memoize'] = async (key, load) => await run.memoize(`${location ?? ''} ${key}`, load);
			const result = await definition.execute(context, itemIndex, { api, memoize });
			return names === undefined ? result : onRecords(result, (record) => selected(record, names));
		},
	});
}
