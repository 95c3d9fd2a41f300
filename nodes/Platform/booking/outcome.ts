import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isOn } from '../parameters';

/** What one operation's items keep under 'Simplify', in this order; at most ten occur in one item. */
export interface SimplifiedFields {
	/** Where the appointment stands. */
	done: readonly string[];
	/** Where the slot was taken, and others are offered. */
	taken: readonly string[];
}

/**
 * The item as 'Simplify' wants it: the fields that workflows go on with, or all of them together
 * with the platform's own record.
 */
export function outcomeItem(
	this: IExecuteFunctions,
	itemIndex: number,
	item: IDataObject,
	names: readonly string[],
	appointment?: IDataObject,
): IDataObject {
	if (!isOn.call(this, 'simplify', itemIndex, true)) {
		return appointment === undefined ? item : { ...item, appointment };
	}
	const kept = names.filter((name) => item[name] !== undefined);
	return Object.fromEntries(kept.map((name) => [name, item[name]]));
}
