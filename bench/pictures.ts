/** Groups of bars, one group beneath the other: each bar one of those that are compared. */
export interface Bars {
	kind: 'bars';
	title: string;
	groups: Array<{ name: string; unit: string; bars: Array<{ name: string; value: number }> }>;
}

/** How much has been done after so many milliseconds. */
export interface Progress {
	kind: 'progress';
	title: string;
	unit: string;
	/** When each one of them was done, ascending. */
	lines: Array<{ name: string; doneAt: readonly number[] }>;
}

export type Picture = Bars | Progress;

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

interface Colors {
	back: string;
	text: string;
	faint: string;
	/** Ours comes first. */
	series: string[];
}

const COLORS: Record<Theme, Colors> = {
	light: { back: '#ffffff', text: '#1f2328', faint: '#d0d7de', series: ['#c2410c', '#57606a', '#0969da', '#8250df', '#1a7f37'] },
	dark: { back: '#0d1117', text: '#e6edf3', faint: '#30363d', series: ['#fb923c', '#8b949e', '#58a6ff', '#bc8cff', '#3fb950'] },
};

const WIDTH = 760;
/** Where the bars begin; what is left of them holds the longest name. */
const LEFT = 265;
const RIGHT = 90;
const ROW = 24;
const STEPS = 60;

const escape = (text: string): string =>
	text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const text = (x: number, y: number, content: string, color: string, extra = ''): string =>
	`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${color}"${extra}>${escape(content)}</text>`;

const END = ' text-anchor="end"';

const shown = (value: number): string => (value < 100 ? value.toFixed(1) : value.toFixed(0));

/** An SVG without scripts, fonts or other files. */
export function draw(picture: Picture, theme: Theme): string {
	const colors = COLORS[theme];
	const { marks, height } =
		picture.kind === 'bars' ? drawBars(picture, colors) : drawProgress(picture, colors);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="13">`,
		`<title>${escape(picture.title)}</title>`,
		`<rect width="${WIDTH}" height="${height}" fill="${colors.back}"/>`,
		text(16, 28, picture.title, colors.text, ' font-size="16" font-weight="600"'),
		...marks,
		'</svg>\n',
	].join('\n');
}

interface Drawing {
	marks: string[];
	height: number;
}

function drawBars({ groups }: Bars, colors: Colors): Drawing {
	const marks: string[] = [];
	let y = 48;
	for (const { name, unit, bars } of groups) {
		marks.push(text(16, (y += ROW), name, colors.text, ' font-weight="600"'));
		const most = Math.max(...bars.map(({ value }) => value));
		for (const [index, { name: who, value }] of bars.entries()) {
			y += ROW;
			const width = (value / most) * (WIDTH - LEFT - RIGHT);
			const color = colors.series[index === 0 ? 0 : 1];
			marks.push(
				text(LEFT - 10, y, who, colors.text, END),
				`<rect x="${LEFT}" y="${y - 13}" width="${width.toFixed(1)}" height="17" fill="${color}"/>`,
				text(LEFT + width + 6, y, `${shown(value)} ${unit}`, colors.text),
			);
		}
		y += 8;
	}
	return { marks, height: y + 20 };
}

const PLOT = { left: 60, top: 50, bottom: 330 };
/** Beside it stand the names. */
const PLOT_RIGHT = 550;

function drawProgress({ lines, unit }: Progress, colors: Colors): Drawing {
	const longest = Math.max(...lines.map(({ doneAt }) => doneAt.at(-1) ?? 0));
	const most = Math.max(...lines.map(({ doneAt }) => doneAt.length));
	const x = (ms: number) => PLOT.left + (ms / longest) * (PLOT_RIGHT - PLOT.left);
	const y = (done: number) => PLOT.bottom - (done / most) * (PLOT.bottom - PLOT.top);
	const marks = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => [
		`<line x1="${PLOT.left}" x2="${PLOT_RIGHT}" y1="${y(part * most)}" y2="${y(part * most)}" stroke="${colors.faint}"/>`,
		text(PLOT.left - 8, y(part * most) + 4, (part * most).toFixed(0), colors.text, END),
		text(x(part * longest), PLOT.bottom + 20, `${((part * longest) / 1000).toFixed(2)} s`, colors.text, ' text-anchor="middle"'),
	]);
	for (const [index, { name, doneAt }] of lines.entries()) {
		const color = colors.series[index % colors.series.length];
		const every = Math.max(1, Math.floor(doneAt.length / STEPS));
		const points = doneAt
			.map((ms, done) => ({ ms, done: done + 1 }))
			.filter(({ done }) => done === 1 || done % every === 0 || done === doneAt.length)
			.map(({ ms, done }) => `${x(ms).toFixed(1)},${y(done).toFixed(1)}`);
		const row = PLOT.top + 16 + index * ROW;
		marks.push(
			`<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="${index === 0 ? 3 : 2}"/>`,
			`<rect x="${PLOT_RIGHT + 16}" y="${row - 9}" width="10" height="10" fill="${color}"/>`,
			text(PLOT_RIGHT + 32, row, name, colors.text),
		);
	}
	marks.push(text(PLOT.left, PLOT.bottom + 44, unit, colors.text));
	return { marks, height: PLOT.bottom + 60 };
}
