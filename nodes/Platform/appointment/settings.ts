import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { id, listOf, oneOf, onOrOff, text } from '../../fields/valueKinds';
import {
	choiceOf,
	type Field,
	fieldOf,
	type FieldOf,
	type Fields,
	OPTIONS,
	orOther,
} from '../../fields/parameters';
import type { AppointmentSettings } from '../../platformApi/appointments';
import type { DialectName } from '../../platformApi/dialect';
import { onlyIn } from '../apiForms';

/** The operations that send settings of an appointment. */
export type SettingOperation = 'book' | 'offerSlots' | 'reschedule' | 'update';

/** How a setting stands in an operation. */
interface SettingUse {
	/** The one form of the API that has it there; by default each has. */
	onlyIn?: DialectName;
	/** In place of the description of the field. */
	description?: string;
}

interface AppointmentSetting<Value> {
	/** Its property in the editor, with the kind that reads it. It is sent under the name of the property. */
	field: FieldOf<Value>;
	/** The operations that have it, and no other. */
	operations: Partial<Record<SettingOperation, SettingUse>>;
	/** True where Update can empty it. */
	canBeEmptied: boolean;
	/** True where each record of the platform has it, of a write and of a read: then outputs show it, and it is compared with what was sent. */
	isInRecord: boolean;
}

/** A switch, which has no empty value. */
interface SwitchSetting extends AppointmentSetting<boolean> {
	canBeEmptied: false;
}

type SettingOf<Value> = Value extends boolean ? SwitchSetting : AppointmentSetting<Value>;

/** One entry for each setting that can be sent, or the compiler names the one that is missing. */
type SettingTable = {
	[Name in keyof Required<AppointmentSettings>]: SettingOf<NonNullable<AppointmentSettings[Name]>>;
};

const HIGH_LEVEL_ONLY: SettingUse = { onlyIn: 'highLevel' };

/** The statuses that HighLevel documents; the contract names Confirmed and New. An expression can give another one. */
export const STATUSES = [
	{ name: 'Canceled', value: 'cancelled', description: 'Called off. The slot is free again.' },
	{
		name: 'Confirmed',
		value: 'confirmed',
		description: 'Does not wait for the contact to confirm',
	},
	{ name: 'Invalid', value: 'invalid', description: 'Does not count' },
	{
		name: 'New',
		value: 'new',
		description: 'Pending until the contact confirms, such as through a reminder workflow',
	},
	{ name: 'No-Show', value: 'noshow', description: 'The contact did not come' },
	{ name: 'Showed', value: 'showed', description: 'The contact came' },
];

export const statusField = orOther(
	choiceOf({
		displayName: 'Appointment Status',
		name: 'appointmentStatus',
		type: 'options',
		default: 'confirmed',
		description:
			'Status of the appointment. Without this option, the Platform API makes it Confirmed. What HighLevel does is not documented.',
		options: STATUSES,
	}),
);

export const titleField = fieldOf(text, {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Onboarding call with Ada',
	description: 'Title of the appointment in the calendar',
});

export const assignedUserField = fieldOf(id, {
	displayName: 'Assigned User',
	name: 'assignedUserId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'The team member of the calendar to assign the appointment to. The list works with HighLevel only.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. Grace Hopper',
			typeOptions: { searchListMethod: 'searchTeam', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 082goXVW3lIExEQPOnd3' },
	],
});

/**
 * The settings of an appointment beside its calendar, its contact and its times. All else follows from this table: the fields
 * of each operation and how they are read, the refusal in the other form of the API, the body of the request, what the ledger
 * tells writes apart by, labels, and outputs.
 */
