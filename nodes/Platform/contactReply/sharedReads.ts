import { NodeApiError } from 'n8n-workflow';

import { filterSlots, type Slot, slotsThatFit } from '../../booking/slots';
import type { View } from '../../bookingPage/pageParts';
import { readText } from '../../http/body';
import {
	type Appointment,
	isCanceled,
	listCalendarAppointments,
} from '../../platformApi/appointmentReads';
import { getCalendar, listFreeSlots } from '../../platformApi/calendars';
import type { PlatformClient } from '../../platformApi/client';
import { parseInstant } from '../../time/times';
import { tryOr } from '../../utils/tryOr';
import { withTimeout } from '../../utils/withTimeout';
import { RecentReads } from '../../utils/recentReads';
import { MAX_APPOINTMENT_READ_MS } from './contactPage';
import type { PageRequest } from './readRequest';

/** The page must stay small enough for a phone. */
const MAX_SLOTS = 2_000;

/** People leave a page that takes longer, and it can do without the calendar's name. */
const MAX_READ_MS = 14_000;
const MAX_NAME_MS = 3_000;

const DAY_MS = 86_400_000;

/** The contacts of all pages share a reading for some seconds. Before a write all is read anew. */
const SHARED_MS = 10_000;
const recentSlots = new RecentReads<Slot[]>(SHARED_MS, 100);
const recentAppointments = new RecentReads<Appointment[]>(SHARED_MS, 100);
const recentCalendarNames = new RecentReads<string>(5 * 60_000, 1_000);

/** The view with the calendar's name, where nothing else names the appointment. */
export async function withCalendarName({
	client,
	account,
	page,
	view,
}: PageRequest): Promise<View> {
	const { offer, calendarId } = page;
	if (offer.heading || offer.title) return view;
	const reading = recentCalendarNames.get(`${account} ${calendarId}`, async () => {
		const calendar = await getCalendar(client, calendarId, MAX_READ_MS);
		return readText(calendar, 'name') ?? '';
	});
	const calendarName = await withTimeout(reading, MAX_NAME_MS).catch(() => undefined);
	return { ...view, offer: { ...offer, calendarName } };
}

/** Makes the next request read the slots anew. */
export function forgetSlots({ days }: PageRequest): void {
	recentSlots.forget(days.key);
}

function lateError({ node }: PlatformClient): NodeApiError {
	const message = 'The platform did not respond in time';
	return new NodeApiError(node, { message }, { message });
}

/** The slots to offer. */
export interface OfferedSlots {
	slots: Slot[];
	/** There are later ones, too. */
	hasMore: boolean;
}

/** One slot a start, without the appointment's own. @throws where they cannot be read in time */
export async function offeredNow(request: PageRequest): Promise<OfferedSlots> {
	const { client, page, days } = request;
	const { zone, filters, duration, appointment } = page;
	const freeSlots = await recentSlots.get(days.key, async () => {
		const reading = listFreeSlots(client, { ...days.query, withinMs: MAX_READ_MS });
		const slots = await withTimeout(reading, MAX_READ_MS);
		if (slots === undefined) throw lateError(client);
		return slots;
	});
	const now = Date.now();
	const longEnough = duration ? slotsThatFit(freeSlots, duration, now) : freeSlots;
	const starts = new Set([appointment?.start]);
	const distinct: Slot[] = [];
	for (const slot of longEnough) {
		if (!starts.has(slot.start)) distinct.push(slot);
		starts.add(slot.start);
	}
	const fitting = filterSlots(distinct, filters, zone, now);
	return { slots: fitting.slice(0, MAX_SLOTS), hasMore: fitting.length > MAX_SLOTS };
}

/** True where the platform can be asked which appointments the contact of an offer has. */
export async function canAskForBookings({ client }: PageRequest): Promise<boolean> {
	return (await client.dialect()).showsAppointments;
}

/** True for an appointment that was made since the link was sent: probably by it. */
export function isSinceSent({ beganAt }: PageRequest, { record }: Appointment): boolean {
	const madeAt = tryOr(() => parseInstant(record.dateAdded, 'UTC'), NaN);
	return madeAt >= beganAt;
}

/**
 * The contact's appointments in the offered days that stand, where the platform can be asked.
 *
 * @param isOfInterest a contact that is named by email or phone is looked up only where there is such an appointment
 * @param maxAgeMs how old a reading may be that all contacts share
 * @throws where they cannot be read in time
 */
export async function readOwnBookings(
	request: PageRequest,
	isOfInterest: (appointment: Appointment) => boolean,
	maxAgeMs = SHARED_MS,
): Promise<Appointment[]> {
	const bookings = await withTimeout(
		findOwnBookings(request, isOfInterest, maxAgeMs),
		MAX_APPOINTMENT_READ_MS,
	);
	if (bookings === undefined) throw lateError(request.client);
	return bookings;
}

async function findOwnBookings(
	request: PageRequest,
	isOfInterest: (appointment: Appointment) => boolean,
	maxAgeMs: number,
): Promise<Appointment[]> {
	const { days, page } = request;
	const appointments = await recentAppointments.get(
		days.key,
		async () => await readAppointments(request),
		maxAgeMs,
	);
	const interesting = appointments.filter((each) => !isCanceled(each) && isOfInterest(each));
	if (interesting.length === 0) return [];
	const contactId = await page.contactId?.();
	return interesting.filter((each) => each.contactId === contactId);
}

/** The appointments of all contacts in the offered days. */
async function readAppointments({ client, locationId, page }: PageRequest): Promise<Appointment[]> {
	const now = Date.now();
	return await listCalendarAppointments(client, {
		locationId: await locationId(),
		calendarId: page.calendarId,
		from: now,
		until: now + page.daysAhead * DAY_MS,
	});
}
