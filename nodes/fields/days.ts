import { formatInZone, parseMoment } from '../time/times';
import { dateTimeField } from './declare';
import { dateIn } from './kinds';
import { fieldsAt, type ParameterContext } from './parameters';

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
