import type { INodeProperties } from 'n8n-workflow';

import type { Slot } from '../../booking/slots';
import { id, instantIn, type Kind, nowIn, numberWithin, textAs } from '../../fields/kinds';
import { choiceOf, fieldOf, OPTIONS, withoutLocator } from '../../fields/parameters';
import { timeZoneField } from '../../fields/when';
import { locationZone } from '../../platformApi/locations';
import { formatInZone, offsetFault, offsetMinutesIn, TimeFormatError } from '../../time/times';
import { tried } from '../../utils/attempt';
import type { Located } from '../platformOperation';

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

const shownFor = (...slotSource: string[]) => ({ show: { slotSource } });

const startField: INodeProperties = {
	displayName: 'Start',
	name: 'startTime',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-08 10:00:00',
	description:
		"Start of the slot in ISO 8601, such as 2027-03-08T09:00:00-05:00. Without an offset, which agents must give, 'Time Zone' applies.",
	required: true,
	displayOptions: shownFor('startEnd', 'startDuration'),
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
	displayOptions: shownFor('startEnd'),
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
		displayOptions: shownFor('startDuration'),
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
	displayOptions: shownFor('list'),
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
			'options.timezone.value',
		],
	},
	displayOptions: shownFor('list'),
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

/** The zones whose offsets a model may give: the one that is asked for, and the location's. Empty where neither is known. */
async function zonesForModel({ client, isTool, read }: Located): Promise<string[]> {
	if (!isTool) return [];
	const zones: string[] = [];
	const chosenZone = read(timeZoneField, OPTIONS);
	if (chosenZone !== undefined) zones.push(chosenZone);
	const zoneOfLocation = await locationZone(client);
	if (zoneOfLocation !== undefined) zones.push(zoneOfLocation);
	return zones;
}

/**
 * A model copies times of any zone: without an offset they would be read in 'Time Zone', so a tool refuses them. It also
 * refuses an offset that none of the zones has at that time: a model that takes the winter's offset in summer means another
 * hour.
 *
 * @param zones to compare an offset with; where they are empty, the offset is all that is known
 * @param place of the time in a slot
 */
function timeIn({ isTool, zone }: Located, zones: string[], place = 0): Kind<number> {
	const time = instantIn(zone);
	if (!isTool) return time;
	return {
		what: 'a time with an offset from UTC',
		// It may copy both times of a free slot, as Get Free Slots writes them for a model.
		meant(written) {
			const meant = time.meant?.(written);
			const times = String(meant).split('/');
			const isSlot =
				times.length === 2 && times.every((each) => offsetMinutesIn(each) !== undefined);
			return isSlot ? times[place] : meant;
		},
		enter:
			'the time as get_free_slots returned it, such as 2026-11-25T14:00:00+00:00 or 2026-11-25T09:00:00-05:00',
		// The words of `time` would show a time without an offset.
		read(value) {
			if (typeof value === 'string' && offsetMinutesIn(value) === undefined) return undefined;
			const fault = zones.length > 0 ? offsetFault(value, zones) : undefined;
			if (fault !== undefined) throw new TimeFormatError(fault);
			return tried(() => time.read(value), undefined);
		},
	};
}

/** A slot as one text: ISO 8601's interval form, start and end with a slash between. */
function intervalOf(time: Kind<number>): Kind<Slot> {
	const what = `one of the free slots: ${time.what}, a slash, and another one`;
	return textAs(what, time.enter ?? 'both in ISO 8601, or choose one from the list', (interval) => {
		const times = interval.split('/');
		const [start, end] = times.length === 2 ? times.map((text) => time.read(text)) : [];
		return start === undefined || end === undefined ? undefined : { start, end };
	});
}

/** The times of a booking by which the ledger tells the same call. */
export function timesOf({ start, end }: Slot): [start: number, end: number] {
	return [start, end];
}

/**
 * Reads the slot from the fields.
 *
 * @param readLength in milliseconds, called where 'Duration' is empty
 * @throws NodeOperationError that names a field which is empty or cannot be read
 */
export async function slotFromFields(
	call: Located,
	readLength?: () => Promise<number | undefined>,
): Promise<Slot> {
	const { read, required } = call;
	const source = read(slotSourceField);
	const zones = await zonesForModel(call);
	const time = timeIn(call, zones);
	if (source === 'list') return required(fieldOf(intervalOf(time), slotField));
	const start = required(fieldOf(time, startField));
	if (source !== 'startDuration')
		return { start, end: required(fieldOf(timeIn(call, zones, 1), endField)) };
	const length = read(durationField) === undefined ? await readLength?.() : undefined;
	return { start, end: start + (length ?? Math.round(required(durationField) * 60_000)) };
}

/**
 * Where the platform lists times with an offset, adds that of the start as `written`, else of the zone. A start in UTC has
 * been refused as taken, so it gets the zone's, too.
 */
export async function withOffset(
	{ client, zone }: Located,
	slot: Slot,
	written: unknown,
): Promise<Slot> {
	const { keepsOffset } = await client.dialect();
	const [start] = String(written).split('/');
	return keepsOffset
		? { ...slot, offset: offsetMinutesIn(start) || offsetMinutesIn(formatInZone(slot.start, zone)) }
		: slot;
}

/**
 * Reads the slot of an appointment by 'Set Time Using', and checks it.
 *
 * @param readLength in milliseconds, called where 'Duration' is empty
 * @throws NodeOperationError for a time or a length that is missing or cannot be meant
 */
export async function readSlot(
	call: Located,
	readLength?: () => Promise<number | undefined>,
): Promise<Slot> {
	const { entered, read, refuse, zone } = call;
	const source = read(slotSourceField);
	const slot = await slotFromFields(call, readLength);
	const [start, end] = [slot.start, slot.end].map((instant) => formatInZone(instant, zone));
	if (slot.end <= slot.start)
		throw refuse(
			`'End' (${end}) is not after 'Start' (${start})`,
			'Enter an end that is later than the start.',
		);
	if (slot.end - slot.start > MAX_MINUTES * 60_000) {
		throw refuse(
			`'End' (${end}) is more than a year after 'Start' (${start})`,
			'Check the year of both.',
		);
	}
	if (slot.end <= Date.now()) {
		const whatToDo = 'Choose a slot in the future, and check the year';
		throw refuse(
			`The slot has passed: it ended at ${end}`,
			`${whatToDo} and the 'Time Zone'. ${nowIn(zone)}`,
			`${whatToDo}. ${nowIn(zone)}`,
		);
	}
	const written = entered(source === 'list' ? slotField : startField);
	return await withOffset(call, slot, withoutLocator(written));
}
