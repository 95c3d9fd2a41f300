type Color = readonly number[];

const [BLACK, WHITE] = [[0, 0, 0], [255, 255, 255]];
/** Of the style: what the accent stands on. */
const CARDS = { light: WHITE, dark: [0x17, 0x1e, 0x26] };
/** WCAG 2.2, 1.4.3 */
const MIN_CONTRAST = 4.5;

/** `#0b6b64`, without transparency. */
export function isColor(text: string): boolean {
	return /^#[\da-f]{6}$/i.test(text);
}

/** WCAG 2.2, "relative luminance" */
function luminance(color: Color): number {
	const [red, green, blue] = color.map((byte) => {
		const share = byte / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio": 1 to 21. */
export function contrast(one: Color, other: Color): number {
	const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

function mixed(color: Color, other: Color, share: number): number[] {
	return color.map((byte, index) => Math.round(byte + (other[index] - byte) * share));
}

/** The color itself, or as much of it as can be read on the ground. */
function readableOn(ground: Color, color: Color): Color {
	const toward = luminance(ground) > 0.18 ? BLACK : WHITE;
	let share = 0;
	while (contrast(mixed(color, toward, share), ground) < MIN_CONTRAST) share += 0.05;
	return mixed(color, toward, share);
}

function variables(card: Color, color: Color): string {
	const accent = readableOn(card, color);
	const tint = mixed(card, accent, 0.12);
	const onAccent = contrast(WHITE, accent) >= contrast(BLACK, accent) ? WHITE : BLACK;
	const named = {
		accent,
		'on-accent': onAccent,
		tint,
		'tint-ink': readableOn(tint, accent),
		edge: mixed(card, accent, 0.45),
	};
	return Object.entries(named)
		.map(([name, value]) => `--${name}: rgb(${value.join(' ')});`)
		.join(' ');
}

/** Style that puts a color in place of the page's own, darker or lighter where it could not be read. */
export function accentStyle(text: string): string {
	if (!isColor(text)) return '';
	const color = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
	return `:root { ${variables(CARDS.light, color)} }
@media (prefers-color-scheme: dark) { :root { ${variables(CARDS.dark, color)} } }
`;
}
