import type { Appointment, NewAppointment } from './appointmentBook';
import { byDate, datesToInterval, openSlots, spansOf, zoneOfDates } from './freeSlots';
import { requireOwnLocation, type Call, type OperationHandlers } from '../http/call';
import { Refusal } from '../refusal';
import { doneResponse, listResponse, recordIn, recordResponse } from '../responses';
import type { Calendar } from '../seed';

/** The longest range of dates; not shown. */
const MAX_RANGE_MS = 366 * 24 * 3_600_000;
/** What a calendar carries by the contract. */
const NAMED = ['id', 'name'];

type AppointmentBody = NewAppointment & { calendarId: string; locationId: string };
type RescheduleBody = Pick<AppointmentBody, 'startTime' | 'endTime' | 'appointmentStatus'>;

/** Calendars, appointments and contacts: the operations of these names in sandbox/openapi.yaml. */
export const calendarHandlers: OperationHandlers = {
	list_calendars(call) {
		const { state, query } = call;
		const locationId = String(query.locationId);
		requireOwnLocation(call, locationId);
		const calendars = state.seed.calendars.filter((one) => one.locationId === locationId);
		return listResponse(state.profile, 'calendars', calendars, NAMED);
	},

	get_calendar(call) {
		const calendar = ownCalendar(call, call.params.calendarId);
		return recordResponse(call.state.profile, 'calendar', calendar, NAMED);
	},

	get_free_slots(call) {
		const { state, query } = call;
		const { profile } = state;
		const calendar = ownCalendar(call, call.params.calendarId);
		const [startDate, endDate] = [String(query.startDate), String(query.endDate)];
		if (endDate < startDate) throw new Refusal(400, 'endDate is before startDate');
		const zone = zoneOfDates(profile, calendar, query.timezone as string | undefined);
		const span = datesToInterval(startDate, endDate, zone, profile);
		if (span.end - span.start > MAX_RANGE_MS) throw new Refusal(400, 'The range of dates is too long');
		const taken = state.appointments.bookings(calendar.id);
		const slots = openSlots(calendar, span, taken, state.clock.now(), profile);
		return { status: 200, body: byDate(calendar.listsSpans ? spansOf(slots) : slots, zone, profile) };
	},

	create_appointment(call) {
		const { state } = call;
		const { calendarId, locationId, ...request } = call.body as AppointmentBody;
		requireOwnLocation(call, locationId);
		const calendar = ownCalendar(call, calendarId);
		if (state.contacts.get(request.contactId)?.locationId !== locationId) {
			throw new Refusal(state.profile.unknownId, 'The contact was not found in this location');
		}
		const appointment = state.appointments.book(calendar, request);
		state.events.appointment('AppointmentCreate', appointment);
		return { status: 200, body: { appointment: recordIn(state.profile, appointment, ['id']) } };
	},

	reschedule_appointment(call) {
		const appointment = ownAppointment(call);
		const calendar = ownCalendar(call, appointment.calendarId);
		call.state.appointments.reschedule(calendar, appointment, call.body as RescheduleBody);
		return doneResponse(call.state.profile, 'appointment', appointment);
	},

	cancel_appointment(call) {
		const appointment = ownAppointment(call);
		call.state.appointments.delete(appointment);
		return doneResponse(call.state.profile, 'appointment', appointment);
	},

	/** The contract names the scope only, here and below. */
	find_contacts(call) {
		const { state, query } = call;
		const locationId = String(query.locationId);
		requireOwnLocation(call, locationId);
		const wanted = String(query.query).toLowerCase();
		const found = [...state.contacts.values()].filter(
			({ email, firstName, lastName, ...one }) =>
				one.locationId === locationId && [email, `${firstName} ${lastName}`].join(' ').toLowerCase().includes(wanted),
		);
		return listResponse(state.profile, 'contacts', found, ['id']);
	},

	get_contact(call) {
		const contact = call.state.contacts.get(call.params.contactId);
		if (!contact || contact.locationId !== call.access.locationId) {
			throw new Refusal(404, 'The contact was not found');
		}
		return recordResponse(call.state.profile, 'contact', contact, ['id']);
	},
};

/** @throws Refusal 404 where the calendar does not belong to the location of the token. */
function ownCalendar(call: Call, calendarId: string): Calendar {
	const { access, state } = call;
	const own = state.seed.calendars.filter(({ locationId }) => locationId === access.locationId);
	const calendar = own.find(({ id }) => id === calendarId);
	if (!calendar) throw new Refusal(404, 'The calendar was not found');
	return calendar;
}

/** @throws Refusal for one that is not there, or canceled: its status is not shown */
function ownAppointment({ state, access, params }: Call): Appointment {
	const appointment = state.appointments.get(params.eventId);
	const isOwn = appointment?.locationId === access.locationId;
	if (!appointment || !isOwn || !state.appointments.isActive(appointment)) {
		throw new Refusal(state.profile.unknownId, 'The appointment was not found');
	}
	return appointment;
}
