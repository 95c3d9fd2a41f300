import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { run } from '../../../runtime/process';
import { builtVersion } from '../../../scripts/builtVersion';

describe('the version of a build', () => {
	let folder: string;
	beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'clone-'))));
	afterEach(async () => await rm(folder, { recursive: true }));

	const git = async (...args: string[]) =>
		await run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
			cwd: folder,
		});
	const commit = async (file: string, text: string) => {
		await writeFile(path.join(folder, file), text);
		await git('add', '.');
		await git('commit', '--quiet', '-m', text);
		return (await git('rev-parse', 'HEAD')).slice(0, 7);
	};
	const version = async () => await builtVersion('1.2.3', folder);

	it('carries the last commit that changed what is packed, and is plain at its tag only', async () => {
		expect(await version()).toBe('1.2.3-local');
		await git('init', '--quiet');
		const first = await commit('index.js', 'one');
		await commit('CHANGELOG.md', 'two');
		expect(await version()).toBe(`1.2.3-g${first}`);
		await git('tag', 'v1.2.2');
		expect(await version()).toBe(`1.2.3-g${first}`);
		await git('tag', 'v1.2.3');
		expect(await version()).toBe('1.2.3');
		await writeFile(path.join(folder, 'index.js'), 'three');
		expect(await version()).toBe(`1.2.3-g${first}.changed`);
	});
});
