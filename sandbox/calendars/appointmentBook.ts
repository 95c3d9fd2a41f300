import { isOffered, openSlots, overlaps, toUtcText, type Interval } from './freeSlots';
import type { Profile } from '../profile';
import { Refusal } from '../responses';
import type { BlockedTime, Calendar, Seed } from '../seed';

/** What an appointment of HighLevel has beside that of the contract. */
export interface AppointmentDetails {
	description?: string;
	address?: string;
	meetingLocationType?: string;
	meetingLocationId?: string;
	overrideLocationConfig?: boolean;
	toNotify?: boolean;
	ignoreDateRange?: boolean;
	ignoreFreeSlotValidation?: boolean;
	/** Of a series */
	rrule?: string;
}

export interface NewAppointment extends AppointmentDetails {
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

export const toInterval = ({
	startTime,
	endTime,
}: Pick<Times, 'startTime' | 'endTime'>): Interval => ({
	start: Date.parse(startTime),
	end: Date.parse(endTime),
});

/**
 * The bookings of all calendars. Each method checks and changes in one turn of the event loop, so
 * two requests that race for one slot cannot both get it.
 */
export class AppointmentBook {
	private readonly appointments: Appointment[] = [];
	readonly blockedTimes: BlockedTime[];

	constructor(private readonly platform: { profile: Profile; seed: Seed }) {
		this.blockedTimes = structuredClone(platform.seed.blockedTimes);
	}

	all(): Appointment[] {
		return [...this.appointments];
	}

	/** Those that can be read. */
	listed(): Appointment[] {
		return this.appointments.filter(({ deleted }) => !deleted || this.keepsDeleted);
	}

	/**
	 * Slots of a calendar that begin in a span and can be booked, in order of time.
	 *
	 * @param userId only those in which this user of the calendar's team is free
	 */
	free(calendar: Calendar, span: Interval, userId?: string): Interval[] {
		const { allowBookingForDays: days = Infinity } = calendar;
		const now = Date.now();
		const bookable = { ...span, end: Math.min(span.end, now + days * 24 * 3_600_000) };
		const slots = new Map<number, Interval>();
		for (const user of this.usersOf(calendar)) {
			if (userId !== undefined && user !== userId) continue;
			const taken = this.takenTimes(calendar, user);
			for (const slot of openSlots(calendar, bookable, taken, now, this.platform.profile))
				slots.set(slot.start, slot);
		}
		return [...slots.values()].sort((a, b) => a.start - b.start);
	}

	/** @throws Refusal as `move` */
	book(calendar: Calendar, request: NewAppointment): Appointment {
		const appointment: Appointment = {
			...request,
			// create_appointment: confirmed by default.
			appointmentStatus: request.appointmentStatus ?? 'confirmed',
			id: `appt-${this.appointments.length + 1}`,
			calendarId: calendar.id,
			locationId: calendar.locationId,
			createdAt: new Date(Date.now()).toISOString(),
		};
		this.move(calendar, appointment, request);
		this.appointments.push(appointment);
		return appointment;
	}

	/**
	 * @throws Refusal 409 when the contact has an appointment in this calendar at this time,
	 * 400 when the slot is taken, past or not one that the calendar offers
	 */
	move(calendar: Calendar, appointment: Appointment, change: Times & AppointmentDetails): void {
		const wanted = toInterval(change);
		if (!change.ignoreFreeSlotValidation) this.refuseTaken(calendar, appointment, wanted);
		const { appointmentStatus = appointment.appointmentStatus } = change;
		const [startTime, endTime] = [toUtcText(wanted.start), toUtcText(wanted.end)];
		Object.assign(appointment, { calendarId: calendar.id, startTime, endTime, appointmentStatus });
	}

	private refuseTaken(calendar: Calendar, appointment: Appointment, wanted: Interval): void {
		const { profile } = this.platform;
		const isContract = profile.form === 'contract';
		const others = this.activeIn(calendar, appointment.assignedUserId).filter(
			({ id }) => id !== appointment.id,
		);
		const clashes = others.filter((one) => overlaps(toInterval(one), wanted));
		const isOwn = clashes.some(({ contactId }) => contactId === appointment.contactId);
		if (isOwn && isContract && profile.refusalOrder === '409 first') {
			throw new Refusal(
				409,
				'The contact already has an appointment in this calendar at this time',
			);
		}
		const user = appointment.assignedUserId ?? this.usersOf(calendar)[0];
		const isBlocked = this.blockedTimesOf(calendar, user).some((one) =>
			overlaps(toInterval(one), wanted),
		);
		const isPast = wanted.start < Date.now();
		const isFull = clashes.length >= profile.placesPerSlot;
		if (isFull || isBlocked || isPast || !isOffered(calendar, wanted)) {
			throw new Refusal(400, isContract ? 'The slot is not available' : SLOT_TAKEN);
		}
	}

	/**
	 * Closes a time. One report says that the appointments in it are canceled without a word: the
	 * switch `blocks`.
	 */
	block(blocked: BlockedTime): void {
		this.blockedTimes.push(blocked);
		if (this.platform.profile.blocks !== 'cancel') return;
		for (const appointment of this.appointments) {
			const calendar = this.platform.seed.calendars.find(({ id }) => id === appointment.calendarId);
			const user = appointment.assignedUserId ?? (calendar && this.usersOf(calendar)[0]);
			const isMeant = blocked.assignedUserId
				? blocked.assignedUserId === user
				: blocked.calendarId === appointment.calendarId;
			if (
				isMeant &&
				isActive(appointment) &&
				overlaps(toInterval(appointment), toInterval(blocked))
			)
				this.cancel(appointment);
		}
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

	/** The users whose time a calendar offers: its team, or else the first user of its location. */
	usersOf({ teamMembers = [], locationId }: Calendar): string[] {
		if (teamMembers.length > 0) return teamMembers;
		const { users } = this.platform.seed;
		const first = users.find(({ locationIds }) => locationIds.includes(locationId)) ?? users[0];
		return [first.id];
	}

	private takenTimes(calendar: Calendar, user: string): Interval[] {
		return [...this.inFullTimes(calendar, user), ...this.blockedTimesOf(calendar, user)].map(
			toInterval,
		);
	}

	/** The appointments at whose time no place is left. */
	private inFullTimes(calendar: Calendar, user: string): Appointment[] {
		const active = this.activeIn(calendar, user);
		const { placesPerSlot } = this.platform.profile;
		if (placesPerSlot === 1) return active;
		return active.filter((one) => {
			const atItsTime = active.filter((other) => overlaps(toInterval(other), toInterval(one)));
			return atItsTime.length >= placesPerSlot;
		});
	}

	private blockedTimesOf(calendar: Calendar, user: string | undefined): BlockedTime[] {
		return this.blockedTimes.filter(
			({ locationId, calendarId, assignedUserId }) =>
				locationId === calendar.locationId &&
				(calendarId === calendar.id || (user !== undefined && assignedUserId === user)),
		);
	}

	/** @param user with a team, those of this user only: each member has a time of their own */
	private activeIn({ id, teamMembers = [] }: Calendar, user: string | undefined): Appointment[] {
		return this.appointments.filter(
			(one) =>
				one.calendarId === id &&
				isActive(one) &&
				(teamMembers.length === 0 ||
					user === undefined ||
					[undefined, user].includes(one.assignedUserId)),
		);
	}
}
