/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on a developer's machine, never inside n8n */
import { join, resolve } from 'node:path';

/** The clone's top folder. */
export const REPOSITORY = resolve(__dirname, '..');

/** Everything that is downloaded or built for running n8n locally; git-ignored. */
export const RUNTIME = join(REPOSITORY, '.runtime');

/** Folder of the Node 24 binary: n8n 2.41 refuses older ones, and starts its task runner as plain `node` from PATH. */
export const NODE_24_BIN = join(RUNTIME, 'node24', 'node_modules', 'node', 'bin');

/** The pinned n8n's entry script. */
export const N8N_SCRIPT = join(RUNTIME, 'n8n', 'node_modules', 'n8n', 'bin', 'n8n');

/** Where the packed tarball is put: `n8n-nodes-crm-platform-<version>.tgz`. */
export const PACK_FOLDER = join(RUNTIME, 'pack');

/** Compiled bytecode shared by all n8n processes; saves about a second a start. */
export const COMPILE_CACHE = join(RUNTIME, 'compile-cache');
