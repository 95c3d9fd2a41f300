import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { PACK_FOLDER } from './paths';

/** The package's name, which is also the prefix of its node types: `n8n-nodes-crm-platform.platform`. */
export const PACKAGE_NAME = 'n8n-nodes-crm-platform';

/**
 * The unpacked package, for the checks, the scanner and the measurements. Below `node_modules`,
 * as it lies at a user's, and where the linter does not take it for sources.
 */
export const UNPACKED = join(PACK_FOLDER, 'node_modules', PACKAGE_NAME);

/** Where the build puts the tarball. Without a version, so that there is only one. */
export const TARBALL = join(PACK_FOLDER, `${PACKAGE_NAME}.tgz`);

/**
 * Path of the tarball that the build has packed.
 * @throws Error when it has not been built
 */
export function packedTarball(): string {
	if (!existsSync(TARBALL)) throw new Error(`There is no ${TARBALL}: run \`npm run build\` first`);
	return TARBALL;
}
