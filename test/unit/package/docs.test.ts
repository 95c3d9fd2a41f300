import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './packageClasses';

const docs = readdirSync(path.join(ROOT, 'docs')).filter((file) => file.endsWith('.md'));
const pages = ['README.md', ...docs.map((file) => `docs/${file}`)];

const shown = pages.flatMap((page) => {
	const text = readFileSync(path.join(ROOT, page), 'utf8');
	return [...text.matchAll(/pictures\/([\w.-]+\.(png|svg))/g)].map(([, file]) => file);
});

describe('the pictures', () => {
	it('are those that the documents show', () => {
		expect(readdirSync(path.join(ROOT, 'docs', 'pictures')).sort()).toEqual([...new Set(shown)].sort());
	});

	it('are shown in the color scheme of the reader', () => {
		const ofScheme = (scheme: string) =>
			shown.filter((file) => file.includes(`-${scheme}.`)).map((file) => file.replace(`-${scheme}.`, '.'));
		expect(ofScheme('dark')).toEqual(ofScheme('light'));
		expect(ofScheme('light').length * 2).toBe(shown.length);
	});
});

const all = [...pages, 'CONTRIBUTING.md', 'SECURITY.md', 'sandbox/README.md', 'runtime/README.md'];

/** Each link to a file of the repository, from where it stands. */
const links = all.flatMap((page) => {
	const text = readFileSync(path.join(ROOT, page), 'utf8');
	const targets = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
	return targets.map(([, file, heading]) => ({ page, file: file === '' ? page : path.join(path.dirname(page), file), heading }));
});

/** As GitHub names headings in addresses. */
const headingsOf = (file: string) =>
	[...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
		title.toLowerCase().replace(/[^\p{L}\p{N}\- ]/gu, '').replaceAll(' ', '-'),
	);

it('the links of the documents lead to files and headings that there are', () => {
	expect(links.filter(({ heading }) => heading).length).toBeGreaterThan(5);
	expect(links.filter(({ file }) => !existsSync(path.join(ROOT, file)))).toEqual([]);
	expect(links.filter(({ file, heading }) => heading && !headingsOf(file).includes(heading))).toEqual([]);
});

it('the files and folders that the documents name are there', () => {
	const named = all.flatMap((page) => {
		const text = readFileSync(path.join(ROOT, page), 'utf8');
		return [...text.matchAll(/`((?:nodes|credentials|sandbox|runtime|test|docs|examples|scripts|bench)\/[\w./-]+)`/g)].map(([, name]) => name);
	});
	expect(named.length).toBeGreaterThan(10);
	// CONTRIBUTING's example of a new operation.
	expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual(['nodes/Knowledge/resources/recipe/get.operation.ts']);
});
