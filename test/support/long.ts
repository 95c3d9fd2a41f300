/** TEST_LONG=1: what draws at random does so for minutes, as at night, and not for ten seconds. */
export const isLong = process.env.TEST_LONG === '1';

/** How long a test that draws at random goes on. */
export const DRAWING_MS = isLong ? 6 * 60_000 : 10_000;

/**
 * The same at each change, whose verdict must not depend on luck; another one each night, unless
 * TEST_SEED repeats an earlier one.
 */
export function drawSeed(what: string): number {
	const seed = Number(
		process.env.TEST_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 20_261_121),
	);
	process.stdout.write(`  · ${what}: seed ${seed}; TEST_SEED=${seed} repeats it\n`);
	return seed;
}
