import { type IDataObject, updateDisplayOptions } from 'n8n-workflow';

import { dateOfSlot, filterSlots, type Slot, type SlotFilters } from '../../booking/slots';
import { describeSlot, slotsByWeekday } from '../../booking/slotTexts';
import { calendarField } from '../../fields/accountFields';
import { nowIn } from '../../fields/timeKinds';
import { languageField } from '../../fields/language';
import { choiceOf, OPTIONS, shownTo } from '../../fields/parameters';
import { limitFields, limitOf } from '../../fields/limitFields';
import { dayFields, daysOf } from '../../fields/dayFields';
import { freeSlotFiltersField, slotFiltersOf } from '../../fields/slotFilters';
import { timeZoneField } from '../../fields/timeZoneField';
import { Listed, type OperationResult } from '../../items/operation';
import {
	type FreeSlotsQuery,
	listFreeSlots,
	getFreeSlots as requestFreeSlots,
} from '../../platformApi/calendars';
import type { PlatformClient } from '../../platformApi/client';
import { addDays, dateInZone } from '../../time/times';
import { assignedUserField } from '../appointment/settings';
import { onlyIn } from '../apiForms';
import { operation, type PlatformCall } from '../platformOperation';

/** A request of HighLevel's form spans 31 times 24 hours, which 31 days exceed where clocks are set back. */
const MAX_DAYS_AT_ONCE = 30;
/** With a limit, no more days are searched, and without one, no more can be asked for. */
const MAX_DAYS = 366;

/** Book sends the same user. */
const USER = onlyIn('highLevel', {
	...assignedUserField,
	description: 'The team member of the calendar whose free slots to get',
});

/** Which free slots are asked for. */
interface SlotQuestion {
	/** In whole days, as the platform takes them. */
	query: FreeSlotsQuery;
	/** The first and the last start, where times of day were given. */
	from: number;
	to: number;
	/** True where fewer days are searched than were asked for. */
	isShortened: boolean;
	/** The days in words, for messages. */
	range: string;
}

/** @throws NodeOperationError for a day that cannot be read, an end before the start, a past end, and too many days */
function readQuestion(call: PlatformCall, limit: number): SlotQuestion {
	const { read, refuse, required, zone } = call;
	const calendarId = required(calendarField);
	const userId = read(USER, OPTIONS);
	const { startDate, endDate, from = -Infinity, to = Infinity, start, end } = daysOf(call, zone);
	const now = Date.now();
	if (endDate < dateInZone(now, zone) || to < now) {
		throw refuse(
			`'End Date' (${end}) has passed, so there can be no free slots`,
			`Enter a later end. ${nowIn(zone)}`,
		);
	}
	const lastDate = addDays(startDate, MAX_DAYS);
	const isShortened = endDate > lastDate;
	if (isShortened && limit === Infinity) {
		throw refuse(
			`'End Date' (${end}) is more than a year after 'Start Date' (${start})`,
			"Enter an earlier end. Or set a 'Limit'.",
		);
	}
	return {
		query: { calendarId, userId, startDate, endDate: isShortened ? lastDate : endDate, zone },
		from,
		to,
		isShortened,
		range: `from ${start} to ${isShortened ? lastDate : end} (${zone})`,
	};
}

type OutputKind = 'slots' | 'dates';

/** What the node's fields ask of the free slots. */
interface SlotSearch {
	question: SlotQuestion;
	filters: SlotFilters;
	output: OutputKind;
	/** How many items, or Infinity. */
	limit: number;
	/** For 'Minimum Notice'. */
	now: number;
}

/** The slots that are in the question's range and pass the filters. */
function passingSlots(slots: Slot[], { question, filters, now }: SlotSearch): Slot[] {
	const { from, to, query } = question;
	const inRange = slots.filter(({ start }) => start >= from && start <= to);
	return filterSlots(inRange, filters, query.zone, now);
}

/** One item for each slot. */
function itemsBySlot(slots: Slot[], { calendarId, zone }: FreeSlotsQuery): IDataObject[] {
	return slots.map((slot) => ({
		date: dateOfSlot(slot, zone),
		...describeSlot(slot, zone),
		calendarId,
	}));
}

/** One item for each date, with its slots. */
function itemsByDate(slots: Slot[], { calendarId, zone }: FreeSlotsQuery): IDataObject[] {
	const slotsByDate = new Map<string, IDataObject[]>();
	for (const slot of slots) {
		const date = dateOfSlot(slot, zone);
		const ofDate = slotsByDate.get(date) ?? [];
		ofDate.push(describeSlot(slot, zone));
		slotsByDate.set(date, ofDate);
	}
	const items: IDataObject[] = [];
	for (const [date, ofDate] of slotsByDate)
		items.push({ date, timezone: zone, calendarId, slots: ofDate });
	return items;
}

function itemsOf(slots: Slot[], { output, question }: SlotSearch): IDataObject[] {
	return output === 'dates'
		? itemsByDate(slots, question.query)
		: itemsBySlot(slots, question.query);
}

/** How many items the slots are, without the work of making them. */
function countItems(slots: Slot[], { output, question }: SlotSearch): number {
	if (output !== 'dates') return slots.length;
	return new Set(slots.map((slot) => dateOfSlot(slot, question.query.zone))).size;
}

