import { asBooked, asCalendar, asCalendarEvent, asRecord } from './records';
import {
	SLOT_TAKEN,
	toInterval,
	type Appointment,
	type NewAppointment,
} from '../calendars/appointmentBook';
import { byDate, overlaps, toLocalText } from '../calendars/freeSlots';
import {
	ofLocation,
	ownAppointment,
	ownCalendar,
	ownContact,
	type Call,
	type OperationHandlers,
} from '../http/call';
import type { Profile } from '../profile';
import { ok, Refusal } from '../responses';
import type { Calendar } from '../seed';

/** The official description's words on free-slots. */
const MAX_RANGE_MS = 31 * 24 * 3_600_000;

type Body = Partial<NewAppointment> & { calendarId?: string };

/** Calendars and appointments: the operations of these names in sandbox/highLevel.yaml. */
export const highLevelCalendars: OperationHandlers = {
	'get-calendars': (call) =>
		ok({ calendars: ofLocation(call, call.state.seed.calendars).map(asCalendar) }),

	'get-calendar': (call) => ok({ calendar: asCalendar(ownCalendar(call)) }),

	'get-slots'(call) {
		const calendar = ownCalendar(call);
		const { startDate, endDate, timezone = calendar.timeZone } = call.query;
		const span = { start: Number(startDate), end: Number(endDate) };
		if (span.end < span.start) throw new Refusal(400, 'startDate should be before endDate');
		if (span.end - span.start > MAX_RANGE_MS) {
			const violation = 'more than 31 days of free slots at once';
			throw new Refusal(
				400,
				'Date range between startDate and endDate cannot be more than 31 days',
				{ violation },
			);
		}
		const zone = String(timezone);
		const dates = byDate(call.state.appointments.free(calendar, span), zone, ({ start }) =>
			toLocalText(start, zone),
		);
		return ok(Object.fromEntries(dates.map(([date, slots]) => [date, { slots }])));
	},

	'create-appointment'(call) {
		const { appointments, events, profile, seed } = call.state;
		const body = call.body as Body & NewAppointment;
		const calendar = ownCalendar(call, body.calendarId);
		ownContact(call, body.contactId);
		refuseTeam(calendar, body.assignedUserId);
		refuseTimes(profile, calendar, body);
		const appointment = appointments.book(calendar, { ...body, ...timesOf(calendar, body) });
		events.appointment('AppointmentCreate', appointment);
		return profile.created === 'brief'
			? ok(asBooked(seed, appointment), 201)
			: ok(asRecord(seed, appointment));
	},

	/** Status alone may be sent; what is canceled frees its time. */
	'edit-appointment'(call) {
		const { appointments, events, profile, seed } = call.state;
		const appointment = writable(call);
		const body = call.body as Body;
		const calendar = ownCalendar(call, body.calendarId ?? appointment.calendarId);
		if (body.assignedUserId !== undefined) refuseTeam(calendar, body.assignedUserId);
		refuseTimes(profile, calendar, body);
		const isConfirmed = body.startTime !== undefined && profile.movedStatus === 'confirmed';
		const implied = isConfirmed ? 'confirmed' : appointment.appointmentStatus;
		const { appointmentStatus = implied, title, assignedUserId } = body;
		const times = body.startTime === undefined ? appointment : timesOf(calendar, body);
		if (appointmentStatus === 'cancelled') appointments.cancel(appointment);
		else appointments.move(calendar, appointment, { ...times, appointmentStatus });
		Object.assign(
			appointment,
			title !== undefined && { title },
			assignedUserId !== undefined && { assignedUserId },
		);
		events.appointment('AppointmentUpdate', appointment);
		return ok(asRecord(seed, appointment));
	},

	'get-appointment'(call) {
		const { profile, seed } = call.state;
		return ok({ [profile.envelope]: asCalendarEvent(seed, ownAppointment(call)) });
	},

	'delete-event'(call) {
		const { appointments, events, profile } = call.state;
		const appointment = writable(call);
		appointments.delete(appointment);
		events.appointment('AppointmentDelete', appointment);
		return ok({ succeeded: true }, profile.deletedStatus);
	},

	'get-calendar-events'(call) {
		const { appointments, seed } = call.state;
		const { query } = call;
		const span = { start: Number(query.startTime), end: Number(query.endTime) };
		const events = ofLocation(call, appointments.listed())
			.filter((one) => one.calendarId === query.calendarId && overlaps(toInterval(one), span))
			.map((one) => asCalendarEvent(seed, one));
		return ok({ events });
	},
};

/** @throws Refusal for one that is not there, and for a deleted one where the profile says so */
function writable(call: Call): Appointment {
	const appointment = ownAppointment(call);
	if (!appointment.deleted || call.state.profile.deletedWrite === 'done') return appointment;
	throw new Refusal(call.state.profile.unknownId, 'Appointment not found');
}

/** @throws Refusal where nobody of the calendar's team is chosen */
function refuseTeam({ teamMembers = [] }: Calendar, userId?: string): void {
	if (teamMembers.length === 0 || (userId !== undefined && teamMembers.includes(userId))) return;
	throw new Refusal(
		422,
		userId
			? 'The user id not part of calendar team.'
			: 'A team member needs to be selected. assignedUserId is missing',
	);
}

/** @throws Refusal for times that were recorded to be refused before anybody asks whether they are free */
function refuseTimes(profile: Profile, calendar: Calendar, { startTime, endTime }: Body): void {
	if (startTime === undefined) return;
	if (endTime !== undefined) {
		if (endTime.endsWith('Z') !== startTime.endsWith('Z')) throw new Refusal(400, 'Bad Request');
		const isOneSlot = Date.parse(endTime) - Date.parse(startTime) === calendar.slotMinutes * 60_000;
		if (profile.durations === 'one slot' && !isOneSlot) {
			const message = 'Selected slot duration is not a valid duration option for this calendar';
			throw new Refusal(400, message);
		}
	}
	const local = toLocalText(Date.parse(startTime), calendar.timeZone);
	if (profile.utcStart === 'taken' && /(Z|[+-]00:00)$/.test(startTime) && !/[+-]00:00$/.test(local))
		throw new Refusal(400, SLOT_TAKEN);
}

/** Without an end, an appointment takes one slot. */
function timesOf(
	{ slotMinutes }: Calendar,
	{ startTime = '', endTime }: Body,
): Pick<NewAppointment, 'startTime' | 'endTime'> {
	const oneSlotLater = () => new Date(Date.parse(startTime) + slotMinutes * 60_000).toISOString();
	return { startTime, endTime: endTime ?? oneSlotLater() };
}
