import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { choiceOf, fieldOf, withoutLocator } from '../../fields/parameters';
import { instantIn, nowIn } from '../../fields/timeKinds';
import { id, type Kind, numberWithin, textAs } from '../../fields/valueKinds';
import { formatInZone, offsetFault, offsetMinutesIn, TimeFormatError } from '../../time/times';
import type { LocatedFields } from '../platformOperation';
import { zonesForModel } from '../zonesForModel';

/** A year: a longer appointment is a slip, such as a length in milliseconds. */
const MAX_MINUTES = 525_600;

const slotSourceField = choiceOf({
	displayName: 'Set Time Using',
	name: 'slotSource',
	type: 'options',
	default: 'startEnd',
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
	noDataExpression: true,
});

/** Shows a field for these choices of 'Set Time Using'. */
function showFor(...slotSource: string[]): IDisplayOptions {
	return { show: { slotSource } };
}

const startField: INodeProperties = {
	displayName: 'Start',
	name: 'startTime',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-08 10:00:00',
	description:
		"Start of the slot in ISO 8601, such as 2027-03-08T09:00:00-05:00. Without an offset, which agents must give, 'Time Zone' applies.",
	required: true,
	displayOptions: showFor('startEnd', 'startDuration'),
};

const endField: INodeProperties = {
	displayName: 'End',
	name: 'endTime',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-08 10:30:00',
	description:
		"End of the slot in ISO 8601, such as 2027-03-08T09:30:00-05:00. Without an offset, which agents must give, 'Time Zone' applies.",
	required: true,
	displayOptions: showFor('startEnd'),
};

const minutes = numberWithin(
	`at least 1 minute and at most ${MAX_MINUTES} (one year)`,
	1,
	MAX_MINUTES,
);

const durationField = fieldOf(
	{ ...minutes, enter: 'a length such as 30' },
	{
		displayName: 'Duration (Minutes)',
		name: 'duration',
		type: 'number',
		default: 30,
		typeOptions: { minValue: 1 },
		description: 'Length of the appointment in minutes',
		required: true,
		displayOptions: showFor('startDuration'),
	},
);

const dayField: INodeProperties = {
	displayName: 'Day',
	name: 'slotDay',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-08',
	description: "The day to list free slots for, in 'Time Zone'",
	typeOptions: { dateOnly: true },
	hint: 'Leave empty to list the next 7 days',
	displayOptions: showFor('list'),
};

const slotField = fieldOf(id, {
	displayName: 'Slot',
	name: 'slot',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'A free slot of the calendar',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'e.g. Mon, Mar 8, 9:00 – 9:30 AM',
			typeOptions: { searchListMethod: 'searchSlots', searchable: true },
		},
		{
			displayName: 'By Interval',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 2027-03-08T14:00:00+00:00/2027-03-08T14:30:00+00:00',
			hint: 'Start and end in ISO 8601, separated by a slash',
		},
	],
	required: true,
	typeOptions: {
		loadOptionsDependsOn: [
			'calendarId.value',
			'slotDay',
			'options.assignedUserId.value',
			'options.locationId.value',
			'options.timezone.value',
		],
	},
	displayOptions: showFor('list'),
});

/** The fields for the time of an appointment. @param duration overrides of 'Duration' */
export function slotTimeFields(duration: Partial<INodeProperties> = {}): INodeProperties[] {
	return [
		slotSourceField,
		startField,
		endField,
		{ ...durationField, ...duration },
		dayField,
		slotField,
	];
}

/** Which of the two times of a slot, where a model has written both as one text. */
type PlaceInSlot = 'start' | 'end';

/**
 * Where the text is a slot as Get Free Slots writes it for a model, the time at its start or its end; else undefined. A model
 * may copy the whole slot into both fields.
 */
function timeOfCopiedSlot(text: string, place: PlaceInSlot): string | undefined {
	const times = text.split('/');
	if (times.length !== 2) return undefined;
	if (times.some((time) => offsetMinutesIn(time) === undefined)) return undefined;
	return place === 'start' ? times[0] : times[1];
}

/**
 * The kind of a time. A model copies times of any zone: without an offset they would be read in 'Time Zone', so a tool
 * refuses them. It also refuses an offset that none of the zones has at that time: a model that takes the winter's offset in
 * summer means another hour.
 *
 * @param zones to compare an offset with; where they are empty, the offset is all that is known
 */
