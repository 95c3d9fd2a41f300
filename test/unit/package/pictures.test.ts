import { readdirSync, readFileSync } from 'node:fs';
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
