import { rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 500;

/**
 * Runs `work` while no other process on this machine runs its own under the same lock file. Others
 * wait. A lock whose holder has ended (killed, power cut) is taken over.
 *
 * @template T
 * @param {string} file path of the lock file; it holds the holder's process id
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
	await mkdir(path.dirname(file), { recursive: true });
	for (let wait = 0; !(await acquire(file)); wait++) {
		if (wait === 1) console.log(`  Waiting for the process that holds ${file} …`);
		await delay(POLL_MS);
	}
	// Also where the process is ended in between, by Ctrl-C say.
	const release = () => rmSync(file, { force: true });
	process.on('exit', release);
	try {
		return await work();
	} finally {
		process.off('exit', release);
		release();
	}
}

async function acquire(file) {
	try {
		await writeFile(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code !== 'EEXIST') throw error;
	}
	const holder = Number(await readFile(file, 'utf8').catch(() => ''));
	if (holder > 0 && !isAlive(holder)) await rm(file, { force: true });
	return false;
}

function isAlive(processId) {
	try {
		process.kill(processId, 0);
		return true;
	} catch (error) {
		// EPERM: it lives, and belongs to another user.
		return error.code === 'EPERM';
	}
}
