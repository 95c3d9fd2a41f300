/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { REPOSITORY } from '../runtime/paths';
import { readFirstSetUp } from '../scripts/lib/firstSetUp.mjs';
import { seconds, type Line } from './report';
import type { Scale } from './scale';
import { timed } from './support/alternate';
import { spreadOf } from './support/spread';

const run = promisify(execFile);

/** A start takes some 20 s. */
const STARTS = 2;
const MINUTE_MS = 60_000;

/**
 * `npm start -- --once` where everything is installed and built: from the command to the booked
 * appointment and the end of everything. What a first start adds to it, mostly downloading and
 * compiling, has been noted by the first set-up of this clone.
 */
export async function benchStarts({ rounds }: Scale): Promise<Line[]> {
	const took: number[] = [];
	for (let start = 0; start < Math.min(rounds, STARTS); start++) {
		const once = async () => await run('npm', ['start', '--', '--once'], { cwd: REPOSITORY });
		took.push(await timed(once));
	}
	const { median, min, max } = spreadOf(took);
	const first = await readFirstSetUp(REPOSITORY);
	return [
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
}
