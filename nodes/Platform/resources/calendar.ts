import { type IDataObject, updateDisplayOptions } from 'n8n-workflow';

import {
	dateOfSlot,
	describeSlot,
	filterSlots,
	type Slot,
	slotsByWeekday,
} from '../../booking/slots';
import { calendarField } from '../../fields/accountFields';
import { nowIn } from '../../fields/valueKinds';
import { languageField } from '../../fields/language';
import { choiceOf, limitFields, limitOf, OPTIONS, shownTo } from '../../fields/parameters';
import { dayFields, daysOf } from '../../fields/dayFields';
import { freeSlotFiltersField, slotFiltersOf } from '../../fields/slotFilters';
import { timeZoneField } from '../../fields/timeZoneField';
import { Listed } from '../../items/operation';
import {
	type FreeSlotsQuery,
	listFreeSlots,
	getFreeSlots as requestFreeSlots,
} from '../../platformApi/calendars';
import { CHOICES } from '../../platformApi/pickLists';
import { addDays, dateInZone } from '../../time/times';
import { assignedUserField } from '../appointment/settings';
import { onlyIn } from '../apiForms';
import { operation, type PlatformCall } from '../platformOperation';
import { resourceOf } from '../rows/resourceOf';

/** A request of HighLevel's form spans 31. */
const MAX_DAYS_AT_ONCE = 31;
/** With a limit, no more days are searched, and without one, no more can be asked for. */
const MAX_DAYS = 366;

/** Book sends the same user. */
const USER = onlyIn('highLevel', {
	...assignedUserField,
	description: 'The team member of the calendar whose free slots to get',
});

/** @throws NodeOperationError for a day that cannot be read, an end before the start, a past end, and too many days */
function readQuery(call: PlatformCall, limit: number) {
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
	const isBounded = endDate > lastDate;
	if (isBounded && limit === Infinity) {
		throw refuse(
			`'End Date' (${end}) is more than a year after 'Start Date' (${start})`,
			"Enter an earlier end. Or set a 'Limit'.",
		);
	}
	const isIn = (slot: Slot) => slot.start >= from && slot.start <= to;
	return {
		query: { calendarId, userId, startDate, endDate: isBounded ? lastDate : endDate, zone },
		isIn,
		isBounded,
		now,
		range: `from ${start} to ${isBounded ? lastDate : end} (${zone})`,
	};
}

/** One item per slot, or per date with its slots. */
function itemsOf(
	slots: Slot[],
	perDate: boolean,
	{ calendarId, zone }: FreeSlotsQuery,
): IDataObject[] {
	const described = slots.map((slot) => ({
		date: dateOfSlot(slot, zone),
		...describeSlot(slot, zone),
	}));
	if (!perDate) return described.map((slot) => ({ ...slot, calendarId }));
	const dates = new Map(
		described.map(({ date }) => [
			date,
			{ date, timezone: zone, calendarId, slots: [] as IDataObject[] },
		]),
	);
	for (const { date, ...slot } of described) dates.get(date)?.slots.push(slot);
	return [...dates.values()];
}

/** A language model pays for each word, so what all slots have in common stands once, before them. */
function forModel(slots: Slot[], { calendarId, zone }: FreeSlotsQuery): IDataObject[] {
	return slots.length === 0
		? []
		: [
				{ calendarId, timezone: zone, slots: 'by weekday, each as startTime/endTime' },
				...slotsByWeekday(slots, zone),
			];
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

const getFreeSlots = operation({
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
		const limit = output === 'raw' ? Infinity : limitOf(call);
		const { query, isIn, isBounded, now, range } = readQuery(call, limit);
		if (output === 'raw')
			return await client.readOnce(
				`response ${JSON.stringify(query)}`,
				async () => await requestFreeSlots(client, query),
			);
		const filters = slotFiltersOf(call);
		const keptOf = (found: Slot[]) => filterSlots(found.filter(isIn), filters, query.zone, now);
		const isPerDate = output === 'dates';
		const isEnough = (found: Slot[]) =>
			(isPerDate ? itemsOf(keptOf(found), true, query) : keptOf(found)).length > limit;
		// Longer ranges are read only as far as the limit needs.
		const isLong = query.endDate > addDays(query.startDate, MAX_DAYS_AT_ONCE);
		const slots = await client.readOnce(
			`slots ${JSON.stringify([query, isLong && [range, filters, limit, output]])}`,
			async () => await listFreeSlots(client, query, isEnough),
		);
		const kept = keptOf(slots);
		const items = isTool ? kept : itemsOf(kept, isPerDate, query);
		const isCut = items.length > limit;
		const unread = `Days after ${query.endDate} were not searched for free slots.`;
		const fitting = slots.some(isIn) ? " that fits the node's filters" : '';
		const nothing = `The calendar '${query.calendarId}' has no free slot${fitting} ${range}. Ask for other times or days.`;
		if (!isTool) {
			if (isLong && isCut) client.hint(`There are more free slots than the first ${limit}.`);
			else if (isBounded) client.hint(unread);
			return new Listed(items.slice(0, limit) as IDataObject[], nothing);
		}
		const shown = forModel(kept.slice(0, limit), query);
		const hidden = isLong && isCut ? Infinity : Math.max(0, kept.length - limit);
		if (isBounded && hidden === 0 && kept.length > 0) shown.push({ message: unread });
		return new Listed(shown, nothing, hidden);
	},
});

export const calendar = resourceOf(
	'Calendar',
	{ toRead: 'readCalendars', first: ['id', 'name', 'isActive'], keepsId: true },
	{
		getAll: {
			name: 'Get Many',
			description: 'Get the calendars of the location',
			action: 'Get many calendars',
			hint: 'Returns one item per calendar with id and name. Use it to find the calendarId for the other operations.',
			...CHOICES.calendarId,
			fields: [],
			nothing: 'The location has no calendars.',
		},
		get: {
			name: 'Get',
			description: 'Get one calendar',
			hint: 'Needs the ID of a calendar, as Get Many returns it, not the ID of a location.',
			method: 'GET',
			path: '/calendars/{calendarId}',
			fields: [calendarField],
		},
	},
	{ getFreeSlots },
);
