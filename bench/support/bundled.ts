import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { build } from 'esbuild';

import { REPOSITORY, RUNTIME } from '../../runtime/paths';
import type { Loadable } from './peerPackages';

/** Bytes of all modules below a folder. */
async function sizeOfModules(folder: string): Promise<number> {
	const names = await readdir(folder, { recursive: true });
	const modules = names.filter((name) => name.endsWith('.js'));
	const stats = await Promise.all(modules.map(async (name) => await stat(join(folder, name))));
	return stats.reduce((sum, { size }) => sum + size, 0);
}

/**
 * What the package would be with its modules bundled into one readable file: shows how much of the
 * loading is finding and opening files. docs/decisions.md says why it is not shipped like this.
 *
 * @param own the package as it is shipped
 * @param folder where that lies
 */
export async function bundledPackage(own: Loadable, folder: string): Promise<Loadable> {
	const bundle = join(RUNTIME, 'bench', 'bundled', 'package.js');
	const source = (entry: string) =>
		`./${entry.slice(folder.length).replace('/dist/', '').replace(/\.js$/, '.ts')}`;
	const exports = own.entries.map((entry) => `export * from '${source(entry)}';`);
	await build({
		stdin: { contents: exports.join('\n'), resolveDir: REPOSITORY },
		bundle: true,
		platform: 'node',
		format: 'cjs',
		external: ['n8n-workflow'],
		outfile: bundle,
	});
	const { size } = await stat(bundle);
	return {
		name: 'the same, bundled into one file (not shipped)',
		entries: [bundle],
		size: own.size - (await sizeOfModules(join(folder, 'dist'))) + size,
	};
}
