import { type IDataObject, type IExecuteFunctions, updateDisplayOptions } from 'n8n-workflow';

import { dateOfSlot, describeSlot, filterSlots, type Slot } from '../../booking/slots';
import { locationOf } from '../../fields/account';
import { calendarField } from '../../fields/calendar';
import { choiceField, dateTimeField } from '../../fields/declare';
import { oneOf } from '../../fields/kinds';
import { limited, limitFields } from '../../fields/limit';
import { dateOf, momentOf, refuserFor, requiredText, valueOf } from '../../fields/parameters';
import { simplified, simplifyField } from '../../fields/simplify';
import { freeSlotFiltersField, freeSlotFiltersOf } from '../../fields/slotFilters';
import { timeZoneField, timeZoneOf } from '../../fields/timeZone';
import { orNothing } from '../../items/operation';
import { runsAsTool } from '../../n8n/agentTool';
import type { FreeSlotsQuery } from '../../platformApi/calendars';
import { freeSlotsOn, getCalendar, getFreeSlots as requestFreeSlots, listCalendars } from '../../platformApi/calendars';
import { dateInZone, formatInZone } from '../../time/times';
import { operation, type PlatformResource } from '../operation';

const startField = dateTimeField('Start Date', 'startDate', {
	typeOptions: { dateOnly: true },
	default: '={{ $today }}',
	required: true,
	placeholder: 'e.g. 2027-03-08',
	description: 'First day, as YYYY-MM-DD. With a time of day, earlier slots are left out.',
});

const endField = dateTimeField('End Date', 'endDate', {
	typeOptions: { dateOnly: true },
	default: '={{ $today.plus(7, "days") }}',
	required: true,
	placeholder: 'e.g. 2027-03-12',
	description: 'Last day, as YYYY-MM-DD. It is included. With a time of day, later slots are left out.',
});

/** What to ask for, and which of the slots' starts count: epoch milliseconds, both included, and as text. */
interface Asked {
	query: FreeSlotsQuery;
	from: number;
	to: number;
	range: string;
}

/** @throws NodeOperationError for an unreadable date, an end before the start, and a past end */
function readQuery(context: IExecuteFunctions, itemIndex: number): Asked {
	const zone = timeZoneOf(context, itemIndex);
	const calendarId = requiredText(context, calendarField, itemIndex);
	const [startDate, endDate] = [startField, endField].map((field) => dateOf(context, field, itemIndex, zone));
	// A date with a time of day means that moment; only midnight is how a whole day is written.
	const moments = [startField, endField].map((field) => momentOf(context, field, itemIndex, zone));
	const [from = -Infinity, to = Infinity] = moments;
	const textOf = (date: string, moment: number) => (Number.isFinite(moment) ? formatInZone(moment, zone) : date);
	const [start, end] = [textOf(startDate, from), textOf(endDate, to)];
	const refuse = refuserFor(context, itemIndex);
	if (endDate < startDate || to < from) {
		throw refuse(`'End Date' (${end}) is before 'Start Date' (${start})`, 'Enter an end that is the same or later.');
	}
	const now = Date.now();
	if (endDate < dateInZone(now, zone) || to < now) {
		throw refuse(
			`'End Date' (${end}) has passed, so there can be no free slots`,
			`It is ${formatInZone(now, zone)} in ${zone}. Enter a later end.`,
		);
	}
	return { query: { calendarId, startDate, endDate, zone }, from, to, range: `from ${start} to ${end} (${zone})` };
}

/** One item per slot, or per date with its slots. */
function itemsOf(slots: Slot[], perDate: boolean, { calendarId, zone }: FreeSlotsQuery): IDataObject[] {
	const described = slots.map((slot) => ({ date: dateOfSlot(slot, zone), ...describeSlot(slot, zone) }));
	if (!perDate) return described.map((slot) => ({ ...slot, calendarId }));
	const dates = new Map<string, IDataObject[]>();
	for (const { date, ...slot } of described) dates.set(date, [...(dates.get(date) ?? []), slot]);
	return [...dates].map(([date, ofDate]) => ({ date, timezone: zone, calendarId, slots: ofDate }));
}

