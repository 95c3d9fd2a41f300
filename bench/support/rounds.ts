/** How much work a run of the benchmarks does. */
export const FULL = {
	/** Rounds in which everything that is compared has one turn. */
	rounds: 5,
	/** Rounds and seconds of a turn against a running n8n: many short turns even out its pauses. */
	n8nRounds: 21,
	n8nTurnSeconds: 1.5,
};

export type Scale = typeof FULL;

/** Shows within a minute or two whether everything works. Its figures mean nothing. */
export const QUICK: Scale = {
	rounds: 1,
	n8nRounds: 1,
	n8nTurnSeconds: 0.5,
};

/** Figures by name, one a round. */
export type Rounds<Name extends string, Figure = number> = Record<Name, Figure[]>;

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
