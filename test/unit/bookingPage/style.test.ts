import { STYLE } from '../../../nodes/bookingPage/styleAndScript';

/** The colors of a block of the style, by name, such as `--ink`. */
function colorsIn(block: string): Record<string, string> {
	const colors: Record<string, string> = {};
	for (const [, name, color] of block.matchAll(/(--[\w-]+): (#[\da-f]{3,6});/g))
		colors[name] = color;
	return colors;
}

const [LIGHT_BLOCK = '', DARK_BLOCK = ''] = STYLE.match(/:root \{[^}]*--page[^}]*\}/g) ?? [];
const light = colorsIn(LIGHT_BLOCK);
const dark = { ...light, ...colorsIn(DARK_BLOCK) };

/** The relative luminance of a color (WCAG 2.2). */
function luminanceOf(color: string): number {
	const digits = color.length === 4 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1);
	const [red, green, blue] = (digits.match(/../g) ?? []).map((pair) => {
		const part = parseInt(pair, 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
	const [lighter, darker] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
	return (lighter + 0.05) / (darker + 0.05);
}

/** What is written on what. */
const TEXTS = [
	['--ink', '--page'],
	['--ink', '--card'],
	['--soft', '--card'],
	['--accent', '--card'],
	['--danger', '--card'],
	['--on-accent', '--accent'],
	['--tint-ink', '--tint'],
	['--note-ink', '--note'],
];

describe.each([
	['a light page', light],
	['a dark page', dark],
])('on %s', (_page, colors) => {
	it.each(TEXTS)('the text %s on %s has the contrast that WCAG asks for', (text, ground) => {
		expect(contrastOf(colors[text], colors[ground])).toBeGreaterThanOrEqual(4.5);
	});

	it.each([['--control'], ['--edge']])('the edge %s of what is clicked can be seen', (edge) => {
		expect(contrastOf(colors[edge], colors['--card'])).toBeGreaterThanOrEqual(3);
	});
});

it('each of the seven days has a column of its own, and the times of the chosen one are beside them', () => {
	const columns = [...STYLE.matchAll(/\.c(\d) \{ grid-column: (\d); \}/g)].map(
		([, day, column]) => [day, column],
	);
	expect(new Set(columns.map(([, column]) => column)).size).toBe(7);
	for (const [day, column] of columns) expect(column).toBe(day);
});
