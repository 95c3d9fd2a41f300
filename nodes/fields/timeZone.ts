import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { formatInZone, parseMoment } from '../time/times';
import { isTimeZone, timeZoneNames } from '../time/zones';
import { dateIn, textAs } from './kinds';
import { listField, matching } from './lists';
import { dateTimeField, fieldsAt, OPTIONS, type ParameterContext, readAs, type Refuse } from './parameters';

/** In the case that IANA writes, since other servers compare names as they are; EST and the like stand for several zones. */
const timeZone = textAs('an IANA time zone', 'the zone of a city, such as America/New_York', (zone) =>
	isTimeZone(zone) ? (timeZoneNames().find((name) => name.toLowerCase() === zone.toLowerCase()) ?? zone) : undefined,
);

/** Zone for times without an offset and for the local times in the output. */
export const timeZoneField = listField(
	{
		displayName: 'Time Zone',
		name: 'timezone',
		hint: "Leave empty to use the workflow's time zone",
		description: 'Time zone for times without an offset and for local times in the output',
	},
	{ method: 'searchTimeZones', placeholder: 'e.g. America/New_York' },
	{ displayName: 'By Name', placeholder: 'e.g. America/New_York', hint: 'An IANA time zone name' },
	timeZone,
);

/** All IANA zones with their present offset, the workflow's own first; "new york" finds America/New_York. */
export async function searchTimeZones(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const [now, own] = [Date.now(), this.getTimezone()];
	const entries = timeZoneNames()
		.sort((a, b) => Number(b === own) - Number(a === own))
		.map((zone) => ({ name: `${zone} (UTC${formatInZone(now, zone).slice(19)})`, value: zone }));
	return matching(entries, filter.trim().replaceAll(' ', '_'));
}

/** The zone of 'Time Zone', else the workflow's. @throws what `refuse` makes, for one that cannot be used */
export function usableZone(zone: unknown, context: Pick<ParameterContext, 'getTimezone'>, refuse: Refuse): string {
	const read = (name: unknown) => readAs(timeZone, name, timeZoneField.displayName, refuse);
	return read(zone) ?? read(context.getTimezone()) ?? 'UTC';
}

/** The zone of 'Time Zone' in 'Options', else the workflow's. @throws NodeOperationError for one that cannot be used */
export function timeZoneOf(context: ParameterContext, itemIndex: number): string {
	const { read, refuse } = fieldsAt(context, itemIndex);
	return read(timeZoneField, OPTIONS) ?? usableZone(undefined, context, refuse);
}

const dayField = (displayName: string, name: string, byDefault: string, placeholder: string, description: string) =>
	dateTimeField(displayName, name, { typeOptions: { dateOnly: true }, default: byDefault, required: true, placeholder, description });

/** From one day to another, both included. */
export const dayFields = [
	dayField('Start Date', 'startDate', '={{ $today }}', 'e.g. 2027-03-08', 'First day, as YYYY-MM-DD. With a time of day, what is earlier is left out.'),
	dayField('End Date', 'endDate', '={{ $today.plus(7, "days") }}', 'e.g. 2027-03-12', 'Last day, as YYYY-MM-DD. It is included. With a time of day, what is later is left out.'),
];

/**
 * The days in a zone, for messages also as text, and where they were given with a time of day, that moment.
 *
 * @throws NodeOperationError for a date that cannot be read, and an end before the start
 */
export function daysOf(context: ParameterContext, itemIndex: number, zone: string) {
	const { refuse, requiredBy } = fieldsAt(context, itemIndex);
	const [startDate, endDate] = dayFields.map((field) => requiredBy(dateIn(zone), field));
	const [from, to] = dayFields.map(({ name }) => parseMoment(context.getNodeParameter(name, itemIndex), zone));
	const textOf = (date: string, moment?: number) => (moment === undefined ? date : formatInZone(moment, zone));
	const [start, end] = [textOf(startDate, from), textOf(endDate, to)];
	if (endDate < startDate || (to ?? Infinity) < (from ?? -Infinity)) {
		throw refuse(`'End Date' (${end}) is before 'Start Date' (${start})`, 'Enter an end that is the same or later.');
	}
	return { startDate, endDate, from, to, start, end };
}
