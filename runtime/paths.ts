import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The clone's top folder. */
export const REPOSITORY = resolve(__dirname, '..');

/** Everything that is downloaded or built for running n8n locally; git-ignored. */
export const RUNTIME = join(REPOSITORY, '.runtime');

/** Folder of the Node 24 binary: n8n 2.41 refuses older ones, and starts its task runner as plain `node` from PATH. */
export const NODE_24_BIN = join(RUNTIME, 'node24', 'node_modules', 'node', 'bin');

/** Which n8n runs in place of the pinned one, such as `2.20.12`, for a night. */
export const OTHER_RELEASE = process.env.N8N_RELEASE;

/** The entry script of n8n, whose folder install.mjs names. */
export const N8N_SCRIPT = join(
	RUNTIME,
	OTHER_RELEASE === undefined ? 'n8n' : `n8n-${OTHER_RELEASE}`,
	'node_modules/n8n/bin/n8n',
);

/** The package's name, which is also the prefix of its node types: `n8n-nodes-crm-platform.platform`. */
export const PACKAGE_NAME = 'n8n-nodes-crm-platform';

export const PACK_FOLDER = join(RUNTIME, 'pack');

/** Where the build puts the tarball. Without a version, so that there is only one. */
export const TARBALL = join(PACK_FOLDER, `${PACKAGE_NAME}.tgz`);

/**
 * The unpacked package, for the checks, the scanner and the measurements. Below `node_modules`,
 * as it lies at a user's, and where the linter does not take it for sources.
 */
export const UNPACKED = join(PACK_FOLDER, 'node_modules', PACKAGE_NAME);

/** @throws Error when the tarball has not been built */
export function packedTarball(): string {
	if (!existsSync(TARBALL)) throw new Error(`There is no ${TARBALL}: run \`npm run build\` first`);
	return TARBALL;
}
