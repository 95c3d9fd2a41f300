const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * When HighLevel sends a delivery again, as its two pages of 2026 have it, which differ. Neither says how long the first
 * of the growing pauses is: here it is a minute, doubled each time.
 *
 * - `helpPage`: after 429 every ten minutes, six times; after anything else with growing pauses, for three days.
 * - `guide`: twelve times with growing pauses, whatever the response was.
 */
export type RetryPage = 'helpPage' | 'guide';

const MAX_RETRIES_AFTER_429 = 6;
const PAUSE_AFTER_429_MS = 10 * MINUTE_MS;
const MAX_DAYS_MS = 3 * DAY_MS;
const MAX_RETRIES_OF_GUIDE = 12;

/**
 * @param statuses of the attempts so far, none of which was 2xx; undefined where no response came
 * @param sinceFirstMs since the first attempt
 * @returns the pause before the next attempt, in milliseconds; undefined where there is none
 */
export function pauseBeforeRetry(
	page: RetryPage,
	statuses: Array<number | undefined>,
	sinceFirstMs: number,
): number | undefined {
	if (page === 'guide') {
		const retries = statuses.length - 1;
		return retries < MAX_RETRIES_OF_GUIDE ? MINUTE_MS * 2 ** retries : undefined;
	}
	const limited = statuses.filter((status) => status === 429).length;
	if (statuses.at(-1) === 429)
		return limited <= MAX_RETRIES_AFTER_429 ? PAUSE_AFTER_429_MS : undefined;
	const others = statuses.length - limited;
	const pauseMs = MINUTE_MS * 2 ** (others - 1);
	return sinceFirstMs + pauseMs <= MAX_DAYS_MS ? pauseMs : undefined;
}
