import {
	type INodeExecutionData,
	type IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { dateOfSlot, describeSlot } from '../booking/slots';
import { PathSegmentError } from '../http/address';
import { UnexpectedResponseError } from '../http/body';
import { PlatformClient } from '../platformApi/client';
import { locationZone } from '../platformApi/locations';
import { formatUtc, formatWithOffset, TimeFormatError } from '../time/times';
import { type CalendarMemory, look } from './look';
import type { Opened } from './opened';
import { readWatch, type Watch, type WatchedCalendar } from './watch';

/** Enough items to build the workflow with. */
const MAX_SAMPLES = 10;

interface Memory {
	/** When the poll began, in epoch milliseconds. */
	at: number;
	watched: Record<string, CalendarMemory>;
	/** Calendar IDs (or {@link ALL}) whose failure has been shown. */
	shown: string[];
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
	if (this.getMode() === 'manual') return await sample(this, client, watch);
	const key = `${this.getWorkflow().id}/${this.getNode().id}`;
	const last = nodes.get(key);
	const fields = JSON.stringify(watch);
	const isChanged = last?.fields !== fields;
	// Of fields that have been changed meanwhile, n8n drops what the poll returns.
	if (!isChanged && last.isUnderWay) return null;
	const polling = { ...last, fields, isUnderWay: true };
	nodes.set(key, polling);
	const saved = this.getWorkflowStaticData('node') as Partial<Memory>;
	if (!last && saved.at !== undefined)
		this.logger.info(
			`${client.node.name}: It continues from ${formatUtc(saved.at)}, when n8n last saved its data. What was taken after that and became free before now does not start the workflow.`,
		);
	try {
		return await pollCalendars(this, client, watch, polling, saved, isChanged);
	} finally {
		polling.isUnderWay = false;
	}
}

async function pollCalendars(
	context: IPollFunctions,
	client: PlatformClient,
	watch: Watch,
	polling: Polling,
	saved: Partial<Memory>,
	isChanged: boolean,
) {
	const at = Date.now();
	const { learned } = polling;
	const before = learned && learned.at >= (saved.at ?? 0) ? learned : saved;
	const { watched = {}, shown = [], next = 0 } = before;
	const ids = watch.calendars.map(({ id }) => id);
	const memories = new Map(Object.entries(watched).filter(([id]) => ids.includes(id)));
	const calendars = [...watch.calendars.slice(next), ...watch.calendars.slice(0, next)];
	const { found, failures, read, asked } = await readAll(client, calendars, watch, memories);
	const isNew = isChanged && memories.size < ids.length;
	for (const [id, failure] of failures) {
		if (isNew && !memories.has(id)) {
			// Whoever publishes again is told again.
			polling.fields = '';
			throw failure;
		}
		if (!shown.includes(id)) context.__emitError(failure);
	}
	const days = found.map(
		(slot) => `${dateOfSlot(slot, watch.zone)} in the calendar '${slot.calendar.id}'`,
	);
	const many = days.find((day, n) => day === days[n + MAX_CANCELED]);
	if (many !== undefined)
		context.logger.warn(
			`${client.node.name}: More than ${MAX_CANCELED} slots became free at once on ${many}. If the calendar only now offers that day, set 'Calendar Offers (Days)' in 'Options'.`,
		);
	const stillShown = shown.filter((id) => id !== ALL && !read.includes(id));
	polling.learned = {
		at,
		watched: Object.fromEntries(memories),
		shown: [...new Set([...failures.keys(), ...stillShown])],
		next: (next + asked) % ids.length,
	};
	Object.assign(saved, polling.learned);
	return found.length > 0 ? [itemsOf(found, watch)] : null;
}

type Found = Opened & { calendar: WatchedCalendar };

/** Updates `memories`; stops at a failure that concerns all calendars, behind which the next poll begins. */
async function readAll(
	client: PlatformClient,
	calendars: WatchedCalendar[],
	watch: Watch,
	memories: Map<string, CalendarMemory>,
	atFirst?: CalendarMemory,
) {
	const failures = new Map<string, NodeApiError | NodeOperationError>();
	const found: Found[] = [];
	const read: string[] = [];
	let suspects: string[] = [];
	for (const [n, calendar] of calendars.entries()) {
		const { id, name = id } = calendar;
		try {
			const located = await client.at(watch.location);
			if (!watch.hasOwnZone) watch.zone = (await locationZone(located)) ?? watch.zone;
			const { opened, memory } = await look(located, id, watch, memories.get(id) ?? atFirst);
			memories.set(id, memory);
			found.push(...opened.map((slot) => ({ ...slot, calendar })));
			read.push(id);
			suspects = [];
		} catch (error) {
			const failure =
				error instanceof NodeApiError || error instanceof NodeOperationError
					? error
					: new NodeOperationError(
							client.node,
							`The free slots of the calendar '${id}' cannot be read`,
							{ description: (error as Error).message },
						);
			const enough = failuresOfAll(error);
			suspects = enough < Infinity ? [...suspects, id] : [];
			if (suspects.length >= enough) {
				for (const suspect of suspects) failures.delete(suspect);
				failures.set(ALL, failure);
				return { found, failures, read, asked: n + 1 };
			}
			if (!failure.message.includes(id)) failure.message = `Calendar '${name}': ${failure.message}`;
			failures.set(id, failure);
		}
	}
	return { found, failures, read, asked: calendars.length };
}

function itemsOf(found: Found[], { zone }: Watch): INodeExecutionData[] {
	return found
		.sort((a, b) => a.start - b.start)
		.map(({ window, calendar: { id, name }, ...slot }) => ({
			json: {
				date: dateOfSlot(slot, zone),
				...describeSlot(slot, zone),
				windowStartTime: formatWithOffset(window.start, slot.offset),
				windowEndTime: formatWithOffset(window.end, slot.offset),
				calendarId: id,
				...(name !== undefined && { calendarName: name }),
			},
		}));
}

/** A test run treats all free slots as just opened, and remembers nothing. */
async function sample(context: IPollFunctions, client: PlatformClient, watch: Watch) {
	const nothingFree = { from: 0, until: Infinity, slots: '' };
	const { found, failures } = await readAll(
		client,
		watch.calendars,
		watch,
		new Map<string, CalendarMemory>(),
		nothingFree,
	);
	for (const failure of failures.values()) throw failure;
	if (found.length > 0) return [itemsOf(found, watch).slice(0, MAX_SAMPLES)];
	throw new NodeOperationError(context.getNode(), 'No slot is free now, so there is none to show', {
		description: "Free a slot on the platform, raise 'Days Ahead', or remove filters.",
	});
}

const RESPONSE_ERRORS = [UnexpectedResponseError, TimeFormatError, PathSegmentError];

/** How many calendars in a row fail so until the next would, too. A token and a rate limit are all calendars'; an outage may be of one. */
function failuresOfAll(error: unknown): number {
	if (!(error instanceof NodeApiError))
		return RESPONSE_ERRORS.some((type) => error instanceof type) ? Infinity : 1;
	const status = Number(error.httpCode);
	if ([401, 429].includes(status)) return 1;
	return status === 200 || (status >= 400 && status < 500 && status !== 408) ? Infinity : 2;
}
