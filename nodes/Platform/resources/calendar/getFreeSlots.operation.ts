import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import type { Operation, RunScope } from '../../../shared/router';
import { formatInZone } from '../../../shared/times';
import type { FreeSlotsQuery } from '../../booking/freeSlots';
import {
	describeSlot,
	readFreeSlots,
	requestFreeSlots,
	windowsByDate,
} from '../../booking/freeSlots';
import { calendarField } from '../../fields/calendar';
import { timeZoneField } from '../../fields/timeZone';
import { dateOf, requiredText, timeZoneOf } from '../../parameters';

const START_DATE = { name: 'startDate', label: 'Start Date' };
const END_DATE = { name: 'endDate', label: 'End Date' };

const properties: INodeProperties[] = updateDisplayOptions(
	{ show: { resource: ['calendar'], operation: ['getFreeSlots'] } },
	[
		calendarField(),
		{
			displayName: START_DATE.label,
			name: START_DATE.name,
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '={{ $today }}',
			required: true,
			placeholder: 'e.g. 2026-03-02',
			description: 'First day to look at, as YYYY-MM-DD',
		},
		{
			displayName: END_DATE.label,
			name: END_DATE.name,
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '={{ $today.plus(7, "days") }}',
			required: true,
			placeholder: 'e.g. 2026-03-09',
			description: 'Last day to look at, as YYYY-MM-DD; it is included',
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
					description: 'Each with its list of slots; dates without a free slot are absent',
				},
				{
					name: 'One Item per Slot',
					value: 'slots',
					description: 'Each with its times in UTC and in the time zone',
				},
				{
					name: "Platform's Answer",
					value: 'raw',
					description: 'One item, as the platform sent it',
				},
			],
			default: 'slots',
			description: 'What each output item stands for',
		},
	],
);

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
			'Give an end date that is the same or later.',
		);
	}
	const today = formatInZone(Date.now(), zone).slice(0, 10);
	if (endDate < today) {
		throw refuse(
			`'End Date' (${endDate}) has passed, so there can be no free slots`,
			`Today is ${today} in ${zone}. Give dates from today on.`,
		);
	}
	return { calendarId, startDate, endDate, zone, itemIndex };
}

function slotItems(answer: IDataObject, { calendarId, zone }: FreeSlotsQuery): IDataObject[] {
	return readFreeSlots(answer).map(({ date, ...slot }) => ({
		date,
		...describeSlot(slot, zone),
		calendarId,
	}));
}

function dateItems(answer: IDataObject, { calendarId, zone }: FreeSlotsQuery): IDataObject[] {
	const slots = readFreeSlots(answer);
	return windowsByDate(answer)
		.map(([date]) => date)
		.sort()
		.map((date) => ({
			date,
			timezone: zone,
			calendarId,
			slots: slots
				.filter((slot) => slot.date === date)
				.map(({ start, end }) => describeSlot({ start, end }, zone)),
		}));
}

async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
	run: RunScope,
): Promise<IDataObject[]> {
	const query = readQuery.call(this, itemIndex);
	const { calendarId, startDate, endDate, zone } = query;
	const key = ['freeSlots', calendarId, startDate, endDate, zone].join(' ');
	const answer = await run.once(key, async () =>
		await requestFreeSlots.call(this, { calendarId, startDate, endDate, zone }),
	);
	switch (this.getNodeParameter('output', itemIndex, 'slots')) {
		case 'dates':
			return dateItems(answer, query);
		case 'raw':
			return [answer];
		default:
			return slotItems(answer, query);
	}
}

export const getFreeSlots: Operation = { properties, execute };
