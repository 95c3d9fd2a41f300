import { NodeApiError } from 'n8n-workflow';

import { filterSlots, type Slot, slotsThatFit } from '../../booking/slots';
import type { View } from '../../bookingPage/pageParts';
import { readText } from '../../http/body';
import {
	type Appointment,
	isCanceled,
	listCalendarAppointments,
} from '../../platformApi/appointmentReads';
import { listFreeSlots, getCalendar } from '../../platformApi/calendars';
import { parseInstant } from '../../time/times';
import { tryOr, withTimeout } from '../../utils/attempt';
import { RecentReads } from '../../utils/boundedMap';
import { MAX_EXTRA_MS } from './pageFields';
import type { PageRequest } from './readRequest';

/** The page must stay small enough for a phone. */
const MAX_SLOTS = 2_000;

/** People leave a page that takes longer, and it can do without the calendar's name. */
const MAX_READ_MS = 14_000;
const MAX_NAME_MS = 3_000;

const DAY_MS = 86_400_000;

/** The contacts of all pages share a reading for some seconds. Before a write all is read anew. */
const SHARED_MS = 10_000;
const windows = new RecentReads<Slot[]>(SHARED_MS, 100);
const appointments = new RecentReads<Appointment[]>(SHARED_MS, 100);
const names = new RecentReads<string>(5 * 60_000, 1_000);

/** The view with the calendar's name, where nothing else names the appointment. */
export async function withName({ client, account, page, view }: PageRequest): Promise<View> {
	const { offer, calendarId } = page;
	if (offer.heading || offer.title) return view;
	const name = names.get(
		`${account} ${calendarId}`,
		async () => readText(await getCalendar(client, calendarId, MAX_READ_MS), 'name') ?? '',
	);
	const calendarName = await withTimeout(name, MAX_NAME_MS).catch(() => undefined);
	return { ...view, offer: { ...offer, calendarName } };
}

/** Makes the next request read the slots anew. */
export const forgetSlots = ({ days }: PageRequest) => windows.forget(days.key);

const tooLate = ({ client }: PageRequest): NodeApiError => {
	const message = 'The platform did not respond in time';
	return new NodeApiError(client.node, { message }, { message });
};

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
	const found = await windows.get(days.key, async () => {
		const reading = listFreeSlots(client, { ...days.query, withinMs: MAX_READ_MS });
		const slots = await withTimeout(reading, MAX_READ_MS);
		if (slots === undefined) throw tooLate(request);
		return slots;
	});
	const now = Date.now();
	const starts = new Set([appointment?.start]);
	const distinct: Slot[] = [];
	for (const slot of duration ? slotsThatFit(found, duration, now) : found) {
		if (!starts.has(slot.start)) distinct.push(slot);
		starts.add(slot.start);
	}
	const fitting = filterSlots(distinct, filters, zone, now);
	return { slots: fitting.slice(0, MAX_SLOTS), hasMore: fitting.length > MAX_SLOTS };
}

/** True where the platform can be asked which appointments the contact of an offer has. */
export const canAskForBookings = async ({ client, page }: PageRequest): Promise<boolean> =>
	page.contactId !== undefined && (await client.dialect()).showsAppointments;

/** True for an appointment that was made since the link was sent: probably by it. */
export const isSinceSent = ({ began }: PageRequest, { record }: Appointment): boolean =>
	tryOr(() => parseInstant(record.dateAdded, 'UTC'), NaN) >= began;

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
	const { client, days, locationId, page } = request;
	const { contactId, calendarId, daysAhead } = page;
	const readAll = async () =>
		await listCalendarAppointments(client, {
			locationId: await locationId(),
			calendarId,
			from: Date.now(),
			until: Date.now() + daysAhead * DAY_MS,
		});
	const find = async () => {
		const all = await appointments.get(days.key, readAll, maxAgeMs);
		const interesting = all.filter((each) => !isCanceled(each) && isOfInterest(each));
		const contact = interesting.length > 0 ? await contactId?.() : undefined;
		return interesting.filter((each) => each.contactId === contact);
	};
	const found = await withTimeout(find(), MAX_EXTRA_MS);
	if (found === undefined) throw tooLate(request);
	return found;
}
