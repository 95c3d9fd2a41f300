/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs on a developer's machine, never inside n8n */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { REPOSITORY } from '../../../runtime/paths';

const run = promisify(execFile);

/** Holds the lock for a moment, and notes when it came and when it went. */
const HOLDER = `
const [lock, journal, end] = process.argv.slice(1);
const { withLock } = await import(${JSON.stringify(pathToFileURL(join(REPOSITORY, 'scripts', 'lib', 'lock.mjs')).href)});
const { appendFileSync } = await import('node:fs');
await withLock(lock, async () => {
	appendFileSync(journal, 'in ' + process.pid + '\\n');
	await new Promise((resolve) => setTimeout(resolve, 60));
	if (end === 'exit') process.exit(3);
	if (end === 'throw') throw new Error('stop');
	appendFileSync(journal, 'out ' + process.pid + '\\n');
});
`;

describe('withLock', () => {
	let folder: string;
	let lock: string;
	let journal: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'lock-test-'));
		lock = join(folder, 'a.lock');
		journal = join(folder, 'journal');
	});

	afterEach(async () => await rm(folder, { recursive: true, force: true }));

	const hold = async (...args: string[]) =>
		await run(process.execPath, ['--input-type=module', '-e', HOLDER, lock, journal, ...args]);

	it('lets one process in at a time', async () => {
		await Promise.all([hold(), hold(), hold(), hold()]);
		const lines = (await readFile(journal, 'utf8')).trim().split('\n');
		expect(lines).toHaveLength(8);
		for (let line = 0; line < lines.length; line += 2) {
			expect(lines[line + 1]).toBe(lines[line].replace('in', 'out'));
		}
		expect(existsSync(lock)).toBe(false);
	}, 30_000);

	it('takes over the lock of a process that has ended', async () => {
		const { pid } = spawnSync(process.execPath, ['-e', '']);
		await writeFile(lock, String(pid));
		await Promise.all([hold(), hold()]);
		expect((await readFile(journal, 'utf8')).trim().split('\n')).toHaveLength(4);
	}, 30_000);

	it.each(['throw', 'exit'])('gives it back after %s', async (end) => {
		await expect(hold(end)).rejects.toThrow();
		expect(await readFile(journal, 'utf8')).toMatch(/^in \d+\n$/);
		expect(existsSync(lock)).toBe(false);
	}, 30_000);
});
