import { rmSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
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
 * @param {(holder: number) => void} [onWait] called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait = () => {}) {
	await mkdir(path.dirname(file), { recursive: true });
	let told = false;
	while (!(await acquire(file))) {
		const holder = await holderOf(file);
		if (holder === undefined) continue;
		if (!isAlive(holder)) {
			await takeAway(file, holder);
			continue;
		}
		if (!told) onWait(holder);
		told = true;
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

/** A hard link fails when its target exists, and the file appears complete: nobody reads half an id. */
async function acquire(file) {
	const draft = `${file}.${process.pid}`;
	await writeFile(draft, String(process.pid));
	try {
		await link(draft, file);
		return true;
	} catch (error) {
		if (error.code === 'EEXIST') return false;
		throw error;
	} finally {
		await rm(draft, { force: true });
	}
}

async function holderOf(file) {
	const text = await readFile(file, 'utf8').catch(() => '');
	return text === '' ? undefined : Number(text);
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

/** Removes a dead holder's lock, unless another waiter was quicker and has acquired it anew. */
async function takeAway(file, deadHolder) {
	const aside = `${file}.dead-${process.pid}`;
	try {
		await rename(file, aside);
	} catch {
		return;
	}
	if ((await holderOf(aside)) !== deadHolder) await link(aside, file).catch(() => {});
	await rm(aside, { force: true });
}
