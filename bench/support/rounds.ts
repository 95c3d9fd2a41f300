import { Bench, type FnOptions } from 'tinybench';

/** How much work a run of the benchmarks does. */
export const FULL = {
	/** Rounds in which everything that is compared has one turn. */
	rounds: 5,
	/** In process: many short turns, so that a machine that is slow for a moment is slow for all. */
	shortRounds: 15,
	/** Milliseconds of such a turn. */
	turnMs: 100,
	/** Rounds and seconds of a turn against a running n8n: many short turns even out its pauses. */
	n8nRounds: 21,
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

/** Figures by name, one a round. */
export type Rounds<Name extends string, Figure = number> = Record<Name, Figure[]>;

/** One of the things that are compared, in process. */
export interface Way extends FnOptions {
	run: () => unknown;
}

/**
 * Each round begins with another name, and every second one goes backwards, so that none always
 * profits from, or pays for, the one before it.
 */
function turnsOf<Name>(names: readonly Name[], round: number): Name[] {
	const by = round % names.length;
	const turns = [...names.slice(by), ...names.slice(0, by)];
	return round % 2 === 0 ? turns : turns.reverse();
}

/**
 * Lets each one have its turn in each round. Round 0 warms up and is thrown away.
 *
 * @returns what `measure` returned
 */
export async function alternate<Name extends string, Figure = number>(
	measures: Record<Name, () => Promise<Figure>>,
	rounds: number,
	{ warmUp } = { warmUp: true },
): Promise<Rounds<Name, Figure>> {
	const names = Object.keys(measures) as Name[];
	const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Rounds<
		Name,
		Figure
	>;
	for (let round = warmUp ? 0 : 1; round <= rounds; round++) {
		for (const name of turnsOf(names, round)) {
			const figure = await measures[name]();
			if (round > 0) figures[name].push(figure);
		}
	}
	return figures;
}

/**
 * Times short things in process, with tinybench.
 *
 * @param ms how long each has its turn in each round
 * @returns milliseconds that the thing takes once: of each round the median of all calls
 */
export async function alternateInProcess<Name extends string>(
	ways: Record<Name, Way>,
	{ rounds, ms }: { rounds: number; ms: number },
): Promise<Rounds<Name>> {
	const measure =
		({ run, ...hooks }: Way) =>
		async () => {
			const bench = new Bench({ time: ms, warmup: false, throws: true });
			bench.add('it', run, hooks);
			const [task] = await bench.run();
			if (!('latency' in task.result)) throw new Error('The measurement did not come to its end');
			return task.result.latency.p50;
		};
	const measures = Object.entries<Way>(ways).map(([name, way]) => [name, measure(way)]);
	return await alternate(
		Object.fromEntries(measures) as Record<Name, () => Promise<number>>,
		rounds,
	);
}

/** Milliseconds that something takes once. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
	const begun = performance.now();
	await run();
	return performance.now() - begun;
}
