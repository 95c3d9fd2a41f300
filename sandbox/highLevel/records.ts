import { DateTime } from 'luxon';

import type { Appointment } from '../calendars/appointmentBook';
import type { Calendar, Contact } from '../seed';

/** @returns for example `2026-12-01T09:00:00-05:00` */
export const localTime = (instant: number, zone: string): string =>
	DateTime.fromMillis(instant, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");

const localSpan = ({ startTime, endTime }: Appointment, { timeZone }: Calendar) => ({
	startTime: localTime(Date.parse(startTime), timeZone),
	endTime: localTime(Date.parse(endTime), timeZone),
});

/** CalendarDTO. Without a time zone, which only the location has. */
export function asCalendar({ id, name, locationId, slotMinutes, everyMinutes = slotMinutes, workingHours }: Calendar): object {
	const time = (text: string) => {
		const [openHour, openMinute] = text.split(':').map(Number);
		return { openHour, openMinute };
	};
	const openHours = workingHours.map(({ weekdays, start, end }) => {
		const { openHour: closeHour, openMinute: closeMinute } = time(end);
		return { daysOfTheWeek: weekdays.map((day) => day % 7), hours: [{ ...time(start), closeHour, closeMinute }] };
	});
	return {
		...{ id, name, locationId, isActive: true, calendarType: 'event', autoConfirm: true },
		...{ slotDuration: slotMinutes, slotDurationUnit: 'mins', slotInterval: everyMinutes, slotIntervalUnit: 'mins' },
		openHours,
	};
}

/** AppointmentSchemaResponse: the record of a write, at the top of the response. */
export function asRecord(appointment: Appointment, calendar: Calendar): object {
	const { id, calendarId, locationId, contactId, title, appointmentStatus, assignedUserId } = appointment;
	const record = { id, calendarId, locationId, contactId, title, appointmentStatus, assignedUserId };
	return { ...record, ...localSpan(appointment, calendar), isRecurring: false };
}

/** CalendarEventDTO: an appointment that is read. */
export function asCalendarEvent(appointment: Appointment, calendar: Calendar): object {
	const { assignedUserId = 'user-riley', title = calendar.name } = appointment;
	return {
		...asRecord(appointment, calendar),
		...{ title, groupId: `group-${calendar.id}`, assignedUserId, users: [assignedUserId] },
		...{ dateAdded: appointment.createdAt, dateUpdated: appointment.createdAt },
	};
}

/** GetEventSchema: as the official example has it, with times that say no offset. */
export function asContactEvent(appointment: Appointment, calendar: Calendar): object {
	const spaced = (text: string) => text.slice(0, 19).replace('T', ' ');
	const { startTime, endTime } = localSpan(appointment, calendar);
	const added = spaced(appointment.createdAt);
	return {
		...asCalendarEvent(appointment, calendar),
		...{ status: 'booked', startTime: spaced(startTime), endTime: spaced(endTime), dateAdded: added, dateUpdated: added },
	};
}

/** GetContectByIdSchema. */
export function asContact(contact: Contact): object {
	const name = [contact.firstName, contact.lastName].filter(Boolean).join(' ');
	return { ...(name && { name }), type: 'lead', tags: [], customFields: [], ...contact };
}
