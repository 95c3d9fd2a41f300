/** TEST_LONG=1: what draws at random does so for minutes, as at night, and not for twenty seconds. */
export const isLong = process.env.TEST_LONG === '1';

/** How long a test that draws at random goes on. */
export const DRAWING_MS = isLong ? 6 * 60_000 : 20_000;

/**
 * The same at each change, whose verdict must not depend on luck; another one each night, unless
 * TEST_SEED repeats an earlier one.
 */
export function drawSeed(what: string): number {
	const seed = Number(process.env.TEST_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 20_261_121));
	process.stdout.write(`  · ${what}: seed ${seed}; TEST_SEED=${seed} repeats it\n`);
	return seed;
}

/** Numbers from 0 up to 1, as `Math.random` gives them, of a seed that is printed (mulberry32). */
export function randomNumbers(what: string): () => number {
	let state = drawSeed(what);
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
