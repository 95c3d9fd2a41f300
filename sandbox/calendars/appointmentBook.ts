import { isOffered, openSlots, overlaps, toUtcText, type Interval } from './freeSlots';
import type { Profile } from '../profile';
import { Refusal } from '../responses';
import type { Calendar } from '../seed';

export interface NewAppointment {
	contactId: string;
	/** ISO 8601 UTC with offset form */
	startTime: string;
	endTime: string;
	title?: string;
	appointmentStatus?: string;
	assignedUserId?: string;
}

/** An appointment as the sandbox keeps it; only HighLevel has endpoints that read one back. */
export interface Appointment extends NewAppointment {
	id: string;
	calendarId: string;
	locationId: string;
	/** confirmed, new, or whatever was sent; `cancelled` frees its slot */
	appointmentStatus: string;
	/** ISO 8601 */
	createdAt: string;
	/** Set by a deletion, which frees its slot; HighLevel keeps the record with its status */
	deleted?: boolean;
}

type Times = Pick<NewAppointment, 'startTime' | 'endTime' | 'appointmentStatus'>;

const CANCELLED = 'cancelled';

/** HighLevel's words. */
export const SLOT_TAKEN = 'The slot you have selected is no longer available.';

export const isActive = ({ appointmentStatus, deleted }: Appointment) =>
	appointmentStatus !== CANCELLED && !deleted;

export const toInterval = ({ startTime, endTime }: Times): Interval => ({
	start: Date.parse(startTime),
	end: Date.parse(endTime),
});

/**
 * The bookings of all calendars. Each method checks and changes in one turn of the event loop, so
 * two requests that race for one slot cannot both get it.
 */
export class AppointmentBook {
	private readonly appointments: Appointment[] = [];

	constructor(private readonly platform: { profile: Profile }) {}

	all(): Appointment[] {
		return [...this.appointments];
	}

	/** Those that can be read. */
	listed(): Appointment[] {
		return this.appointments.filter(({ deleted }) => !deleted || this.keepsDeleted);
	}

	/** Slots of a calendar that begin in a span and can be booked. */
	free(calendar: Calendar, span: Interval): Interval[] {
		const taken = this.activeIn(calendar).map(toInterval);
		const { allowBookingForDays: days = Infinity } = calendar;
		span = { ...span, end: Math.min(span.end, Date.now() + days * 24 * 3_600_000) };
		return openSlots(calendar, span, taken, Date.now(), this.platform.profile);
	}

	/** @throws Refusal as `move` */
	book(calendar: Calendar, request: NewAppointment): Appointment {
		const { contactId, startTime, endTime, title, assignedUserId } = request;
		const appointment: Appointment = {
			contactId,
			startTime,
			endTime,
			title,
			assignedUserId,
			// create_appointment: confirmed by default.
			appointmentStatus: request.appointmentStatus ?? 'confirmed',
			id: `appt-${this.appointments.length + 1}`,
			calendarId: calendar.id,
			locationId: calendar.locationId,
			createdAt: new Date().toISOString(),
		};
		this.move(calendar, appointment, request);
		this.appointments.push(appointment);
		return appointment;
	}

	/**
	 * @throws Refusal 409 when the contact has an appointment in this calendar at this time,
	 * 400 when the slot is taken, past or not one that the calendar offers
	 */
	move(calendar: Calendar, appointment: Appointment, times: Times): void {
		const wanted = toInterval(times);
		const others = this.activeIn(calendar).filter(({ id }) => id !== appointment.id);
		const clashes = others.filter((one) => overlaps(toInterval(one), wanted));
		const isOwn = clashes.some(({ contactId }) => contactId === appointment.contactId);
		const { profile } = this.platform;
		const isContract = profile.form === 'contract';
		if (isOwn && isContract && profile.refusalOrder === '409 first') {
			throw new Refusal(
				409,
				'The contact already has an appointment in this calendar at this time',
			);
		}
		if (clashes.length > 0 || wanted.start < Date.now() || !isOffered(calendar, wanted)) {
			throw new Refusal(400, isContract ? 'The slot is not available' : SLOT_TAKEN);
		}
		const { appointmentStatus = appointment.appointmentStatus } = times;
		const [startTime, endTime] = [toUtcText(wanted.start), toUtcText(wanted.end)];
		Object.assign(appointment, { calendarId: calendar.id, startTime, endTime, appointmentStatus });
	}

	/** Frees the slot. */
	cancel(appointment: Appointment): void {
		appointment.appointmentStatus = CANCELLED;
	}

	/** Frees the slot. The record keeps its status where it can be read afterwards. */
	delete(appointment: Appointment): void {
		if (!this.keepsDeleted) this.cancel(appointment);
		appointment.deleted = true;
	}

	private get keepsDeleted(): boolean {
		const { form, deletion } = this.platform.profile;
		return form === 'highLevel' && deletion === 'marked';
	}

	private activeIn({ id }: Calendar): Appointment[] {
		return this.appointments.filter((one) => one.calendarId === id && isActive(one));
	}
}
