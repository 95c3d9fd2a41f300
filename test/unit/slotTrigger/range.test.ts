import fc from 'fast-check';

import type { Watch } from '../../../nodes/SlotTrigger/watch';
import { rangeOf } from '../../../nodes/SlotTrigger/opened';
import { addDays, formatInZone } from '../../../nodes/time/times';

const HOUR = 3_600_000;

const watch = (zone: string, daysAhead = 14, pollDays = 1) => ({ zone, daysAhead, pollDays }) as unknown as Watch;

/** Zones of all kinds, those that change their clocks at midnight among them. */
const ZONES = 'UTC America/New_York Asia/Kolkata Pacific/Kiritimati Pacific/Pago_Pago Australia/Lord_Howe America/Havana Asia/Beirut'.split(' ');

describe('rangeOf', () => {
	it('counts today as the first day', () => {
		const now = Date.parse('2026-03-02T03:00:00Z');
		const [from, until] = ['2026-03-01T05:00:00Z', '2026-03-03T05:00:00Z'].map((time) => Date.parse(time));
		const dates = { startDate: '2026-03-01', lastDate: '2026-03-01', endDate: '2026-03-02' };
		expect(rangeOf(watch('America/New_York', 1), now)).toEqual({ ...dates, from, until, zone: 'America/New_York', at: now });
		expect(rangeOf(watch('UTC', 14, 7), now)).toMatchObject({ startDate: '2026-03-02', lastDate: '2026-03-15', endDate: '2026-03-22' });
	});

	it.each([
		// The day begins at 1:00, which is 05:00 UTC.
		['forward', '2026-03-06', '2026-03-08T05:00:00Z'],
		['back', '2026-10-30', '2026-11-01T04:00:00Z'],
	])('ends where the next day begins when clocks go %s at midnight', (_where, today, until) => {
		const { until: ends } = rangeOf(watch('America/Havana', 1), Date.parse(`${today}T12:00:00Z`));
		expect(new Date(ends)).toEqual(new Date(until));
	});

	it('takes no time for looked at that a request of its dates does not cover', () => {
		const now = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2028-01-01') });
		fc.assert(
			fc.property(now, fc.constantFrom(...ZONES), fc.integer({ min: 1, max: 60 }), (instant, zone, days) => {
				const { endDate, until } = rangeOf(watch(zone, days), instant);
				expect(formatInZone(until - 1, zone).slice(0, 10) <= endDate).toBe(true);
				expect(formatInZone(until + 2 * HOUR, zone).slice(0, 10)).toBe(addDays(endDate, 1));
			}),
			{ numRuns: 3_000 },
		);
	});
});
