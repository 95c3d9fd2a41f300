/**
 * `npm run test:mutation`: changes the code in small ways, room by room, and runs the room's tests against
 * each change. Prints what no test notices, and fails when a room falls below its floor
 * (test/mutation/rooms.json).
 *
 *     npm run test:mutation                                     all rooms; takes an hour or more
 *     npm run test:mutation -- booking time                     these rooms
 *     npm run test:mutation -- nodes/booking/slots.ts           one file
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { REPOSITORY, RUNTIME } from '../runtime/paths';
import { run } from '../runtime/process';
import rooms from '../test/mutation/rooms.json';
import { showHelp } from './help.mjs';

interface Room {
	/** Pattern of paths below test/: the tests that are run against each change. */
	tests: string;
	/** This share of the changes at least must be noticed, in percent. */
	floor: number;
}

const ROOMS: Record<string, Room> = rooms;

const isFile = (target: string) => target.endsWith('.ts');
const roomOf = (target: string) =>
	isFile(target) ? target.replace(/^nodes\//, '').split('/')[0] : target;
const filesOf = (room: string) =>
	room === 'credentials' ? 'credentials/*.ts' : `nodes/${room}/**/*.ts`;

/** @returns whether enough changes were noticed */
async function runStryker(target: string): Promise<boolean> {
	const room = roomOf(target);
	const { tests, floor } = ROOMS[room];
	const folder = join(RUNTIME, 'mutation', room);
	await mkdir(folder, { recursive: true });
	console.log(`\n── ${target}: at least ${floor} % noticed, by test/(${tests}) ──`);
	const stryker = 'node_modules/@stryker-mutator/core/bin/stryker.js';
	return await run(
		process.execPath,
		[stryker, 'run', '--mutate', isFile(target) ? target : filesOf(room)],
		{
			cwd: REPOSITORY,
			env: { MUTATION_FOLDER: folder, MUTATION_TESTS: tests, MUTATION_FLOOR: String(floor) },
			stdio: 'inherit',
		},
	).then(
		() => true,
		() => false,
	);
}

async function main(): Promise<void> {
	showHelp(`npm run test:mutation             all rooms of test/mutation/rooms.json
npm run test:mutation -- booking  some of them: ${Object.keys(ROOMS).join(', ')}`);
	const targets = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(ROOMS);
	const unknown = targets.filter((target) => !(roomOf(target) in ROOMS));
	if (unknown.length > 0) {
		console.error(`Not in test/mutation/rooms.json: ${unknown.join(', ')}`);
		process.exit(2);
	}
	const failed: string[] = [];
	for (const target of targets) if (!(await runStryker(target))) failed.push(target);
	console.log(
		'\nThe shares say nothing of numbers and of statements: Stryker changes no number and deletes no single statement.',
	);
	for (const target of failed) console.log(`✗ ${target}: npm run test:mutation -- ${target}`);
	process.exitCode = failed.length > 0 ? 1 : 0;
}

void main();
