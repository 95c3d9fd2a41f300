import { join, resolve } from 'node:path';

/** The clone's top folder. */
export const REPOSITORY = resolve(__dirname, '..');

/** Everything that is downloaded or built for running n8n locally; git-ignored. */
export const RUNTIME = join(REPOSITORY, '.runtime');

/** Folder of the Node 24 binary: n8n 2.41 refuses older ones, and starts its task runner as plain `node` from PATH. */
export const NODE_24_BIN = join(RUNTIME, 'node24', 'node_modules', 'node', 'bin');

/**
 * What n8n is run: the pinned `2.x` is what everything runs in, another version, such as `2.20.12`, is for a night.
 */
export type N8nRelease = '2.x' | `2.${number}.${number}`;

/** What runs unless a test says otherwise. */
export const DEFAULT_RELEASE = (process.env.N8N_RELEASE ?? '2.x') as N8nRelease;

/** A version's folder; as install.mjs names it. */
const folderOf = (release: N8nRelease) => (release === '2.x' ? 'n8n' : `n8n-${release}`);

/** An installed n8n's entry script. */
export const n8nScript = (release: N8nRelease): string =>
	join(RUNTIME, folderOf(release), 'node_modules', 'n8n', 'bin', 'n8n');

export const N8N_SCRIPT = n8nScript('2.x');

/** Where the packed tarball is put: `n8n-nodes-crm-platform.tgz`. */
export const PACK_FOLDER = join(RUNTIME, 'pack');

/** Compiled bytecode shared by all n8n processes; saves about a second a start. */
export const COMPILE_CACHE = join(RUNTIME, 'compile-cache');
