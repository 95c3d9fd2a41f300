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

describe('checkPackedPackage', () => {
	let folder: string;
	beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'packed-package-'))));
	afterEach(async () => await rm(folder, { recursive: true }));

	async function check(changed: Record<string, string | undefined>): Promise<void> {
		const files = { ...Object.fromEntries(SOURCES.map((file) => [`root/${file}`, ''])) };
		for (const [file, text] of Object.entries({ ...SHIPPED, ...changed }))
			if (text !== undefined) files[`unpacked/${file}`] = text;
		for (const [file, text] of Object.entries(files)) {
			await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
			await writeFile(path.join(folder, file), text);
		}
		await checkPackedPackage(path.join(folder, 'root'), path.join(folder, 'unpacked'));
	}

	it('finds nothing in a package that holds what its sources call for', async () => {
		await expect(check({})).resolves.toBeUndefined();
	});

	it.each([
		['a file that is missing', { LICENSE: undefined }, 'missing: LICENSE'],
		['an icon that is missing', { 'dist/nodes/X/x.svg': undefined }, 'missing: dist/nodes/X/x.svg'],
		['a test', { 'dist/nodes/X/x.test.js': '' }, 'not expected: dist/nodes/X/x.test.js'],
		['a map', { 'dist/nodes/X/X.node.js.map': '' }, 'not expected: dist/nodes/X/X.node.js.map'],
		['the sandbox', { 'sandbox/openapi.yaml': '' }, 'not expected: sandbox/openapi.yaml'],
		[
			'a class that is not exported',
			{ 'index.js': "Object.assign(exports, require('./dist/nodes/X/X.node.js'))" },
			'require gives X instead of X, XApi',
		],
		[
			'another module of Node',
			{ 'dist/nodes/X/X.node.js': "require('node:fs'); exports.X = class {};" },
			'requires node:fs',
		],
		[
			'a package that nobody installs',
			{ 'dist/nodes/X/X.node.js': "require('undici'); exports.X = class {};" },
			'does not load',
		],
	])('finds %s', async (_, changed, finding) => {
		await expect(check(changed)).rejects.toThrow(finding);
	});
});
