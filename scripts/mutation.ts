/**
 * `npm run test:mutation`: changes the code in small ways, room by room, and runs the room's tests against
 * each change. Prints what no test notices, and fails when a room falls below its floor
 * (test/mutation/rooms.json).
 *
 *     npm run test:mutation                                     all rooms; takes an hour or more
 *     npm run test:mutation -- booking time                     these rooms
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { REPOSITORY, RUNTIME } from '../runtime/paths';
import { run } from '../runtime/process';
import rooms from '../test/mutation/rooms.json';
import { showHelp } from './help.mjs';

/** Of each, the tests that are run against its changes (a pattern of paths below test/), and the share of them, in percent, that must be noticed. */
const ROOMS: Record<string, { tests: string; floor: number }> = rooms;

/** @returns whether enough changes were noticed */
async function runStryker(room: string): Promise<boolean> {
	const { tests, floor } = ROOMS[room];
	const folder = join(RUNTIME, 'mutation', room);
	await mkdir(folder, { recursive: true });
	console.log(`\n── ${room}: at least ${floor} % noticed, by test/(${tests}) ──`);
	const stryker = 'node_modules/@stryker-mutator/core/bin/stryker.js';
	const files = room === 'credentials' ? 'credentials/*.ts' : `nodes/${room}/**/*.ts`;
	const running = run(process.execPath, [stryker, 'run', '--mutate', files], {
		cwd: REPOSITORY,
		env: { MUTATION_FOLDER: folder, MUTATION_TESTS: tests, MUTATION_FLOOR: String(floor) },
		stdio: 'inherit',
	});
	return await running.then(
		() => true,
		() => false,
	);
}

async function main(named: string[]): Promise<void> {
	const all = Object.keys(ROOMS);
	showHelp(`npm run test:mutation             all rooms of test/mutation/rooms.json
npm run test:mutation -- booking  some of them: ${all.join(', ')}`);
	const unknown = named.filter((room) => !all.includes(room));
	if (unknown.length > 0) throw new Error(`Not in test/mutation/rooms.json: ${unknown.join(', ')}`);
	const failed: string[] = [];
	for (const room of named.length > 0 ? named : all)
		if (!(await runStryker(room))) failed.push(room);
	console.log(
		'\nThe shares say nothing of numbers and of statements: Stryker changes no number and deletes no single statement.',
	);
	for (const room of failed) console.log(`✗ ${room}: npm run test:mutation -- ${room}`);
	process.exitCode = failed.length > 0 ? 1 : 0;
}

main(process.argv.slice(2)).catch((error: Error) => {
	console.error(error.message);
	process.exit(2);
});
