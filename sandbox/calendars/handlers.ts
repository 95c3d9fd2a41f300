import type { Appointment } from './appointmentBook';
import { byDate, datesToInterval, openSlots } from './freeSlots';
import { accessOf, type Call, type OperationHandlers } from '../http/exchange';
import { requireOwnLocation } from '../oauth/authorise';
import { Refusal, type Answer } from '../refusal';
import { shaped } from '../responseShape';
import type { Calendar } from '../seed';

/** Keeps one request from asking for years of slots. */
const MAX_RANGE_MS = 366 * 24 * 3_600_000;

interface AppointmentBody {
	calendarId: string;
	locationId: string;
	contactId: string;
	startTime: string;
	endTime: string;
	title?: string;
	appointmentStatus?: string;
	assignedUserId?: string;
}

type RescheduleBody = Pick<AppointmentBody, 'startTime' | 'endTime' | 'appointmentStatus'>;

/** Contract: Endpoints, interface B calendars; Errors, interface B appointments. */
export const calendarHandlers: OperationHandlers = {
	list_calendars(call) {
		const { state, query } = call;
		const locationId = String(query.locationId);
		requireOwnLocation(accessOf(call), locationId);
		const calendars = state.seed.calendars.filter((one) => one.locationId === locationId);
		const body = shaped(state.responseShape, 'calendars', calendars, ['id', 'name']);
		return { status: 200, body };
	},

	get_calendar(call) {
		const calendar = ownCalendar(call, call.params.calendarId);
		const body = shaped(call.state.responseShape, 'calendar', calendar, ['id', 'name']);
		return { status: 200, body };
	},

	get_free_slots(call) {
		const { state, query } = call;
		const calendar = ownCalendar(call, call.params.calendarId);
		const zone = String(query.timezone ?? calendar.timeZone);
		const span = datesToInterval(String(query.startDate), String(query.endDate), zone);
		if (span.end <= span.start) throw new Refusal(400, 'endDate is before startDate');
		if (span.end - span.start > MAX_RANGE_MS) {
			throw new Refusal(400, 'The range of dates is longer than a year');
		}
		const taken = state.appointments.bookings(calendar.id);
		const slots = openSlots(calendar, span, taken, state.clock.now());
		return { status: 200, body: byDate(slots, zone) };
	},

	create_appointment(call) {
		const { state } = call;
		const { calendarId, locationId, ...request } = call.body as AppointmentBody;
		requireOwnLocation(accessOf(call), locationId);
		const calendar = ownCalendar(call, calendarId);
		const contact = state.contacts.get(request.contactId);
		if (state.behaviour.unknownContact === 'refuse' && contact?.locationId !== locationId) {
			throw new Refusal(404, 'The contact was not found in this location');
		}
		const appointment = state.appointments.book(calendar, request);
		state.events.emit('AppointmentCreate', locationId, {
			appointmentId: appointment.id,
			startTime: appointment.startTime,
			contactId: appointment.contactId,
			calendarId,
		});
		const body = state.responseShape === 'minimal' ? { id: appointment.id } : shown(appointment);
		return { status: 200, body: { appointment: body } };
	},

	reschedule_appointment(call) {
		const appointment = ownAppointment(call);
		if (!call.state.appointments.isActive(appointment)) throw appointmentNotFound();
		const calendar = ownCalendar(call, appointment.calendarId);
		call.state.appointments.reschedule(calendar, appointment, call.body as RescheduleBody);
		return appointmentAnswer(call, appointment);
	},

	cancel_appointment(call) {
		const appointment = ownAppointment(call);
		if (call.state.appointments.isActive(appointment)) {
			call.state.appointments.cancel(appointment);
		} else if (call.state.behaviour.cancelledAgainStatus === 404) {
			throw appointmentNotFound();
		}
		return appointmentAnswer(call, appointment);
	},
};

/** Contract: 404, the calendar does not belong to the location of the token. */
function ownCalendar(call: Call, calendarId: string): Calendar {
	const { locationId } = accessOf(call);
	const calendar = call.state.seed.calendars.find(({ id }) => id === calendarId);
	if (!calendar || calendar.locationId !== locationId) {
		throw new Refusal(404, 'The calendar was not found');
	}
	return calendar;
}

function ownAppointment(call: Call): Appointment {
	const appointment = call.state.appointments.get(call.params.eventId);
	if (!appointment || appointment.locationId !== accessOf(call).locationId) {
		throw appointmentNotFound();
	}
	return appointment;
}

const appointmentNotFound = () => new Refusal(404, 'The appointment was not found');

/** The bodies of PUT and DELETE are not shown; the minimal shape therefore sends none. */
function appointmentAnswer({ state }: Call, appointment: Appointment): Answer {
	if (state.responseShape === 'minimal') return { status: 200 };
	return { status: 200, body: shaped(state.responseShape, 'appointment', shown(appointment), []) };
}

/** An appointment as answers show it: its history is the sandbox's own. */
function shown(appointment: Appointment): Omit<Appointment, 'history'> {
	const { id, calendarId, locationId, contactId, startTime, endTime } = appointment;
	const { title, appointmentStatus, assignedUserId } = appointment;
	const times = { startTime, endTime };
	return {
		id,
		calendarId,
		locationId,
		contactId,
		...times,
		title,
		appointmentStatus,
		assignedUserId,
	};
}