function timeKind(
	{ isTool, zone }: LocatedFields,
	zones: string[],
	place: PlaceInSlot = 'start',
): Kind<number> {
	const time = instantIn(zone);
	if (!isTool) return time;
	return {
		what: 'a time with an offset from UTC',
		enter:
			'the time as the list of free slots has it, such as 2026-11-25T14:00:00+00:00 or 2026-11-25T09:00:00-05:00',
		interpret(written) {
			const meant = time.interpret?.(written);
			return timeOfCopiedSlot(String(meant), place) ?? meant;
		},
		read(value) {
			if (typeof value === 'string' && offsetMinutesIn(value) === undefined) return undefined;
			const fault = zones.length > 0 ? offsetFault(value, zones) : undefined;
			if (fault !== undefined) throw new TimeFormatError(fault);
			try {
				return time.read(value);
			} catch {
				// The message of `time` would show a time without an offset.
				return undefined;
			}
		},
	};
}

/** A slot as one text: ISO 8601's interval form, start and end with a slash between. */
function intervalKind(time: Kind<number>): Kind<Slot> {
	const what = `one of the free slots: ${time.what}, a slash, and another one`;
	return textAs(what, time.enter ?? 'both in ISO 8601, or choose one from the list', (interval) => {
		const times = interval.split('/');
		if (times.length !== 2) return undefined;
		const start = time.read(times[0]);
		const end = time.read(times[1]);
		return start === undefined || end === undefined ? undefined : { start, end };
	});
}

/** The times of a slot, by which the ledger knows a call again. */
interface SlotTimes {
	start: number;
	end: number;
}

/** The times of a slot without anything else that may stand beside them, such as an offset. */
export function timesForLedger({ start, end }: Slot): SlotTimes {
	return { start, end };
}

/**
 * Reads the slot from the fields.
 *
 * @param readLength in milliseconds, called where 'Duration' is empty
 * @throws NodeOperationError that names a field which is empty or cannot be read
 */
export async function slotFromFields(
	call: LocatedFields,
	readLength?: () => Promise<number | undefined>,
): Promise<Slot> {
	const { read, required } = call;
	const zones = await zonesForModel(call);
	const startKind = timeKind(call, zones);
	switch (read(slotSourceField)) {
		case 'list':
			return required(fieldOf(intervalKind(startKind), slotField));
		case 'startDuration': {
			const start = required(fieldOf(startKind, startField));
			const isEmpty = read(durationField) === undefined;
			const lengthElsewhere = isEmpty ? await readLength?.() : undefined;
			const length = lengthElsewhere ?? Math.round(required(durationField) * 60_000);
			return { start, end: start + length };
		}
		default: {
			const start = required(fieldOf(startKind, startField));
			const end = required(fieldOf(timeKind(call, zones, 'end'), endField));
			return { start, end };
		}
	}
}

/**
 * Adds an offset to a slot, where the platform lists times with one: that of the start as it was `written`, else that of the
 * zone. A start written in UTC gets the zone's, too: the platform has been seen to refuse it as taken.
 */
export async function withOffset(
	{ client, zone }: LocatedFields,
	slot: Slot,
	written: unknown,
): Promise<Slot> {
	if (!(await client.dialect()).keepsOffset) return slot;
	const startText = String(written).split('/')[0];
	const writtenOffset = offsetMinutesIn(startText);
	const isOfZone = writtenOffset === undefined || writtenOffset === 0;
	const offset = isOfZone ? offsetMinutesIn(formatInZone(slot.start, zone)) : writtenOffset;
	return { ...slot, offset };
}

/**
 * Reads the slot of an appointment by 'Set Time Using', and checks it.
 *
 * @param readLength in milliseconds, called where 'Duration' is empty
 * @throws NodeOperationError for a time or a length that is missing or cannot be meant
 */
export async function readSlot(
	call: LocatedFields,
	readLength?: () => Promise<number | undefined>,
): Promise<Slot> {
	const { entered, read } = call;
	const slot = await slotFromFields(call, readLength);
	refuseImpossibleSlot(call, slot);
	const startOrSlot = read(slotSourceField) === 'list' ? slotField : startField;
	return await withOffset(call, slot, withoutLocator(entered(startOrSlot)));
}

/** @throws NodeOperationError for an end before the start, for more than a year, and for a slot that has passed */
function refuseImpossibleSlot({ refuse, zone }: LocatedFields, slot: Slot): void {
	const start = formatInZone(slot.start, zone);
	const end = formatInZone(slot.end, zone);
	if (slot.end <= slot.start)
		throw refuse(
			`'End' (${end}) is not after 'Start' (${start})`,
			'Enter an end that is later than the start.',
		);
	if (slot.end - slot.start > MAX_MINUTES * 60_000)
		throw refuse(
			`'End' (${end}) is more than a year after 'Start' (${start})`,
			'Check the year of both.',
		);
	if (slot.end <= Date.now())
		throw refuse(
			`The slot has passed: it ended at ${end}`,
			`Choose a slot in the future, and check the year and the 'Time Zone'. ${nowIn(zone)}`,
			`Choose a slot in the future, and check the year. ${nowIn(zone)}`,
		);
}
