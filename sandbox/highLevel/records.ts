import type { Appointment } from '../calendars/appointmentBook';
import { toLocalText } from '../calendars/freeSlots';
import type { BlockedTime, Calendar, Contact, Message, Seed } from '../seed';

/** CalendarDTO. Without a time zone, which only the location has. */
export function asCalendar(calendar: Calendar): object {
	const { id, name, locationId, slotMinutes, workingHours } = calendar;
	const { teamMembers = [], allowBookingForDays } = calendar;
	const openHours = workingHours.map(({ weekdays, start, end }) => {
		const [[openHour, openMinute], [closeHour, closeMinute]] = [start, end].map((time) =>
			time.split(':').map(Number),
		);
		return {
			daysOfTheWeek: weekdays.map((day) => day % 7),
			hours: [{ openHour, openMinute, closeHour, closeMinute }],
		};
	});
	return {
		id,
		name,
		locationId,
		isActive: true,
		calendarType: calendar.calendarType ?? 'event',
		autoConfirm: true,
		slotDuration: slotMinutes,
		slotDurationUnit: 'mins',
		slotInterval: slotMinutes,
		slotIntervalUnit: 'mins',
		...(allowBookingForDays && {
			allowBookingFor: allowBookingForDays,
			allowBookingForUnit: 'days',
		}),
		teamMembers: teamMembers.map((userId, index) => ({
			userId,
			priority: 0.5,
			isPrimary: index === 0,
		})),
		openHours,
	};
}

const calendarOf = ({ calendars }: Seed, { calendarId }: Appointment) =>
	calendars.find(({ id }) => id === calendarId);

const STATUS_DETAILS: Record<string, object> = {
	confirmed: { status: 'Confirmed', state: 'active' },
	cancelled: { status: 'Cancelled', state: 'inactive' },
};

/** As recorded after a booking: no location, no times, and the status under the other spelling only. */
export function asBooked(seed: Seed, appointment: Appointment) {
	const { id, calendarId, contactId, title, appointmentStatus, assignedUserId } = asCalendarEvent(
		seed,
		appointment,
	);
	return {
		id,
		calendarId,
		contactId,
		title,
		assignedUserId,
		address: appointment.address ?? '',
		isRecurring: appointment.rrule !== undefined,
		status: 'booked',
		appoinmentStatus: appointmentStatus,
	};
}

/** AppointmentSchemaResponse: the record of a write, at the top of the response; it has no description. */
export function asRecord(seed: Seed, appointment: Appointment) {
	const { id, calendarId, locationId, contactId, title, appointmentStatus } = appointment;
	const { assignedUserId, address, meetingLocationType, rrule } = appointment;
	const { timeZone = 'UTC' } = calendarOf(seed, appointment) ?? {};
	const [startTime, endTime] = [appointment.startTime, appointment.endTime].map((time) =>
		toLocalText(Date.parse(time), timeZone),
	);
	return {
		id,
		calendarId,
		locationId,
		contactId,
		startTime,
		endTime,
		title,
		meetingLocationType,
		appointmentStatus,
		assignedUserId,
		address,
		isRecurring: rrule !== undefined,
		rrule,
	};
}

/** CalendarEventDTO, with what was recorded beside it: an appointment that is read. */
export function asCalendarEvent(seed: Seed, appointment: Appointment) {
	const {
		assignedUserId = 'user-riley',
		title = calendarOf(seed, appointment)?.name,
		appointmentStatus,
		createdAt,
		deleted = false,
	} = appointment;
	return {
		...asRecord(seed, appointment),
		title,
		groupId: groupOf(appointment.calendarId),
		assignedUserId,
		users: [assignedUserId],
		dateAdded: createdAt,
		dateUpdated: createdAt,
		appoinmentStatus: appointmentStatus,
		deleted,
		address: appointment.address ?? '',
		description: appointment.description,
		statusDetails: { ...STATUS_DETAILS[appointmentStatus], oldStatus: appointmentStatus },
		createdBy: { source: 'third_party' },
	};
}

/** Each calendar of the local platform has a group of its own. */
export const groupOf = (calendarId: unknown) => `group-${String(calendarId)}`;

