import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { dateOfSlot, describeSlot, filterSlots } from '../booking/slots';
import type { Slot } from '../booking/slots';
import { PlatformClient } from '../platformApi/client';
import type { Known } from './opened';
import { whatOpened } from './opened';
import type { Watch, WatchedCalendar } from './parameters';
import { readWatch } from './parameters';
import type { Failure, Range } from './readCalendar';
import { rangeOf, readCalendar } from './readCalendar';

/** Enough to build the workflow with. */
const MAX_SAMPLES = 10;

/** The node's static data. */
interface Memory {
	/** By calendar id. */
	calendars?: Record<string, Known>;
	/** Whose failure has been shown: calendar ids, or {@link ALL}. */
	shown?: string[];
	/** The calendar to begin with, where the last poll did not get to the end. */
	next?: string;
}

const ALL = '*';

/** Polls under way: n8n starts the next one even while the last one waits for the platform. */
const underWay = new Set<string>();

/**
 * One poll: the slots that have become free since the last one, in order of time; null for none.
 *
 * A calendar that cannot be read keeps what is remembered of it, so no slot is lost and nothing
 * starts because of it. What is remembered changes only when the poll succeeds.
 *
 * No expression is evaluated once the fields are read: n8n releases the isolate of expressions
 * whenever another poll of the same workflow ends.
 *
 * @throws NodeApiError or NodeOperationError when a calendar cannot be read at the very first poll,
 * which makes n8n refuse to publish. Later ones are shown as a failed execution, once each.
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

async function pollCalendars(
	context: IPollFunctions,
	client: PlatformClient,
	watch: Watch,
): Promise<INodeExecutionData[][] | null> {
	const memory = context.getWorkflowStaticData('node') as Memory;
	const range = rangeOf(watch, Date.now());
	const ring = inTurn(watch.calendars, memory.next);
	const queue = [...ring];
	const known = new Map(ring.flatMap(({ id }) => entryOf(memory.calendars, id)));
	const isFirst = known.size === 0;
	const failures = new Map<string, Failure>();
	const found: Found[] = [];
	let next: string | undefined;

	while (queue.length > 0 && next === undefined) {
		const calendar = queue.shift() as WatchedCalendar;
		const { free, failure, concernsAll } = await readCalendar(client, calendar, watch, range);
		if (failure) failures.set(concernsAll ? ALL : calendar.id, failure);
		if (concernsAll) next = (queue[0] ?? ring[0]).id;
		if (!free) continue;
		const seen = whatOpened(known.get(calendar.id), free, range.until);
		known.set(calendar.id, seen.known);
		found.push(...inWindow(seen.opened, watch, range).map((slot) => ({ slot, calendar })));
	}

	const [firstFailure] = failures.values();
	if (isFirst && firstFailure) throw firstFailure;
	const shown = memory.shown ?? [];
	for (const [id, failure] of failures) if (!shown.includes(id)) context.__emitError(failure);
	const notAsked = new Set(queue.map(({ id }) => id));
	remember(memory, {
		calendars: Object.fromEntries(known),
		shown: [...failures.keys(), ...shown.filter((id) => notAsked.has(id))],
		next,
	});
	return found.length > 0 ? [itemsOf(found, watch)] : null;
}

/** From the calendar that the last poll did not get to. */
function inTurn(calendars: WatchedCalendar[], next?: string): WatchedCalendar[] {
	const at = Math.max(0, calendars.findIndex(({ id }) => id === next));
	return [...calendars.slice(at), ...calendars.slice(0, at)];
}

function entryOf(calendars: Record<string, Known> = {}, id: string): Array<[string, Known]> {
	return Object.hasOwn(calendars, id) ? [[id, calendars[id]]] : [];
}

/** What is absent is deleted: n8n saves what differs, and `undefined` does. */
function remember(memory: Memory, { calendars, shown, next }: Memory): void {
	memory.calendars = calendars;
	memory.shown = shown;
	if (next === undefined) delete memory.next;
	else memory.next = next;
}

/** The slots that the node's fields ask for and that have not begun. */
function inWindow(slots: readonly Slot[], watch: Watch, { lastDate }: Range): Slot[] {
	const { zone, filters, minimumLengthMinutes } = watch;
	return filterSlots(slots, filters, zone, Date.now()).filter(
		(slot) =>
			dateOfSlot(slot, zone) <= lastDate &&
			slot.end - slot.start >= minimumLengthMinutes * 60_000,
	);
}

interface Found {
	slot: Slot;
	calendar: WatchedCalendar;
}

function itemsOf(found: Found[], { zone }: Watch): INodeExecutionData[] {
	return [...found]
		.sort((a, b) => a.slot.start - b.slot.start)
		.map(({ slot, calendar: { id, name } }) => {
			const json: IDataObject = {
				date: dateOfSlot(slot, zone),
				...describeSlot(slot, zone),
				calendarId: id,
			};
			if (name !== undefined) json.calendarName = name;
			return { json };
		});
}

/** A test run: slots that are free now. Remembers nothing. */
async function sample(
	context: IPollFunctions,
	client: PlatformClient,
	watch: Watch,
): Promise<INodeExecutionData[][]> {
	const range = rangeOf(watch, Date.now());
	const found: Found[] = [];
	for (const calendar of watch.calendars) {
		const { free = [], failure } = await readCalendar(client, calendar, watch, range);
		if (failure) throw failure;
		found.push(...inWindow(free, watch, range).map((slot) => ({ slot, calendar })));
	}
	if (found.length > 0) return [itemsOf(found, watch).slice(0, MAX_SAMPLES)];
	throw new NodeOperationError(context.getNode(), 'No slot is free now, so there is none to show', {
		description: "Free a slot on the platform, raise 'Days Ahead', or remove filters.",
	});
}
