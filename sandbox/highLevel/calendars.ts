import { randomUUID } from 'node:crypto';

import { asBlockedTime, asBooked, asCalendar, asCalendarEvent, asRecord, groupOf } from './records';
import { now, refuseUnknownUser } from './stored';
import {
	isActive,
	SLOT_TAKEN,
	toInterval,
	type Appointment,
	type NewAppointment,
} from '../calendars/appointmentBook';
import { byDate, overlaps, toLocalText } from '../calendars/freeSlots';
import {
	ofLocation,
	own,
	ownAppointment,
	ownCalendar,
	ownContact,
	type Call,
	type OperationHandlers,
} from '../http/call';
import type { Profile } from '../profile';
import { ok, Refusal } from '../responses';
import type { BlockedTime, Calendar } from '../seed';

/** The official description's words on free-slots. */
const MAX_RANGE_MS = 31 * 24 * 3_600_000;

type Body = Partial<NewAppointment> & { calendarId?: string };

interface BlockBody {
	locationId: string;
	title?: string;
	calendarId?: string;
	assignedUserId?: string;
	startTime?: string;
	endTime?: string;
}

/** Calendars and appointments: the operations of these names in sandbox/highLevel.yaml. */
export const highLevelCalendars: OperationHandlers = {
	'get-calendars': (call) =>
		ok({ calendars: ofLocation(call, call.state.seed.calendars).map(asCalendar) }),

	'get-calendar': (call) => ok({ calendar: asCalendar(ownCalendar(call)) }),

	'get-slots'(call) {
		const calendar = ownCalendar(call);
		const { startDate, endDate, timezone = calendar.timeZone, userId } = call.query;
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
		const user = userId === undefined ? undefined : String(userId);
		const slots = call.state.appointments.free(calendar, span, user);
		const dates = byDate(slots, zone, ({ start }) => toLocalText(start, zone));
		return ok(Object.fromEntries(dates.map(([date, slots]) => [date, { slots }])));
	},

	'create-appointment'(call) {
		const { appointments, events, profile, seed } = call.state;
		const body = call.body as Body & NewAppointment;
		const calendar = ownCalendar(call, body.calendarId);
		refuseDeleted(call, body.contactId);
		ownContact(call, body.contactId);
		refuseTeam(call, calendar, body.assignedUserId);
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
		if (body.assignedUserId !== undefined) refuseTeam(call, calendar, body.assignedUserId);
		refuseTimes(profile, calendar, body);
		const { appointmentStatus: before, startTime, endTime, calendarId } = appointment;
		// As recorded: a change that names no status confirms the appointment.
		const implied = profile.movedStatus === 'confirmed' ? 'confirmed' : before;
		const { appointmentStatus = implied, ...details } = body;
		const times = body.startTime === undefined ? { startTime, endTime } : timesOf(calendar, body);
		const changed = { ...appointment, ...details, startTime, endTime, calendarId };
		const isRevived = !isActive(appointment) && appointmentStatus !== 'cancelled';
		if (body.startTime !== undefined || isRevived)
			appointments.move(calendar, changed, { ...details, ...times, appointmentStatus });
		Object.assign(appointment, changed, { appointmentStatus });
		events.appointment('AppointmentUpdate', appointment);
		return ok(asRecord(seed, appointment));
	},

	'get-appointment'(call) {
		const { profile, seed } = call.state;
		return ok({ [profile.envelope]: asCalendarEvent(seed, ownAppointment(call)) });
	},

	/** Removes an appointment, or a blocked time. */
	'delete-event'(call) {
		const { appointments, events, profile } = call.state;
		const { blockedTimes } = appointments;
		const block = ofLocation(call, blockedTimes).find(({ id }) => id === call.params.eventId);
		if (block) {
			blockedTimes.splice(blockedTimes.indexOf(block), 1);
			return ok({ succeeded: true }, profile.deletedStatus);
		}
		const appointment = writable(call);
		appointments.delete(appointment);
		events.appointment('AppointmentDelete', appointment);
		return ok({ succeeded: true }, profile.deletedStatus);
	},

	/** Blocked times are not among them. */
	'get-calendar-events'(call) {
		const { appointments, seed } = call.state;
		const { span, isMeant } = eventQuery(call);
		const events = ofLocation(call, appointments.listed())
			.map((one) => ({ one, event: asCalendarEvent(seed, one) }))
			.filter(({ one, event }) => isMeant(event) && overlaps(toInterval(one), span))
			.map(({ event }) => event);
		return ok({ events });
	},

	'get-blocked-slots'(call) {
		const { appointments, seed } = call.state;
		const { span, isMeant } = eventQuery(call);
		const events = ofLocation(call, appointments.blockedTimes)
			.filter((one) => isMeant(one) && overlaps(toInterval(one), span))
			.map((one) => asBlockedTime(seed, one));
		return ok({ events });
	},

	'create-block-slot'(call) {
		const body = call.body as BlockBody;
		const blocked = checkedBlock(call, {
			id: `block-${randomUUID()}`,
			title: 'Blocked',
			startTime: '',
			endTime: '',
			...body,
			createdAt: now(),
		});
		call.state.appointments.block(blocked);
		return ok(asBlockRecord(blocked), 201);
	},

	'edit-block-slot'(call) {
		const { blockedTimes } = call.state.appointments;
		const before = own(call, blockedTimes, call.params.eventId, 'Event not found');
		const changed = checkedBlock(call, { ...before, ...(call.body as BlockBody) });
		blockedTimes.splice(blockedTimes.indexOf(before), 1);
		call.state.appointments.block(changed);
		return ok(asBlockRecord(changed), 201);
	},
};

