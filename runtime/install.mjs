/**
 * Installs the pinned n8n and the Node 24 that it needs into `.runtime/`. Plain JavaScript without
 * dependencies: it runs before anything is installed.
 *
 * The stamp is written last, so an installation that was interrupted is taken up again; a lock
 * (held by the caller, scripts/setup.mjs) keeps two from running at once.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { cleanEnvironment, runLogged } from '../scripts/lib/runLogged.mjs';

const run = promisify(execFile);
const here = path.dirname(fileURLToPath(import.meta.url));

/** n8n 2.41 needs Node 24; its native modules are prebuilt for it. The npm package brings the binary. */
const NODE_24 = '24.21.0';
const PNPM = '10';

const PINNED = path.join(here, 'pinned');
const RUNTIME = path.join(here, '..', '.runtime');
const NODE_FOLDER = path.join(RUNTIME, 'node24');
const N8N_FOLDER = path.join(RUNTIME, 'n8n');
const NODE_BIN = path.join(NODE_FOLDER, 'node_modules', 'node', 'bin');
const N8N_PACKAGE = path.join(N8N_FOLDER, 'node_modules', 'n8n');
const STAMP = path.join(RUNTIME, 'n8n-installed.txt');
/** Exists while an installation runs, and after one that was interrupted. */
const UNFINISHED = path.join(RUNTIME, 'n8n-unfinished.txt');

/** True when what is installed is what is pinned; takes milliseconds. */
export async function isRuntimeInstalled() {
	const stamp = await readFile(STAMP, 'utf8').catch(() => '');
	if (stamp !== (await pinnedContent())) return false;
	return existsSync(path.join(N8N_PACKAGE, 'bin', 'n8n')) && existsSync(nodeBinary());
}

/**
 * Installs what is missing, and checks it.
 * @throws Error with the end of the failing command's output
 */
export async function installRuntime() {
	if (await isRuntimeInstalled()) return;
	const content = await pinnedContent();
	if (!(await canAdopt())) {
		await rm(STAMP, { force: true });
		await mkdir(RUNTIME, { recursive: true });
		await writeFile(UNFINISHED, content);
		await installNode24();
		await installN8n();
		await checkInstalled();
		await rm(UNFINISHED, { force: true });
	}
	await writeFile(STAMP, content);
}

/** Changes whenever something else would have to be installed. */
async function pinnedContent() {
	const hash = createHash('sha256');
	for (const name of (await readdir(PINNED)).sort()) {
		hash.update(name).update(await readFile(path.join(PINNED, name)));
	}
	const target = `${process.platform}-${process.arch}`;
	return `node ${NODE_24}, ${target}, n8n ${await pinnedVersion()}, ${hash.digest('hex')}\n`;
}

async function pinnedVersion() {
	const manifest = JSON.parse(await readFile(path.join(PINNED, 'package.json'), 'utf8'));
	return manifest.dependencies.n8n;
}

/** An installation made by hand, or by a version of this script without the stamp, is taken as it is. */
async function canAdopt() {
	if (existsSync(UNFINISHED) || !existsSync(N8N_PACKAGE) || !existsSync(nodeBinary())) return false;
	for (const name of await readdir(PINNED)) {
		const installed = await readFile(path.join(N8N_FOLDER, name)).catch(() => Buffer.alloc(0));
		if (!installed.equals(await readFile(path.join(PINNED, name)))) return false;
	}
	return await checkInstalled().then(
		() => true,
		() => false,
	);
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
	await mkdir(N8N_FOLDER, { recursive: true });
	for (const name of await readdir(PINNED)) {
		await copyFile(path.join(PINNED, name), path.join(N8N_FOLDER, name));
	}
	await runLogged({
		title: `Installing n8n ${await pinnedVersion()} (3 to 8 minutes, 1.8 GB)`,
		command: 'npx',
		args: ['--yes', `pnpm@${PNPM}`, 'install', '--no-optional', '--frozen-lockfile'],
		cwd: N8N_FOLDER,
		logFile: path.join(RUNTIME, 'logs', 'install-n8n.log'),
		// Node 24 first: native modules are fetched, or compiled, for the Node that runs the installation.
		env: withNode24First(),
	});
}

/** Starts n8n's command line, and loads the native modules that an interrupted build leaves out. */
async function checkInstalled() {
	const env = withNode24First();
	const { stdout } = await run(nodeBinary(), [path.join(N8N_PACKAGE, 'bin', 'n8n'), '--version'], {
		env,
	});
	const version = await pinnedVersion();
	if (stdout.trim() !== version) throw new Error(`n8n --version printed ${stdout}, not ${version}`);
	const store = path.join(await realpath(N8N_FOLDER), 'node_modules', '.pnpm');
	for (const name of ['sqlite3', 'isolated-vm']) {
		const folder = (await readdir(store)).find((entry) => entry.startsWith(`${name}@`));
		if (folder === undefined) throw new Error(`${name} is not installed`);
		const location = path.join(store, folder, 'node_modules', name);
		await run(nodeBinary(), ['-e', `require(${JSON.stringify(location)})`], { env });
	}
}

function withNode24First() {
	const env = cleanEnvironment();
	return { ...env, PATH: `${NODE_BIN}${path.delimiter}${env.PATH ?? ''}` };
}

function nodeBinary() {
	return path.join(NODE_BIN, process.platform === 'win32' ? 'node.exe' : 'node');
}
