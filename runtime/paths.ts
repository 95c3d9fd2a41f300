import { join, resolve } from 'node:path';

/** The clone's top folder. */
export const REPOSITORY = resolve(__dirname, '..');

/** Everything that is downloaded or built for running n8n locally; git-ignored. */
export const RUNTIME = join(REPOSITORY, '.runtime');

/** Folder of the Node 24 binary: n8n 2.41 refuses older ones, and starts its task runner as plain `node` from PATH. */
export const NODE_24_BIN = join(RUNTIME, 'node24', 'node_modules', 'node', 'bin');

/** The pinned versions of n8n: `2.x` is what everything runs in, `1.x` serves the compatibility suite. */
export type N8nRelease = '1.x' | '2.x';

/** As install.mjs names them. */
const RELEASE_FOLDERS: Record<N8nRelease, string> = { '1.x': 'n8n-1.x', '2.x': 'n8n' };

/** A pinned n8n's entry script. */
export const n8nScript = (release: N8nRelease): string =>
	join(RUNTIME, RELEASE_FOLDERS[release], 'node_modules', 'n8n', 'bin', 'n8n');

export const N8N_SCRIPT = n8nScript('2.x');

/** Where the packed tarball is put: `n8n-nodes-crm-platform-<version>.tgz`. */
export const PACK_FOLDER = join(RUNTIME, 'pack');

/** Compiled bytecode shared by all n8n processes; saves about a second a start. */
export const COMPILE_CACHE = join(RUNTIME, 'compile-cache');
