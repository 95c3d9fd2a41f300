import { createHash } from 'node:crypto';

import type { Slot } from '../booking/slots';
import { SCRIPT, STYLE } from './assets';
import { Html, html, momentBox, nameOf, type View } from './view';

type Color = readonly number[];

const [BLACK, WHITE] = [[0, 0, 0], [255, 255, 255]];
/** Of the page's style: what the accent stands on. */
const CARDS = { light: WHITE, dark: [0x17, 0x1e, 0x26] };
/** The inks on them, in place of an accent without a color: gray buttons look as if they were switched off. */
const INKS = { light: [0x1b, 0x24, 0x30], dark: [0xe8, 0xed, 0xf3] };
/** WCAG 2.2, 1.4.3 and, for edges, 1.4.11 */
const [MIN_CONTRAST, MIN_EDGE_CONTRAST] = [4.5, 3];
/** Of the page's style, whose dark half is not computed. */
export const DEFAULT_ACCENT = '#0b6b64';
/** Between the largest and the smallest byte of a color. */
const MIN_CHROMA = 24;

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
function readableOn(ground: Color, color: Color, min = MIN_CONTRAST, share = 0): Color {
	const tried = mixed(color, luminance(ground) > 0.18 ? BLACK : WHITE, share);
	return contrast(tried, ground) < min ? readableOn(ground, color, min, share + 0.05) : tried;
}

function rootRule(mode: 'light' | 'dark', color: Color): string {
	const card = CARDS[mode];
	const accent = Math.max(...color) - Math.min(...color) < MIN_CHROMA ? INKS[mode] : readableOn(card, color);
	const tint = mixed(card, accent, 0.12);
	const onAccent = contrast(WHITE, accent) >= contrast(BLACK, accent) ? WHITE : BLACK;
	const edge = readableOn(card, mixed(card, accent, 0.45), MIN_EDGE_CONTRAST);
	const colors = { accent, 'on-accent': onAccent, tint, 'tint-ink': readableOn(tint, accent), edge };
	return `:root { ${Object.entries(colors).map(([name, value]) => `--${name}: rgb(${value.join(' ')});`).join(' ')} }`;
}

/** Style that puts a color in place of the page's own, darker or lighter where it could not be read. */
export function accentStyle(text = ''): string {
	if (!isColor(text) || text.toLowerCase() === DEFAULT_ACCENT) return '';
	const color = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
	return `${rootRule('light', color)}
@media (prefers-color-scheme: dark) { ${rootRule('dark', color)} }
`;
}

/** A page to send: always HTML, never cached. */
export interface Page {
	html: string;
	headers: Record<string, string>;
}

function hashSource(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const SCRIPT_SOURCE = hashSource(SCRIPT);

/**
 * n8n's own sandbox for HTML: the page runs scripts and sends forms, but has no rights of n8n's
 * origin. Added to it is what blocks everything that is not in the page itself. `form-action` is left
 * out: what 'self' means in a sandbox was not tested in every browser, and every phone must be able to book.
 */
function contentSecurityPolicy(style: string): string {
	return [
		'sandbox allow-downloads allow-forms allow-popups allow-popups-to-escape-sandbox allow-scripts',
		"default-src 'none'",
		`script-src ${SCRIPT_SOURCE}`,
		`style-src ${hashSource(style)}`,
		'img-src data:',
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join('; ');
}

/** Of every response, a redirect too. */
export const HEADERS: Record<string, string> = {
	'Cache-Control': 'no-store',
	// The address holds the link's token.
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
};

/** What differs between pages beside their content. */
interface Frame {
	/** For one column of text. */
	isNarrow?: boolean;
	/** Further elements of the head. */
	head?: Html;
	/** The zone to take where the browser does not know its own; the page then loads again in that zone. */
	askZone?: string;
}

/**
 * A whole page with the headers to send it with.
 *
 * @param titles what the page says, in short, and the name of the appointment
 */
export function pageOf(view: View, titles: readonly string[], body: Html, { isNarrow = false, head, askZone }: Frame = {}): Page {
	const { offer, dir, words, usableUntil } = view;
	const style = `${STYLE}${accentStyle(offer.accent)}`;
	const left = usableUntil === undefined ? undefined : Math.max(0, usableUntil - Date.now());
	const document = html`<!DOCTYPE html>
<html lang="${view.clock.locale}" dir="${dir}"${askZone !== undefined && html` data-ask-zone="${askZone}"`}${left !== undefined && html` data-left="${left}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${[...titles, nameOf(view, words.bookAppointment)].join(' – ')}</title>
${head}<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
<script>${new Html(SCRIPT)}</script>
</head>
<body>
<main class="${isNarrow && 'narrow'}">
${offer.businessName && html`<p class="business" dir="auto">${offer.businessName}</p>`}
${body}
</main>
<p class="status" role="status" data-sending="${words.sending}" data-ended="${words.ended}"></p>
</body>
</html>
`;
	const policy = contentSecurityPolicy(style);
	const headers = { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy };
	return { html: document.text, headers };
}

/** One column: what it says, the appointment that it is about, and what can be done. */
export function column(view: View, title: string, top: Html, { slot, ...how }: { slot?: Slot; former?: Slot; isOver?: boolean }, below: Html): Page {
	const titles = slot ? [title, view.clock.textOf('moment', slot.start)] : [title];
	return pageOf(view, titles, html`${top}
${slot && momentBox(slot, view, how)}
${below}`, { isNarrow: true });
}

/** What is asked or said, and of which appointment. */
export function namedTop(view: View, heading: string): Html {
	return html`<h1>${heading}</h1>
<p dir="auto">${nameOf(view)}</p>`;
}