/** The free slots that were read. */
interface FreeSlots {
	/** Those that pass the filters, in order of time. */
	slots: Slot[];
	/** True where there were any before the filters. */
	hasFiltered: boolean;
	/** True where later days may not have been read. */
	mayBeMore: boolean;
}

/** Reads the free slots, each range once a run. A long one is read only as far as the limit needs. */
async function readFreeSlots(client: PlatformClient, search: SlotSearch): Promise<FreeSlots> {
	const { question, filters, limit, output } = search;
	const { query, range, from, to } = question;
	const isLong = query.endDate >= addDays(query.startDate, MAX_DAYS_AT_ONCE);
	const isEnough = (slots: Slot[]) => countItems(passingSlots(slots, search), search) > limit;
	// How far a long range is read hangs on everything that is asked for.
	const key = isLong ? [query, range, filters, limit, output] : [query];
	const slots = await client.readOnce(
		`slots ${JSON.stringify(key)}`,
		async () => await listFreeSlots(client, query, isEnough),
	);
	return {
		slots: passingSlots(slots, search),
		hasFiltered: slots.some(({ start }) => start >= from && start <= to),
		mayBeMore: isLong,
	};
}

/** The response as the platform sent it. */
async function readResponse(call: PlatformCall): Promise<OperationResult> {
	const { client } = call;
	const { query } = readQuestion(call, Infinity);
	return await client.readOnce(
		`response ${JSON.stringify(query)}`,
		async () => await requestFreeSlots(client, query),
	);
}

/** A language model pays for each word, so what all slots have in common stands once, before them. */
function listForModel(free: FreeSlots, { question, limit }: SlotSearch): Listed {
	const { slots, mayBeMore } = free;
	const { query, isShortened } = question;
	const { calendarId, zone } = query;
	const nothing = nothingText(free, question);
	if (slots.length === 0) return new Listed([], nothing);
	const items: IDataObject[] = [
		{ calendarId, timezone: zone, slots: 'by weekday, each as startTime/endTime' },
		...slotsByWeekday(slots.slice(0, limit), zone),
	];
	const hidden = slots.length - limit;
	if (hidden > 0) return new Listed(items, nothing, mayBeMore ? Infinity : hidden);
	if (isShortened) items.push({ message: unreadText(query) });
	return new Listed(items, nothing);
}

/** The items of a workflow. Where not all is shown, the run gets a hint. */
function listForWorkflow(client: PlatformClient, free: FreeSlots, search: SlotSearch): Listed {
	const { question, limit } = search;
	const items = itemsOf(free.slots, search);
	if (free.mayBeMore && items.length > limit)
		client.hint(`There are more free slots than the first ${limit}.`);
	else if (question.isShortened) client.hint(unreadText(question.query));
	return new Listed(items.slice(0, limit), nothingText(free, question));
}

/** Says that there are no free slots, and whether that hangs on the filters. */
function nothingText({ hasFiltered }: FreeSlots, { query, range }: SlotQuestion): string {
	const { calendarId } = query;
	return hasFiltered
		? `The calendar '${calendarId}' has no free slot that fits the node's filters ${range}. Ask for other times or days.`
		: `The calendar '${calendarId}' has no free slot ${range}. Ask for other times or days.`;
}

function unreadText({ endDate }: FreeSlotsQuery): string {
	return `Days after ${endDate} were not searched for free slots.`;
}

const RAW = {
	name: 'Raw Response',
	value: 'raw',
	description: 'The response as the platform sent it, in one item',
} as const;

const OUTPUT = choiceOf({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'slots',
	description: 'What to return',
	options: [
		{
			name: 'One Item per Date',
			value: 'dates',
			description: 'Each date with its slots. Dates without free slots are left out.',
		},
		{
			name: 'One Item per Slot',
			value: 'slots',
			description: "Each slot with its times in UTC and in 'Time Zone'",
		},
		RAW,
	],
	...shownTo(false),
});

const OUTPUT_OF_TOOL = choiceOf({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'slots',
	description: 'What to return',
	options: [
		RAW,
		{ name: 'Simplified', value: 'slots', description: 'Start and end of each slot, by day' },
	],
	...shownTo(true),
});

export const getFreeSlots = operation({
	name: 'Get Free Slots',
	description: 'Get the free slots of a calendar',
	action: 'Get free slots',
	hint: 'Returns one item per slot with startTime and endTime, which Appointment > Book takes as they are. Book books each item that it gets: set Limit to 1 to book once.',
	properties: [
		calendarField,
		...dayFields,
		OUTPUT_OF_TOOL,
		OUTPUT,
		...updateDisplayOptions({ hide: { output: ['raw'] } }, [...limitFields, freeSlotFiltersField]),
	],
	options: [USER, languageField, timeZoneField],
	isRead: true,
	howToSeeMore: "Ask again with the last start as 'Start Date'.",
	async execute(call) {
		const { client, isTool, read } = call;
		const output = read(OUTPUT);
		if (output === 'raw') return await readResponse(call);
		const limit = limitOf(call);
		const search: SlotSearch = {
			question: readQuestion(call, limit),
			filters: slotFiltersOf(call),
			output: output === 'dates' ? 'dates' : 'slots',
			limit,
			now: Date.now(),
		};

		const free = await readFreeSlots(client, search);

		return isTool ? listForModel(free, search) : listForWorkflow(client, free, search);
	},
});
