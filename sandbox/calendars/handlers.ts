import { byDate, datesToInterval, spansOf, toUtcText } from './freeSlots';
import type { NewAppointment } from './appointmentBook';
import {
	ofLocation,
	ownAppointment,
	ownCalendar,
	ownContact,
	type OperationHandlers,
} from '../http/call';
import {
	doneResponse,
	inOrder,
	listResponse,
	ok,
	recordIn,
	recordResponse,
	Refusal,
} from '../responses';

/** The longest range of dates; not shown. */
const MAX_RANGE_MS = 366 * 24 * 3_600_000;
/** The fields of a calendar that the contract names. */
const NAMED = ['id', 'name'];

/** Calendars and appointments: the operations of these names in sandbox/openapi.yaml. */
export const calendarHandlers: OperationHandlers = {
	list_calendars(call) {
		const { profile, seed } = call.state;
		return listResponse(profile, 'calendars', ofLocation(call, seed.calendars), NAMED);
	},

	get_calendar: (call) => recordResponse(call.state.profile, 'calendar', ownCalendar(call), NAMED),

	get_free_slots(call) {
		const { profile, appointments } = call.state;
		const calendar = ownCalendar(call);
		const {
			startDate,
			endDate,
			timezone = calendar.timeZone,
		} = call.query as Record<string, string>;
		if (endDate < startDate) throw new Refusal(400, 'endDate is before startDate');
		const zone = { utc: 'UTC', calendar: calendar.timeZone, timezone }[profile.slotDates];
		const span = datesToInterval(startDate, endDate, zone, profile);
		if (span.end - span.start > MAX_RANGE_MS)
			throw new Refusal(400, 'The range of dates is too long');
		const slots = appointments.free(calendar, span);
		const windows = calendar.listsSpans ? spansOf(slots) : slots;
		const dates = byDate(windows, zone, ({ start, end }) => ({
			startTime: toUtcText(start),
			endTime: toUtcText(end),
		}));
		const ordered = inOrder(profile, dates).map(([date, ofDate]) => [
			date,
			inOrder(profile, ofDate),
		]);
		return ok({ _dates_: Object.fromEntries(ordered) });
	},

	create_appointment(call) {
		const { appointments, events, profile } = call.state;
		const request = call.body as NewAppointment & { calendarId: string };
		const calendar = ownCalendar(call, request.calendarId);
		ownContact(call, request.contactId);
		const appointment = appointments.book(calendar, request);
		events.appointment('AppointmentCreate', appointment);
		return ok({ appointment: recordIn(profile, appointment, ['id']) });
	},

	reschedule_appointment(call) {
		const appointment = ownAppointment(call);
		call.state.appointments.move(
			ownCalendar(call, appointment.calendarId),
			appointment,
			call.body as NewAppointment,
		);
		return doneResponse(call.state.profile, 'appointment', appointment);
	},

	cancel_appointment(call) {
		const appointment = ownAppointment(call);
		call.state.appointments.delete(appointment);
		return doneResponse(call.state.profile, 'appointment', appointment);
	},
};
