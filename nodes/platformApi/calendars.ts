import type { IDataObject } from 'n8n-workflow';

import { byStart, type Slot } from '../booking/slots';
import { pathSegment } from '../http/address';
import { isRecord, readId, readObject, readText, UnexpectedResponseError } from '../http/body';
import { choicesOf } from './pickLists';
import type { PlatformClient, PlatformRequest } from './client';
import { addDays, startOfDate } from '../time/times';
import type { SlotRange } from './dialect';

/** How a calendar is asked for. */
interface CalendarRead {
	/** See {@link PlatformRequest}. */
	withinMs?: number;
}

function requestOf(path: string, { withinMs }: CalendarRead): PlatformRequest {
	return { method: 'GET', path, withinMs, right: 'readCalendars' };
}

/** GET /calendars/{calendarId} (sandbox/openapi.yaml, get_calendar). Asked for once in a run. */
export async function getCalendar(
	client: PlatformClient,
	calendarId: string,
	withinMs?: number,
): Promise<IDataObject> {
	const request = requestOf(`/calendars/${pathSegment(calendarId)}`, { withinMs });
	return await client.readOnce(`calendar ${calendarId}`, async () =>
		readObject(await client.request(request), 'calendar'),
	);
}

export interface FreeSlotsQuery extends SlotRange, CalendarRead {
	calendarId: string;
	/** Where it is known, the calendar is not asked how long its slots are. */
	slotMs?: number;
}

/**
 * GET /calendars/{calendarId}/free-slots (sandbox/openapi.yaml, get_free_slots; sandbox/highLevel.yaml, get-slots).
 *
 * @returns the part of each response that lists slots, without days around, for a person who reads the responses
 * @throws {UnexpectedResponseError} where a response lists none
 */
export async function getFreeSlots(
	client: PlatformClient,
	query: FreeSlotsQuery,
): Promise<IDataObject[]> {
	const bodies: IDataObject[] = [];
	for await (const body of slotBodies(client, query, true)) bodies.push(body);
	return bodies;
}

/** The part of each response that lists slots; a long range takes several requests. */
async function* slotBodies(
	client: PlatformClient,
	query: FreeSlotsQuery,
	isRaw = false,
): AsyncGenerator<IDataObject> {
	const { calendarId, withinMs, ...range } = query;
	const { slotQueries, slotsBody } = await client.dialect();
	const request = requestOf(`/calendars/${pathSegment(calendarId)}/free-slots`, { withinMs });
	for (const part of slotQueries(range, isRaw))
		yield slotsBody(await client.request({ ...request, query: part }));
}

const MINUTES_IN: Record<string, number> = { mins: 1, hours: 60 };
const DAYS_IN: Record<string, number> = { days: 1, weeks: 7, months: 28 };

/** What a calendar's record says of its slots. */
export interface SlotSettings {
	/** How long a slot is. */
	slotMs: number;
	/** For how many days ahead appointments can be booked, at least; undefined where that is not limited. */
	days?: number;
	/** A text that changes with what decides where slots are. */
	settings: string;
}

/** Reads {@link SlotSettings} of a calendar; undefined where slots are listed with their ends. */
export async function readSlotSettings(
	client: PlatformClient,
	calendarId: string,
	withinMs?: number,
): Promise<SlotSettings | undefined> {
	if (!(await client.dialect()).listsStartsOnly) return undefined;
	const calendar = await getCalendar(client, calendarId, withinMs);
	const minutes =
		Number(calendar.slotDuration) * (MINUTES_IN[String(calendar.slotDurationUnit)] ?? 0);
	if (!(minutes > 0)) {
		throw new UnexpectedResponseError(
			`a calendar that says how long its slots are ('slotDuration' and 'slotDurationUnit'), so their ends are not known`,
			'Set the slot duration, and its unit, in the settings of the calendar on the platform.',
		);
	}
	const days = Number(calendar.allowBookingFor) * DAYS_IN[String(calendar.allowBookingForUnit)];
	const deciding = Object.entries(calendar).filter(([name]) =>
		/^(allowBooking|preBuffer|slot)/.test(name),
	);
	return {
		slotMs: minutes * 60_000,
		days: days > 0 ? days : undefined,
		settings: JSON.stringify(deciding.sort()),
	};
}

/**
 * The free slots that begin on the dates in local time, in order of time, each once, without those of no length.
 *
 * @param isEnough true where later days need not be asked for
 * @throws {UnexpectedResponseError} for a response that lists no slots, and where their length is not known
 */
export async function listFreeSlots(
	client: PlatformClient,
	query: FreeSlotsQuery,
	isEnough: (slots: Slot[]) => boolean = () => false,
): Promise<Slot[]> {
	const { startDate, endDate, zone, calendarId, withinMs } = query;
	const { readSlots } = await client.dialect();
	const from = startOfDate(startDate, zone);
	const until = startOfDate(addDays(endDate, 1), zone);
	let length = query.slotMs;
	let inOrder: Slot[] = [];
	const slots = new Map<string, Slot>();
	for await (const body of slotBodies(client, query)) {
		length ??= (await readSlotSettings(client, calendarId, withinMs))?.slotMs;
		for (const slot of readSlots(body, length)) {
			const { start, end } = slot;
			if (end > start && start >= from && start < until) slots.set(`${start} ${end}`, slot);
		}
		inOrder = [...slots.values()].sort(byStart);
		if (isEnough(inOrder)) break;
	}
	return inOrder;
}

/** The team of a calendar, by name where the token may read users. */
export async function listTeam(
	client: PlatformClient,
	locationId: string,
	calendarId: string,
): Promise<IDataObject[]> {
	await client.requires('readUsers');
	const { teamMembers } = await getCalendar(client, calendarId);
	const users = await choicesOf(client, 'assignedTo', locationId).catch(() => []);
	const team: IDataObject[] = [];
	for (const member of [teamMembers].flat().filter(isRecord)) {
		const id = readText(member, 'userId');
		if (id !== undefined) team.push(users.find((user) => readId(user) === id) ?? { id });
	}
	return team;
}