const ASK_FOR_LESS = 'Ask again with a later startDate, or for fewer days.';

const OUTPUT = choiceField('Output', 'output', 'slots', {
	options: [
		{
			name: 'One Item per Date',
			value: 'dates',
			description: 'Each date with its slots. Dates without free slots are left out.',
		},
		{ name: 'One Item per Slot', value: 'slots', description: "Each slot with its times in UTC and in 'Time Zone'" },
		{ name: 'Raw Response', value: 'raw', description: 'The response as the platform sent it, in one item' },
	],
	description: 'What to return',
});

const getFreeSlots = operation({
	name: 'Get Free Slots',
	description: 'Get the free slots of a calendar',
	action: 'Get free slots',
	hint:
		'Returns one item per slot with startTime and endTime, which Appointment > Book takes as they are. Book books each item that it gets: set Limit to 1 to book once.',
	properties: [
		calendarField,
		startField,
		endField,
		timeZoneField,
		OUTPUT,
		...updateDisplayOptions({ hide: { output: ['raw'] } }, [...limitFields, freeSlotFiltersField]),
	],
	isRead: true,
	askForLess: ASK_FOR_LESS,
	async execute(context, itemIndex, { api, memoize }) {
		const { query, from, to, range } = readQuery(context, itemIndex);
		const output = valueOf(context, OUTPUT, itemIndex, oneOf('dates', 'slots', 'raw')) ?? 'slots';
		const asked = JSON.stringify(query);
		if (output === 'raw') return await memoize(`response ${asked}`, async () => await requestFreeSlots(api, query, true));
		const filters = freeSlotFiltersOf(context, itemIndex);
		const slots = await memoize(`slots ${asked}`, async () => await freeSlotsOn(api, query));
		const inRange = slots.filter(({ start }) => start >= from && start <= to);
		const kept = filterSlots(inRange, filters, query.zone, Date.now());
		const items = itemsOf(kept, output === 'dates', query);
		const shown = limited(context, items, itemIndex);
		const hidden = items.length - shown.length;
		if (hidden > 0 && runsAsTool(context.getNode())) {
			return [...shown, { message: `There are ${hidden} more, which are not shown. ${ASK_FOR_LESS}` }];
		}
		const fitting = inRange.length > 0 ? " that fits the node's filters" : '';
		const other = to - from === Infinity ? 'days' : 'times or days';
		return orNothing(shown, `The calendar '${query.calendarId}' has no free slot${fitting} ${range}. Ask for other ${other}.`);
	},
});

const getAll = operation({
	name: 'Get Many',
	description: 'Get the calendars of the location',
	action: 'Get many calendars',
	hint: 'Returns one item per calendar with id and name. Use it to find the calendarId for the other operations.',
	properties: [...limitFields, simplifyField],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const locationId = await locationOf(context, api, itemIndex);
		const calendars = await memoize(`calendars ${locationId}`, async () => await listCalendars(api, locationId));
		return simplified(context, itemIndex, limited(context, calendars, itemIndex), 'id', 'name');
	},
});

const get = operation({
	name: 'Get',
	description: 'Get one calendar',
	action: 'Get calendar',
	hint: 'Needs the ID of a calendar, as Get Many returns it, not the ID of a location.',
	properties: [calendarField, simplifyField],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const calendarId = requiredText(context, calendarField, itemIndex);
		const found = await memoize(`calendar ${calendarId}`, async () => await getCalendar(api, calendarId));
		return simplified(context, itemIndex, found, 'id', 'name');
	},
});

export const calendar: PlatformResource = { name: 'Calendar', operations: { getFreeSlots, getAll, get } };
