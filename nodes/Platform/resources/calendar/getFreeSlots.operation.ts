import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { dateOfSlot, describeSlot, filterSlots } from '../../../booking/slots';
import type { Slot } from '../../../booking/slots';
import { calendarField, calendarOf } from '../../../fields/calendar';
import { limited, limitFields } from '../../../fields/limit';
import { dateOf, momentOf, refuserFor } from '../../../fields/parameters';
import { freeSlotFiltersField, freeSlotFiltersOf } from '../../../fields/slotFilters';
import { timeZoneField, timeZoneOf } from '../../../fields/timeZone';
import { runsAsTool } from '../../../n8n/agentTool';
import type { FreeSlotsQuery } from '../../../platformApi/calendars';
import { freeSlotsOn, getFreeSlots as requestFreeSlots } from '../../../platformApi/calendars';
import { dateInZone } from '../../../time/times';
import type { PlatformOperation } from '../../operation';

const startField: INodeProperties = {
	displayName: 'Start Date',
	name: 'startDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '={{ $today }}',
	required: true,
	placeholder: 'e.g. 2026-03-02',
	description: 'First day, as YYYY-MM-DD. With a time of day, earlier slots are left out.',
};

const endField: INodeProperties = {
	displayName: 'End Date',
	name: 'endDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '={{ $today.plus(7, "days") }}',
	required: true,
	placeholder: 'e.g. 2026-03-09',
	description: 'Last day, as YYYY-MM-DD. It is included. With a time of day, later slots are left out.',
};

/** @throws NodeOperationError for an unreadable date, an end before the start, and a past end */
function readQuery(context: IExecuteFunctions, itemIndex: number): FreeSlotsQuery {
	const zone = timeZoneOf(context, itemIndex);
	const calendarId = calendarOf(context, itemIndex);
	const startDate = dateOf(context, startField, itemIndex, zone);
	const endDate = dateOf(context, endField, itemIndex, zone);
	const refuse = refuserFor(context, itemIndex);
	if (endDate < startDate) {
		throw refuse(
			`'End Date' (${endDate}) is before 'Start Date' (${startDate})`,
			'Enter an end date that is the same or later.',
		);
	}
	const today = dateInZone(Date.now(), zone);
	if (endDate < today) {
		throw refuse(
			`'End Date' (${endDate}) has passed, so there can be no free slots`,
			`Today is ${today} in ${zone}. Enter today or a later date.`,
		);
	}
	return { calendarId, startDate, endDate, zone };
}

/** One item per slot, or per date with its slots. */
function itemsOf(slots: Slot[], perDate: boolean, { calendarId, zone }: FreeSlotsQuery): IDataObject[] {
	const described = slots.map((slot) => ({ date: dateOfSlot(slot, zone), ...describeSlot(slot, zone) }));
	if (!perDate) return described.map((slot) => ({ ...slot, calendarId }));
	const dates = new Map<string, IDataObject[]>();
	for (const { date, ...slot } of described) dates.set(date, [...(dates.get(date) ?? []), slot]);
	return [...dates].map(([date, ofDate]) => ({ date, timezone: zone, calendarId, slots: ofDate }));
}

export const getFreeSlots: PlatformOperation = {
	option: {
		name: 'Get Free Slots',
		description: 'Get the free slots of a calendar',
		action: 'Get free slots of a calendar',
		builderHint: {
			propertyHint:
				'Returns one item per slot with startTime and endTime, which Appointment > Book takes as they are. Book books each item that it gets: set Limit to 1 to book once.',
		},
	},
	properties: [
		calendarField,
		startField,
		endField,
		timeZoneField,
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
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
				{
					name: 'Raw Response',
					value: 'raw',
					description: 'The response as the platform sent it, in one item',
				},
			],
			default: 'slots',
			description: 'What to return',
		},
		...updateDisplayOptions({ hide: { output: ['raw'] } }, [...limitFields, freeSlotFiltersField]),
	],
	isRead: true,
	async execute(context, itemIndex, { api, memoize }) {
		const query = readQuery(context, itemIndex);
		const output = String(context.getNodeParameter('output', itemIndex, 'slots'));
		const asked = JSON.stringify(query);
		if (output === 'raw') {
			return await memoize(`response ${asked}`, async () => await requestFreeSlots(api, query));
		}
		const filters = freeSlotFiltersOf(context, itemIndex);
		const slots = await memoize(`slots ${asked}`, async () => await freeSlotsOn(api, query));
		// A date with a time of day means that moment; only midnight is how a whole day is written.
		const [from = -Infinity, to = Infinity] = [startField, endField].map((field) =>
			momentOf(context, field, itemIndex, query.zone),
		);
		const inRange = slots.filter(({ start }) => start >= from && start <= to);
		const kept = filterSlots(inRange, filters, query.zone, Date.now());
		const items = itemsOf(kept, output === 'dates', query);
		const shown = limited(context, items, itemIndex);
		const hidden = items.length - shown.length;
		if (hidden === 0 || !runsAsTool(context.getNode())) return shown;
		const message = `There are ${hidden} more, which are not shown. Ask again with a later startDate, or for fewer days.`;
		return [...shown, { message }];
	},
	nothingFound(context, itemIndex) {
		const { calendarId, startDate, endDate, zone } = readQuery(context, itemIndex);
		const filters = Object.keys(context.getNodeParameter('filters', itemIndex, {}) as IDataObject);
		const fitting = filters.length > 0 ? " that fits the node's filters" : '';
		return `The calendar '${calendarId}' has no free slot${fitting} from ${startDate} to ${endDate} (${zone}). Ask for other days.`;
	},
};
