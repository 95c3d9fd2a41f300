/**
 * Installs a pinned n8n and the Node 24 that it needs into `.runtime/`. Plain JavaScript without
 * dependencies: it runs before anything is installed.
 *
 * The stamp is written last, so an installation that was interrupted is done again; a lock (held by
 * the caller, scripts/setup.mjs) keeps two from running at once.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { cleanEnvironment, runLogged } from './step.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

/** n8n 2.41 needs Node 24, and the native modules are prebuilt for it. The npm package brings the binary. */
const NODE_24 = '24.21.0';
const PNPM = '10';

/** Where the binary of n8n's sqlite3 cannot be fetched from github.com, it is compiled. */
const TO_COMPILE =
	'Install python3, make and g++ (Debian: apt-get install python3 make g++), then run this again.';

const RUNTIME = path.join(here, '..', '.runtime');
const NODE_FOLDER = path.join(RUNTIME, 'node24');
const NODE_BIN = path.join(NODE_FOLDER, 'node_modules', 'node', 'bin');
const NODE = path.join(NODE_BIN, 'node');

/** The package.json and the lock file for n8n's folder. */
const PINNED = path.join(here, 'pinned');

/** Another version than the pinned one, such as `2.20.12`, for a night. */
const OTHER = process.env.N8N_RELEASE;
const VERSION =
	OTHER ?? JSON.parse(readFileSync(path.join(PINNED, 'package.json'), 'utf8')).dependencies.n8n;

const NAME = OTHER === undefined ? 'n8n' : `n8n-${OTHER}`;
const FOLDER = path.join(RUNTIME, NAME);
const STAMP = path.join(RUNTIME, `${NAME}-installed.txt`);

/** True when what is installed is what is pinned or asked for; takes milliseconds. */
export async function isRuntimeInstalled() {
	const stamp = await readFile(STAMP, 'utf8').catch(() => '');
	const script = path.join(FOLDER, 'node_modules', 'n8n', 'bin', 'n8n');
	return stamp === (await pinnedContent()) && existsSync(script) && existsSync(NODE);
}

/**
 * Installs it, from the beginning: an installation that was interrupted may lack parts of native modules.
 * @throws Error with the end of the failing command's output
 */
export async function installRuntime() {
	for (const old of [STAMP, path.join(FOLDER, 'node_modules')])
		await rm(old, { recursive: true, force: true });
	await installNode24();
	await installN8n();
	await writeFile(STAMP, await pinnedContent());
}

/** Changes whenever something else would have to be installed. */
async function pinnedContent() {
	const hash = createHash('sha256');
	for (const name of (await readdir(PINNED)).sort()) {
		hash.update(name).update(await readFile(path.join(PINNED, name)));
	}
	const target = `${process.platform}-${process.arch}`;
	return `node ${NODE_24}, ${target}, n8n ${VERSION}, ${hash.digest('hex')}\n`;
}

async function installNode24() {
	await mkdir(NODE_FOLDER, { recursive: true });
	const manifest = { name: 'node24', private: true, dependencies: { node: NODE_24 } };
	await writeFile(path.join(NODE_FOLDER, 'package.json'), JSON.stringify(manifest));
	await runLogged({
		title: `Installing Node ${NODE_24} for n8n`,
		command: 'npm',
		// Its install script fetches the binary of this platform from npm.
		args: ['install', '--ignore-scripts=false', '--no-audit', '--no-fund'],
		cwd: NODE_FOLDER,
		logFile: path.join(RUNTIME, 'logs', 'install-node24.log'),
	});
}

async function installN8n() {
	await cp(PINNED, FOLDER, { recursive: true });
	if (OTHER !== undefined) await repin();
	const logFile = path.join(RUNTIME, 'logs', `install-${NAME}.log`);
	const frozen = OTHER === undefined ? '--frozen-lockfile' : '--no-frozen-lockfile';
	const env = cleanEnvironment();
	await runLogged({
		title: `Installing n8n ${VERSION} (3 to 8 minutes, 1.8 GB)`,
		command: 'npx',
		args: ['--yes', `pnpm@${PNPM}`, 'install', '--no-optional', frozen],
		cwd: FOLDER,
		logFile,
		// Node 24 first: native modules are fetched, or compiled, for the Node that runs the installation.
		env: { ...env, PATH: `${NODE_BIN}${path.delimiter}${env.PATH ?? ''}` },
	}).catch(async (error) => {
		const isCompiler = (await readFile(logFile, 'utf8')).includes('gyp ERR!');
		throw isCompiler
			? new Error(`n8n's sqlite3 could not be compiled; ${logFile} says why. ${TO_COMPILE}`)
			: error;
	});
}

/** Any other version is installed without a lock file, with the pinned one's settings. */
async function repin() {
	await rm(path.join(FOLDER, 'pnpm-lock.yaml'));
	// Some versions, such as 2.20.12, fetch xlsx from its maker's own server; the registry's does for the tests.
	const file = path.join(FOLDER, 'pnpm-workspace.yaml');
	const settings = await readFile(file, 'utf8');
	await writeFile(file, settings.replace('overrides:', 'overrides:\n  xlsx: 0.18.5'));
	const manifest = { name: 'n8n-runtime', private: true, dependencies: { n8n: VERSION } };
	await writeFile(path.join(FOLDER, 'package.json'), JSON.stringify(manifest));
}
