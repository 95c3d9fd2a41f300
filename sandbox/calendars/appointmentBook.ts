import { isOffered, overlaps, toUtcText, type Interval } from './freeSlots';
import type { Clock } from '../platform';
import type { Profile } from '../profile';
import { Refusal } from '../refusal';
import type { Calendar } from '../seed';

/** An appointment as the sandbox keeps it; the contract has no endpoint that reads one back. */
export interface Appointment extends NewAppointment {
	id: string;
	calendarId: string;
	locationId: string;
	/** confirmed, new, or whatever was sent; `cancelled` after DELETE (the sandbox's choice) */
	appointmentStatus: string;
}

export interface NewAppointment {
	contactId: string;
	/** ISO 8601 UTC with offset form */
	startTime: string;
	endTime: string;
	title?: string;
	appointmentStatus?: string;
	assignedUserId?: string;
}

const CANCELLED = 'cancelled';

/**
 * The bookings of all calendars. Each method checks and changes in one turn of the event loop, so
 * two requests that race for one slot cannot both get it.
 */
export class AppointmentBook {
	private readonly appointments = new Map<string, Appointment>();
	private readonly active = new Map<string, Map<string, Interval>>();
	private lastNumber = 0;

	constructor(private readonly platform: { clock: Clock; profile: Profile }) {}

	get(id: string): Appointment | undefined {
		return this.appointments.get(id);
	}

	all(): Appointment[] {
		return [...this.appointments.values()];
	}

	/** Times that are taken in a calendar. */
	bookings(calendarId: string): Interval[] {
		return [...(this.active.get(calendarId)?.values() ?? [])];
	}

	isActive({ id, calendarId }: Appointment): boolean {
		return this.active.get(calendarId)?.has(id) ?? false;
	}

	/**
	 * @throws Refusal 409 when the contact has an appointment in this calendar at this time,
	 * 400 when the slot is taken, past or not one that the calendar offers
	 */
	book(calendar: Calendar, request: NewAppointment): Appointment {
		const wanted = toInterval(request);
		this.requireFree(calendar, wanted, request.contactId);
		const appointment: Appointment = {
			...request,
			id: `appt-${++this.lastNumber}`,
			calendarId: calendar.id,
			locationId: calendar.locationId,
			startTime: toUtcText(wanted.start),
			endTime: toUtcText(wanted.end),
			// create_appointment: confirmed by default.
			appointmentStatus: request.appointmentStatus ?? 'confirmed',
		};
		this.appointments.set(appointment.id, appointment);
		this.occupy(appointment, wanted);
		return appointment;
	}

	/** @throws Refusal as `book` */
	reschedule(
		calendar: Calendar,
		appointment: Appointment,
		request: { startTime: string; endTime: string; appointmentStatus?: string },
	): Appointment {
		const wanted = toInterval(request);
		this.requireFree(calendar, wanted, appointment.contactId, appointment.id);
		appointment.startTime = toUtcText(wanted.start);
		appointment.endTime = toUtcText(wanted.end);
		appointment.appointmentStatus = request.appointmentStatus ?? appointment.appointmentStatus;
		this.occupy(appointment, wanted);
		return appointment;
	}

	/** Frees the slot. */
	cancel(appointment: Appointment): void {
		this.active.get(appointment.calendarId)?.delete(appointment.id);
		appointment.appointmentStatus = CANCELLED;
	}

	private requireFree(
		calendar: Calendar,
		wanted: Interval,
		contactId: string,
		exceptId?: string,
	): void {
		const { profile, clock } = this.platform;
		const clashes = [...(this.active.get(calendar.id) ?? [])].filter(
			([id, taken]) => id !== exceptId && overlaps(taken, wanted),
		);
		const isOwn = clashes.some(([id]) => this.appointments.get(id)?.contactId === contactId);
		const past = wanted.start < clock.now();
		const available = clashes.length === 0 && !past && isOffered(calendar, wanted);
		if (isOwn && profile.refusalOrder === '409 first') {
			throw new Refusal(409, 'The contact already has an appointment in this calendar at this time');
		}
		if (!available) throw new Refusal(400, 'The slot is not available');
	}

	private occupy({ id, calendarId }: Appointment, interval: Interval): void {
		const calendar = this.active.get(calendarId) ?? new Map<string, Interval>();
		calendar.set(id, interval);
		this.active.set(calendarId, calendar);
	}
}

function toInterval({ startTime, endTime }: { startTime: string; endTime: string }): Interval {
	return { start: Date.parse(startTime), end: Date.parse(endTime) };
}
