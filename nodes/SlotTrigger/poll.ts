import {
	type INodeExecutionData,
	type IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { dateOfSlot, describeSlot, filterSlots } from '../booking/slots';
import { PathSegmentError } from '../http/address';
import { UnexpectedResponseError } from '../http/body';
import { freeSlotsOn } from '../platformApi/calendars';
import { PlatformClient } from '../platformApi/client';
import { formatWithOffset, TimeFormatError } from '../time/times';
import { type CalendarMemory, type Opened, rangeOf, whatOpened } from './opened';
import { readWatch, type Watch, type WatchedCalendar } from './watch';

/** Enough items to build the workflow with. */
const MAX_SAMPLES = 10;

interface Memory {
	calendars?: Record<string, CalendarMemory>;
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
 * @throws NodeApiError or NodeOperationError at the first poll, so n8n refuses to publish; later it shows each failure once
 */
export async function pollSlots(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const watch = readWatch(this);
	const client = new PlatformClient(this, watch.authentication);
	if (this.getMode() === 'manual') return await sample(this, client, watch);
	const poll = `${this.getWorkflow().id}/${this.getNode().id}`;
	if (underWay.has(poll)) return null;
	underWay.add(poll);
	return await pollCalendars(this, client, watch).finally(() => underWay.delete(poll));
}

async function pollCalendars(context: IPollFunctions, client: PlatformClient, watch: Watch) {
	const memory = context.getWorkflowStaticData('node') as Memory;
	const isWatched = (id: string) => watch.calendars.some((calendar) => calendar.id === id);
	const memories = new Map(Object.entries(memory.calendars ?? {}).filter(([id]) => isWatched(id)));
	const isFirst = memories.size === 0;
	const next = Math.max(
		0,
		watch.calendars.findIndex(({ id }) => id === memory.next),
	);
	const calendars = [...watch.calendars.slice(next), ...watch.calendars.slice(0, next)];
	const { found, failures, notAsked } = await readAll(client, calendars, watch, memories);

	const shown = memory.shown ?? [];
	for (const [id, failure] of failures) {
		if (isFirst) throw failure;
		if (!shown.includes(id)) context.__emitError(failure);
	}
	memory.calendars = Object.fromEntries(memories);
	memory.shown = [...failures.keys(), ...shown.filter((id) => notAsked.includes(id))];
	memory.next = failures.has(ALL) ? (notAsked[0] ?? calendars[0].id) : undefined;
	return found.length > 0 ? [itemsOf(found, watch)] : null;
}

/** Updates `memories`; stops at a failure that concerns all calendars. */
async function readAll(
	client: PlatformClient,
	calendars: WatchedCalendar[],
	watch: Watch,
	memories: Map<string, CalendarMemory>,
) {
	const { zone, filters, minimumLengthMinutes } = watch;
	const range = rangeOf(watch, Date.now());
	// An appointment may be as long as the whole window, so its length decides.
	const isLong = ({ window }: Opened) => window.end - window.start >= minimumLengthMinutes * 60_000;
	const isWatched = (slot: Opened) => isLong(slot) && dateOfSlot(slot, zone) <= range.lastDate;
	const failures = new Map<string, NodeApiError | NodeOperationError>();
	const found: Found[] = [];
	const notAsked = calendars.map(({ id }) => id);
	for (const calendar of calendars) {
		notAsked.shift();
		const before = memories.get(calendar.id);
		const read = async () => await freeSlotsOn(client, { ...range, calendarId: calendar.id });
		try {
			let free = await read();
			// If a platform lists nothing once by mistake, its whole next list would count as opened.
			if (free.length === 0 && before?.free.length !== 0) free = await read();
			const seen = whatOpened(before, free, range);
			memories.set(calendar.id, seen.memory);
			const opened = filterSlots(seen.opened, filters, zone, Date.now()).filter(isWatched);
			found.push(...opened.map((slot) => ({ ...slot, calendar })));
		} catch (error) {
			const isOfAll = concernsAll(error);
			failures.set(isOfAll ? ALL : calendar.id, asFailure(error, client, calendar));
			if (isOfAll) break;
		}
	}
	return { found, failures, notAsked };
}

type Found = Opened & { calendar: WatchedCalendar };

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
	const memories = new Map<string, CalendarMemory>(
		watch.calendars.map(({ id }) => [id, nothingFree]),
	);
	const { found, failures } = await readAll(client, watch.calendars, watch, memories);
	for (const failure of failures.values()) throw failure;
	if (found.length > 0) return [itemsOf(found, watch).slice(0, MAX_SAMPLES)];
	throw new NodeOperationError(context.getNode(), 'No slot is free now, so there is none to show', {
		description: "Free a slot on the platform, raise 'Days Ahead', or remove filters.",
	});
}

function asFailure(
	error: unknown,
	{ node }: PlatformClient,
	{ id }: WatchedCalendar,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const description = error instanceof Error ? error.message : String(error);
	return new NodeOperationError(node, `The free slots of the calendar '${id}' cannot be read`, {
		description,
	});
}

const RESPONSE_ERRORS = [UnexpectedResponseError, TimeFormatError, PathSegmentError];

/** The next calendar would fail as well: without a response, and with 401, 408, 429, a redirect or 5xx. */
function concernsAll(error: unknown): boolean {
	if (!(error instanceof NodeApiError))
		return !RESPONSE_ERRORS.some((type) => error instanceof type);
	const status = Number(error.httpCode);
	return !(status === 200 || (status >= 400 && status < 500)) || [401, 408, 429].includes(status);
}
