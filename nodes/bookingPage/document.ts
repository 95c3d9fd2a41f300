import { createHash } from 'node:crypto';

import type { Slot } from '../booking/slots';
import { SCRIPT, STYLE } from './assets';
import { Html, html, momentBox, nameOf, type View } from './view';

/** Of the page's style. */
export const DEFAULT_ACCENT = '#0b6b64';

export function isColor(text: string): boolean {
	return /^#[\da-f]{6}$/i.test(text);
}

export interface Page {
	html: string;
	headers: Record<string, string>;
}

function hashSource(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const SCRIPT_SOURCE = hashSource(SCRIPT);

/**
 * n8n's own sandbox for HTML, in which the page has no rights of n8n's origin, and nothing that is not in the page itself.
 * `form-action` is left out: browsers differ in what 'self' means in a sandbox, and every phone must be able to book.
 */
function contentSecurityPolicy(style: string, framedBy: readonly string[]): string {
	return [
		'sandbox allow-downloads allow-forms allow-popups allow-popups-to-escape-sandbox allow-scripts',
		"default-src 'none'",
		`script-src ${SCRIPT_SOURCE}`,
		`style-src ${hashSource(style)}`,
		'img-src data:',
		"base-uri 'none'",
		`frame-ancestors ${framedBy.join(' ') || "'none'"}`,
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

/** A whole page with its headers. @param titles what the page says, in short */
export function pageOf(view: View, titles: readonly string[], body: Html, width: 'narrow' | '' = ''): Page {
	const { offer, dir, words, usableUntil, clock, asksZone } = view;
	const { accent = DEFAULT_ACCENT, explanation, businessName, framedBy = [] } = offer;
	const name = nameOf(view, words.bookAppointment);
	const style = `${STYLE}${isColor(accent) ? `:root { --brand: ${accent}; }` : ''}`;
	const left = usableUntil === undefined ? undefined : Math.max(0, usableUntil - Date.now());
	const document = html`<!DOCTYPE html>
<html lang="${clock.locale}" dir="${dir}"${asksZone && html` data-zone="${clock.zone}"`}${left !== undefined && html` data-left="${left}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${[...titles, name].join(' – ')}</title>
<meta property="og:title" content="${name}">
<meta name="description" property="og:description" content="${explanation || titles[0]}">
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
<script>${new Html(SCRIPT)}</script>
</head>
<body>
<main class="${width}">
${businessName && html`<p class="business" dir="auto">${businessName}</p>`}
${body}
</main>
<p class="status" role="status" data-sending="${words.sending}" data-ended="${words.ended}"></p>
</body>
</html>
`;
	const policy = contentSecurityPolicy(style, framedBy);
	const headers = { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy };
	return { html: document.text, headers };
}

/** One column: what it says, the appointment that it is about, and what can be done. */
export function column(view: View, title: string, top: Html, { slot, ...how }: { slot?: Slot; former?: Slot; isOver?: boolean }, below: Html): Page {
	const titles = slot ? [title, view.clock.textOf('moment', slot.start)] : [title];
	return pageOf(view, titles, html`${top}
${slot && momentBox(slot, view, how)}
${below}`, 'narrow');
}

export function namedTop(view: View, heading: string): Html {
	return html`<h1>${heading}</h1>
<p dir="auto">${nameOf(view)}</p>`;
}
