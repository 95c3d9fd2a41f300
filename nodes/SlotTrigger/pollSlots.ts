import {
	type INodeExecutionData,
	type IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { byStart, dateOfSlot } from '../booking/slots';
import { describeSlot } from '../booking/slotTexts';
import { withStartTextIn } from '../fields/language';
import { mayWorkLater } from '../http/explain';
import { asNodeFailure } from '../items/failures';
import { PlatformClient } from '../platformApi/client';
import { locationZone } from '../platformApi/locations';
import { formatInZone, formatUtc } from '../time/times';
import { BoundedMap } from '../utils/boundedMap';
import { type CalendarMemory, compareCalendar } from './compareCalendar';
import type { OpenedSlot } from './openedSlots';
import { readWatch, type SlotWatch, type WatchedCalendar } from './watchFields';

/** Enough items to build the workflow with. */
const MAX_SAMPLES = 10;

/** Hardly more slots of one day are canceled at once. */
const MAX_CANCELED = 20;

/** The key of a failure that concerns all calendars. */
const ALL_CALENDARS = '*';

/** What a poll has learned. In the node's static data, so plain JSON. */
interface PollMemory {
	/** When the poll began, in epoch milliseconds. */
	at: number;
	/** What is remembered of each calendar, by their IDs. */
	watched: Record<string, CalendarMemory>;
	/** True where a failure of all calendars ended the poll. */
	isOutage: boolean;
	/** The calendar to begin with, by its place in the list: the last poll may not have come to the end. */
	next: number;
}

/** What this process knows of a node. */
interface NodePolling {
	/** What the fields said at its last poll, as JSON. */
	fields: string;
	/** n8n starts the next poll even while the last one waits for the platform. */
	isUnderWay: boolean;
	/** What the last poll has learned. n8n saves it only if the poll returns items. */
	memory?: PollMemory;
}

/** A workflow has few of these nodes. One that is dropped continues from what n8n saved, as after a restart. */
const MAX_NODES = 1_000;

/** By the IDs of the workflow and the node. */
const pollings = new BoundedMap<string, NodePolling>(MAX_NODES);

/** A slot that became free in one of the calendars. */
interface FoundSlot extends OpenedSlot {
	calendar: WatchedCalendar;
}

/** What reading the calendars has brought. */
interface CalendarsRead {
	found: FoundSlot[];
	/** By the calendars' IDs, or {@link ALL_CALENDARS}. */
	failures: Map<string, NodeApiError | NodeOperationError>;
	/** How many calendars were asked. */
	askedCount: number;
	/** The zone of the days and of the local times. */
	zone: string;
}

/**
 * Slots that became free since the last poll, in order of time; null for none. A calendar that cannot be read
 * keeps its memory, so no slot is lost. After the fields are read, no expression may be evaluated: n8n releases
 * the isolate of expressions whenever another poll of the workflow ends.
 *
 * @throws NodeApiError or NodeOperationError at the first poll of a calendar, so n8n refuses to publish; later it shows each failure once
 */
export async function pollSlots(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const watch = readWatch(this);
	const client = new PlatformClient(this, watch.authentication);
	if (this.getMode() === 'manual') return await sampleSlots(client, watch);
	const key = `${this.getWorkflow().id}/${this.getNode().id}`;
	const last = pollings.get(key);
	const fields = JSON.stringify(watch);
	// Where the fields have been changed meanwhile, n8n drops what the poll under way returns.
	if (last?.fields === fields && last.isUnderWay) return null;

	const saved = this.getWorkflowStaticData('node') as Partial<PollMemory>;
	if (!last && saved.at !== undefined) logRestart(this, saved.at);
	const before = newerOf(last?.memory, saved);
	const calendarIds = watch.calendars.map(({ id }) => id);
	const memories = memoriesOf(before, calendarIds);
	const isFirstPoll = memories.size < calendarIds.length;

	const at = Date.now();
	const polling: NodePolling = { fields, isUnderWay: true, memory: last?.memory };
	pollings.set(key, polling);
	const { next = 0 } = before;
	const calendars = beginWith(next, watch.calendars);
	const read = await readCalendars(client, watch, calendars, memories).finally(
		() => (polling.isUnderWay = false),
	);

	showFailures(this, read, memories, { isFirstPoll, wasOutage: before.isOutage === true });
	warnOfManySlots(this, read);
	polling.memory = {
		at,
		watched: Object.fromEntries(memories),
		isOutage: read.failures.has(ALL_CALENDARS),
		next: (next + read.askedCount) % calendarIds.length,
	};
	Object.assign(saved, polling.memory);
	return read.found.length > 0 ? [itemsOf(read, watch.language)] : null;
}

function logRestart(poll: IPollFunctions, savedAt: number): void {
	poll.logger.info(
		`${poll.getNode().name}: It continues from ${formatUtc(savedAt)}, when n8n last saved its data. What was taken after that and became free before now does not start the workflow.`,
	);
}

/** The memory of this process, or the one that n8n saved: another process may have polled since. */
function newerOf(memory: PollMemory | undefined, saved: Partial<PollMemory>): Partial<PollMemory> {
	return memory && memory.at >= (saved.at ?? 0) ? memory : saved;
}

/** What is remembered of the calendars that are still watched. */
function memoriesOf(
	{ watched = {} }: Partial<PollMemory>,
	calendarIds: string[],
): Map<string, CalendarMemory> {
	const memories = new Map<string, CalendarMemory>();
	for (const [id, memory] of Object.entries(watched)) {
		if (calendarIds.includes(id)) memories.set(id, memory);
	}
	return memories;
}

/** The calendars in their order, from the one at `index` on, then those before it. */
function beginWith(index: number, calendars: WatchedCalendar[]): WatchedCalendar[] {
	return [...calendars.slice(index), ...calendars.slice(0, index)];
}

/** What was known of failures before the poll. */
interface FailuresBefore {
	/** True where a calendar was never read. */
	isFirstPoll: boolean;
	/** True where all calendars failed at the last poll. */
	wasOutage: boolean;
}

/** Shows each failure once, until its calendar is read again. @throws the failure of a calendar that was never read, at its first poll */
function showFailures(
	poll: IPollFunctions,
	{ failures }: CalendarsRead,
	memories: Map<string, CalendarMemory>,
	{ isFirstPoll, wasOutage }: FailuresBefore,
): void {
	for (const [id, failure] of failures) {
		const memory = memories.get(id);
		if (isFirstPoll && !memory) throw failure;
		const wasShown = memory ? memory.isFailing : wasOutage;
		if (!wasShown) poll.__emitError(failure);
		if (memory) memory.isFailing = true;
	}
}

function warnOfManySlots(poll: IPollFunctions, read: CalendarsRead): void {
	const day = dayWithManySlots(read);
	if (day === undefined) return;
	poll.logger.warn(
		`${poll.getNode().name}: More than ${MAX_CANCELED} slots became free at once on ${day}. If the calendar only now offers that day, set 'Calendar Offers (Days)' in 'Options'.`,
	);
}

/**
 * Reads the calendars one after the other, and updates `memories`. It stops at a failure that concerns all calendars; the
 * next poll begins behind it.
 */
async function readCalendars(
	client: PlatformClient,
	watch: SlotWatch,
	calendars: WatchedCalendar[],
	memories: Map<string, CalendarMemory>,
): Promise<CalendarsRead> {
	const read: CalendarsRead = { found: [], failures: new Map(), askedCount: 0, zone: watch.zone };
	let localClient: PlatformClient;
	try {
		localClient = await client.at(watch.location);
		// A credential that cannot be read is no failure of a calendar.
		await localClient.dialect();
		if (!watch.hasOwnZone) read.zone = (await locationZone(localClient)) ?? watch.zone;
	} catch (error) {
		read.failures.set(ALL_CALENDARS, asNodeFailure(client.node, error));
		return read;
	}
	const watchInZone = { ...watch, zone: read.zone };
	/** The ID of the calendar before, if it failed as in an outage. */
	let suspectedId: string | undefined;
	for (const calendar of calendars) {
		const { id } = calendar;
		read.askedCount += 1;
		try {
			const before = memories.get(id);
			const { opened, memory } = await compareCalendar(localClient, id, watchInZone, before);
			memories.set(id, memory);
			for (const slot of opened) read.found.push({ ...slot, calendar });
			suspectedId = undefined;
		} catch (error) {
			const failure = asNodeFailure(client.node, error);
			const reach = reachOf(error);
			const isSecondInRow = reach === 'perhaps all' && suspectedId !== undefined;
			if (reach === 'all' || isSecondInRow) return endWithOutage(read, failure, suspectedId);
			suspectedId = reach === 'perhaps all' ? id : undefined;
			read.failures.set(id, addCalendarName(failure, calendar));
		}
	}
	return read;
}

/** The failure concerns all calendars, so that of the calendar before, which was suspected of the same, is not shown beside it. */
function endWithOutage(
	read: CalendarsRead,
	failure: NodeApiError | NodeOperationError,
	suspectedId: string | undefined,
): CalendarsRead {
	if (suspectedId !== undefined) read.failures.delete(suspectedId);
	read.failures.set(ALL_CALENDARS, failure);
	return read;
}

/** Puts the calendar into the message of a failure. @returns the failure */
function addCalendarName<Failure extends Error>(
	failure: Failure,
	{ id, name = id }: WatchedCalendar,
): Failure {
	if (!failure.message.includes(`'${id}'`))
		failure.message = `Calendar '${name}': ${failure.message}`;
	return failure;
}

/** Which calendars a failure concerns. A token and a rate limit are those of all; an outage or a redirect may be of one. */
function reachOf(error: unknown): 'all' | 'perhaps all' | 'one' {
	if (error instanceof NodeOperationError) return 'all';
	if (!(error instanceof NodeApiError)) return 'one';
	switch (error.httpCode) {
		case '401':
		case '429':
			return 'all';
		case '200':
			return 'one';
		default:
			return mayWorkLater(error) ? 'perhaps all' : 'one';
	}
}

/** A day of a calendar on which so many slots became free that the calendar may only now offer it. */
function dayWithManySlots({ found, zone }: CalendarsRead): string | undefined {
	const counts = new Map<string, number>();
	for (const slot of found) {
		const day = `${dateOfSlot(slot, zone)} in the calendar '${slot.calendar.id}'`;
		const count = (counts.get(day) ?? 0) + 1;
		if (count > MAX_CANCELED) return day;
		counts.set(day, count);
	}
	return undefined;
}

/** The items of slots, in order of time. @param language of startText */
function itemsOf({ found, zone }: CalendarsRead, language?: string): INodeExecutionData[] {
	return found.sort(byStart).map((slot) => {
		const { window, calendar } = slot;
		const json = {
			date: dateOfSlot(slot, zone),
			...describeSlot(slot, zone),
			windowStartTime: formatInZone(window.start, zone),
			windowEndTime: formatInZone(window.end, zone),
			calendarId: calendar.id,
			calendarName: calendar.name,
		};
		return { json: language ? withStartTextIn(language, json) : json };
	});
}

/** A test run treats all free slots as just opened, and remembers nothing. */
async function sampleSlots(
	client: PlatformClient,
	watch: SlotWatch,
): Promise<INodeExecutionData[][]> {
	const memories = new Map<string, CalendarMemory>();
	for (const { id } of watch.calendars) memories.set(id, { from: 0, until: Infinity, slots: '' });
	const read = await readCalendars(client, watch, watch.calendars, memories);
	for (const failure of read.failures.values()) throw failure;
	if (read.found.length > 0) return [itemsOf(read, watch.language).slice(0, MAX_SAMPLES)];
	throw new NodeOperationError(client.node, 'There is no free slot to show', {
		description: "Free a slot on the platform, raise 'Days Ahead', or remove filters.",
	});
}
