import { isOffered, overlaps, toUtcText, type Interval } from './freeSlots';
import type { Clock } from '../clock';
import type { Profile } from '../profile';
import { Refusal } from '../refusal';
import type { Calendar } from '../seed';

/** An appointment as the sandbox keeps it; only HighLevel has endpoints that read one back. */
export interface Appointment extends NewAppointment {
	id: string;
	calendarId: string;
	locationId: string;
	/** confirmed, new, or whatever was sent; `cancelled` after DELETE (the sandbox's choice) */
	appointmentStatus: string;
	/** ISO 8601 */
	createdAt: string;
}

/** What a client may ask for beside the free slots. */
interface Rules {
	isTakenAllowed?: boolean;
	isPastAllowed?: boolean;
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

const toInterval = ({ startTime, endTime }: Pick<NewAppointment, 'startTime' | 'endTime'>): Interval => ({
	start: Date.parse(startTime),
	end: Date.parse(endTime),
});

/**
 * The bookings of all calendars. Each method checks and changes in one turn of the event loop, so
 * two requests that race for one slot cannot both get it.
 */
export class AppointmentBook {
	private readonly appointments = new Map<string, Appointment>();
	/** Those that take a slot, with their times, for each calendar */
	private readonly active = new Map<string, Map<Appointment, Interval>>();
	private readonly deleted = new Set<string>();

	constructor(private readonly platform: { clock: Clock; profile: Profile }) {}

	/** Those that were not deleted. */
	get(id: string): Appointment | undefined {
		return this.deleted.has(id) ? undefined : this.appointments.get(id);
	}

	all(): Appointment[] {
		return [...this.appointments.values()];
	}

	/** Those that a list of the API shows. */
	listed(): Appointment[] {
		return this.all().filter(({ id }) => !this.deleted.has(id));
	}

	/** Times that are taken in a calendar. */
	bookings(calendarId: string): Interval[] {
		return [...this.activeIn(calendarId).values()];
	}

	isActive(appointment: Appointment): boolean {
		return this.activeIn(appointment.calendarId).has(appointment);
	}

	/**
	 * @throws Refusal 409 when the contact has an appointment in this calendar at this time,
	 * 400 when the slot is taken, past or not one that the calendar offers
	 */
	book(calendar: Calendar, request: NewAppointment, rules?: Rules): Appointment {
		const { contactId, startTime, endTime, title, assignedUserId } = request;
		const appointment: Appointment = {
			...{ contactId, startTime, endTime, title, assignedUserId },
			id: `appt-${this.appointments.size + 1}`,
			calendarId: calendar.id,
			locationId: calendar.locationId,
			// create_appointment: confirmed by default.
			appointmentStatus: request.appointmentStatus ?? 'confirmed',
			createdAt: new Date(this.platform.clock.now()).toISOString(),
		};
		this.place(calendar, appointment, toInterval(request), rules);
		this.appointments.set(appointment.id, appointment);
		return appointment;
	}

	/** @throws Refusal as `book` */
	reschedule(
		calendar: Calendar,
		appointment: Appointment,
		request: Pick<NewAppointment, 'startTime' | 'endTime' | 'appointmentStatus'>,
		rules?: Rules,
	): void {
		this.place(calendar, appointment, toInterval(request), rules);
		appointment.appointmentStatus = request.appointmentStatus ?? appointment.appointmentStatus;
	}

	/** Frees the slot. */
	cancel(appointment: Appointment): void {
		this.activeIn(appointment.calendarId).delete(appointment);
		appointment.appointmentStatus = CANCELLED;
	}

	/** Cancels it, and nobody can read it afterwards. */
	delete(appointment: Appointment): void {
		this.cancel(appointment);
		this.deleted.add(appointment.id);
	}

	private activeIn(calendarId: string): Map<Appointment, Interval> {
		const active = this.active.get(calendarId) ?? new Map<Appointment, Interval>();
		this.active.set(calendarId, active);
		return active;
	}

	private place(
		calendar: Calendar,
		appointment: Appointment,
		wanted: Interval,
		{ isTakenAllowed = false, isPastAllowed = false }: Rules = {},
	): void {
		const active = this.activeIn(calendar.id);
		const clashes = [...active].filter(([one, taken]) => one !== appointment && overlaps(taken, wanted));
		const isOwn = clashes.some(([{ contactId }]) => contactId === appointment.contactId);
		const { profile, clock } = this.platform;
		const isContract = profile.form === 'contract';
		if (isOwn && isContract && profile.refusalOrder === '409 first') {
			throw new Refusal(409, 'The contact already has an appointment in this calendar at this time');
		}
		const isOpen = isTakenAllowed || (clashes.length === 0 && isOffered(calendar, wanted));
		if (!isOpen || (wanted.start < clock.now() && !isPastAllowed)) {
			throw new Refusal(400, isContract ? 'The slot is not available' : 'The slot you have selected is no longer available.');
		}
		this.active.get(appointment.calendarId)?.delete(appointment);
		appointment.calendarId = calendar.id;
		appointment.startTime = toUtcText(wanted.start);
		appointment.endTime = toUtcText(wanted.end);
		active.set(appointment, wanted);
	}
}
