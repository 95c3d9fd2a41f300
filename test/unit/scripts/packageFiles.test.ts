import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { checkPackageFiles } from '../../../scripts/checks/packageFiles';

const SOURCES = [
	'nodes/X/X.node.ts',
	'nodes/X/X.node.json',
	'nodes/X/x.svg',
	'nodes/X/__schema__/v1.0.0/a/get.json',
	'nodes/X/x.test.ts',
	'credentials/XApi.credentials.ts',
];

const SHIPPED = [
	'package.json',
	'README.md',
	'LICENSE',
	'index.js',
	'dist/nodes/X/X.node.js',
	'dist/nodes/X/X.node.json',
	'dist/nodes/X/x.svg',
	'dist/nodes/X/__schema__/v1.0.0/a/get.json',
	'dist/credentials/XApi.credentials.js',
];

describe('checkPackageFiles', () => {
	let folder: string;
	let printed: string;
	const write = async (base: string, files: string[]) => {
		for (const file of files) {
			const full = path.join(folder, base, file);
			await mkdir(path.dirname(full), { recursive: true });
			await writeFile(full, '');
		}
	};

	beforeEach(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), 'package-files-'));
		await write('root', SOURCES);
	});
	afterEach(async () => {
		await rm(folder, { recursive: true });
	});
	const check = async () =>
		await checkPackageFiles(
			path.join(folder, 'root'),
			path.join(folder, 'unpacked'),
			(line) => (printed = line),
		);

	it('finds nothing in a package that holds what its sources call for', async () => {
		await write('unpacked', SHIPPED);
		expect(await check()).toEqual([]);
		expect(printed).toBe('compiled module: 2, codex: 1, icon: 1, schema: 1');
	});

	it.each(SHIPPED)('misses %s', async (file) => {
		await write(
			'unpacked',
			SHIPPED.filter((shipped) => shipped !== file),
		);
		expect(await check()).toEqual([`missing: ${file}`]);
	});

	it.each([
		'dist/nodes/X/x.test.js',
		'dist/nodes/X/X.node.js.map',
		'dist/nodes/X/X.node.d.ts',
		'dist/tsconfig.tsbuildinfo',
		'sandbox/openapi.yaml',
		'.env',
	])('does not expect %s', async (file) => {
		await write('unpacked', [...SHIPPED, file]);
		expect(await check()).toEqual([`not expected: ${file}`]);
	});
});
