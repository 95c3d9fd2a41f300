type Color = readonly number[];

const [BLACK, WHITE] = [[0, 0, 0], [255, 255, 255]];
/** Of the style below: what the accent stands on. */
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

function mixed(color: Color, other: Color, share: number): Color {
	return color.map((byte, index) => Math.round(byte + (other[index] - byte) * share));
}

/** The color itself, or as much of it as can be read on the ground. */
function readableOn(ground: Color, color: Color, share = 0): Color {
	const tried = mixed(color, luminance(ground) > 0.18 ? BLACK : WHITE, share);
	return contrast(tried, ground) < MIN_CONTRAST ? readableOn(ground, color, share + 0.05) : tried;
}

function rootRule(card: Color, color: Color): string {
	const accent = readableOn(card, color);
	const tint = mixed(card, accent, 0.12);
	const onAccent = contrast(WHITE, accent) >= contrast(BLACK, accent) ? WHITE : BLACK;
	const edge = mixed(card, accent, 0.45);
	const colors = { accent, 'on-accent': onAccent, tint, 'tint-ink': readableOn(tint, accent), edge };
	return `:root { ${Object.entries(colors).map(([name, value]) => `--${name}: rgb(${value.join(' ')});`).join(' ')} }`;
}

/** Style that puts a color in place of the page's own, darker or lighter where it could not be read. */
export function accentStyle(text: string): string {
	if (!isColor(text)) return '';
	const color = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
	return `${rootRule(CARDS.light, color)}
@media (prefers-color-scheme: dark) { ${rootRule(CARDS.dark, color)} }
`;
}

/**
 * The page's own style; no font, image or sheet comes from elsewhere. The grid has seven columns for
 * the days. On a wide screen the times of the chosen day stand in a ninth, on a phone in a row of
 * their own right under the week.
 */
