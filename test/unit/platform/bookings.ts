import type { IDataObject } from 'n8n-workflow';

import { act, byId, HIGH_LEVEL, type Given, type Sent } from './nodeOnPlatform';
import { stopClockAt } from '../../support/clock';
import { failed } from '../platformApi/fakePlatform';

/** Half an hour from this hour of November 23 on. */
export const at = (hours: number) => {
	const start = Date.UTC(2026, 10, 23) + hours * 3_600_000;
	const text = (instant: number) => new Date(instant).toISOString().replace('.000Z', '+00:00');
	return { startTime: text(start), endTime: text(start + 1_800_000) };
};

const later = setTimeout;

/** Stops the clock two days before the slots, and lets the pauses before the platform is asked take no time. */
export function withoutPauses(): void {
	stopClockAt('2026-11-21T12:00:00Z');
	beforeEach(() =>
		jest
			.spyOn(globalThis, 'setTimeout')
			.mockImplementation(((run: () => void) => later(run, 0)) as typeof setTimeout),
	);
}

interface Stage extends Given {
	/** Responses to the writes of a try of the node; after them, the platform says no more to one. */
	write?: unknown;
	/** In place of `write`: those of each try, as n8n's Retry On Fail makes them. */
	tries?: unknown[][];
	/** Hours that are free, or those of each reading, of which the last ones stay; the failure where they cannot be read. */
	free?: number[] | number[][] | Error;
	/** The appointments that HighLevel has; an Error where they cannot be read. The other form tells none. */
	has?: IDataObject[] | Error;
	/** Those that it has once a write has come, where they are others. */
	then?: IDataObject[] | Error;
}

let requests = 0;

/** Runs an operation of Appointment for Ada at 9:00, in an execution of its own. @returns how each try ended */
export async function run(
	operation: string,
	{ write, tries = [[write].flat()], free = [10], has, then = has, ...given }: Stage,
	parameters: IDataObject = {},
) {
	const fields = { contactId: 'ada', appointmentId: 'appt-1', calendarId: byId('cal-1') };
	const executionId = `request-${++requests}`;
	let isWritten = false;
	let writes: unknown[];
	const readings = Array.isArray(free) && Array.isArray(free[0]) ? [...free] : [free];
	const responses = ({ method, path, qs }: Sent) => {
		if (method !== 'GET') {
			isWritten = true;
			return writes.shift() ?? new Error('No response is left');
		}
		if (path.endsWith('/free-slots')) {
			const hours = readings.length > 1 ? readings.shift() : readings[0];
			if (hours instanceof Error) return hours;
			const slots = (hours as number[]).map(at);
			return has
				? { '2026-11-23': { slots: slots.map(({ startTime }) => startTime) } }
				: { _dates_: { all: slots } };
		}
		if (path.endsWith('/calendars/cal-1'))
			return { calendar: { slotDuration: 30, slotDurationUnit: 'mins' } };
		const records = (isWritten ? then : has) ?? [];
		if (records instanceof Error) return records;
		if (path.endsWith('/calendars/events'))
			return {
				events: records.filter(
					({ calendarId, startTime }) =>
						calendarId === qs?.calendarId && !(Date.parse(`${startTime}`) > Number(qs?.endTime)),
				),
			};
		const found = records.find(({ id }) => path.endsWith(`/appointments/${String(id)}`));
		return found
			? { event: { ...found, ...(found.whole as IDataObject) } }
			: failed(400, { message: 'Appointment not found' });
	};
	const ends = [];
	for (const of of tries) {
		writes = [...of];
		const end = await act(
			`appointment.${operation}`,
			{ ...fields, slotSource: 'startEnd', ...at(9), ...parameters },
			{ executionId, responses, ...(has && { credential: HIGH_LEVEL }), ...given },
		);
		ends.push({ ...end, starts: end.writes.map(({ body }) => (body as IDataObject)?.startTime) });
	}
	return ends;
}

export const last = async (...of: Parameters<typeof run>) => (await run(...of)).at(-1)!;

/** What a person or a model is told of the last try, and what else holds for it. */
export type End = [platform: Stage, parameters: IDataObject, ...expected: Array<RegExp | object>];

export async function expectEnd(operation: string, ...[platform, parameters, ...expected]: End) {
	const end = await last(operation, platform, parameters);
	for (const each of expected)
		expect(end).toMatchObject(
			each instanceof RegExp ? { told: expect.stringMatching(each) } : each,
		);
}
