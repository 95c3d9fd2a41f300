import { asCalendar, asCalendarEvent, asRecord, localTime } from './records';
import type { Appointment, NewAppointment } from '../calendars/appointmentBook';
import { openSlots } from '../calendars/freeSlots';
import { requireOwnLocation, type Call, type OperationHandlers } from '../http/call';
import { Refusal } from '../refusal';
import type { Calendar } from '../seed';

/** The official description's words on free-slots. */
const MAX_RANGE_MS = 31 * 24 * 3_600_000;

type Body = Partial<NewAppointment> & {
	calendarId?: string;
	locationId?: string;
	ignoreDateRange?: boolean;
	ignoreFreeSlotValidation?: boolean;
};

/** Calendars and appointments: the operations of these names in sandbox/highLevel.yaml. */
export const calendarHandlers: OperationHandlers = {
	'get-calendars'(call) {
		const { state, query } = call;
		const locationId = String(query.locationId);
		requireOwnLocation(call, locationId);
		const calendars = state.seed.calendars.filter((one) => one.locationId === locationId);
		return { status: 200, body: { calendars: calendars.map(asCalendar) } };
	},

	'get-calendar': (call) => ({ status: 200, body: { calendar: asCalendar(ownCalendar(call, call.params.calendarId)) } }),

	'get-slots'(call) {
		const { state, query } = call;
		const calendar = ownCalendar(call, call.params.calendarId);
		const span = { start: Number(query.startDate), end: Number(query.endDate) };
		if (span.end < span.start) throw new Refusal(400, 'startDate should be before endDate');
		if (span.end - span.start > MAX_RANGE_MS) {
			const violation = 'more than 31 days of free slots at once';
			throw new Refusal(400, 'Date range between startDate and endDate cannot be more than 31 days', { violation });
		}
		const zone = String(query.timezone ?? calendar.timeZone);
		const slots = openSlots(calendar, span, state.appointments.bookings(calendar.id), state.clock.now(), state.profile);
		const dates: Record<string, { slots: string[] }> = {};
		for (const { start } of slots) {
			const text = localTime(start, zone);
			(dates[text.slice(0, 10)] ??= { slots: [] }).slots.push(text);
		}
		return { status: 200, body: dates };
	},

	'create-appointment'(call) {
		const { state } = call;
		const body = call.body as Body & Pick<NewAppointment, 'contactId'>;
		const locationId = String(body.locationId);
		requireOwnLocation(call, locationId);
		const calendar = ownCalendar(call, String(body.calendarId));
		if (state.contacts.get(body.contactId)?.locationId !== locationId) throw new Refusal(400, 'Contact not found');
		const appointment = state.appointments.book(calendar, { ...body, ...spanOf(calendar, body) }, rulesOf(body));
		state.events.appointment('AppointmentCreate', appointment);
		return { status: 200, body: asRecord(appointment, calendar) };
	},

	/** Status alone may be sent; what is canceled frees its time. */
	'edit-appointment'(call) {
		const { state } = call;
		const appointment = ownAppointment(call);
		const body = call.body as Body;
		const calendar = ownCalendar(call, body.calendarId ?? appointment.calendarId);
		const { appointmentStatus = appointment.appointmentStatus } = body;
		const moved = body.startTime === undefined ? {} : spanOf(calendar, body);
		if (appointmentStatus === 'cancelled') state.appointments.cancel(appointment);
		else {
			const { startTime, endTime } = appointment;
			state.appointments.reschedule(calendar, appointment, { startTime, endTime, ...moved, appointmentStatus }, rulesOf(body));
		}
		const { title, assignedUserId } = body;
		Object.assign(appointment, title !== undefined && { title }, assignedUserId !== undefined && { assignedUserId });
		state.events.appointment('AppointmentUpdate', appointment);
		return { status: 200, body: asRecord(appointment, calendar) };
	},

	'get-appointment'(call) {
		const appointment = ownAppointment(call);
		return { status: 200, body: { event: asCalendarEvent(appointment, ownCalendar(call, appointment.calendarId)) } };
	},

	'delete-event'(call) {
		const appointment = ownAppointment(call);
		call.state.appointments.delete(appointment);
		call.state.events.appointment('AppointmentDelete', appointment);
		return { status: 201, body: { succeeded: true } };
	},

	'get-calendar-events'(call) {
		const { state, query } = call;
		const { locationId, calendarId, userId, groupId } = query;
		requireOwnLocation(call, String(locationId));
		if ([calendarId, userId, groupId].every((id) => id === undefined)) {
			const violation = 'none of calendarId, userId and groupId';
			throw new Refusal(422, 'Either of calendarId, userId or groupId is required', { violation });
		}
		const [from, until] = [Number(query.startTime), Number(query.endTime)];
		const events = state.appointments
			.listed()
			.filter((one) => one.locationId === locationId && Date.parse(one.startTime) < until && Date.parse(one.endTime) > from)
			.filter((one) => (calendarId ?? one.calendarId) === one.calendarId && (userId ?? one.assignedUserId) === one.assignedUserId);
		return { status: 200, body: { events: events.map((one) => asCalendarEvent(one, ownCalendar(call, one.calendarId))) } };
	},
};

/** What may be booked that is not free. */
const rulesOf = ({ ignoreFreeSlotValidation: isTakenAllowed = false, ignoreDateRange: isPastAllowed = false }: Body) => ({
	isTakenAllowed,
	isPastAllowed,
});

/** Without an end, an appointment takes one slot. */
function spanOf(calendar: Calendar, { startTime, endTime }: Body): Pick<NewAppointment, 'startTime' | 'endTime'> {
	const start = Date.parse(String(startTime));
	const end = endTime === undefined ? start + calendar.slotMinutes * 60_000 : Date.parse(endTime);
	return { startTime: new Date(start).toISOString(), endTime: new Date(end).toISOString() };
}

/** @throws Refusal 400: only that and 401 are described */
function ownCalendar({ access, state }: Call, calendarId: string): Calendar {
	const calendar = state.seed.calendars.find(({ id, locationId }) => id === calendarId && locationId === access.locationId);
	if (!calendar) throw new Refusal(400, 'Calendar not found');
	return calendar;
}

/** @throws Refusal 400 for one that is not there, or deleted; canceled ones can be read */
function ownAppointment({ state, access, params }: Call): Appointment {
	const appointment = state.appointments.get(params.eventId);
	if (!appointment || appointment.locationId !== access.locationId) throw new Refusal(400, 'Appointment not found');
	return appointment;
}
