import type { INodeProperties } from 'n8n-workflow';

import { formatInZone } from '../time/times';
import { fieldOf, type Fields } from './parameters';
import { dayIn } from './timeKinds';

const START_DATE: INodeProperties = {
	displayName: 'Start Date',
	name: 'startDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	default: '={{ $today }}',
	placeholder: 'e.g. 2027-03-08',
	description: 'First day, as YYYY-MM-DD. With a time of day, what is earlier is left out.',
};

const END_DATE: INodeProperties = {
	displayName: 'End Date',
	name: 'endDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	default: '={{ $today.plus(7, "days") }}',
	placeholder: 'e.g. 2027-03-12',
	description:
		'Last day, as YYYY-MM-DD. It is included. With a time of day, what is later is left out.',
};

/** 'Start Date' and 'End Date' of a search. */
export const dayFields: INodeProperties[] = [START_DATE, END_DATE];

/** The first and the last day of a search, both included. */
export interface Days {
	/** As `YYYY-MM-DD`. */
	startDate: string;
	endDate: string;
	/** Epoch milliseconds, where 'Start Date' has a time of day. */
	from: number | undefined;
	/** Epoch milliseconds, where 'End Date' has a time of day. */
	to: number | undefined;
	/** 'Start Date' and 'End Date' for messages, each with its time of day where it has one. */
	start: string;
	end: string;
}

/**
 * Reads the first and the last day of a search.
 *
 * @param zone in which a time of day is meant
 * @throws NodeOperationError for a date that cannot be read, and for an end before the start
 */
export function daysOf({ refuse, required }: Fields, zone: string): Days {
	const first = required(fieldOf(dayIn(zone), START_DATE));
	const last = required(fieldOf(dayIn(zone), END_DATE));
	const days: Days = {
		startDate: first.date,
		endDate: last.date,
		from: first.moment,
		to: last.moment,
		start: first.moment === undefined ? first.date : formatInZone(first.moment, zone),
		end: last.moment === undefined ? last.date : formatInZone(last.moment, zone),
	};
	const isEarlierTime = days.from !== undefined && days.to !== undefined && days.to < days.from;
	if (days.endDate < days.startDate || isEarlierTime) {
		throw refuse(
			`'End Date' (${days.end}) is before 'Start Date' (${days.start})`,
			'Enter an end that is the same or later.',
		);
	}
	return days;
}
