import type { Sandbox } from '../../../sandbox/createSandbox';

export interface Slot {
	startTime: string;
	endTime: string;
}

const DAY_MS = 86_400_000;

/** `YYYY-MM-DD` in UTC, so many days from now. */
export const dayFromNow = (days: number) =>
	new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Free slots of a calendar from tomorrow on, in order of time: what a test books, and what somebody
 * else books before it. Reads them as any client of the platform does.
 */
export async function freeSlots(sandbox: Sandbox, calendarId: string): Promise<Slot[]> {
	const query = new URLSearchParams({
		startDate: dayFromNow(2),
		endDate: dayFromNow(9),
		timezone: 'UTC',
	});
	const response = await fetch(`${sandbox.url}/calendars/${calendarId}/free-slots?${query}`, {
		headers: { authorization: 'Bearer pit-harbor', version: '2021-07-28' },
	});
	const { _dates_ } = (await response.json()) as { _dates_: Record<string, Slot[]> };
	return Object.keys(_dates_)
		.sort()
		.flatMap((date) => _dates_[date]);
}
