import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Slot } from '../../../booking/slots';
import { listField } from '../../../fields/lists';
import type { Field, Refuse } from '../../../fields/parameters';
import { instantOf, optionalText, refuserFor, requiredText } from '../../../fields/parameters';
import { timeZoneField } from '../../../fields/timeZone';
import { runsAsTool } from '../../../n8n/agentTool';
import { formatInZone, hasOffset, parseInstant } from '../../../time/times';

/** A year: more is a slip, such as a time in milliseconds, and far more would leave the calendar. */
const MAX_MINUTES = 525_600;

const slotSourceField: INodeProperties = {
	displayName: 'Set Time Using',
	name: 'slotSource',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Free Slots List', value: 'list', description: 'Choose one of the free slots' },
		{
			name: 'Start and Duration',
			value: 'startDuration',
			description: 'Enter a start and a length in minutes',
		},
		{
			name: 'Start and End',
			value: 'startEnd',
			description: 'Enter both times. Best for expressions and AI agents.',
		},
	],
	default: 'startEnd',
};

const startField: INodeProperties = {
	displayName: 'Start',
	name: 'startTime',
	type: 'dateTime',
	default: '',
	required: true,
	placeholder: 'e.g. 2026-03-02T09:00:00-05:00',
	description:
		"Start of the slot in ISO 8601, such as 2026-03-02T09:00:00-05:00. Without an offset, 'Time Zone' applies.",
	displayOptions: { show: { slotSource: ['startEnd', 'startDuration'] } },
};

const endField: INodeProperties = {
	displayName: 'End',
	name: 'endTime',
	type: 'dateTime',
	default: '',
	required: true,
	placeholder: 'e.g. 2026-03-02T09:30:00-05:00',
	description:
		"End of the slot in ISO 8601, such as 2026-03-02T09:30:00-05:00. Without an offset, 'Time Zone' applies.",
	displayOptions: { show: { slotSource: ['startEnd'] } },
};

const durationField: INodeProperties = {
	displayName: 'Duration (Minutes)',
	name: 'duration',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 30,
	required: true,
	description: 'Length of the appointment in minutes',
	displayOptions: { show: { slotSource: ['startDuration'] } },
};

const dayField: INodeProperties = {
	displayName: 'Day',
	name: 'slotDay',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	placeholder: 'e.g. 2026-03-02',
	hint: 'Leave empty to list the next 7 days',
	description: "The day to list free slots for, in 'Time Zone'",
	displayOptions: { show: { slotSource: ['list'] } },
};

const slotField = listField(
	{
		displayName: 'Slot',
		name: 'slot',
		required: true,
		description: 'A free slot of the calendar',
		// Another day has other slots: the editor then empties the field.
		typeOptions: { loadOptionsDependsOn: ['calendarId.value', 'slotDay', 'timezone.value'] },
		displayOptions: { show: { slotSource: ['list'] } },
	},
	{ method: 'searchSlots', placeholder: 'e.g. Mon 2026-03-02 09:00 – 09:30' },
	{
		displayName: 'By Interval',
		placeholder: 'e.g. 2026-03-02T14:00:00+00:00/2026-03-02T14:30:00+00:00',
		hint: 'Start and end in ISO 8601, separated by a slash',
	},
);

/**
 * Fields that say when an appointment is.
 *
 * @param duration what differs in 'Duration'
 */
export function slotTimeFields(duration: Partial<INodeProperties> = {}): INodeProperties[] {
	const durationOf = { ...durationField, ...duration };
	return [slotSourceField, startField, endField, durationOf, dayField, timeZoneField, slotField];
}

/** A model copies times of any zone: without an offset they would be read in 'Time Zone', so a tool refuses them. */
function timeOf(context: IExecuteFunctions, field: Field, itemIndex: number, zone: string, refuse: Refuse): number {
	const value = context.getNodeParameter(field.name, itemIndex, '') as unknown;
	if (typeof value === 'string' && !hasOffset(value) && runsAsTool(context.getNode())) {
		throw refuse(
			`'${field.displayName}' has no offset from UTC: '${value}'`,
			'Send the time as get_free_slots returned it, such as 2026-03-02T14:00:00+00:00 or 2026-03-02T09:00:00-05:00.',
		);
	}
	return instantOf(context, field, itemIndex, zone);
}

/** A slot as one text: ISO 8601's interval form, start and end with a slash between. */
function slotFromInterval(context: IExecuteFunctions, itemIndex: number, zone: string, refuse: Refuse): Slot {
	const times = requiredText(context, slotField, itemIndex).split('/');
	try {
		const [start, end] = times.map((time) => parseInstant(time, zone));
		if (times.length === 2) return { start, end };
	} catch {
		// Refused below.
	}
	throw refuse(
		"'Slot' is not one of the free slots",
		'Choose one from the list, or enter start and end in ISO 8601, separated by a slash.',
	);
}

function slotFromDuration(context: IExecuteFunctions, itemIndex: number, zone: string, refuse: Refuse): Slot {
	const start = timeOf(context, startField, itemIndex, zone, refuse);
	const minutes = Number(context.getNodeParameter(durationField.name, itemIndex, 0));
	const example = 'Enter the length of the appointment in minutes, such as 30.';
	if (minutes === 0) {
		throw refuse(
			`'${durationField.displayName}' is empty`,
			`${example} Rescheduling needs it too: the platform documents no way to read the current length.`,
		);
	}
	const duration = Math.round(minutes * 60_000);
	if (duration > 0 && minutes <= MAX_MINUTES) return { start, end: start + duration };
	throw refuse(`'${durationField.displayName}' must be more than 0 and at most ${MAX_MINUTES} (one year)`, example);
}

function slotFromFields(context: IExecuteFunctions, itemIndex: number, zone: string, refuse: Refuse): Slot {
	const source = optionalText(context, 'slotSource', itemIndex);
	if (source === 'list') return slotFromInterval(context, itemIndex, zone, refuse);
	if (source === 'startDuration') return slotFromDuration(context, itemIndex, zone, refuse);
	return {
		start: timeOf(context, startField, itemIndex, zone, refuse),
		end: timeOf(context, endField, itemIndex, zone, refuse),
	};
}

/**
 * When the appointment shall be, by 'Set Time Using'.
 *
 * @throws NodeOperationError for a missing or unreadable time, a length that is missing or more than
 * a year, an end that is not after the start, and an end that has passed; nothing has been sent then
 */
export function wantedSlot(context: IExecuteFunctions, itemIndex: number, zone: string): Slot {
	const refuse = refuserFor(context, itemIndex);
	const slot = slotFromFields(context, itemIndex, zone, refuse);
	const [start, end] = [slot.start, slot.end].map((instant) => formatInZone(instant, zone));
	if (slot.end <= slot.start) {
		throw refuse(`'End' (${end}) is not after 'Start' (${start})`, 'Enter an end that is later than the start.');
	}
	if (slot.end - slot.start > MAX_MINUTES * 60_000) {
		throw refuse(`'End' (${end}) is more than a year after 'Start' (${start})`, 'Check the year of both.');
	}
	if (slot.end <= Date.now()) {
		throw refuse(
			`The slot has passed: it ended at ${end}`,
			"Choose a slot in the future, and check the year and the 'Time Zone'.",
			'Choose a slot in the future, and check the year.',
		);
	}
	return slot;
}
