import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { checkPackedPackage } from '../../../scripts/checks/packedPackage';

const SOURCES = [
	'nodes/X/X.node.ts',
	'nodes/X/X.node.json',
	'nodes/X/x.svg',
	'nodes/X/x.test.ts',
	'credentials/XApi.credentials.ts',
];
const SHIPPED: Record<string, string> = {
	'package.json': '{"main":"index.js"}',
	'README.md': '',
	LICENSE: '',
	'index.js':
		"module.exports = { ...require('./dist/nodes/X/X.node.js'), ...require('./dist/credentials/XApi.credentials.js') };",
	'dist/nodes/X/X.node.js':
		"require('n8n-workflow'); require('node:crypto'); exports.X = class {};",
	'dist/nodes/X/X.node.json': '{}',
	'dist/nodes/X/x.svg': '',
	'dist/credentials/XApi.credentials.js': 'exports.XApi = class {};',
};

let folder: string;
beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'packed-package-'))));
afterEach(async () => await rm(folder, { recursive: true }));

async function check(changed: Record<string, string | undefined>): Promise<void> {
	const sources = SOURCES.map((file) => [`root/${file}`, ''] as const);
	const packed = Object.entries({ ...SHIPPED, ...changed });
	for (const [file, text] of [
		...sources,
		...packed.map(([file, text]) => [`unpacked/${file}`, text] as const),
	]) {
		if (text === undefined) continue;
		await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
		await writeFile(path.join(folder, file), text);
	}
	await checkPackedPackage(path.join(folder, 'root'), path.join(folder, 'unpacked'));
}

it('nothing is found in a package that holds what its sources call for', async () => {
	await expect(check({})).resolves.toBeUndefined();
});

it.each([
	[{ 'dist/nodes/X/x.svg': undefined }, 'missing: dist/nodes/X/x.svg'],
	[{ 'dist/nodes/X/x.test.js': '' }, 'not expected: dist/nodes/X/x.test.js'],
	[{ 'sandbox/openapi.yaml': '' }, 'not expected: sandbox/openapi.yaml'],
	[
		{ 'index.js': "Object.assign(exports, require('./dist/nodes/X/X.node.js'))" },
		'require gives X instead of X, XApi',
	],
	[{ 'dist/nodes/X/X.node.js': "require('node:fs'); exports.X = class {};" }, 'requires node:fs'],
	[{ 'dist/nodes/X/X.node.js': "require('undici'); exports.X = class {};" }, 'does not load'],
])('in a package with %j is found: %s', async (changed, finding) => {
	await expect(check(changed)).rejects.toThrow(finding);
});
