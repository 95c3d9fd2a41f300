import type { IDataObject } from 'n8n-workflow';

import type { ParameterContext } from '../../parameters';
import { isOn } from '../../parameters';

/** The named fields, where the item has them. At most ten of them occur in one item. */
export function picked(item: IDataObject, names: readonly string[]): IDataObject {
	const kept = names.filter((name) => item[name] !== undefined);
	return Object.fromEntries(kept.map((name) => [name, item[name]]));
}

/**
 * The item as 'Simplify' wants it: the named fields, which workflows go on with, or all of them
 * together with the platform's own record.
 */
export function simplified(
	this: ParameterContext,
	itemIndex: number,
	item: IDataObject,
	names: readonly string[],
	appointment?: IDataObject,
): IDataObject {
	if (!isOn.call(this, 'simplify', itemIndex, true)) {
		return appointment === undefined ? item : { ...item, appointment };
	}
	return picked(item, names);
}
