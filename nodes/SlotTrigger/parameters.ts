import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { SlotFilters } from '../booking/slots';
import { toAuthentication } from '../fields/account';
import { minutesIn, readSlotFilters } from '../fields/slotFilters';
import { toFilledInText } from '../fields/parameters';
import type { Refuse } from '../fields/parameters';
import { usableZone } from '../fields/timeZone';
import type { Authentication } from '../platformApi/credential';
import { LENGTH, MAX_CALENDARS, MAX_DAYS_AHEAD } from './fields';

export interface WatchedCalendar {
	id: string;
	/** As the list showed it when it was chosen. */
	name?: string;
}

/** What the node's fields say. */
export interface Watch {
	authentication: Authentication;
	calendars: WatchedCalendar[];
	/** Today is the first of them. */
	daysAhead: number;
	/** Of days, weekdays and times of day. */
	zone: string;
	minimumLengthMinutes: number;
	filters: SlotFilters;
	/** The most days that pass between two polls. */
	pollDays: number;
}

type Values = Record<string, unknown>;

/** @throws NodeOperationError that names a field which is empty or cannot be used */
export function readWatch(context: IPollFunctions): Watch {
	const refuse: Refuse = (message, whatToDo) =>
		new NodeOperationError(context.getNode(), message, { description: whatToDo });
	const zone = usableZone(
		locatorText(context.getNodeParameter('timezone', '')) || context.getTimezone(),
		refuse,
	);
	const daysAhead = Math.floor(Number(context.getNodeParameter('daysAhead', 14)));
	if (!(daysAhead >= 1 && daysAhead <= MAX_DAYS_AHEAD)) {
		throw refuse(
			`'Days Ahead' is not a whole number from 1 to ${MAX_DAYS_AHEAD}`,
			'Enter a number of days, such as 14.',
		);
	}
	const filters = context.getNodeParameter('filters', {}) as IDataObject;
	return {
		authentication: toAuthentication(context.getNodeParameter('authentication', 'oAuth2')),
		calendars: readCalendars(context, refuse),
		daysAhead,
		zone,
		minimumLengthMinutes: minutesIn(filters, LENGTH, refuse),
		filters: readSlotFilters(filters, refuse),
		pollDays: daysBetweenPolls(context.getNodeParameter('pollTimes', {}) as IDataObject),
	};
}

/** The value of a resource locator, which an expression may have replaced by a text. */
function locatorText(parameter: unknown): string {
	const { value = parameter } = (parameter ?? {}) as { value?: unknown };
	return toFilledInText(value);
}

function readCalendars(context: IPollFunctions, refuse: Refuse): WatchedCalendar[] {
	const { values } = context.getNodeParameter('calendars', {}) as { values?: Values[] };
	const byId = new Map<string, WatchedCalendar>();
	for (const { calendarId } of [values ?? []].flat()) {
		const id = locatorText(calendarId);
		if (id !== '') byId.set(id, { id, name: nameInList(calendarId, id) });
	}
	if (byId.size === 0) {
		throw refuse("'Calendar' is empty", 'Choose at least one calendar from the list.');
	}
	if (byId.size > MAX_CALENDARS) {
		throw refuse(
			`'Calendars' has ${byId.size} calendars, but one node watches at most ${MAX_CALENDARS}`,
			'Split them between several workflows.',
		);
	}
	return [...byId.values()];
}

/** The list shows "Name (id)", or the id alone. */
function nameInList(locator: unknown, id: string): string | undefined {
	const { cachedResultName } = locator as { cachedResultName?: unknown };
	const suffix = ` (${id})`;
	return typeof cachedResultName === 'string' && cachedResultName.endsWith(suffix)
		? cachedResultName.slice(0, -suffix.length)
		: undefined;
}

/** Longer than a day only in these modes of 'Poll Times'; a custom cron expression is not looked at. */
const DAYS_OF_MODE: Record<string, number> = { everyWeek: 7, everyMonth: 31 };

function daysBetweenPolls({ item }: IDataObject): number {
	const days = ([item ?? []].flat() as IDataObject[]).map(({ mode }) => DAYS_OF_MODE[String(mode)] ?? 1);
	return days.length > 0 ? Math.min(...days) : 1;
}
