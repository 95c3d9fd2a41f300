import type { INodeProperties } from 'n8n-workflow';

import { timeZoneField } from '../../fields/timeZone';

/** Ways to say when an appointment is. */
export const SLOT_SOURCES = { list: 'list', startEnd: 'startEnd', startDuration: 'startDuration' } as const;

const slotSourceField: INodeProperties = {
	displayName: 'Set Time Using',
	name: 'slotSource',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Free Slots List',
			value: SLOT_SOURCES.list,
			description: 'Choose one of the free slots',
		},
		{
			name: 'Start and Duration',
			value: SLOT_SOURCES.startDuration,
			description: 'Enter a start and a length in minutes',
		},
		{
			name: 'Start and End',
			value: SLOT_SOURCES.startEnd,
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
	displayOptions: { show: { slotSource: [SLOT_SOURCES.startEnd, SLOT_SOURCES.startDuration] } },
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
	displayOptions: { show: { slotSource: [SLOT_SOURCES.startEnd] } },
};

function durationField(overrides: Partial<INodeProperties>): INodeProperties {
	return {
		displayName: 'Duration',
		name: 'duration',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 30,
		required: true,
		description: 'Length of the appointment in minutes',
		displayOptions: { show: { slotSource: [SLOT_SOURCES.startDuration] } },
		...overrides,
	};
}

const dayField: INodeProperties = {
	displayName: 'Day',
	name: 'slotDay',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	placeholder: 'e.g. 2026-03-02',
	hint: 'Leave empty to list the next 7 days',
	description: "The day to list free slots for, in 'Time Zone'",
	displayOptions: { show: { slotSource: [SLOT_SOURCES.list] } },
};

const slotField: INodeProperties = {
	displayName: 'Slot',
	name: 'slot',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'A free slot of the calendar',
	// Another day has other slots: the editor then empties the field.
	typeOptions: { loadOptionsDependsOn: ['calendarId.value', 'slotDay', 'timezone.value'] },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. Mon 2026-03-02 09:00 – 09:30',
			typeOptions: { searchListMethod: 'searchSlots', searchable: true },
		},
		{
			displayName: 'By Interval',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 2026-03-02T14:00:00+00:00/2026-03-02T14:30:00+00:00',
			hint: 'Start and end in ISO 8601, separated by a slash',
		},
	],
	displayOptions: { show: { slotSource: [SLOT_SOURCES.list] } },
};

/**
 * Fields that say when an appointment is.
 *
 * @param duration what differs in 'Duration'
 */
export function slotTimeFields(duration: Partial<INodeProperties> = {}): INodeProperties[] {
	return [
		slotSourceField,
		startField,
		endField,
		durationField(duration),
		dayField,
		timeZoneField,
		slotField,
	];
}