/** The time and the owner that a list of events is asked for. @throws Refusal without an owner */
function eventQuery({ query }: Call) {
	const { calendarId, groupId, userId } = query;
	if (calendarId === undefined && groupId === undefined && userId === undefined)
		throw new Refusal(422, 'Either of userId, groupId or calendarId is required');
	const isMeant = (one: { calendarId?: string; assignedUserId?: string }) =>
		(calendarId === undefined || one.calendarId === calendarId) &&
		(groupId === undefined || groupOf(one.calendarId) === groupId) &&
		(userId === undefined || one.assignedUserId === userId);
	return { span: { start: Number(query.startTime), end: Number(query.endTime) }, isMeant };
}

/** BlockedSlotSuccessfulResponseDto. */
const asBlockRecord = ({ createdAt: _, ...record }: BlockedTime) => record;

/** @throws Refusal for a calendar whose kind has no blocked times (as recorded), an unknown user, or no time */
function checkedBlock(call: Call, blocked: BlockedTime): BlockedTime {
	const { calendarId, assignedUserId, startTime, endTime } = blocked;
	if (calendarId !== undefined && assignedUserId !== undefined)
		throw new Refusal(422, 'Either calendarId or assignedUserId can be set, not both.');
	if (calendarId !== undefined) {
		const { calendarType = 'event' } = ownCalendar(call, calendarId);
		if (calendarType !== 'event') throw new Refusal(400, 'The calendar is not an event calendar.');
	} else if (assignedUserId === undefined)
		throw new Refusal(422, 'Either calendarId or assignedUserId is required');
	refuseUnknownUser(call, assignedUserId);
	if (!(Date.parse(startTime) < Date.parse(endTime)))
		throw new Refusal(400, 'startTime should be before endTime');
	return blocked;
}

/** @throws Refusal for a contact that was there once, in words that name neither calendar nor time */
function refuseDeleted({ state }: Call, contactId: string): void {
	if (state.followUp.deletedContacts.some(({ id }) => id === contactId))
		throw new Refusal(400, 'This contact has been merged or deleted');
}

/** @throws Refusal for one that is not there, and for a deleted one where the profile says so */
function writable(call: Call): Appointment {
	const appointment = ownAppointment(call);
	if (!appointment.deleted || call.state.profile.deletedWrite === 'done') return appointment;
	throw new Refusal(call.state.profile.unknownId, 'Appointment not found');
}

/** @throws Refusal where nobody of the calendar's team is chosen, or a user whom the location does not have */
function refuseTeam(call: Call, { teamMembers = [] }: Calendar, userId?: string): void {
	if (teamMembers.length === 0) {
		const { users } = call.state.seed;
		if (userId !== undefined && !users.some(({ id }) => id === userId))
			throw new Refusal(400, 'User not found');
		return;
	}
	if (userId !== undefined && teamMembers.includes(userId)) return;
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
