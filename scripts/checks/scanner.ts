/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, no-console -- runs on a developer's machine, never inside n8n */
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { unpackedFolder } from './pack';
import { installScanner } from './scannerInstall';

interface ScanResult {
	passed: boolean;
	message?: string;
	details?: string;
}

/** The part of n8n's scanner that is used here. */
interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage(folder: string, patterns: string[]): Promise<ScanResult>;
}

/** What the scanner reads of a published package; the same list as in its own command line. */
const PACKAGE_FILE_PATTERNS = ['**/*.js', 'package.json'];

/**
 * Runs n8n's scanner, which decides about verification, on the sources and on the unpacked
 * tarball. Any finding fails.
 */
async function scan(root: string): Promise<boolean> {
	const scanner = await loadScanner(await installScanner(root));
	await assertScannerFinds(scanner);

	const unpacked = unpackedFolder(root);
	const packed = await access(unpacked).then(
		() => true,
		() => false,
	);
	if (!packed) throw new Error('There is no packed package yet: run `npm run build` first.');

	const sources = await scanner.analyzePackage(root, scanner.SOURCE_FILE_PATTERNS);
	const shipped = await scanner.analyzePackage(unpacked, PACKAGE_FILE_PATTERNS);
	return [report('the sources', sources), report('the packed package', shipped)].every(Boolean);
}

function report(title: string, result: ScanResult): boolean {
	console.log(`${result.passed ? '✓' : '✗'} n8n's scanner on ${title}`);
	if (!result.passed) console.log([result.message, result.details].filter(Boolean).join('\n'));
	// With no file to read the scanner says "passed" and this; nothing was looked at then.
	if (result.message === 'No files found to analyze') return false;
	return result.passed;
}

/** A scanner that finds nothing anywhere would pass too: it must find a planted `eval`. */
async function assertScannerFinds(scanner: Scanner): Promise<void> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'scanner-probe-'));
	try {
		await mkdir(path.join(folder, 'nodes'));
		await writeFile(path.join(folder, 'nodes', 'Probe.node.ts'), "eval('1');\nconsole.log(1);\n");
		const result = await scanner.analyzePackage(folder, scanner.SOURCE_FILE_PATTERNS);
		if (result.passed) throw new Error('The scanner does not find a planted finding.');
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function loadScanner(folder: string): Promise<Scanner> {
	const file = 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs';
	return (await import(pathToFileURL(path.join(folder, file)).href)) as Scanner;
}

scan(path.resolve(__dirname, '..', '..')).then(
	(passed) => {
		process.exitCode = passed ? 0 : 1;
	},
	(error: unknown) => {
		console.error(String(error));
		process.exitCode = 1;
	},
);
