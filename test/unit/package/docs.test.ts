import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { nodes, ROOT, sourceFiles } from './packageClasses';

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

/** Those that n8n's editor shows. */
const shownByNodes = [...sourceFiles('credentials').map(({ text }) => text), ...nodes.map(({ source }) => readFileSync(`${source}.json`, 'utf8'))]
	.flatMap((text) => [...text.matchAll(/blob\/main\/([\w/.-]+)(?:#([\w-]+))?/g)].map(([page, file, heading]) => ({ page, file, heading })));
links.push(...shownByNodes);

/** As GitHub names headings in addresses. */
const headingsOf = (file: string) =>
	[...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
		title.toLowerCase().replace(/[^\p{L}\p{N}\- ]/gu, '').replaceAll(' ', '-'),
	);

it('the links of the documents lead to files and headings that there are', () => {
	expect(shownByNodes.filter(({ heading }) => heading)).toHaveLength(4);
	expect(links.filter(({ file }) => !existsSync(path.join(ROOT, file)))).toEqual([]);
	expect(links.filter(({ file, heading }) => heading && !headingsOf(file).includes(heading))).toEqual([]);
});

it('the files and folders that the documents name are there', () => {
	const named = all.flatMap((page) => {
		const text = readFileSync(path.join(ROOT, page), 'utf8');
		return [...text.matchAll(/`((?:nodes|credentials|sandbox|runtime|test|docs|examples|scripts|bench)\/[\w./-]+)`/g)].map(([, name]) => name);
	});
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

it('docs/operations.md names the log lines as the nodes write them', () => {
	const [, table] = /Search for these texts[^]*?\n\n([^]*?)\n\n/.exec(readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8'))!;
	// Behind the words stands the status.
	const texts = [...table.matchAll(/^\| `(.+?)(?: \d+)?` /gm)].map(([, text]) => text);
	const sources = sourceFiles('nodes').map(({ text }) => text).join('\n');
	expect(texts.length).toBeGreaterThan(4);
	expect(texts.filter((text) => !sources.includes(text))).toEqual([]);
});
