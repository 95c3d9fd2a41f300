/**
 * `npm run test:mutation`: changes nodes/ in small ways, room by room, and runs the room's tests against
 * each change (test/mutation/rooms.json). Fails when a change goes unnoticed that
 * test/mutation/accepted/<room>.json does not accept with a reason, or when a room falls below its floor.
 *
 *     npm run test:mutation                                     all rooms; takes an hour or more
 *     npm run test:mutation -- booking time                     these rooms
 *     npm run test:mutation -- nodes/booking/alternatives.ts    one file
 *     npm run test:mutation -- --check                          reads the last reports again
 *
 * What a room comes to is a figure for test/night.md (`npm run docs:figures`).
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { REPOSITORY } from '../runtime/paths';
import { run } from '../runtime/process';
import { MEASURED, type Figures } from './figures';
import { CONFIG, readJson, readVerdict, reportFolder } from './lib/mutationReport';
import type { Verdict } from './lib/mutationReport';

interface Room {
	/** Pattern of paths below test/: the tests that are run against each change. */
	tests: string;
	/** This share of the changes at least must be noticed, in percent. */
	floor: number;
}

async function runStryker(room: string, { tests }: Room, mutate: string): Promise<void> {
	const folder = reportFolder(room);
	await mkdir(folder, { recursive: true });
	console.log(`\n── ${room}: ${mutate}, tested by test/(${tests}) ──`);
	const stryker = 'node_modules/@stryker-mutator/core/bin/stryker.js';
	await run(process.execPath, [stryker, 'run', '--mutate', mutate], {
		cwd: REPOSITORY,
		env: { MUTATION_FOLDER: folder, MUTATION_TESTS: tests },
		stdio: 'inherit',
	});
}

/** Prints what a room's report says. @returns whether it passes */
function passes(room: string, { floor }: Room, { noticed, unnoticed, score, fresh, obsolete }: Verdict): boolean {
	for (const change of fresh) console.log(`✗ no test notices ${change}`);
	for (const change of obsolete) console.log(`  no longer needed: ${change}`);
	const isPassed = fresh.length === 0 && score >= floor;
	console.log(
		`${isPassed ? '✓' : '✗'} ${room}: ${noticed} of ${noticed + unnoticed} changes noticed, ` +
			`${score.toFixed(1)} % (at least ${floor}); ${fresh.length} unnoticed that are not accepted`,
	);
	return isPassed;
}

/** Keeps what a room came to. */
async function keep(room: string, { noticed, unnoticed, score }: Verdict): Promise<void> {
	const file = join(MEASURED, 'mutation.json');
	const before = existsSync(file) ? await readJson<Figures>(file) : {};
	const figure = {
		day: new Date().toISOString().slice(0, 10),
		text: `${noticed} of ${noticed + unnoticed}`,
		share: `${score.toFixed(1)} %`,
		accepted: unnoticed,
	};
	await mkdir(MEASURED, { recursive: true });
	await writeFile(file, JSON.stringify({ ...before, [room]: figure }));
}

async function main(): Promise<boolean> {
	const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });
	const rooms = await readJson<Record<string, Room>>(join(CONFIG, 'rooms.json'));
	const folders = await readdir(join(REPOSITORY, 'nodes'));
	const stray = [...folders.filter((folder) => !(folder in rooms)), ...Object.keys(rooms).filter((room) => !folders.includes(room))];
	if (stray.length > 0) throw new Error(`test/mutation/rooms.json and nodes/ differ: ${stray.join(', ')}`);

	const roomOf = (target: string) => /^nodes\/([^/]+)/.exec(target)?.[1] ?? target;
	const targets = positionals.length > 0 ? positionals : Object.keys(rooms);
	const unknown = targets.filter((target) => !(roomOf(target) in rooms));
	if (unknown.length > 0) throw new Error(`No room of nodes/: ${unknown.join(', ')}`);
	if (!values.check) {
		for (const target of targets) {
			const mutate = target.endsWith('.ts') ? target : `nodes/${roomOf(target)}/**/*.ts`;
			await runStryker(roomOf(target), rooms[roomOf(target)], mutate);
		}
	}
	let isPassed = true;
	for (const room of new Set(targets.map(roomOf))) {
		const verdict = await readVerdict(room);
		if (!verdict) console.log(`  ${room}: no report`);
		else if (passes(room, rooms[room], verdict)) await keep(room, verdict);
		else isPassed = false;
	}
	return isPassed;
}

main().then(
	(passed) => process.exit(passed ? 0 : 1),
	(error: unknown) => {
		console.error(String(error));
		process.exit(1);
	},
);
