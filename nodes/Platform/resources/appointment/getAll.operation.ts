import { updateDisplayOptions, type IExecuteFunctions } from 'n8n-workflow';

import { locationOf } from '../../../fields/account';
import { calendarField } from '../../../fields/calendar';
import { choiceField, dateTimeField } from '../../../fields/declare';
import { dateIn } from '../../../fields/kinds';
import { limitFields, limitOf } from '../../../fields/limit';
import { fieldsAt } from '../../../fields/parameters';
import { isSimplified, simplifyField } from '../../../fields/simplify';
import { timeZoneField, timeZoneOf } from '../../../fields/timeZone';
import { orNothing } from '../../../items/operation';
import { listCalendarAppointments, listContactAppointments } from '../../../platformApi/appointmentReads';
import type { PlatformClient } from '../../../platformApi/client';
import { addDays, startOfDate } from '../../../time/times';
import { contactField, contactIdOf } from '../../appointment/contact';
import { readItem } from '../../appointment/outputs';
import { operation } from '../../operation';

const OF = choiceField('Appointments Of', 'appointmentsOf', 'contact', {
	options: [
		{ name: 'Calendar', value: 'calendar', description: 'Those of a calendar between two days, in order of time' },
		{ name: 'Contact', value: 'contact', description: 'Those of a contact: those to come, soonest first, then those that have ended' },
	],
	description: 'Whose appointments to get',
});

const dayField = (displayName: string, name: string, byDefault: string, placeholder: string, description: string) =>
	dateTimeField(displayName, name, { typeOptions: { dateOnly: true }, default: byDefault, required: true, placeholder, description });

const START = dayField('Start Date', 'startDate', '={{ $today }}', 'e.g. 2027-03-08', "First day, as YYYY-MM-DD, in 'Time Zone'");
const END = dayField('End Date', 'endDate', '={{ $today.plus(7, "days") }}', 'e.g. 2027-03-12', 'Last day, as YYYY-MM-DD. It is included.');

/** @throws NodeOperationError for a field that cannot be used, and an end before the start */
async function ofCalendar(context: IExecuteFunctions, itemIndex: number, client: PlatformClient, zone: string, max: number) {
	const { required, requiredBy, refuse } = fieldsAt(context, itemIndex);
	const calendarId = required(calendarField);
	const [start, end] = [START, END].map((field) => requiredBy(dateIn(zone), field));
	if (end < start) {
		throw refuse(`'End Date' (${end}) is before 'Start Date' (${start})`, 'Enter an end that is the same or later.');
	}
	const locationId = await locationOf(context, client, itemIndex);
	const between: [number, number] = [startOfDate(start, zone), startOfDate(addDays(end, 1), zone) - 1];
	const found = await listCalendarAppointments(client, { locationId, calendarId, between });
	return { appointments: found.slice(0, max), hidden: Math.max(0, found.length - max) };
}

export const getAll = operation({
	name: 'Get Many',
	description: 'Get the appointments of a contact, or of a calendar between two days. HighLevel only.',
	action: 'Get many appointments',
	hint: 'Returns one item per appointment with appointmentId, contactId, calendarId, times and appointmentStatus, whatever that is. Reschedule and Cancel take the appointmentId.',
	properties: [
		OF,
		...updateDisplayOptions({ show: { appointmentsOf: ['contact'] } }, [contactField]),
		...updateDisplayOptions({ show: { appointmentsOf: ['calendar'] } }, [calendarField, START, END]),
		...limitFields,
	],
	options: [simplifyField, timeZoneField],
	isRead: true,
	askForLess: 'Ask again with another limit, or for the appointments of a calendar on the days in question.',
	async execute(context, itemIndex, { api }) {
		const [zone, simplify] = [timeZoneOf(context, itemIndex), isSimplified(context, itemIndex)];
		const max = limitOf(context, itemIndex);
		const isOfCalendar = fieldsAt(context, itemIndex).read(OF) === 'calendar';
		const { appointments, hidden } = isOfCalendar
			? await ofCalendar(context, itemIndex, api, zone, max)
			: await listContactAppointments(api, await contactIdOf(context, api, itemIndex), max);
		const items = appointments.map((appointment) => readItem(appointment, simplify, zone));
		const nothing = `The ${isOfCalendar ? 'calendar has no appointments on these days' : 'contact has no appointments'}.`;
		return orNothing(items, nothing, hidden);
	},
});