const SETTINGS: SettingTable = {
	title: {
		field: titleField,
		operations: { book: {}, offerSlots: {}, update: HIGH_LEVEL_ONLY },
		canBeEmptied: true,
		isInRecord: true,
	},
	appointmentStatus: {
		field: statusField,
		operations: {
			book: {},
			offerSlots: {},
			reschedule: {
				description:
					'Status to send with the new time. Without this option, HighLevel keeps the status. What the Platform API does is not documented.',
			},
		},
		canBeEmptied: false,
		isInRecord: true,
	},
	assignedUserId: {
		field: assignedUserField,
		operations: {
			book: {},
			offerSlots: {},
			// The contract names it for a booking only.
			reschedule: {
				...HIGH_LEVEL_ONLY,
				description: 'The team member of the calendar to assign the appointment to',
			},
			update: {
				...HIGH_LEVEL_ONLY,
				description: 'The team member of the calendar to assign the appointment to',
			},
		},
		canBeEmptied: false,
		isInRecord: true,
	},
	description: {
		field: fieldOf(text, {
			displayName: 'Description',
			name: 'description',
			type: 'string',
			default: '',
			placeholder: 'e.g. Wants to talk about invoices',
			description: 'Description of the appointment',
			typeOptions: { rows: 3 },
		}),
		operations: { book: HIGH_LEVEL_ONLY, offerSlots: HIGH_LEVEL_ONLY, update: HIGH_LEVEL_ONLY },
		canBeEmptied: true,
		isInRecord: false,
	},
	address: {
		field: fieldOf(text, {
			displayName: 'Meeting Place',
			name: 'address',
			type: 'string',
			default: '',
			placeholder: 'e.g. 12 Harbor Street, second floor',
			description: 'Address, phone number or link of the meeting',
		}),
		operations: { book: HIGH_LEVEL_ONLY, offerSlots: HIGH_LEVEL_ONLY, update: HIGH_LEVEL_ONLY },
		canBeEmptied: true,
		isInRecord: true,
	},
	meetingLocationType: {
		field: choiceOf<string>({
			displayName: 'Meeting Place Type',
			name: 'meetingLocationType',
			type: 'options',
			default: 'custom',
			description:
				"What 'Meeting Place' is. Without this option, the calendar's own settings hold.",
			options: [
				{ name: 'Address', value: 'address' },
				{ name: 'Custom', value: 'custom', description: "Whatever 'Meeting Place' says" },
				{ name: 'Google Meet', value: 'gmeet' },
				{ name: 'Google Meet (Conference)', value: 'google' },
				{ name: 'Microsoft Teams', value: 'ms_teams' },
				{ name: 'Phone', value: 'phone' },
				{ name: 'Zoom', value: 'zoom' },
			],
		}),
		operations: { book: HIGH_LEVEL_ONLY, update: HIGH_LEVEL_ONLY },
		canBeEmptied: false,
		isInRecord: false,
	},
	meetingLocationId: {
		field: fieldOf(id, {
			displayName: 'Meeting Place ID',
			name: 'meetingLocationId',
			type: 'string',
			default: '',
			placeholder: 'e.g. custom_0',
			description:
				"ID of one of the calendar's own places, from locationConfigurations of Calendar > Get with 'Simplify' off. Not together with 'Meeting Place Type'.",
		}),
		operations: { book: HIGH_LEVEL_ONLY, update: HIGH_LEVEL_ONLY },
		canBeEmptied: false,
		isInRecord: false,
	},
	ignoreDateRange: {
		field: fieldOf(onOrOff, {
			displayName: 'Ignore Notice and Date Range',
			name: 'ignoreDateRange',
			type: 'boolean',
			default: true,
			description:
				"Whether the calendar's minimum notice, and how far ahead it can be booked, do not count. The slot must be free all the same.",
		}),
		operations: { book: HIGH_LEVEL_ONLY, reschedule: HIGH_LEVEL_ONLY },
		canBeEmptied: false,
		isInRecord: false,
	},
	toNotify: {
		field: fieldOf(onOrOff, {
			displayName: 'Notify',
			name: 'toNotify',
			type: 'boolean',
			default: true,
			description:
				"Whether the platform's automations run, such as its confirmation to the contact",
		}),
		operations: {
			book: HIGH_LEVEL_ONLY,
			offerSlots: HIGH_LEVEL_ONLY,
			reschedule: HIGH_LEVEL_ONLY,
			update: HIGH_LEVEL_ONLY,
		},
		canBeEmptied: false,
		isInRecord: false,
	},
};

type SettingName = keyof AppointmentSettings;

const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** All settings by their names in requests, whatever kind of value each has. */
export const appointmentSettings: Record<SettingName, AppointmentSetting<unknown>> = SETTINGS;

/** The settings that an operation has, as entries of a collection. */
export function settingFields(operation: SettingOperation): INodeProperties[] {
	const fields: INodeProperties[] = [];
	for (const name of SETTING_NAMES) {
		const { field, operations } = appointmentSettings[name];
		const use = operations[operation];
		if (!use) continue;
		const property = { ...field, description: use.description ?? field.description };
		fields.push(use.onlyIn ? onlyIn(use.onlyIn, property) : property);
	}
	return fields;
}

/** The settings of an item that are filled in. @throws NodeOperationError that names a field which cannot be read */
export function readSettings(
	{ read, refuse }: Pick<Fields, 'read' | 'refuse'>,
	operation: SettingOperation,
	within: Field = OPTIONS,
): AppointmentSettings {
	const settings: IDataObject = {};
	for (const name of SETTING_NAMES) {
		const { field, operations } = appointmentSettings[name];
		if (!operations[operation]) continue;
		const value = read(field, within);
		if (value !== undefined) settings[name] = value as string | boolean;
	}
	// HighLevel documents what each of them means alone.
	if (settings.meetingLocationId !== undefined && settings.meetingLocationType !== undefined)
		throw refuse(
			"'Meeting Place ID' and 'Meeting Place Type' are both filled in",
			'Use the ID for a place of the calendar, or the type for another one.',
		);
	return settings;
}

/**
 * The status to send with a change that is not about it: without one, HighLevel would confirm the appointment. Some of the
 * statuses that HighLevel reads cannot be written.
 */
export function statusToKeep(status: string | undefined): string | undefined {
	return STATUSES.find(({ value }) => value === status)?.value;
}

/** The labels of the settings that the platform's record has, by their names there. */
export function labelsOfRecordedSettings(): Record<string, string> {
	const labels: Record<string, string> = {};
	for (const name of SETTING_NAMES) {
		const { field, isInRecord } = appointmentSettings[name];
		if (isInRecord) labels[name] = field.displayName;
	}
	return labels;
}

const NAMES_TO_EMPTY = SETTING_NAMES.filter((name) => appointmentSettings[name].canBeEmptied);

/** Names the settings that Update is to empty. */
export const settingsToEmptyField = fieldOf(listOf(oneOf(NAMES_TO_EMPTY), 'a list of fields'), {
	displayName: 'Fields to Empty',
	name: 'fieldsToEmpty',
	type: 'multiOptions',
	default: [],
	description: "Fields whose values to remove, whatever 'Fields' says",
	options: NAMES_TO_EMPTY.map((name) => ({
		name: appointmentSettings[name].field.displayName,
		value: name,
	})),
});

/** The settings that 'Fields to Empty' names, each with the empty text that is sent for it. */
export function readSettingsToEmpty({ read }: Pick<Fields, 'read'>): AppointmentSettings {
	const settings: IDataObject = {};
	for (const name of read(settingsToEmptyField) ?? []) settings[name] = '';
	return settings;
}
