import { Bench } from 'tinybench';
import type { FnOptions } from 'tinybench';

/** Figures by name, one a round. */
export type Rounds<Name extends string, Figure = number> = Record<Name, Figure[]>;

/** One of the things that are compared, in process. */
export interface Way extends FnOptions {
	run: () => unknown;
	/** How often `run` does the thing; for what is too short to be timed by itself. Default 1. */
	times?: number;
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
	{ warmUp = true }: { warmUp?: boolean } = {},
): Promise<Rounds<Name, Figure>> {
	const names = Object.keys(measures) as Name[];
	const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Rounds<Name, Figure>;
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
	const measure = ({ run, times = 1, ...hooks }: Way) => async () => {
		const bench = new Bench({ time: ms, warmup: false, throws: true });
		bench.add('it', run, hooks);
		const [task] = await bench.run();
		if (!('latency' in task.result)) throw new Error('The measurement did not come to its end');
		return task.result.latency.p50 / times;
	};
	const measures = Object.fromEntries(
		Object.entries<Way>(ways).map(([name, way]) => [name, measure(way)]),
	) as Record<Name, () => Promise<number>>;
	return await alternate(measures, rounds);
}

/** Milliseconds that something takes once. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
	const begun = performance.now();
	await run();
	return performance.now() - begun;
}
