import { isOffered, overlaps, toUtcText, type Interval } from './freeSlots';
import type { Clock } from '../clock';
import type { Profile } from '../profiles/switches';
import { HttpError } from '../httpError';
import type { Calendar } from '../seed';

/** An appointment as the sandbox keeps it; the contract has no endpoint that reads one back. */
export interface Appointment {
	id: string;
	calendarId: string;
	locationId: string;
	contactId: string;
	/** ISO 8601 UTC with offset form */
	startTime: string;
	endTime: string;
	title?: string;
	/** confirmed, new, or whatever was sent; `cancelled` after DELETE (the sandbox's choice) */
	appointmentStatus: string;
	assignedUserId?: string;
	/** What happened to it, oldest first: the changes on which the platform's workflows would run */
	history: AppointmentChange[];
}

export interface AppointmentChange {
	/** ISO 8601, by the sandbox's clock */
	at: string;
	change: 'booked' | 'rescheduled' | 'cancelled';
	appointmentStatus: string;
	startTime: string;
}

export interface NewAppointment {
	contactId: string;
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

	constructor(
		private readonly clock: Clock,
		private readonly platform: { readonly profile: Profile },
	) {}

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
	 * @throws HttpError 409 when the contact has an appointment in this calendar at this time,
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
			history: [],
		};
		this.appointments.set(appointment.id, appointment);
		this.occupy(appointment, wanted);
		this.note(appointment, 'booked');
		return appointment;
	}

	/** @throws HttpError as `book` */
	reschedule(
		calendar: Calendar,
		appointment: Appointment,
		request: { startTime: string; endTime: string; appointmentStatus?: string },
	): Appointment {
		const wanted = toInterval(request);
		const present = this.active.get(calendar.id)?.get(appointment.id);
		const { rescheduledToSame, rescheduledStatus } = this.platform.profile;
		if (present?.start === wanted.start && present.end === wanted.end) {
			if (rescheduledToSame === 409) throw conflict();
			if (rescheduledToSame === 400) throw notAvailable();
		}
		this.requireFree(calendar, wanted, appointment.contactId, appointment.id);
		appointment.startTime = toUtcText(wanted.start);
		appointment.endTime = toUtcText(wanted.end);
		appointment.appointmentStatus = 
			request.appointmentStatus ??
			(rescheduledStatus === 'kept' ? appointment.appointmentStatus : 'confirmed');
		this.occupy(appointment, wanted);
		this.note(appointment, 'rescheduled');
		return appointment;
	}

	/** Frees the slot. */
	cancel(appointment: Appointment): void {
		this.active.get(appointment.calendarId)?.delete(appointment.id);
		appointment.appointmentStatus = CANCELLED;
		this.note(appointment, 'cancelled');
	}

	private requireFree(
		calendar: Calendar,
		wanted: Interval,
		contactId: string,
		exceptId?: string,
	): void {
		const { profile } = this.platform;
		const clashes = [...(this.active.get(calendar.id) ?? [])].filter(
			([id, taken]) => id !== exceptId && overlaps(taken, wanted),
		);
		const ownClash = clashes.some(
			([id, taken]) =>
				this.appointments.get(id)?.contactId === contactId &&
				(profile.conflictTime === 'overlapping' || taken.start === wanted.start),
		);
		const past = wanted.start < this.clock.now();
		const available = clashes.length === 0 && !past && isOffered(calendar, wanted, profile);
		if (ownClash && profile.refusalOrder === '409 first') throw conflict();
		if (!available) throw notAvailable();
	}

	private occupy({ id, calendarId }: Appointment, interval: Interval): void {
		const calendar = this.active.get(calendarId) ?? new Map<string, Interval>();
		calendar.set(id, interval);
		this.active.set(calendarId, calendar);
	}

	private note(appointment: Appointment, change: AppointmentChange['change']): void {
		const { appointmentStatus, startTime } = appointment;
		const at = new Date(this.clock.now()).toISOString();
		appointment.history.push({ at, change, appointmentStatus, startTime });
	}
}

const conflict = () =>
	new HttpError(409, 'The contact already has an appointment in this calendar at this time');

const notAvailable = () => new HttpError(400, 'The slot is not available');

function toInterval({ startTime, endTime }: { startTime: string; endTime: string }): Interval {
	return { start: Date.parse(startTime), end: Date.parse(endTime) };
}
