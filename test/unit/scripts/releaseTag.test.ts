import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, copyFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../package/packageClasses';

const CHANGELOG =
	'# Changelog\n\n## [2.0.0] - Unreleased\n\n## 1.2.0 - 2026-01-01\n\n## [1.1.0]\n\n### v1.0.0\n\n1.3.0 is planned\n';

describe('releaseTag.mjs', () => {
	let folder: string;
	beforeAll(() => {
		folder = mkdtempSync(path.join(os.tmpdir(), 'release-'));
		mkdirSync(path.join(folder, 'scripts', 'checks'), { recursive: true });
		const script = 'scripts/checks/releaseTag.mjs';
		copyFileSync(path.join(ROOT, script), path.join(folder, script));
		writeFileSync(path.join(folder, 'CHANGELOG.md'), CHANGELOG);
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	const release = (tag: string, version: string) => {
		writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version }));
		const { status, stderr } = spawnSync(
			process.execPath,
			[path.join(folder, 'scripts', 'checks', 'releaseTag.mjs'), tag],
			{ encoding: 'utf8' },
		);
		return { status, stderr: stderr.trim() };
	};

	it.each(['1.2.0', '1.1.0', '1.0.0'])('accepts %s, which stands in the changelog', (version) => {
		expect(release(`v${version}`, version)).toEqual({ status: 0, stderr: '' });
	});

	it('refuses a tag unlike the version of package.json', () => {
		expect(release('v1.2.1', '1.2.0')).toEqual({
			status: 1,
			stderr: 'The tag is v1.2.1, package.json says 1.2.0.',
		});
		expect(release('1.2.0', '1.2.0').status).toBe(1);
	});

	it('refuses a version that the changelog calls unreleased', () => {
		expect(release('v2.0.0', '2.0.0')).toEqual({
			status: 1,
			stderr: 'CHANGELOG.md calls 2.0.0 unreleased. Write the date of the release there.',
		});
	});

	it.each(['1.3.0', '1.2', '1.2.0-rc.1'])('refuses %s, which has no entry', (version) => {
		expect(release(`v${version}`, version)).toEqual({
			status: 1,
			stderr: `CHANGELOG.md has no entry for ${version}.`,
		});
	});
});
