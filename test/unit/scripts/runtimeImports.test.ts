import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { checkRuntimeImports } from '../../../scripts/checks/runtimeImports';

describe('checkRuntimeImports', () => {
	let folder: string;
	beforeAll(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'imports-'))));
	afterAll(async () => await rm(folder, { recursive: true }));

	const found = async (script: string) => {
		await writeFile(path.join(folder, 'node.js'), script);
		return await checkRuntimeImports(folder);
	};

	it('allows relative files, n8n-workflow and node:crypto', async () => {
		const script = `require('./x'); require("../y"); require('n8n-workflow'); require("node:crypto");`;
		expect(await found(`${script} export * from './z'; import('./a');`)).toEqual([]);
	});

	it('takes no text and no comment for an import', async () => {
		const text = `/* require('me') */ const text = "Choose one from 'Events', then import 'it'";`;
		expect(await found(text)).toEqual([]);
	});

	it.each([
		["require('luxon')", "'luxon'"],
		['module.require("crypto")', "'crypto'"],
		['require.resolve(`fs`)', "'fs'"],
		["import x from 'zod'", "'zod'"],
		['import "p-limit"', "'p-limit'"],
		["export * from 'lodash'", "'lodash'"],
		["import('undici')", "'undici'"],
		['require(name)', 'name'],
		["require('./' + name)", "'./' + name"],
		['require(`./${name}`)', "'./${name}'"],
	])('finds %s', async (script, name) => {
		expect(await found(`${script};`)).toEqual([`node.js: requires ${name}`]);
	});
});