export const STYLE = `
:root {
	color-scheme: light dark;
	--page: #f3f4f6; --card: #fff; --ink: #1b2430; --soft: #566273; --line: #dde2e8;
	--accent: #0b6b64; --on-accent: #fff; --tint: #e4f2f0; --tint-ink: #07514b; --edge: #a7d1cc;
	--note: #fff4dc; --note-ink: #5f4200; --danger: #a3211f; --shadow: 0 1px 2px #1b243014, 0 12px 32px #1b243014;
}
@media (prefers-color-scheme: dark) {
	:root {
		--page: #0f1419; --card: #171e26; --ink: #e8edf3; --soft: #a3b0bf; --line: #2c3743;
		--accent: #67cfc3; --on-accent: #05211d; --tint: #17332f; --tint-ink: #a8e9e1; --edge: #2f625b;
		--note: #322a14; --note-ink: #f2d698; --danger: #ff9d94; --shadow: none;
	}
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
	margin: 0; background: var(--page); color: var(--ink);
	font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
	overflow-wrap: anywhere;
}
main {
	max-width: 53rem; margin: 0 auto; padding: 1.5rem 1.25rem 2rem; background: var(--card);
	min-height: 100vh;
}
main.narrow { max-width: 32rem; }
@media (min-width: 40rem) {
	body { padding: 3rem 1rem; }
	main { min-height: 0; padding: 2.25rem 2.5rem 2.5rem; border-radius: 16px; box-shadow: var(--shadow); }
}
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; font-weight: 650; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 0; font-size: 1rem; font-weight: 600; }
h2 .soft { font-weight: 400; margin-inline-start: .35em; }
.business { margin: 0 0 1rem; font-weight: 600; color: var(--soft); }
p { margin: .5rem 0 0; }
.facts { margin: .35rem 0 0; padding: 0; list-style: none; color: var(--soft); }
.facts li { display: inline; }
.facts li + li::before { content: '·' / ''; margin: 0 .5em; }
.explanation { margin-top: .9rem; white-space: pre-line; max-width: 42rem; }
.soft { color: var(--soft); }
.note { margin-bottom: 1.5rem; padding: .9rem 1.1rem; border-radius: 12px; background: var(--note); color: var(--note-ink); }
.note h2 { outline: none; }
.note .times-list { margin-top: .75rem; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr)); }

.choose { margin-top: 1.75rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
.zone { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; margin-bottom: 1.5rem; }
.zone label { color: var(--soft); }
select {
	font: inherit; color: inherit; background: var(--card); max-width: 100%; min-height: 2.75rem;
	padding: .4rem .6rem; border: 1px solid var(--line); border-radius: 10px;
}
fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; margin-bottom: .75rem; }
.grid {
	display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); grid-auto-flow: dense;
	justify-items: center; row-gap: 2px;
}
.weekday { color: var(--soft); font-size: .8rem; padding-bottom: .35rem; }
.c1 { grid-column: 1; } .c2 { grid-column: 2; } .c3 { grid-column: 3; } .c4 { grid-column: 4; }
.c5 { grid-column: 5; } .c6 { grid-column: 6; } .c7 { grid-column: 7; }
.day {
	position: relative; width: 100%; max-width: 3.25rem; height: 3.25rem; display: grid; place-content: center;
	text-align: center; line-height: 1.15; border-radius: 12px; color: var(--soft);
}
.day small { display: block; font-size: .68rem; }
.day.free { background: var(--tint); color: var(--tint-ink); font-weight: 650; width: calc(100% - 4px); height: 3rem; margin: 2px; }
.day input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.day:has(:checked) { background: var(--accent); color: var(--on-accent); }
.day:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.times { grid-column: 1 / -1; width: 100%; padding: 1rem 0 1.25rem; }
@supports selector(:has(*)) { .day:not(:has(:checked)) + .times { display: none; } }
.times-list {
	display: grid; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); gap: .5rem;
	margin: .75rem 0 0; padding: 0; list-style: none;
}
.times-list button { padding-inline: .3rem; overflow-wrap: normal; }
@media (min-width: 48rem) {
	.grid {
		grid-template-columns: repeat(7, 3.25rem) 2.5rem minmax(0, 1fr);
		grid-template-rows: repeat(11, auto) 1fr;
	}
	.times { grid-column: 9; grid-row: 1 / -1; padding: 0; }
}

button, .button {
	display: inline-flex; align-items: center; justify-content: center; width: 100%; min-height: 2.875rem;
	padding: .5rem .75rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none;
	color: var(--accent); background: transparent; border: 1px solid var(--edge);
	border-radius: 10px; cursor: pointer;
}
button:hover, .button:hover { background: var(--tint); color: var(--tint-ink); }
.note button { background: var(--card); }
.note form { margin-top: .75rem; }
button.danger { color: var(--danger); border-color: currentColor; }
.calendars { display: flex; flex-wrap: wrap; gap: .75rem; }
.calendars .button { flex: 1 1 9rem; }
button.main { background: var(--accent); color: var(--on-accent); }
button.main:hover { filter: brightness(1.08); }
button[aria-disabled] { opacity: .75; cursor: default; }
:is(button, .button, select, a):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.zone button { width: auto; }
.default { position: absolute; width: 1px; height: 1px; min-height: 0; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); }

.moment { margin: 1.5rem 0; padding: 1.1rem 1.25rem; border-radius: 12px; background: var(--tint); color: var(--tint-ink); }
.moment p { margin: 0; }
.moment .date { font-size: 1.15rem; font-weight: 650; }
.moment .clock { font-size: 1.15rem; }
.moment .place { margin-top: .35rem; font-size: .9rem; }
.actions { display: grid; gap: .75rem; margin-bottom: 1.25rem; }
.done { display: block; width: 3rem; height: 3rem; margin-bottom: 1rem; color: var(--accent); }
@media (forced-colors: active) {
	.day.free, button, .button, .moment, .note { border: 1px solid; }
	.day:has(:checked) { border: 3px solid Highlight; }
}
@media (prefers-reduced-motion: no-preference) {
	button, .button, .day { transition: background-color .12s, color .12s; }
}
`;
