import { type INodeExecutionData, type IPollFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { dateOfSlot, describeSlot, filterSlots, type Slot } from '../booking/slots';
import { PathSegmentError } from '../http/address';
import { UnexpectedResponseError } from '../http/body';
import { freeSlotsOn } from '../platformApi/calendars';
import { PlatformClient } from '../platformApi/client';
import { formatWithOffset, TimeFormatError } from '../time/times';
import { type Known, type Opened, type Range, rangeOf, whatOpened } from './opened';
import { readWatch, type Watch, type WatchedCalendar } from './watch';

/** So many are enough to build the workflow with. */
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
		const read = async () => await freeSlotsOn(client, { ...range, calendarId: calendar.id });
		let free: Slot[];
		try {
			free = await read();
			// If a platform lists nothing once by mistake, its whole next list would count as opened.
			if (free.length === 0 && before?.free.length !== 0) free = await read();
		} catch (error) {
			const isOfAll = concernsAll(error);
			failures.set(isOfAll ? ALL : calendar.id, asFailure(error, client, calendar));
			if (isOfAll) break;
			continue;
		}
		const seen = whatOpened(before, free, range);
		known.set(calendar.id, seen.known);
		found.push(...matching(seen.opened, calendar, watch, range));
	}
	return { found, failures, notAsked };
}

type Found = Opened & { calendar: WatchedCalendar };

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

function asFailure(error: unknown, { node }: PlatformClient, { id }: WatchedCalendar): Failure {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const description = error instanceof Error ? error.message : String(error);
	return new NodeOperationError(node, `The free slots of the calendar '${id}' cannot be read`, { description });
}

const OF_RESPONSE = [UnexpectedResponseError, TimeFormatError, PathSegmentError];

/**
 * Whether the next calendar would fail as well: the platform is out of reach, or refuses the token. No response at
 * all, 401, 429, a redirect and 5xx say nothing about the one calendar.
 */
function concernsAll(error: unknown): boolean {
	if (!(error instanceof NodeApiError)) return !OF_RESPONSE.some((type) => error instanceof type);
	const status = Number(error.httpCode);
	return !(status === 200 || (status >= 400 && status < 500)) || [401, 408, 429].includes(status);
}
