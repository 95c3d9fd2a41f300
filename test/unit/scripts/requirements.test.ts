/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs under Jest, never inside n8n */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CHROMIUM, unmetReason } from '../../../scripts/test/requirements';

describe('unmetReason', () => {
	const requirement = (name: string, there: boolean) => ({
		title: `the program ${name}`,
		isThere: () => there,
		aptPackage: `${name}-package`,
	});

	it('is undefined when all programs are there', () => {
		expect(unmetReason([requirement('a', true), requirement('b', true)])).toBeUndefined();
		expect(unmetReason([])).toBeUndefined();
	});

	it('names each missing program and the packages to install', () => {
		const requirements = [requirement('a', false), requirement('b', true), requirement('c', false)];
		expect(unmetReason(requirements)).toBe(
			'not found: the program a, the program c; install with: apt-get install a-package c-package',
		);
	});
});

describe('Chromium', () => {
	let folder: string;
	const before = process.env.PATH;
	beforeEach(() => {
		folder = mkdtempSync(path.join(os.tmpdir(), 'requirements-'));
		process.env.PATH = folder;
	});
	afterEach(() => {
		process.env.PATH = before;
		rmSync(folder, { recursive: true });
	});

	it.each(['chromium', 'google-chrome'])('is found on the PATH as %s', (name) => {
		expect(CHROMIUM.isThere()).toBe(false);
		writeFileSync(path.join(folder, name), '');
		chmodSync(path.join(folder, name), 0o644);
		expect(CHROMIUM.isThere()).toBe(false);
		chmodSync(path.join(folder, name), 0o755);
		expect(CHROMIUM.isThere()).toBe(true);
	});
});
