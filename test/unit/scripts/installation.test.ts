import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { REPOSITORY } from '../../../runtime/paths';
import { run } from '../../../runtime/process';

const PACKAGE = 'n8n-nodes-crm-platform';

let home: string;
beforeEach(async () => (home = await mkdtemp(path.join(os.tmpdir(), 'home of-'))));
afterEach(async () => await rm(home, { recursive: true }));

const write = async (file: string, content: object) => {
	await mkdir(path.join(home, path.dirname(file)), { recursive: true });
	await writeFile(path.join(home, file), JSON.stringify(content));
};
const read = async (file: string) =>
	JSON.parse(await readFile(path.join(home, file), 'utf8')) as Record<string, unknown>;

/** Runs a script in a folder of the home, without the network. */
const sh = async (script: string, folder: string, env: Record<string, string> = {}) =>
	await run('bash', ['-e', '-c', script], {
		cwd: path.join(home, folder),
		env: { HOME: home, npm_config_offline: 'true', ...env },
	});

async function pack(version: string): Promise<void> {
	await write('source/package.json', { name: PACKAGE, version });
	await mkdir(path.join(home, 'clone/.runtime/pack'), { recursive: true });
	await sh(
		'npm pack --silent && mv *.tgz ../clone/.runtime/pack/n8n-nodes-crm-platform.tgz',
		'source',
	);
}

it("README's installation lands in n8n's folder, whatever the home folder holds, and again as an upgrade", async () => {
	const readme = await readFile(path.join(REPOSITORY, 'README.md'), 'utf8');
	const [build, ...commands] = /## Installation[^]*?```sh\n([^]*?)```/.exec(readme)![1].split('\n');
	expect(build).toBe('npm ci --include=dev && npm run build');
	await write('package.json', { name: 'of-the-user', private: true });
	await mkdir(path.join(home, 'node_modules'));
	for (const version of ['0.1.0-g1111111', '0.1.0-g2222222']) {
		await pack(version);
		await sh(commands.join('\n'), 'clone');
		expect(await read(`.n8n/nodes/node_modules/${PACKAGE}/package.json`)).toMatchObject({
			version,
		});
	}
	expect(await readdir(path.join(home, 'node_modules'))).toEqual([]);
	expect(await read('package.json')).toEqual({ name: 'of-the-user', private: true });
}, 60_000);
