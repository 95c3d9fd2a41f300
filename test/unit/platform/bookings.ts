import type { IDataObject, INode } from 'n8n-workflow';

import { act, byId } from './nodeOnPlatform';
import { stopClockAt } from '../../support/clock';

/** Half an hour from this hour of November 23 on. */
export const at = (hours: number) => {
	const start = Date.UTC(2026, 10, 23) + hours * 3_600_000;
	const text = (instant: number) => new Date(instant).toISOString().replace('.000Z', '+00:00');
	return { startTime: text(start), endTime: text(start + 1_800_000) };
};

interface Case {
	operation?: 'book' | 'cancel' | 'reschedule';
	parameters?: IDataObject;
	/** Responses of the platform to the writes, one list for each try of the node. */
	tries: unknown[][];
	/** Hours that are free, at each reading, 10:00 if left out; the failure where they cannot be read. */
	free?: number[] | Error | (() => number[]);
	node?: Partial<INode>;
}

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

let requests = 0;

/** Tries the same request, from 9:00 on, as often as n8n's Retry On Fail would. */
export async function run({ operation = 'book', parameters, tries, free = [10], node }: Case) {
	const request = `request-${++requests}`;
	const whom = operation === 'book' ? { contactId: request } : { appointmentId: request };
	const when = { calendarId: byId('cal-1'), slotSource: 'startEnd', ...at(9) };
	const list = () =>
		free instanceof Error
			? free
			: { _dates_: { all: (typeof free === 'function' ? free() : free).map(at) } };
	const ends = [];
	for (const responses of tries) {
		const rest = [...responses];
		const end = await act(
			`appointment.${operation}`,
			{ ...when, ...whom, ...parameters },
			{
				executionId: request,
				node,
				responses: ({ method }) =>
					method === 'GET' ? list() : (rest.shift() ?? new Error('No response is left')),
			},
		);
		expect(rest).toEqual([]);
		const starts = end.sent
			.filter(({ method }) => method !== 'GET')
			.map(({ body }) => (body as IDataObject | undefined)?.startTime);
		const days = end.sent
			.filter(({ method }) => method === 'GET')
			.map(({ qs }) => [qs?.startDate, qs?.endDate]);
		ends.push({ ...end, request, starts, days });
	}
	return ends;
}

export const last = async (given: Case) => (await run(given)).at(-1)!;
