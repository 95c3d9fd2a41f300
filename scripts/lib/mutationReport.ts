/** Reads Stryker's report of a room of nodes/, beside what test/mutation/accepted/<room>.json accepts. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { REPOSITORY, RUNTIME } from '../../runtime/paths';

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

/** Configuration, and what is accepted. */
export const CONFIG = join(REPOSITORY, 'test', 'mutation');
/** Where Stryker leaves the report of a room. */
export const reportFolder = (room: string) => join(RUNTIME, 'mutation', room);

export const readJson = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T;
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

/** What a room's report says. */
export interface Verdict {
	noticed: number;
	unnoticed: number;
	/** Noticed, in percent. */
	score: number;
	/** Unnoticed and not accepted, a line for people each. */
	fresh: string[];
	/** Accepted and noticed by now, or gone, a line each. */
	obsolete: string[];
}

/** @returns nothing where the room has no report */
export async function readVerdict(room: string): Promise<Verdict | undefined> {
	const file = join(reportFolder(room), 'report.json');
	if (!existsSync(file)) return undefined;
	const { files } = await readJson<Report>(file);
	const accepted = await readAccepted(room);
	const unnoticed = Object.entries(files).flatMap(([name, { source, mutants }]) =>
		mutants.filter(isUnnoticed).map((mutant) => ({
			place: `${name}:${mutant.location.start.line}`,
			change: changeOf(name, source, mutant),
		})),
	);
	const noticed = Object.values(files).flatMap(({ mutants }) => mutants.filter(isNoticed)).length;
	return {
		noticed,
		unnoticed: unnoticed.length,
		score: (100 * noticed) / Math.max(1, noticed + unnoticed.length),
		fresh: unnoticed
			.filter(({ change }) => !accepted.some(isSame(change)))
			.map(({ place, change }) => `${place}: ${JSON.stringify(change)}`),
		obsolete: accepted
			.filter((entry) => entry.file in files && !unnoticed.some(({ change }) => isSame(entry)(change)))
			.map((entry) => JSON.stringify(entry)),
	};
}
