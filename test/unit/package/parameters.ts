import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/** One parameter or option as it stands on the screen, with the way to it for messages. */
export interface Field {
	path: string;
	property: INodeProperties;
}

/** All parameters of a list, those inside collections too. */
export function allFields(properties: readonly INodeProperties[], path = ''): Field[] {
	return properties.flatMap((property) => {
		const here = `${path}${property.name}`;
		return [
			{ path: here, property },
			...allFields(nestedProperties(property), `${here}.`),
			...allFields(
				(property.modes?.map((mode) => ({ ...mode, default: '' })) as INodeProperties[]) ?? [],
				`${here}@`,
			),
		];
	});
}

function nestedProperties(property: INodeProperties): INodeProperties[] {
	if (property.type === 'collection') return (property.options ?? []) as INodeProperties[];
	if (property.type === 'fixedCollection') {
		return ((property.options ?? []) as INodePropertyCollection[]).flatMap(({ values }) => values);
	}
	return [];
}

/** The choices of a list; empty for other parameters. */
export const choicesOf = (property: INodeProperties): INodePropertyOptions[] =>
	property.type === 'options' || property.type === 'multiOptions'
		? ((property.options ?? []) as INodePropertyOptions[])
		: [];
