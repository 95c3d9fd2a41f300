import type { IDataObject } from 'n8n-workflow';

import { byStart, type Slot } from '../booking/slots';
import { pathSegment } from '../http/address';
import { isRecord, readId, readObject, readText, UnexpectedResponseError } from '../http/body';
import { choicesOf } from './pickLists';
import type { PlatformClient } from './client';
import { addDays, startOfDate } from '../time/times';
import type { SlotRange } from './dialect';

/** The parts that requests for one calendar share. @param withinMs see {@link PlatformRequest} */
function ofCalendar(calendarId: string, withinMs?: number, below = '') {
	const path = `/calendars/${pathSegment(calendarId)}${below}`;
	return {
		method: 'GET',
		path,
		withinMs,
		right: 'readCalendars',
	} as const;
}

/** GET /calendars/{calendarId} (sandbox/openapi.yaml, get_calendar). Asked for once in a run. */
export async function getCalendar(
	client: PlatformClient,
	calendarId: string,
	withinMs?: number,
): Promise<IDataObject> {
	return await client.readOnce(`calendar ${calendarId}`, async () =>
		readObject(await client.request(ofCalendar(calendarId, withinMs)), 'calendar'),
	);
}

export interface FreeSlotsQuery extends SlotRange {
	calendarId: string;
	withinMs?: number;
	/** Where it is known, the calendar is not asked how long its slots are. */
	slotMs?: number;
}

/**
 * GET /calendars/{calendarId}/free-slots (sandbox/openapi.yaml, get_free_slots; sandbox/highLevel.yaml, get-slots).
 *
 * @returns the part of each response that lists slots, without days around, for a person who reads the responses
 * @throws {UnexpectedResponseError} where a response lists none
 */
export async function getFreeSlots(client: PlatformClient, query: FreeSlotsQuery) {
	const bodies: IDataObject[] = [];
	for await (const body of partsOf(client, query, true)) bodies.push(body);
	return bodies;
}

async function* partsOf(client: PlatformClient, query: FreeSlotsQuery, isRaw = false) {
	const { calendarId, withinMs, ...range } = query;
	const { slotQueries, slotsBody } = await client.dialect();
	const request = ofCalendar(calendarId, withinMs, '/free-slots');
	for (const part of slotQueries(range, isRaw))
		yield slotsBody(await client.request({ ...request, query: part }));
}

const DAYS: Record<string, number> = { days: 1, weeks: 7, months: 28 };

/**
 * What the calendar's record says of its slots; undefined where slots are listed with their ends.
 *
 * @returns `slotMs`, how long a slot is; `days`, for how many days appointments can be booked (at least), where it is
 * limited; `settings`, a text that changes with what decides where slots are
 */
export async function slotSettings(client: PlatformClient, calendarId: string, withinMs?: number) {
	if (!(await client.dialect()).listsStartsOnly) return undefined;
	const calendar = await getCalendar(client, calendarId, withinMs);
	const minutes =
		Number(calendar.slotDuration) *
		({ mins: 1, hours: 60 }[String(calendar.slotDurationUnit)] ?? 0);
	if (!(minutes > 0)) {
		throw new UnexpectedResponseError(
			`a calendar that says how long its slots are ('slotDuration' and 'slotDurationUnit'), so their ends are not known`,
			'Set the slot duration, and its unit, in the settings of the calendar on the platform.',
		);
	}
	const days = Number(calendar.allowBookingFor) * DAYS[String(calendar.allowBookingForUnit)];
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
export async function freeSlotsOn(
	client: PlatformClient,
	query: FreeSlotsQuery,
	isEnough: (slots: Slot[]) => boolean = () => false,
): Promise<Slot[]> {
	const { startDate, endDate, zone, calendarId, withinMs } = query;
	const { readSlots } = await client.dialect();
	let length = query.slotMs;
	const [from, until] = [startDate, addDays(endDate, 1)].map((date) => startOfDate(date, zone));
	const slots = new Map<string, Slot>();
	const inOrder = () => [...slots.values()].sort(byStart);
	for await (const body of partsOf(client, query)) {
		length ??= (await slotSettings(client, calendarId, withinMs))?.slotMs;
		for (const slot of readSlots(body, length)) {
			const { start, end } = slot;
			if (end > start && start >= from && start < until) slots.set(`${start} ${end}`, slot);
		}
		if (isEnough(inOrder())) break;
	}
	return inOrder();
}

/** The team of a calendar, by name where the token may read users. */
export async function listTeam(
	client: PlatformClient,
	locationId: string,
	calendarId: string,
): Promise<IDataObject[]> {
	await client.requires('readUsers');
	const { teamMembers } = await getCalendar(client, calendarId);
	const ids = [teamMembers]
		.flat()
		.filter(isRecord)
		.flatMap((member) => readText(member, 'userId') ?? []);
	const users = await choicesOf(client, 'assignedTo', locationId).catch(() => []);
	return ids.map((id) => users.find((user) => readId(user) === id) ?? { id });
}
