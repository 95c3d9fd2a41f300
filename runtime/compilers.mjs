/** What compiles n8n's sqlite3 where its binary cannot be fetched. Plain JavaScript, as install.mjs. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** How long github.com may take to respond. */
const GITHUB_MS = 10_000;

export const TO_COMPILE = 'Install python3, make and g++ (Debian: apt-get install python3 make g++), then run this again.';

/**
 * The binary of n8n's sqlite3 comes from github.com; without it, it is compiled.
 * @param {(program: string) => boolean} [has] whether the machine has a program
 * @param {() => Promise<boolean>} [reaches] whether github.com can be reached
 * @returns {Promise<string | undefined>} what to install, where it is certain that neither will work
 */
export async function cannotCompile(has = isOnPath, reaches = reachesGitHub) {
	const compilers = has('python3') && has('make') && (has('g++') || has('c++'));
	if (process.platform === 'win32' || compilers || (await reaches())) return undefined;
	return `n8n's sqlite3 has to be compiled, since github.com cannot be reached. ${TO_COMPILE}`;
}

function isOnPath(program) {
	return (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
}

async function reachesGitHub() {
	// What a proxy reaches is not known: fetch does not use it, npm does.
	if (Object.keys(process.env).some((name) => /^(npm_config_)?(https?_)?proxy$/i.test(name))) return true;
	const signal = AbortSignal.timeout(GITHUB_MS);
	return await fetch('https://github.com', { method: 'HEAD', signal }).then(() => true, () => false);
}
