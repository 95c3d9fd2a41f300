import { draw, type Picture } from '../../../bench/pictures';

const bars = (...values: number[]): Picture => ({
	kind: 'bars',
	title: 'Events & more',
	groups: [{ name: 'rate', unit: '/s', bars: values.map((value, i) => ({ name: `<${i}>`, value })) }],
});

const widths = (svg: string) =>
	[...svg.matchAll(/<rect x="265" [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));

describe('a picture of the benchmarks', () => {
	it('draws bars in the proportion of their values', () => {
		const [ours, theirs] = widths(draw(bars(10, 40), 'light'));
		expect(theirs / ours).toBeCloseTo(4, 1);
	});

	it('shows the values, and texts as they are', () => {
		const svg = draw(bars(10, 40), 'dark');
		expect(svg).toContain('10.0 /s');
		expect(svg).toContain('Events &#38; more');
		expect(svg).toContain('&#60;1&#62;');
		expect(svg).not.toContain('<1>');
	});

	it('differs in its colors only between light and dark', () => {
		const bare = (svg: string) => svg.replace(/#[0-9a-f]{6}/g, '');
		expect(draw(bars(1), 'light')).not.toBe(draw(bars(1), 'dark'));
		expect(bare(draw(bars(1), 'light'))).toBe(bare(draw(bars(1), 'dark')));
	});

	it('ends each line where the last one was done', () => {
		const lines = [
			{ name: 'fast', doneAt: [10, 20, 50] },
			{ name: 'slow', doneAt: [10, 50, 100] },
		];
		const svg = draw({ kind: 'progress', title: '', unit: '', lines }, 'light');
		const ends = [...svg.matchAll(/points="[^"]* ([\d.]+),([\d.]+)"/g)].map(([, x, y]) => [x, y]);
		expect(ends).toEqual([
			['305.0', '50.0'],
			['550.0', '50.0'],
		]);
	});
});
