import { createHash } from 'node:crypto';

import { accentStyle, STYLE } from './style';
import type { View } from './view';
import { headingOf, Html, html } from './view';

/**
 * What the page can do better with JavaScript: know the visitor's zone, and take a double click as one.
 * A change in the list of zones sends nothing by itself, or no key could look through the list.
 */
const SCRIPT = `
(() => {
	// The first response is in the zone of the node: ask again, before anything is drawn.
	const asked = document.documentElement.dataset.askZone;
	if (asked) {
		const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
		if (zone && zone !== asked) {
			const address = new URL(location.href);
			address.searchParams.set('zone', zone);
			location.replace(address);
			return;
		}
	}
	addEventListener('DOMContentLoaded', () => {
		const notice = document.querySelector('[data-notice]');
		if (notice) notice.focus();
	});
	addEventListener('submit', (event) => {
		const button = event.target.querySelector('[data-sent]');
		if (!button) return;
		if (button.hasAttribute('aria-disabled')) event.preventDefault();
		button.setAttribute('aria-disabled', 'true');
		button.textContent = button.dataset.sent;
	});
	// A page that the browser kept for "back" takes a click again.
	addEventListener('pageshow', () => {
		if (document.querySelector('button[aria-disabled]')) location.reload();
	});
})();
`;

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

/**
 * A whole page with the headers to send it with.
 *
 * @param title what the page says, in short
 * @param kind `narrow` for one column of text
 */
export function pageOf(view: View, title: string, body: Html, kind = ''): Page {
	const { offer, askZone } = view;
	const style = `${STYLE}${accentStyle(offer.accent)}`;
	const { locale } = view.clock;
	const document = html`<!DOCTYPE html>
<html lang="${locale}" dir="${locale.startsWith('ar') ? 'rtl' : 'ltr'}"${askZone !== undefined && html` data-ask-zone="${askZone}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title} – ${headingOf(view)}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
<script>${new Html(SCRIPT)}</script>
</head>
<body>
<main class="${kind}">
${offer.businessName !== '' && html`<p class="business" dir="auto">${offer.businessName}</p>`}
${body}
</main>
</body>
</html>
`;
	const policy = contentSecurityPolicy(style);
	const headers = { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy };
	return { html: document.text, headers };
}
