import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { REPOSITORY, RUNTIME } from '../runtime/paths';
import { run } from '../runtime/process';
import { seconds } from './report';
import type { Result } from './result';
import type { Scale } from './scale';
import { timed } from './support/alternate';
import { spreadOf } from './support/spread';

/** A start takes some 20 s. */
const STARTS = 2;
const MINUTE_MS = 60_000;

/**
 * `npm start -- --once` where everything is installed and built: from the command to the booked
 * appointment and the end of everything. What a first start adds to it, mostly downloading and
 * compiling, has been noted by the first set-up of this clone.
 */
export async function benchStarts({ rounds }: Scale): Promise<Result> {
	const took: number[] = [];
	for (let start = 0; start < Math.min(rounds, STARTS); start++) {
		const once = async () => await run('npm', ['start', '--', '--once'], { cwd: REPOSITORY });
		took.push(await timed(once));
	}
	const { median, min, max } = spreadOf(took);
	const note = await readFile(join(RUNTIME, 'first-set-up.json'), 'utf8').catch(() => '{}');
	const first = (JSON.parse(note) as { milliseconds?: number }).milliseconds;
	const lines = [
		{
			what: 'set-up of a fresh clone, before its first start',
			ours: first === undefined ? 'not noted in this clone' : seconds(first),
			beside: '',
			theirs: '',
		},
		{
			what: 'a second start: `npm start -- --once`',
			ours: `${seconds(median)} (${seconds(min)}–${seconds(max)})`,
			beside: 'a minute',
			theirs: seconds(MINUTE_MS),
			bound: { text: '≤ 60 s', holds: median <= MINUTE_MS },
		},
	];
	return { lines };
}
