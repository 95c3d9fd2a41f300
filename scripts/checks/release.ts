/**
 * `npm run check:release -- v1.2.3`: refuses a release that is not ready, and puts what is released into
 * `.runtime/release`: the tarball and its notes.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { packedTarball, REPOSITORY, RUNTIME, UNPACKED } from '../../runtime/paths';

/** The part of package.json that the owner sets, and nobody else. */
export interface Manifest {
	version: string;
	author?: { name?: string; email?: string };
	bugs?: { url?: string };
}

/**
 * @param tag such as `v1.2.3`
 * @param packed the version of the packed package: a build of anything but the tag's commit has another
 * @returns the notes, and a line for each thing that is missing
 */
export function checkRelease(
	tag: string,
	{ version, author, bugs }: Manifest,
	packed: string,
	changelog: string,
): { notes: string; findings: string[] } {
	const parts = changelog.split(/^## /m).slice(1);
	const notes = parts.find((part) => part.startsWith(`[${version}]`)) ?? '';
	const [heading, ...lines] = notes.split('\n');
	// RFC 2606 keeps these for examples.
	const isExample = /[@.](invalid|example|test|localhost)$|@example\.(com|net|org)$/i.test(
		author?.email ?? '',
	);
	const requirements: Array<[isMet: boolean | undefined, finding: string]> = [
		[tag === `v${version}`, `The tag is ${tag}, package.json says ${version}.`],
		[/\d{4}-\d\d-\d\d$/.test(heading), `CHANGELOG.md has no dated entry for ${version}.`],
		[
			author?.name !== undefined && author.email?.includes('@') && !isExample,
			"package.json's author has no mail address that somebody reads.",
		],
		[bugs?.url?.startsWith('https://'), "package.json has no 'bugs'."],
		[
			packed === version,
			`The package was built as ${packed}: build it from the commit of the tag, with nothing changed.`,
		],
	];
	const findings = requirements.flatMap(([isMet, finding]) => (isMet ? [] : finding));
	return { notes: lines.join('\n').trim(), findings };
}

function main(tag = ''): void {
	const read = (...parts: string[]) => readFileSync(path.join(...parts), 'utf8');
	const manifest = JSON.parse(read(REPOSITORY, 'package.json')) as Manifest;
	const packed = JSON.parse(read(UNPACKED, 'package.json')) as Manifest;
	const { notes, findings } = checkRelease(
		tag,
		manifest,
		packed.version,
		read(REPOSITORY, 'CHANGELOG.md'),
	);
	for (const finding of findings) console.error(`✗ ${finding}`);
	if (findings.length > 0) process.exit(1);
	const folder = path.join(RUNTIME, 'release');
	mkdirSync(folder, { recursive: true });
	cpSync(packedTarball(), path.join(folder, path.basename(packedTarball())));
	writeFileSync(path.join(folder, 'notes.md'), `${notes}\n`);
	console.log(`✓ ${tag} is ready: ${folder}`);
}

const USAGE = 'npm run check:release -- v1.2.3  refuses a release in which something is missing';

if (require.main === module) {
	if (process.argv.includes('--help')) console.log(USAGE);
	else main(process.argv[2]);
}
