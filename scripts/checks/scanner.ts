import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { REPOSITORY, RUNTIME, UNPACKED } from '../../runtime/paths';
import { run } from '../../runtime/process';
import { showHelp } from '../help.mjs';

/** The part of n8n's scanner that is used here. */
interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}

/** The files of a published package that the scanner reads, as in its own command line. */
const PACKAGE_FILE_PATTERNS = ['**/*.js', 'package.json'];

/** Its versions are pinned here; it is installed apart, since its peers clash with the project's. */
const PINNED = path.join(REPOSITORY, 'runtime', 'scanner');
const FOLDER = path.join(RUNTIME, 'scanner');

/**
 * Runs n8n's scanner, which decides about verification, on the sources and on the unpacked
 * tarball. Any finding fails.
 */
async function scan(): Promise<void> {
	await install();
	const file = path.join(FOLDER, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
	const scanner = (await import(pathToFileURL(file).href)) as Scanner;
	const scans = [
		['the sources', REPOSITORY, scanner.SOURCE_FILE_PATTERNS],
		['the packed package', UNPACKED, PACKAGE_FILE_PATTERNS],
	] as const;
	for (const [title, folder, patterns] of scans) {
		const { passed, message, details } = await scanner.analyzePackage(folder, [...patterns]);
		// With no file to read the scanner says "passed" and this; nothing was looked at then.
		const isClean = passed && message !== 'No files found to analyze';
		console.log(`${isClean ? '✓' : '✗'} n8n's scanner on ${title}`);
		if (isClean) continue;
		console.log([message, details].filter(Boolean).join('\n'));
		process.exitCode = 1;
	}
}

/** @throws Error when npm cannot install it */
async function install(): Promise<void> {
	// Written last, so that an interrupted installation is done again.
	const stamp = path.join(FOLDER, 'installed-lock.json');
	const lock = await readFile(path.join(PINNED, 'package-lock.json'), 'utf8');
	if ((await readFile(stamp, 'utf8').catch(() => '')) === lock) return;
	console.log("installing n8n's scanner …");
	await rm(FOLDER, { recursive: true, force: true });
	await cp(PINNED, FOLDER, { recursive: true });
	// Named as prefix, since npm tells its scripts the project's own folder by the environment.
	await run('npm', ['ci', '--ignore-scripts', '--prefix', FOLDER], { cwd: FOLDER });
	await writeFile(stamp, lock);
}

showHelp("npm run scan  n8n's scanner on sources and tarball, as its verification runs it");
void scan();
