import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './packageClasses';

const pages = [
	'README.md',
	...readdirSync(path.join(ROOT, 'docs'))
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
];

const shown = pages.flatMap((page) => {
	const text = readFileSync(path.join(ROOT, page), 'utf8');
	return [...text.matchAll(/[\w./-]*pictures\/[\w.-]+\.png/g)].map(([file]) => ({
		page,
		file: path.join(path.dirname(page), file),
	}));
});

describe('the pictures that the documents show', () => {
	it('are there, in both color schemes', () => {
		expect(shown.length).toBeGreaterThan(0);
		const missing = shown
			.flatMap(({ page, file }) =>
				['light', 'dark'].map((scheme) => ({
					page,
					file: file.replace(/-(light|dark)\.png$/, `-${scheme}.png`),
				})),
			)
			.filter(({ file }) => !existsSync(path.join(ROOT, file)));
		expect(missing).toEqual([]);
	});

	it('are shown in the scheme of the reader', () => {
		const ofScheme = (scheme: string) =>
			shown
				.filter(({ file }) => file.endsWith(`-${scheme}.png`))
				.map(({ page, file }) => `${page}: ${file.replace(`-${scheme}.png`, '')}`);
		expect(ofScheme('dark')).toEqual(ofScheme('light'));
		expect(ofScheme('light').length * 2).toBe(shown.length);
	});
});
