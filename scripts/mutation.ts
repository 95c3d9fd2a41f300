/**
 * `npm run test:mutation`: changes nodes/ in small ways, room by room, and runs the room's tests against
 * each change (test/mutation/rooms.json). Fails when a change goes unnoticed that
 * test/mutation/accepted/<room>.json does not accept with a reason, or when a room falls below its floor.
 *
 *     npm run test:mutation                                     all rooms; takes hours
 *     npm run test:mutation -- booking time                     these rooms
 *     npm run test:mutation -- nodes/booking/alternatives.ts    one file
 *     npm run test:mutation -- --check                          reads the last reports again
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { REPOSITORY, RUNTIME } from '../runtime/paths';
import { run } from '../runtime/process';

interface Room {
	/** Pattern of paths below test/: the tests that are run against each change. */
	tests: string;
	/** This share of the changes at least must be noticed, in percent. */
	floor?: number;
}

/** Changes of a file that no test needs to notice, and why. */
interface Accepted {
	file: string;
	reason: string;
	/** By the line that is changed, without the blanks around it: what a part of it becomes. */
	changes: Record<string, string[]>;
}

interface Change {
	file: string;
	line: string;
	becomes: string;
}

/** The parts of Stryker's report that are read here (mutation-testing-report-schema). */
interface Report {
	files: Record<string, { source: string; mutants: Mutant[] }>;
}

interface Mutant {
	replacement?: string;
	status: 'CompileError' | 'Ignored' | 'Killed' | 'NoCoverage' | 'RuntimeError' | 'Survived' | 'Timeout';
	location: { start: { line: number } };
}

const CONFIG = join(REPOSITORY, 'test', 'mutation');

const readJson = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T;
const isNoticed = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout';
const isUnnoticed = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage';
const isSame = (one: Change) => (other: Change) =>
	one.file === other.file && one.line === other.line && one.becomes === other.becomes;

function changeOf(file: string, source: string, { location, replacement = '' }: Mutant): Change {
	const line = source.split('\n')[location.start.line - 1].trim();
	return { file, line, becomes: replacement.replace(/\s+/g, ' ') };
}

/** @throws when one is accepted without a reason */
async function readAccepted(room: string): Promise<Change[]> {
	const file = join(CONFIG, 'accepted', `${room}.json`);
	const accepted = existsSync(file) ? await readJson<Accepted[]>(file) : [];
	const unexplained = accepted.find(({ reason }) => reason.trim() === '');
	if (unexplained) throw new Error(`Accepted without a reason: ${JSON.stringify(unexplained)}`);
	return accepted.flatMap(({ file: changed, changes }) =>
		Object.entries(changes).flatMap(([line, all]) => all.map((becomes) => ({ file: changed, line, becomes }))),
	);
}

async function runStryker(room: string, { tests }: Room, mutate: string): Promise<void> {
	const folder = join(RUNTIME, 'mutation', room);
	await mkdir(folder, { recursive: true });
	console.log(`\n── ${room}: ${mutate}, tested by test/(${tests}) ──`);
	const stryker = 'node_modules/@stryker-mutator/core/bin/stryker.js';
	await run(process.execPath, [stryker, 'run', '--mutate', mutate], {
		cwd: REPOSITORY,
		env: { MUTATION_FOLDER: folder, MUTATION_TESTS: tests },
		stdio: 'inherit',
	});
}

/** Prints what went unnoticed in a room. @returns how much of it is not accepted, or too low */
async function check(name: string, { floor = 0 }: Room): Promise<number> {
	const report = await readJson<Report>(join(RUNTIME, 'mutation', name, 'report.json'));
	const accepted = await readAccepted(name);
	const files = Object.entries(report.files);
	const mutants = files.flatMap(([, file]) => file.mutants);
	const unnoticed = files.flatMap(([file, { source, mutants: all }]) =>
		all.filter(isUnnoticed).map((mutant) => ({
			place: `${file}:${mutant.location.start.line}`,
			change: changeOf(file, source, mutant),
		})),
	);
	const fresh = unnoticed.filter(({ change }) => !accepted.some(isSame(change)));
	for (const { place, change } of fresh) console.log(`✗ ${place}, no test notices: ${JSON.stringify(change)}`);
	const gone = accepted.filter(
		(entry) => entry.file in report.files && !unnoticed.some(({ change }) => isSame(entry)(change)),
	);
	for (const entry of gone) console.log(`  no longer needed: ${JSON.stringify(entry)}`);

	const noticed = mutants.filter(isNoticed).length;
	const score = (100 * noticed) / Math.max(1, noticed + unnoticed.length);
	const isLow = noticed + unnoticed.length > 0 && score < floor;
	console.log(
		`${isLow || fresh.length > 0 ? '✗' : '✓'} ${name}: ${noticed} of ${noticed + unnoticed.length} changes noticed, ` +
			`${score.toFixed(1)} % (at least ${floor}); ${fresh.length} unnoticed that are not accepted`,
	);
	return fresh.length + (isLow ? 1 : 0);
}

async function main(): Promise<boolean> {
	const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });
	const rooms = await readJson<Record<string, Room>>(join(CONFIG, 'rooms.json'));
	const folders = await readdir(join(REPOSITORY, 'nodes'));
	const stray = [...folders.filter((folder) => !(folder in rooms)), ...Object.keys(rooms).filter((room) => !folders.includes(room))];
	if (stray.length > 0) throw new Error(`test/mutation/rooms.json and nodes/ differ: ${stray.join(', ')}`);

	const roomOf = (target: string) => /^nodes\/([^/]+)/.exec(target)?.[1] ?? target;
	const targets = positionals.length > 0 ? positionals : folders;
	const unknown = targets.filter((target) => !(roomOf(target) in rooms));
	if (unknown.length > 0) throw new Error(`No room of nodes/: ${unknown.join(', ')}`);
	if (!values.check) {
		for (const target of targets) {
			const mutate = target.endsWith('.ts') ? target : `nodes/${roomOf(target)}/**/*.ts`;
			await runStryker(roomOf(target), rooms[roomOf(target)], mutate);
		}
	}
	let failed = 0;
	for (const room of new Set(targets.map(roomOf))) {
		const isThere = existsSync(join(RUNTIME, 'mutation', room, 'report.json'));
		if (isThere) failed += await check(room, rooms[room]);
		else console.log(`  ${room}: no report`);
	}
	return failed === 0;
}

main().then(
	(passed) => process.exit(passed ? 0 : 1),
	(error: unknown) => {
		console.error(String(error));
		process.exit(1);
	},
);
