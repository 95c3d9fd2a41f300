import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/createSandbox';

export interface Slot {
	startTime: string;
	endTime: string;
}

export const DAY_MS = 86_400_000;

/** `YYYY-MM-DD` in UTC, so many days from now. */
export const dayFromNow = (days: number) =>
	new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** `YYYY-MM-DD`, so many days from now or on the Monday after. */
export function nextWorkday(days: number): string {
	const isWeekend = [0, 6].includes(new Date(dayFromNow(days)).getUTCDay());
	return isWeekend ? nextWorkday(days + 1) : dayFromNow(days);
}

/** Changes something on the platform as any of its clients does, by `POST /path`. */
export async function callPlatform(
	{ url, form }: Sandbox,
	request: string,
	body: object,
): Promise<void> {
	const [method, path] = request.split(' ');
	const version =
		form() === 'highLevel' && path.startsWith('/calendars') ? '2021-04-15' : '2021-07-28';
	const headers = {
		authorization: 'Bearer pit-harbor',
		version,
		'content-type': 'application/json',
	};
	const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
	expect(response).toMatchObject({ ok: true });
}

/** The slots in what a tool gave, which stand as `start/end` under their weekdays. */
export const slotsOf = (records: IDataObject[]): Slot[] =>
	[...JSON.stringify(records).matchAll(/"(\d{4}-[^"/\\]+)\/([^"/\\]+)/g)].map(
		([, startTime, endTime]) => ({
			startTime,
			endTime,
		}),
	);

/** A slot as the sandbox keeps it. */
export const asSandboxKeeps = ({ startTime, endTime }: Slot): Slot => {
	const inUtc = (time: string) => new Date(time).toISOString().replace('.000Z', '+00:00');
	return { startTime: inUtc(startTime), endTime: inUtc(endTime) };
};

/**
 * Free slots of a calendar from tomorrow on, in order of time: what a test books, and what somebody
 * else books before it.
 */
export function freeSlots(sandbox: Sandbox, calendarId = 'cal-onboarding'): Slot[] {
	return sandbox.freeSlots({ calendarId, from: dayFromNow(2), until: dayFromNow(10) });
}
