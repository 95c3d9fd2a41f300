import { type INodeExecutionData, type IPollFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { dateOfSlot, describeSlot, filterSlots, type Slot } from '../booking/slots';
import { PathSegmentError } from '../http/address';
import { UnexpectedResponseError } from '../http/body';
import { freeSlotsOn } from '../platformApi/calendars';
import { PlatformClient } from '../platformApi/client';
import { formatWithOffset, TimeFormatError } from '../time/times';
import { type Known, type Opened, type Range, rangeOf, whatOpened } from './opened';
import { readWatch, type Watch, type WatchedCalendar } from './watch';

/** Enough to build the workflow with. */
const MAX_SAMPLES = 10;

interface Memory {
	calendars?: Record<string, Known>;
	/** Calendar IDs (or {@link ALL}) whose failure has been shown. */
	shown?: string[];
	/** The calendar to begin with, where the last poll did not get to the end. */
	next?: string;
}

const ALL = '*';

/** n8n starts the next poll even while the last one waits for the platform. */
const underWay = new Set<string>();

/**
 * Slots that became free since the last poll, in order of time; null for none. A calendar that cannot be read
 * keeps its memory, so no slot is lost. After the fields are read, no expression may be evaluated: n8n releases
 * the isolate of expressions whenever another poll of the workflow ends.
 *
 * @throws NodeApiError or NodeOperationError at the first poll, which makes n8n refuse to publish; later
 * failures appear as failed executions, once each
 */
export async function pollSlots(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const watch = readWatch(context);
	const client = new PlatformClient(context, watch.authentication);
	if (context.getMode() === 'manual') return await sample(context, client, watch);
	const poll = `${context.getWorkflow().id}/${context.getNode().id}`;
	if (underWay.has(poll)) return null;
	underWay.add(poll);
	try {
		return await pollCalendars(context, client, watch);
	} finally {
		underWay.delete(poll);
	}
}

async function pollCalendars(context: IPollFunctions, client: PlatformClient, watch: Watch) {
	const memory = context.getWorkflowStaticData('node') as Memory;
	const watched = new Set(watch.calendars.map(({ id }) => id));
	const known = new Map(Object.entries(memory.calendars ?? {}).filter(([id]) => watched.has(id)));
	const isFirst = known.size === 0;
	const next = Math.max(0, watch.calendars.findIndex(({ id }) => id === memory.next));
	const calendars = [...watch.calendars.slice(next), ...watch.calendars.slice(0, next)];
	const { found, failures, notAsked } = await readAll(client, calendars, watch, known);

	const [firstFailure] = failures.values();
	if (isFirst && firstFailure) throw firstFailure;
	const shown = memory.shown ?? [];
	for (const [id, failure] of failures) if (!shown.includes(id)) context.__emitError(failure);
	memory.calendars = Object.fromEntries(known);
	memory.shown = [...failures.keys(), ...shown.filter((id) => notAsked.includes(id))];
	if (failures.has(ALL)) memory.next = notAsked[0] ?? calendars[0].id;
	else delete memory.next;
	return found.length > 0 ? [itemsOf(found, watch)] : null;
}

/** Updates `known`; stops at a failure that concerns all calendars. */
async function readAll(client: PlatformClient, calendars: WatchedCalendar[], watch: Watch, known: Map<string, Known>) {
	const range = rangeOf(watch, Date.now());
	const failures = new Map<string, Failure>();
	const found: Found[] = [];
	const notAsked = calendars.map(({ id }) => id);
	for (const calendar of calendars) {
		notAsked.shift();
		const before = known.get(calendar.id);
		let reading = await readCalendar(client, calendar, range);
		// If a platform lists nothing once by mistake, its whole next list would count as opened.
		if (reading.free?.length === 0 && before?.free.length !== 0) reading = await readCalendar(client, calendar, range);
		const { free, failure, concernsAll } = reading;
		if (failure) failures.set(concernsAll ? ALL : calendar.id, failure);
		if (concernsAll) break;
		if (!free) continue;
		const seen = whatOpened(before, free, range);
		known.set(calendar.id, seen.known);
		found.push(...matching(seen.opened, calendar, watch, range));
	}
	return { found, failures, notAsked };
}

interface Found extends Opened {
	calendar: WatchedCalendar;
}

/** An appointment may be as long as the whole window, so its length decides. */
function matching(slots: Opened[], calendar: WatchedCalendar, watch: Watch, { lastDate }: Range): Found[] {
	const { zone, filters, minimumLengthMinutes } = watch;
	return filterSlots(slots, filters, zone, Date.now())
		.filter(({ window }) => window.end - window.start >= minimumLengthMinutes * 60_000)
		.filter((slot) => dateOfSlot(slot, zone) <= lastDate)
		.map((slot) => ({ ...slot, calendar }));
}

function itemsOf(found: Found[], { zone }: Watch): INodeExecutionData[] {
	return found
		.sort((a, b) => a.start - b.start)
		.map(({ window, calendar: { id, name }, ...slot }) => ({
			json: {
				date: dateOfSlot(slot, zone),
				...describeSlot(slot, zone),
				windowStartTime: formatWithOffset(window.start, window.offset),
				windowEndTime: formatWithOffset(window.end, window.offset),
				calendarId: id,
				...(name !== undefined && { calendarName: name }),
			},
		}));
}

/** A test run treats all free slots as just opened, and remembers nothing. */
async function sample(context: IPollFunctions, client: PlatformClient, watch: Watch) {
	const nothingFree = { from: 0, until: Infinity, free: [] };
	const known = new Map<string, Known>(watch.calendars.map(({ id }) => [id, nothingFree]));
	const { found, failures } = await readAll(client, watch.calendars, watch, known);
	for (const failure of failures.values()) throw failure;
	if (found.length > 0) return [itemsOf(found, watch).slice(0, MAX_SAMPLES)];
	throw new NodeOperationError(context.getNode(), 'No slot is free now, so there is none to show', {
		description: "Free a slot on the platform, raise 'Days Ahead', or remove filters.",
	});
}

type Failure = NodeApiError | NodeOperationError;

interface Reading {
	free?: Slot[];
	failure?: Failure;
	/** The next calendar would fail as well: the platform is out of reach, or refuses the token. */
	concernsAll?: boolean;
}

/** Reads the free slots of one calendar. A failure is returned: it concerns this calendar or all. */
export async function readCalendar(client: PlatformClient, { id }: WatchedCalendar, range: Range): Promise<Reading> {
	try {
		return { free: await freeSlotsOn(client, { ...range, calendarId: id }) };
	} catch (error) {
		if (error instanceof NodeApiError) return { failure: error, concernsAll: concernsAll(error) };
		if (error instanceof NodeOperationError) return { failure: error, concernsAll: true };
		const description = error instanceof Error ? error.message : String(error);
		const failure = new NodeOperationError(client.node, `The free slots of the calendar '${id}' cannot be read`, { description });
		const ofResponse = [UnexpectedResponseError, TimeFormatError, PathSegmentError];
		return { failure, concernsAll: !ofResponse.some((type) => error instanceof type) };
	}
}

/** No response at all, 401, 429, a redirect and 5xx say nothing about the one calendar. */
function concernsAll({ httpCode }: NodeApiError): boolean {
	const status = Number(httpCode);
	return !(status === 200 || (status >= 400 && status < 500)) || status === 401 || status === 408 || status === 429;
}
