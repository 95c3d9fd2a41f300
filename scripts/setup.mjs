/**
 * `npm run setup`: installs this project's dependencies and the pinned n8n, where they are missing
 * or out of date; otherwise it ends within a second. `npm start` begins with it; `npm test` begins
 * with the dependencies, and a step of it installs n8n.
 *
 * Plain JavaScript without dependencies: on a fresh clone nothing is installed when it starts.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { installRuntime, isRuntimeInstalled } from '../runtime/install.mjs';
import { runLogged } from '../runtime/step.mjs';
import { showHelp } from './help.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const RUNTIME = path.join(root, '.runtime');
const POLL_MS = 500;

const LOWEST_NODE = '20.19.0';

/**
 * Makes everything ready that `npm start` needs.
 * @throws Error that says what went wrong
 */
export async function setUp() {
	await Promise.all([installDependencies(), installN8n()]);
}

function requireNode() {
	const { node } = process.versions;
	if (node.localeCompare(LOWEST_NODE, 'en', { numeric: true }) < 0) {
		throw new Error(
			`This needs Node ${LOWEST_NODE} or newer, and runs on Node ${node}. Install a newer Node from https://nodejs.org`,
		);
	}
}

export async function installDependencies() {
	requireNode();
	const npmCi = {
		title: "Installing the project's dependencies (1 to 4 minutes)",
		command: 'npm',
		// Also where NODE_ENV=production, or npm's own setting, leaves them out: all tools are dev dependencies.
		args: ['ci', '--include=dev', '--no-audit', '--no-fund'],
		cwd: root,
		logFile: path.join(RUNTIME, 'logs', 'npm-ci.log'),
	};
	await installOnce('dependencies', areDependenciesInstalled, async () => await runLogged(npmCi));
}

export async function installN8n() {
	requireNode();
	await installOnce('n8n', isRuntimeInstalled, installRuntime);
}

/**
 * Installs while no other process on this machine does; what another has installed while this one waited is
 * there then. A lock holds its holder's process id; it is taken over when that has ended, by Ctrl-C say.
 */
async function installOnce(name, isInstalled, install) {
	const lock = path.join(RUNTIME, `${name}.lock`);
	await mkdir(RUNTIME, { recursive: true });
	let isTold = false;
	while (!(await isInstalled())) {
		if (await acquireLock(lock)) {
			await install().finally(async () => await rm(lock));
			if (await isInstalled()) return;
			throw new Error('The installation ended well, yet something of it is missing.');
		}
		if (!isTold) console.log(`  Waiting for the process that holds ${lock} …`);
		isTold = true;
		await delay(POLL_MS);
	}
}

async function acquireLock(lock) {
	try {
		await writeFile(lock, String(process.pid), { flag: 'wx' });
		return true;
	} catch {
		const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
		if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true });
		return false;
	}
}

function isAlive(processId) {
	try {
		return process.kill(processId, 0);
	} catch {
		return false;
	}
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
	showHelp(
		"npm run setup  installs what is missing: the project's dependencies and the pinned n8n, or that of N8N_RELEASE",
	);
	setUp().catch((error) => {
		console.error(error.message);
		process.exit(1);
	});
}
