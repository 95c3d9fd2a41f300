import type { Appointment } from './appointmentBook';
import { byDate, datesToInterval, openSlots, zoneOfDates } from './freeSlots';
import { accessOf, type Call, type OperationHandlers } from '../http/exchange';
import { requireOwnLocation } from '../oauth/authorize';
import { doneAnswer, listAnswer, recordAnswer, recordIn } from '../profiles/bodies';
import { HttpError } from '../httpError';
import type { Calendar } from '../seed';

const DAY_MS = 24 * 3_600_000;
/** What a calendar carries by the contract. */
const NAMED = ['id', 'name'];
const KNOWN_STATUSES = ['confirmed', 'new'];

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

/** Calendars and appointments: the operations of these names in sandbox/openapi.yaml. */
export const calendarHandlers: OperationHandlers = {
	list_calendars(call) {
		const { state, query } = call;
		const locationId = String(query.locationId);
		requireOwnLocation(call, locationId);
		const calendars = state.seed.calendars.filter((one) => one.locationId === locationId);
		return listAnswer(call, 'calendars', calendars, NAMED);
	},

	get_calendar(call) {
		const calendar = ownCalendar(call, call.params.calendarId);
		return recordAnswer(call, 'calendar', calendar, NAMED);
	},

	get_free_slots(call) {
		const { state, query } = call;
		const { profile } = state;
		const calendar = ownCalendar(call, call.params.calendarId);
		const [startDate, endDate] = [String(query.startDate), String(query.endDate)];
		if (endDate < startDate) throw new HttpError(400, 'endDate is before startDate');
		const zone = zoneOfDates(profile, calendar, query.timezone as string | undefined);
		const span = datesToInterval(startDate, endDate, zone, profile);
		if (span.end - span.start > profile.slotRangeDays * DAY_MS) {
			throw new HttpError(400, `The range of dates is longer than ${profile.slotRangeDays} days`);
		}
		const taken = state.appointments.bookings(calendar.id);
		const slots = openSlots(calendar, span, taken, state.clock.now(), profile);
		return { status: 200, body: byDate(slots, zone, profile) };
	},

	create_appointment(call) {
		const { state } = call;
		const { calendarId, locationId, ...request } = call.body as AppointmentBody;
		requireOwnLocation(call, locationId);
		const calendar = ownCalendar(call, calendarId);
		requireContact(call, locationId, request.contactId);
		requireUser(call, locationId, request.assignedUserId);
		requireStatus(call, request.appointmentStatus);
		const appointment = state.appointments.book(calendar, request);
		state.events.emit('AppointmentCreate', locationId, {
			appointmentId: appointment.id,
			startTime: appointment.startTime,
			contactId: appointment.contactId,
			calendarId,
		});
		const { profile } = state;
		return {
			status: profile.createdStatus,
			body: { appointment: recordIn(profile, shown(appointment), ['id']) },
		};
	},

	reschedule_appointment(call) {
		const appointment = ownAppointment(call);
		if (!call.state.appointments.isActive(appointment)) throw appointmentNotFound(call);
		requireStatus(call, (call.body as RescheduleBody).appointmentStatus);
		const calendar = ownCalendar(call, appointment.calendarId);
		call.state.appointments.reschedule(calendar, appointment, call.body as RescheduleBody);
		return doneAnswer(call, 'appointment', shown(appointment));
	},

	cancel_appointment(call) {
		const appointment = ownAppointment(call);
		const { appointments, profile } = call.state;
		if (appointments.isActive(appointment)) {
			appointments.cancel(appointment);
		} else if (profile.canceledAgain !== 'accepted') {
			throw new HttpError(profile.canceledAgain, 'The appointment was canceled already');
		}
		return doneAnswer(call, 'appointment', shown(appointment));
	},
};

/** @throws HttpError 404 where the calendar does not belong to the location of the token. */
function ownCalendar(call: Call, calendarId: string): Calendar {
	const { locationId } = accessOf(call);
	const calendar = call.state.seed.calendars.find(({ id }) => id === calendarId);
	if (!calendar || calendar.locationId !== locationId) {
		throw new HttpError(404, 'The calendar was not found');
	}
	return calendar;
}

function ownAppointment(call: Call): Appointment {
	const appointment = call.state.appointments.get(call.params.eventId);
	if (!appointment || appointment.locationId !== accessOf(call).locationId) {
		throw appointmentNotFound(call);
	}
	return appointment;
}

const appointmentNotFound = ({ state }: Call) =>
	new HttpError(state.profile.unknownAppointmentStatus, 'The appointment was not found');

function requireContact({ state }: Call, locationId: string, contactId: string): void {
	const { unknownContact } = state.profile;
	if (unknownContact === 'accepted') return;
	if (state.contacts.get(contactId)?.locationId === locationId) return;
	throw new HttpError(unknownContact, 'The contact was not found in this location');
}

function requireUser({ state }: Call, locationId: string, userId: string | undefined): void {
	const { unknownUser } = state.profile;
	if (unknownUser === 'accepted' || userId === undefined) return;
	const user = state.seed.users.find(({ id }) => id === userId);
	if (user?.locationIds.includes(locationId)) return;
	throw new HttpError(unknownUser, 'assignedUserId is invalid');
}

function requireStatus({ state }: Call, status: string | undefined): void {
	const { unknownStatus } = state.profile;
	if (unknownStatus === 'accepted' || status === undefined) return;
	if (KNOWN_STATUSES.includes(status)) return;
	throw new HttpError(unknownStatus, 'appointmentStatus is invalid');
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
