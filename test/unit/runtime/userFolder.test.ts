/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs on a developer's machine, never inside n8n */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installPackage } from '../../../runtime/userFolder';

describe('installPackage', () => {
	let folder: string;
	let nodesFolder: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'install-test-'));
		nodesFolder = join(folder, '.n8n', 'nodes');
	});

	afterEach(async () => await rm(folder, { recursive: true, force: true }));

	async function pack(manifest: Record<string, unknown>): Promise<string> {
		const source = join(folder, 'source');
		await mkdir(join(source, 'package', 'dist'), { recursive: true });
		await writeFile(join(source, 'package', 'package.json'), JSON.stringify(manifest));
		await writeFile(join(source, 'package', 'dist', 'node.js'), `// ${String(manifest.version)}`);
		const tarball = join(folder, 'packed.tgz');
		execFileSync('tar', ['-czf', tarball, '-C', source, 'package']);
		return tarball;
	}

	const readJson = async (...parts: string[]) =>
		JSON.parse(await readFile(join(...parts), 'utf8')) as Record<string, unknown>;

	it("leaves the package as n8n's own installer does", async () => {
		const manifest = {
			name: 'n8n-nodes-sample',
			version: '1.2.3',
			n8n: { nodes: ['dist/node.js'] },
			devDependencies: { jest: '*' },
			peerDependencies: { 'n8n-workflow': '*' },
		};
		const installed = await installPackage(folder, await pack(manifest));
		expect(installed).toBe(join(nodesFolder, 'node_modules', 'n8n-nodes-sample'));
		expect(await readJson(installed, 'package.json')).toEqual({
			name: 'n8n-nodes-sample',
			version: '1.2.3',
			n8n: { nodes: ['dist/node.js'] },
		});
		expect(await readFile(join(installed, 'dist', 'node.js'), 'utf8')).toBe('// 1.2.3');
		expect(await readJson(nodesFolder, 'package.json')).toEqual({
			name: 'installed-nodes',
			private: true,
			dependencies: { 'n8n-nodes-sample': '1.2.3' },
		});
		expect((await readdir(nodesFolder)).sort()).toEqual(['node_modules', 'package.json']);
	});

	it('replaces an older version, and takes a scoped name', async () => {
		await installPackage(folder, await pack({ name: '@me/n8n-nodes-sample', version: '1.0.0' }));
		const installed = await installPackage(
			folder,
			await pack({ name: '@me/n8n-nodes-sample', version: '2.0.0' }),
		);
		expect(await readFile(join(installed, 'dist', 'node.js'), 'utf8')).toBe('// 2.0.0');
	});

	it('refuses runtime dependencies, and leaves nothing behind', async () => {
		const tarball = await pack({ name: 'n8n-nodes-a', version: '1.0.0', dependencies: { b: '1' } });
		await expect(installPackage(folder, tarball)).rejects.toThrow('runtime dependencies');
		expect(await readdir(nodesFolder)).toEqual([]);
	});
});
