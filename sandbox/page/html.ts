/** Text that is HTML already: made by `html`, or written here. Whatever else is put into a page is escaped. */
export class Html {
	constructor(readonly text: string) {}
}

type Part = Html | string | number | undefined | false | readonly Html[];

/** HTML from a template: each part is escaped, unless it is `Html` or a list of it; nothing stands for undefined and false. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
	return new Html(literals.map((literal, at) => (at === 0 ? '' : toText(parts[at - 1])) + literal).join(''));
}

function toText(part: Part): string {
	if (part === undefined || part === false) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map(({ text }) => text).join('\n');
	return String(part).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** A table, or one sentence instead of an empty one. */
export function table(heads: string[], rows: readonly Html[], empty: string): Html {
	if (rows.length === 0) return html`<p>${empty}</p>`;
	const cells = heads.map((head) => html`<th>${head}</th>`);
	return html`<table><thead><tr>${cells}</tr></thead><tbody>${rows}</tbody></table>`;
}

/** A whole page. Its empty icon keeps browsers from asking for /favicon.ico, which the contract does not know. */
export function htmlDocument(title: string, style: string, content: Html): string {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`.text;
}
