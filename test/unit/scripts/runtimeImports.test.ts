/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs under Jest, never inside n8n */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { checkRuntimeImports, runtimeImports } from '../../../scripts/checks/runtimeImports';

describe('runtimeImports', () => {
	it('finds every way to load a module', () => {
		const text = `
			const a = require('a'); const b = module.require("b"); require.resolve(\`c\`);
			import d from 'd'; export * from 'e'; import('f');
		`;
		expect(runtimeImports(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
	});

	it('tells of a module whose name is computed, and not of text or comments', () => {
		expect(runtimeImports("const name = 'fs'; require(name); // require('x')")).toEqual([
			undefined,
		]);
		expect(runtimeImports('const text = "require(\'x\')";')).toEqual([]);
	});
});

describe('checkRuntimeImports', () => {
	it('allows relative files, n8n-workflow and node:crypto only', async () => {
		const folder = await mkdtemp(path.join(os.tmpdir(), 'imports-'));
		try {
			await writeFile(
				path.join(folder, 'node.js'),
				"require('./x'); require('../y'); require('n8n-workflow'); require('node:crypto');" +
					"require('luxon'); require('crypto'); require(z);",
			);
			expect(await checkRuntimeImports(folder)).toEqual([
				'node.js: requires luxon',
				'node.js: requires crypto',
				'node.js: requires a module whose name is only known at run time',
			]);
		} finally {
			await rm(folder, { recursive: true });
		}
	});
});
