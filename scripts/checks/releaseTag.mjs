/**
 * `node scripts/checks/releaseTag.mjs v1.2.3`: refuses a release whose tag is not the version in
 * package.json, or whose version has no dated entry in CHANGELOG.md. Runs before anything is
 * installed.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @param {string} tag      e.g. `v1.2.3`
 * @param {string} version  as in package.json
 * @param {string} changelog  text of CHANGELOG.md; an entry is a heading that begins with its version
 * @returns {string | undefined} why the release is refused
 */
export function refusalOf(tag, version, changelog) {
	if (tag !== `v${version}`) return `The tag is ${tag}, package.json says ${version}.`;
	const entries = [...changelog.matchAll(/^#{1,3}\s+\[?v?(\d+\.\d+\.\d+[^\s\])]*)(.*)$/gm)];
	const entry = entries.find(([, named]) => named === version);
	if (!entry) return `CHANGELOG.md has no entry for ${version}.`;
	if (/unreleased/i.test(entry[2]))
		return `CHANGELOG.md calls ${version} unreleased. Write the date of the release there.`;
	return undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const read = (file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
	const refusal = refusalOf(
		process.argv[2] ?? '',
		JSON.parse(read('package.json')).version,
		read('CHANGELOG.md'),
	);
	if (refusal) {
		console.error(refusal);
		process.exitCode = 1;
	}
}
