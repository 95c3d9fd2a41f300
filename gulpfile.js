/**
 * The build, from clean to a checked tarball: `npx gulp build`.
 *
 * n8n's own CLI compiles and copies (it is the build that n8n's verification knows); gulp drives
 * it, takes away what it copies too much of, packs, and checks the tarball as a user's n8n will get it.
 */
const { spawn } = require('node:child_process');
const { mkdir, readdir, rm } = require('node:fs/promises');
const path = require('node:path');
const { series } = require('gulp');

require('tsx/cjs');
const { noteBuilt, packPackage } = require('./scripts/build.ts');
const { checkPackedPackage } = require('./scripts/checks/packedPackage.ts');

const DIST = path.join(__dirname, 'dist');

/** The only parts of dist that the package ships (`files` in package.json). */
const SHIPPED_FOLDERS = ['credentials', 'nodes'];

async function clean() {
	await rm(DIST, { recursive: true, force: true });
	await mkdir(DIST);
}

/** `n8n-node build`: TypeScript and codex by tsc, pictures and output schemas by copying. */
function compile() {
	const cli = path.join(__dirname, 'node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
	return spawn(process.execPath, [cli, 'build'], {
		stdio: ['ignore', 'inherit', 'inherit'],
		// The CLI draws an animation unless it believes to be in CI, even into a file.
		env: process.stdout.isTTY ? process.env : { ...process.env, CI: 'true' },
	});
}

/** The CLI copies every picture of the repository, those of the documentation too. */
async function prune() {
	const folders = await readdir(DIST);
	const strays = folders.filter((folder) => !SHIPPED_FOLDERS.includes(folder));
	await Promise.all(
		strays.map((folder) => rm(path.join(DIST, folder), { recursive: true, force: true })),
	);
}

const pack = () => packPackage();
const checkPacked = () => checkPackedPackage();
const note = () => noteBuilt();

module.exports = {
	clean,
	compile,
	prune,
	pack,
	checkPacked,
	note,
	build: series(clean, compile, prune, pack, checkPacked, note),
};
module.exports.default = module.exports.build;
