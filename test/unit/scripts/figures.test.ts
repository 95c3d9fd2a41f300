import { basename } from 'node:path';

import { readFigures, readPages, withFigures } from '../../../scripts/figures';

describe('figures in the documents', () => {
	it('are those of test/figures; `npm run docs:figures` writes them', async () => {
		const figures = await readFigures();
		const stale = (await readPages()).filter(({ text }) => withFigures(text, figures) !== text);
		expect(stale.map(({ file }) => basename(file))).toEqual([]);
	});

	it('replace what stood between the marks: a value, a line or a table', () => {
		const place = (name: string, text = 'x') => `<!-- figure:${name} -->${text}<!-- /figure -->`;
		const figures = { faults: { killed: { text: 'none', twice: 0 }, all: { text: '', header: ['a'], rows: [['1']] } } };
		const page = (...[twice, line, table]: string[]) =>
			`Ran ${place('faults.killed.twice', twice)}, ${place('faults.killed', line)}; ${place('faults.all', table)}.`;
		expect(withFigures(page(), figures)).toBe(page('0', 'none', '\n| a |\n|---|\n| 1 |\n'));
		expect(() => withFigures(page(), {})).toThrow('No figure is called faults.killed.twice');
	});
});
