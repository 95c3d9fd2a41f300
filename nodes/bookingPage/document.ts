import { createHash } from 'node:crypto';

import { Html, html } from './html';
import { SCRIPT } from './script';
import { STYLE } from './style';

/** A page to send: always HTML, never cached. */
export interface Page {
	html: string;
	headers: Record<string, string>;
}

export interface DocumentParts {
	title: string;
	body: Html;
	/** For pages with one column of text. */
	isNarrow?: boolean;
	/** The zone that the page is in where the visitor's own is not known yet. */
	askZone?: string;
}

function hashSource(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * n8n's own sandbox for HTML: the page runs scripts and sends forms, but has no rights of n8n's
 * origin. Added to it is what blocks everything that is not in the page itself. `form-action` is left
 * out: what 'self' means in a sandbox was not tested in every browser, and every phone must be able to book.
 */
const CONTENT_SECURITY_POLICY = [
	'sandbox allow-downloads allow-forms allow-popups allow-popups-to-escape-sandbox allow-scripts',
	"default-src 'none'",
	`script-src ${hashSource(SCRIPT)}`,
	`style-src ${hashSource(STYLE)}`,
	'img-src data:',
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join('; ');

const HEADERS: Record<string, string> = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': CONTENT_SECURITY_POLICY,
	'Cache-Control': 'no-store',
	// The address holds the link's token.
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Robots-Tag': 'noindex, nofollow',
};

/** A whole page with the headers to send it with. */
export function pageOf({ title, body, isNarrow = false, askZone }: DocumentParts): Page {
	const document = html`<!DOCTYPE html>
<html lang="en"${askZone !== undefined && html` data-ask-zone="${askZone}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLE)}</style>
<script>${new Html(SCRIPT)}</script>
</head>
<body>
<main${isNarrow && html` class="narrow"`}>
${body}
</main>
</body>
</html>
`;
	return { html: document.text, headers: HEADERS };
}
