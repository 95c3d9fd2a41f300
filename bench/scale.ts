/** How much work a run of the benchmarks does. */
export const FULL = {
	/** Rounds in which everything that is compared has one turn. */
	rounds: 5,
	/** In process: many short turns, so that a machine that is slow for a moment is slow for all. */
	shortRounds: 15,
	/** Milliseconds of such a turn. */
	turnMs: 100,
	/** Rounds and seconds of a turn against a running n8n: many short turns even out its pauses. */
	n8nRounds: 9,
	n8nTurnSeconds: 1.5,
	lookUps: 1_000,
	/** HighLevel's limit. */
	limited: { items: 1_000, max: 100, intervalMs: 10_000 },
};

export type Scale = typeof FULL;

/** Shows within a minute or two whether everything works. Its figures mean nothing. */
export const QUICK: Scale = {
	rounds: 1,
	shortRounds: 1,
	turnMs: 10,
	n8nRounds: 1,
	n8nTurnSeconds: 0.5,
	lookUps: 50,
	limited: { items: 50, max: 20, intervalMs: 500 },
};
