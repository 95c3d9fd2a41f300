import type { INodeProperties } from 'n8n-workflow';
import { NodeOperationError, WAIT_INDEFINITELY } from 'n8n-workflow';

import type { ParameterContext } from '../../../../fields/parameters';
import { instantOf, isOn } from '../../../../fields/parameters';

const AMOUNT = { name: 'resumeAmount', label: 'Amount' };
const MOMENT = { displayName: 'Max Date and Time', name: 'maxDateAndTime' };

const MS_OF_UNIT: Record<string, number> = {
	minutes: 60_000,
	hours: 3_600_000,
	days: 86_400_000,
};

/** The same fields as those of n8n's Wait node. */
export const waitLimitFields: INodeProperties[] = [
	{
		displayName: 'Limit Wait Time',
		name: 'limitWaitTime',
		type: 'boolean',
		default: false,
		description: 'Whether to continue without a decision after a time limit. Otherwise, the execution waits indefinitely.',
	},
	{
		displayName: 'Limit Type',
		name: 'limitType',
		type: 'options',
		options: [
			{
				name: 'After Time Interval',
				value: 'afterTimeInterval',
				description: 'Wait for a certain amount of time',
			},
			{
				name: 'At Specified Time',
				value: 'atSpecifiedTime',
				description: 'Wait until a date and time',
			},
		],
		default: 'afterTimeInterval',
		description: 'How to set the limit',
		displayOptions: { show: { limitWaitTime: [true] } },
	},
	{
		displayName: AMOUNT.label,
		name: AMOUNT.name,
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 2 },
		default: 3,
		description: 'How long to wait',
		displayOptions: { show: { limitWaitTime: [true], limitType: ['afterTimeInterval'] } },
	},
	{
		displayName: 'Unit',
		name: 'resumeUnit',
		type: 'options',
		options: [
			{ name: 'Minutes', value: 'minutes' },
			{ name: 'Hours', value: 'hours' },
			{ name: 'Days', value: 'days' },
		],
		default: 'days',
		description: "Unit of 'Amount'",
		displayOptions: { show: { limitWaitTime: [true], limitType: ['afterTimeInterval'] } },
	},
	{
		...MOMENT,
		type: 'dateTime',
		default: '',
		required: true,
		placeholder: 'e.g. 2026-03-02T18:00:00-05:00',
		description: "When to continue without a decision. Without an offset, 'Time Zone' applies.",
		displayOptions: { show: { limitWaitTime: [true], limitType: ['atSpecifiedTime'] } },
	},
];

/** Not every database that n8n runs on can store later dates. */
const MAX_MS = 10 * 366 * MS_OF_UNIT.days;

/**
 * When the execution continues without a decision.
 *
 * @param zone of a date and time without an offset
 * @throws NodeOperationError for a limit that cannot be used or has passed
 */
export function waitTillOf(context: ParameterContext, itemIndex: number, zone: string): Date {
	if (!isOn(context, 'limitWaitTime', itemIndex, false)) return WAIT_INDEFINITELY;
	const checked = (till: number, label: string, what: string) => {
		const duration = till - Date.now();
		if (duration > 0 && duration <= MAX_MS) return new Date(till);
		throw new NodeOperationError(context.getNode(), `'${label}' must be ${what} within the next ten years`, {
			description: "Set another limit, or turn off 'Limit Wait Time'.",
			itemIndex,
		});
	};
	if (context.getNodeParameter('limitType', itemIndex, '') === 'atSpecifiedTime') {
		return checked(instantOf(context, MOMENT, itemIndex, zone), MOMENT.displayName, 'a time');
	}
	const unit = String(context.getNodeParameter('resumeUnit', itemIndex, 'days'));
	const duration = Number(context.getNodeParameter(AMOUNT.name, itemIndex, 0)) * (MS_OF_UNIT[unit] ?? NaN);
	return checked(Date.now() + duration, AMOUNT.label, 'more than 0 and');
}
