import { pauseBeforeRetry, type RetryPage } from '../../support/retrySchedule';

const HOUR_MS = 3_600_000;

/** Hours after the first attempt at which a delivery is sent again, while every response has this status. */
function hoursOfRetries(page: RetryPage, status: number | undefined): number[] {
	const hours: number[] = [];
	const statuses = [status];
	let sinceFirstMs = 0;
	for (;;) {
		const pauseMs = pauseBeforeRetry(page, statuses, sinceFirstMs);
		if (pauseMs === undefined) return hours;
		sinceFirstMs += pauseMs;
		hours.push(sinceFirstMs / HOUR_MS);
		statuses.push(status);
	}
}

it('the help page: after 429 six times within an hour, after anything else for up to three days', () => {
	expect(hoursOfRetries('helpPage', 429)).toEqual([1, 2, 3, 4, 5, 6].map((n) => n / 6));
	for (const status of [503, 401, undefined]) {
		const hours = hoursOfRetries('helpPage', status);
		expect(hours.at(-1)).toBeGreaterThan(24);
		expect(hours.at(-1)).toBeLessThanOrEqual(72);
	}
});

it('the guide: twelve times, whatever the status', () => {
	for (const status of [429, 503, undefined])
		expect(hoursOfRetries('guide', status)).toHaveLength(12);
});
