import { updateDisplayOptions, type IExecuteFunctions } from 'n8n-workflow';

import { calendarField, locationOf } from '../../../fields/account';
import { choiceField, fieldsAt } from '../../../fields/parameters';
import { isSimplified, limitFields, limitOf, simplifyField } from '../../../fields/results';
import { dayFields, daysOf, timeZoneField, timeZoneOf } from '../../../fields/timeZone';
import { Listed } from '../../../items/operation';
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

/** @throws NodeOperationError for a field that cannot be used, and an end before the start */
async function ofCalendar(context: IExecuteFunctions, itemIndex: number, client: PlatformClient, zone: string, max: number) {
	const calendarId = fieldsAt(context, itemIndex).required(calendarField);
	const { startDate, endDate, from, to } = daysOf(context, itemIndex, zone);
	const locationId = await locationOf(context, client, itemIndex);
	const between: [number, number] = [from ?? startOfDate(startDate, zone), to ?? startOfDate(addDays(endDate, 1), zone) - 1];
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
		...updateDisplayOptions({ show: { appointmentsOf: ['calendar'] } }, [calendarField, ...dayFields]),
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
		return new Listed(items, nothing, hidden);
	},
});
