/**
 * The build, from clean to a checked tarball: `npx gulp build`.
 *
 * n8n's own CLI compiles and copies (it is the build that n8n's verification knows); gulp drives
 * it, takes away what it copies too much of, proves that every icon, codex file and schema
 * arrived unchanged, packs, and checks the tarball as a user's n8n will get it.
 */
const { spawn } = require('node:child_process');
const { mkdir, readdir, readFile, rm } = require('node:fs/promises');
const path = require('node:path');
const { Writable } = require('node:stream');
const { isDeepStrictEqual } = require('node:util');
const { parallel, series, src } = require('gulp');

require('tsx/cjs');
const { packPackage } = require('./scripts/checks/pack.ts');
const { noteBuilt } = require('./scripts/build.ts');
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

/** A stream that fails unless each file piped into it lies in dist with the same content. */
function arrivedInDist(isSame) {
	return new Writable({
		objectMode: true,
		write(file, _encoding, done) {
			const copy = path.join(DIST, path.relative(__dirname, file.path));
			readFile(copy)
				.then((content) => {
					if (!isSame(file.contents, content)) throw new Error(`${copy} differs from its source`);
				})
				.then(() => done(), done);
		},
	});
}

const sameBytes = (source, copy) => source.equals(copy);
/** tsc writes JSON in its own layout. */
const sameJson = (source, copy) =>
	isDeepStrictEqual(JSON.parse(source.toString()), JSON.parse(copy.toString()));

// `encoding: false` keeps gulp from reading pictures as text, which would change their bytes.
const icons = () =>
	src(['nodes/**/*.{png,svg}', 'credentials/**/*.{png,svg}'], { encoding: false }).pipe(
		arrivedInDist(sameBytes),
	);
const codex = () => src('nodes/**/*.node.json', { encoding: false }).pipe(arrivedInDist(sameJson));
const schemas = () =>
	src('nodes/**/__schema__/**/*.json', { encoding: false, allowEmpty: true }).pipe(
		arrivedInDist(sameBytes),
	);

const pack = () => packPackage();
const checkPacked = () => checkPackedPackage();
const note = () => noteBuilt();

module.exports = {
	clean,
	compile,
	prune,
	icons,
	codex,
	schemas,
	pack,
	checkPacked,
	note,
	build: series(clean, compile, prune, parallel(icons, codex, schemas), pack, checkPacked, note),
};
module.exports.default = module.exports.build;
