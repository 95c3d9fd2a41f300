/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { PACK_FOLDER } from '../../../runtime/paths';

/**
 * The packed package, as `npm run build` left it.
 * @throws Error when there is none
 */
export function packedTarball(): string {
	const tarball = readdirSync(PACK_FOLDER).find((file) => file.endsWith('.tgz'));
	if (tarball === undefined) throw new Error(`No tarball in ${PACK_FOLDER}: npm run build`);
	return join(PACK_FOLDER, tarball);
}
