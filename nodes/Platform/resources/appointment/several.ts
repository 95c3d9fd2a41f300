import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { calendarOf } from '../../../fields/calendar';
import { isOn } from '../../../fields/parameters';
import { contactOf } from './booking';

/** An entry of Book's 'Options'. */
export const allowSeveralOption: INodeProperties = {
	displayName: 'Allow Several per Contact',
	name: 'allowSeveral',
	type: 'boolean',
	default: false,
	description:
		'Whether several input items may book the same contact in the same calendar, such as for a series of appointments',
};

/** Contact and calendar of an item that may be the only one for them; undefined where that does not matter. */
function bookingFor(context: IExecuteFunctions, itemIndex: number): string | undefined {
	if (isOn(context, 'options.allowSeveral', itemIndex, false)) return undefined;
	try {
		return `the contact '${contactOf(context, itemIndex)}' in the calendar '${calendarOf(context, itemIndex)}'`;
	} catch {
		// The item itself says what is wrong with it, and books nothing.
		return undefined;
	}
}

/**
 * Get Free Slots returns one item a slot: connected to Book, it would book all of them for one contact.
 *
 * @throws NodeOperationError where two or more of the run's items are for the same contact and calendar
 */
export function refuseSeveral(context: IExecuteFunctions): void {
	const counts = new Map<string, number>();
	for (const itemIndex of context.getInputData().keys()) {
		const key = bookingFor(context, itemIndex);
		if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	const [most] = [...counts].sort(([, a], [, b]) => b - a);
	if (most === undefined || most[1] === 1) return;
	throw new NodeOperationError(
		context.getNode(),
		`${most[1]} items would each book an appointment for ${most[0]}`,
		{
			description:
				"Nothing was booked. To book one, let only one item through: in 'Get Free Slots', set 'Limit' to 1. For a series of appointments, turn on 'Allow Several per Contact' in the options.",
		},
	);
}
