/** A flood of forged requests must not become a flood of log lines. */
const INTERVAL_MS = 60_000;

/** Triggers times reasons; beyond it the longest silent ones start counting anew. */
const MAX_KEYS = 1_000;

interface Tally {
	loggedAt: number;
	/** Occurrences since the last line. */
	silent: number;
}

const tallies = new Map<string, Tally>();

/**
 * Calls `write` at most once a minute for each key, with the number of occurrences since its last
 * call, this one included. The first occurrence is always written.
 *
 * @param key the trigger and the reason, so that one reason does not hide another
 * @param now milliseconds since the epoch
 */
export function onceAMinute(key: string, now: number, write: (count: number) => void): void {
	const tally = tallies.get(key);
	// A clock that was set back must not silence the line until it catches up.
	if (tally && Math.abs(now - tally.loggedAt) < INTERVAL_MS) {
		tally.silent += 1;
		return;
	}
	tallies.delete(key);
	if (tallies.size >= MAX_KEYS) {
		const oldest = tallies.keys().next();
		if (!oldest.done) tallies.delete(oldest.value);
	}
	tallies.set(key, { loggedAt: now, silent: 0 });
	write((tally?.silent ?? 0) + 1);
}
