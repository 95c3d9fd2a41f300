import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { filterSlots } from '../../../booking/filters';
import type { Slot } from '../../../booking/slots';
import { dateOfSlot, describeSlot } from '../../../booking/slots';
import type { Operation } from '../../../items/operation';
import { freeSlotsOn, getFreeSlots as requestFreeSlots } from '../../../platformApi/calendars';
import type { FreeSlotsQuery } from '../../../platformApi/calendars';
import type { PlatformClient } from '../../../platformApi/client';
import { formatInZone } from '../../../time/times';
import { calendarField } from '../../../fields/calendar';
import { limited, limitFields } from '../../../items/limit';
import { slotFiltersField, slotFiltersOf } from '../../fields/slotFilters';
import { timeZoneField } from '../../../fields/timeZone';
import { CONCURRENT_READS, dateOf, requiredText, timeZoneOf } from '../../parameters';

const START_DATE = { name: 'startDate', label: 'Start Date' };
const END_DATE = { name: 'endDate', label: 'End Date' };

/** @throws NodeOperationError for an unreadable date, an end before the start, and a past end */
function readQuery(this: IExecuteFunctions, itemIndex: number): FreeSlotsQuery {
	const zone = timeZoneOf.call(this, itemIndex);
	const calendarId = requiredText.call(this, { name: 'calendarId', label: 'Calendar' }, itemIndex);
	const startDate = dateOf.call(this, START_DATE, itemIndex, zone);
	const endDate = dateOf.call(this, END_DATE, itemIndex, zone);
	const refuse = (message: string, description: string) =>
		new NodeOperationError(this.getNode(), message, {
			description: `Nothing was sent. ${description}`,
			itemIndex,
		});
	if (endDate < startDate) {
		throw refuse(
			`'End Date' (${endDate}) is before 'Start Date' (${startDate})`,
			'Enter an end date that is the same or later.',
		);
	}
	const today = formatInZone(Date.now(), zone).slice(0, 10);
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
	if (!perDate) {
		return slots.map((slot) => ({
			date: dateOfSlot(slot, zone),
			...describeSlot(slot, zone),
			calendarId,
		}));
	}
	const dates = [...new Set(slots.map((slot) => dateOfSlot(slot, zone)))];
	return dates.map((date) => ({
		date,
		timezone: zone,
		calendarId,
		slots: slots
			.filter((slot) => dateOfSlot(slot, zone) === date)
			.map((slot) => describeSlot(slot, zone)),
	}));
}

export const getFreeSlots: Operation<PlatformClient> = {
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
		calendarField(),
		{
			displayName: START_DATE.label,
			name: START_DATE.name,
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '={{ $today }}',
			required: true,
			placeholder: 'e.g. 2026-03-02',
			description: 'First day, as YYYY-MM-DD',
		},
		{
			displayName: END_DATE.label,
			name: END_DATE.name,
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '={{ $today.plus(7, "days") }}',
			required: true,
			placeholder: 'e.g. 2026-03-09',
			description: 'Last day, as YYYY-MM-DD. It is included.',
		},
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
		...updateDisplayOptions({ hide: { output: ['raw'] } }, [...limitFields, slotFiltersField]),
	],
	concurrency: () => CONCURRENT_READS,
	async execute(itemIndex, { api, memoize }) {
		const query = readQuery.call(this, itemIndex);
		const output = String(this.getNodeParameter('output', itemIndex, 'slots'));
		const asked = JSON.stringify(query);
		if (output === 'raw') {
			return await memoize(`answer ${asked}`, async () => await requestFreeSlots(api, query));
		}
		const filters = slotFiltersOf.call(this, itemIndex);
		const slots = await memoize(`slots ${asked}`, async () => await freeSlotsOn(api, query));
		const kept = filterSlots(slots, filters, query.zone, Date.now());
		return limited.call(this, itemsOf(kept, output === 'dates', query), itemIndex);
	},
};
