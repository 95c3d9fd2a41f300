import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** @param {string} root the clone's folder */
const fileOf = (root) => path.join(root, '.runtime', 'first-set-up.json');

/**
 * Notes how long the set-up of a fresh clone took. `npm run bench` shows it.
 * @param {string} root the clone's folder
 * @param {number} milliseconds
 */
export async function noteFirstSetUp(root, milliseconds) {
	const note = { milliseconds: Math.round(milliseconds), on: new Date().toISOString() };
	await mkdir(path.dirname(fileOf(root)), { recursive: true });
	await writeFile(fileOf(root), `${JSON.stringify(note)}\n`);
}

/**
 * @param {string} root the clone's folder
 * @returns {Promise<number | undefined>} milliseconds; undefined where none has been noted
 */
export async function readFirstSetUp(root) {
	const text = await readFile(fileOf(root), 'utf8').catch(() => '{}');
	return JSON.parse(text).milliseconds;
}