/** CalendarEventDTO of a blocked time: it has no contact. */
export function asBlockedTime(seed: Seed, blocked: BlockedTime) {
	const { id, title, calendarId, locationId, assignedUserId, createdAt } = blocked;
	const zone = seed.locations.find((location) => location.id === locationId)?.timeZone ?? 'UTC';
	const [startTime, endTime] = [blocked.startTime, blocked.endTime].map((time) =>
		toLocalText(Date.parse(time), zone),
	);
	const users = assignedUserId === undefined ? [] : [assignedUserId];
	return {
		id,
		title,
		calendarId,
		locationId,
		assignedUserId,
		users,
		startTime,
		endTime,
		dateAdded: createdAt,
	};
}

/** GetEventSchema: as the official example has it, with times that say no offset. */
export function asContactEvent(seed: Seed, appointment: Appointment) {
	const event = asCalendarEvent(seed, appointment);
	const [startTime, endTime, dateAdded, dateUpdated] = [
		event.startTime,
		event.endTime,
		event.dateAdded,
		event.dateUpdated,
	].map((text) => text.slice(0, 19).replace('T', ' '));
	return { ...event, status: 'booked', startTime, endTime, dateAdded, dateUpdated };
}

/** When a contact was created, in milliseconds since 1970; those of the seed long ago. */
export const addedAt = ({ dateAdded = '2020-01-06T09:00:00.000Z' }: Contact) =>
	Date.parse(String(dateAdded));

/** GetContectByIdSchema. */
export function asContact(contact: Contact) {
	const name = [contact.firstName, contact.lastName].filter(Boolean).join(' ');
	return { ...(name && { name }), type: 'lead', tags: [], customFields: [], ...contact };
}

/** As recorded of a search. */
export function asSearchHit(contact: Contact) {
	const { firstName = null, lastName = null } = contact;
	return {
		type: 'lead',
		tags: [],
		customFields: [],
		dnd: false,
		email: null,
		phone: null,
		additionalEmails: [],
		additionalPhones: [],
		opportunities: [],
		followers: [],
		...contact,
		firstName,
		firstNameLowerCase: firstName?.toLowerCase() ?? null,
		lastName,
		lastNameLowerCase: lastName?.toLowerCase() ?? null,
		dateAdded: new Date(addedAt(contact)).toISOString(),
		searchAfter: [addedAt(contact), contact.id],
	};
}

/** HighLevel's two words for a kind of message: a number, and a text. */
const MESSAGE_TYPES: Record<string, [type: number, messageType: string]> = {
	SMS: [2, 'TYPE_SMS'],
	RCS: [38, 'TYPE_RCS'],
	Email: [3, 'TYPE_EMAIL'],
	WhatsApp: [19, 'TYPE_WHATSAPP'],
	IG: [18, 'TYPE_INSTAGRAM'],
	FB: [11, 'TYPE_FACEBOOK'],
	GMB: [15, 'TYPE_GMB'],
	WebChat: [5, 'TYPE_WEBCHAT'],
	Live_Chat: [29, 'TYPE_LIVE_CHAT'],
	Custom: [22, 'TYPE_CUSTOM_PROVIDER_SMS'],
	Call: [1, 'TYPE_CALL'],
	IVR_Call: [24, 'TYPE_IVR_CALL'],
	Campaign_Call: [8, 'TYPE_CAMPAIGN_CALL'],
	Campaign_VoiceMail: [10, 'TYPE_CAMPAIGN_VOICEMAIL'],
	ALL_IN_ONE_CHAT: [29, 'TYPE_LIVE_CHAT'],
	FORM_SUBMISSION: [41, 'TYPE_FORM_SUBMISSION'],
	TIKTOK: [40, 'TYPE_TIKTOK'],
};

/** The ID of the one conversation that a contact has. */
export const conversationIdOf = (contactId: unknown) => `conversation-${String(contactId)}`;

/** GetMessageResponseDto. */
export function asMessage(message: Message) {
	const [type, messageType] = MESSAGE_TYPES[message.type];
	const { id, locationId, contactId, dateAdded, direction, status, html, attachments } = message;
	return {
		id,
		type,
		messageType,
		locationId,
		contactId,
		conversationId: conversationIdOf(contactId),
		dateAdded,
		body: message.message ?? html ?? '',
		direction,
		status,
		contentType: message.type === 'Email' ? 'text/html' : 'text/plain',
		attachments: attachments ?? [],
		source: 'api',
		conversationProviderId: message.conversationProviderId,
	};
}
