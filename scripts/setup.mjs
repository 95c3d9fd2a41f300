/**
 * `npm run setup`: installs this project's dependencies and the pinned n8n, where they are missing
 * or out of date; otherwise it ends within a second. `npm start` and `npm test` begin with it.
 *
 * Plain JavaScript without dependencies: on a fresh clone nothing is installed when it starts.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { installRuntime, isRuntimeInstalled } from '../runtime/install.mjs';
import { noteFirstSetUp } from './lib/firstSetUp.mjs';
import { withLock } from './lib/lock.mjs';
import { runLogged } from './lib/runLogged.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const LOWEST_NODE = [20, 19];

/**
 * Makes everything ready that is started from this clone.
 * @throws Error that says what went wrong
 */
export async function setUp() {
	checkNode(process.versions.node);
	if ((await areDependenciesInstalled()) && (await isRuntimeInstalled())) return;
	const lock = path.join(root, '.runtime', 'setup.lock');
	await withLock(lock, install, (holder) => {
		console.log(`  Waiting for the installation that process ${holder} runs …`);
	});
}

async function install() {
	const begun = performance.now();
	// With one of the two at hand it is no fresh clone: its dependencies or n8n have changed.
	const isFresh = !(await areDependenciesInstalled()) && !(await isRuntimeInstalled());
	// What another process has installed while this one waited is there now.
	if (!(await areDependenciesInstalled())) {
		await runLogged({
			title: "Installing the project's dependencies (1 to 4 minutes)",
			command: 'npm',
			args: ['ci', '--no-audit', '--no-fund'],
			cwd: root,
			logFile: path.join(root, '.runtime', 'logs', 'npm-ci.log'),
		});
	}
	await installRuntime();
	if (isFresh) await noteFirstSetUp(root, performance.now() - begun);
}

/** @param {string} version e.g. "20.19.1" */
function checkNode(version) {
	const [major, minor] = version.split('.').map(Number);
	const [lowestMajor, lowestMinor] = LOWEST_NODE;
	if (major > lowestMajor || (major === lowestMajor && minor >= lowestMinor)) return;
	throw new Error(
		`This needs Node ${LOWEST_NODE.join('.')} or newer, and runs on Node ${version}. Install a newer Node from https://nodejs.org`,
	);
}

/**
 * Compares what npm has noted as installed with package-lock.json. npm writes its note last, so an
 * interrupted `npm ci` counts as not installed, and a hand-made `npm install` as installed.
 */
async function areDependenciesInstalled() {
	const read = async (...parts) => {
		const text = await readFile(path.join(root, ...parts), 'utf8').catch(() => '{}');
		return JSON.parse(text).packages ?? {};
	};
	const wanted = await read('package-lock.json');
	const installed = await read('node_modules', '.package-lock.json');
	return Object.entries(wanted).every(([location, { version, optional, devOptional }]) => {
		if (location === '') return true;
		// Builds for other platforms are in the lock file and never installed.
		if (installed[location] === undefined) return Boolean(optional ?? devOptional);
		return installed[location].version === version;
	});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	try {
		await setUp();
	} catch (error) {
		console.error(error.message);
		process.exitCode = 1;
	}
}
