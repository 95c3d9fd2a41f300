import {
	type INodeExecutionData,
	type IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { byStart, dateOfSlot, describeSlot } from '../booking/slots';
import { mayWorkLater } from '../http/explain';
import { asNodeFailure } from '../items/outcome';
import { PlatformClient } from '../platformApi/client';
import { locationZone } from '../platformApi/locations';
import { formatUtc, formatWithOffset } from '../time/times';
import { type CalendarMemory, look } from './look';
import type { Opened } from './opened';
import { readWatch, type Watch, type WatchedCalendar } from './watch';

/** Enough items to build the workflow with. */
const MAX_SAMPLES = 10;

interface Memory {
	/** When the poll began, in epoch milliseconds. */
	at: number;
	watched: Record<string, CalendarMemory>;
	/** True where a failure of all calendars ended the poll. */
	isOutage: boolean;
	/** The calendar to begin with, by its place in the list: the last poll may not have come to the end. */
	next: number;
}

const ALL = '*';

/** Hardly more slots of one day are canceled at once. */
const MAX_CANCELED = 20;

/** What this process knows of a node. */
interface Polling {
	/** What the fields said. */
	fields: string;
	/** n8n starts the next poll even while the last one waits for the platform. */
	isUnderWay: boolean;
	/** n8n saves what a poll has learned only if it returns items. */
	learned?: Memory;
}

const nodes = new Map<string, Polling>();

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
	if (this.getMode() === 'manual') return await sample(client, watch);
	const key = `${this.getWorkflow().id}/${this.getNode().id}`;
	const last = nodes.get(key);
	const fields = JSON.stringify(watch);
	// Of fields that have been changed meanwhile, n8n drops what the poll returns.
	if (last?.fields === fields && last.isUnderWay) return null;
	const saved = this.getWorkflowStaticData('node') as Partial<Memory>;
	if (!last && saved.at !== undefined)
		this.logger.info(
			`${client.node.name}: It continues from ${formatUtc(saved.at)}, when n8n last saved its data. What was taken after that and became free before now does not start the workflow.`,
		);
	const at = Date.now();
	const learned = last?.learned;
	const before = learned && learned.at >= (saved.at ?? 0) ? learned : saved;
	const { watched = {}, isOutage, next = 0 } = before;
	const ids = watch.calendars.map(({ id }) => id);
	const memories = new Map(Object.entries(watched).filter(([id]) => ids.includes(id)));
	const isNew = memories.size < ids.length;
	const calendars = [...watch.calendars.slice(next), ...watch.calendars.slice(0, next)];
	const polling: Polling = { fields, isUnderWay: true, learned };
	nodes.set(key, polling);
	const { found, failures, asked } = await readAll(client, watch, calendars, memories).finally(
		() => (polling.isUnderWay = false),
	);
	for (const [id, failure] of failures) {
		const memory = memories.get(id);
		if (isNew && !memory) throw failure;
		if (!(memory ? memory.isFailing : isOutage)) this.__emitError(failure);
		if (memory) memory.isFailing = true;
	}
	const days = found.map(
		(slot) => `${dateOfSlot(slot, watch.zone)} in the calendar '${slot.calendar.id}'`,
	);
	const many = days.find((day, n) => day === days[n + MAX_CANCELED]);
	if (many !== undefined)
		this.logger.warn(
			`${client.node.name}: More than ${MAX_CANCELED} slots became free at once on ${many}. If the calendar only now offers that day, set 'Calendar Offers (Days)' in 'Options'.`,
		);
	polling.learned = {
		at,
		watched: Object.fromEntries(memories),
		isOutage: failures.has(ALL),
		next: (next + asked) % ids.length,
	};
	Object.assign(saved, polling.learned);
	return found.length > 0 ? [itemsOf(found, watch)] : null;
}

type Found = Opened & { calendar: WatchedCalendar };

/** Updates `memories`; stops at a failure that concerns all calendars, behind which the next poll begins. */
async function readAll(
	client: PlatformClient,
	watch: Watch,
	calendars: WatchedCalendar[],
	memories: Map<string, CalendarMemory>,
) {
	const failures = new Map<string, NodeApiError | NodeOperationError>();
	const found: Found[] = [];
	let asked = 0;
	/** The last calendar, if it failed as in an outage. */
	let suspect: string | undefined;
	try {
		const located = await client.at(watch.location);
		// A credential that cannot be read is no calendar's failure.
		await located.dialect();
		if (!watch.hasOwnZone) watch.zone = (await locationZone(located)) ?? watch.zone;
		for (const calendar of calendars) {
			const { id, name = id } = calendar;
			asked += 1;
			try {
				const { opened, memory } = await look(located, id, watch, memories.get(id));
				memories.set(id, memory);
				found.push(...opened.map((slot) => ({ ...slot, calendar })));
				suspect = undefined;
			} catch (error) {
				const concerns = concernOf(error);
				const failure = asNodeFailure(client.node, error);
				if (concerns === 'all' || (concerns === 'perhaps all' && suspect !== undefined)) {
					failures.delete(suspect ?? '');
					throw failure;
				}
				suspect = concerns === 'one' ? undefined : id;
				if (!failure.message.includes(`'${id}'`))
					failure.message = `Calendar '${name}': ${failure.message}`;
				failures.set(id, failure);
			}
		}
	} catch (error) {
		failures.set(ALL, asNodeFailure(client.node, error));
	}
	return { found, failures, asked };
}

/** Whether the other calendars would fail, too. A token and a rate limit are all calendars'; an outage or a redirect may be of one. */
function concernOf(error: unknown): 'one' | 'perhaps all' | 'all' {
	if (error instanceof NodeOperationError) return 'all';
	if (!(error instanceof NodeApiError)) return 'one';
	const { httpCode } = error;
	if (httpCode === '401' || httpCode === '429') return 'all';
	return httpCode === '200' || !mayWorkLater(error) ? 'one' : 'perhaps all';
}

function itemsOf(found: Found[], { zone }: Watch): INodeExecutionData[] {
	return found.sort(byStart).map(({ window, calendar: { id, name }, ...slot }) => ({
		json: {
			date: dateOfSlot(slot, zone),
			...describeSlot(slot, zone),
			windowStartTime: formatWithOffset(window.start, slot.offset),
			windowEndTime: formatWithOffset(window.end, slot.offset),
			calendarId: id,
			calendarName: name,
		},
	}));
}

/** A test run treats all free slots as just opened, and remembers nothing. */
async function sample(client: PlatformClient, watch: Watch) {
	const nothingFree: CalendarMemory = { from: 0, until: Infinity, slots: '' };
	const memories = new Map(watch.calendars.map(({ id }) => [id, nothingFree]));
	const { found, failures } = await readAll(client, watch, watch.calendars, memories);
	for (const failure of failures.values()) throw failure;
	if (found.length > 0) return [itemsOf(found, watch).slice(0, MAX_SAMPLES)];
	throw new NodeOperationError(client.node, 'There is no free slot to show', {
		description: "Free a slot on the platform, raise 'Days Ahead', or remove filters.",
	});
}
