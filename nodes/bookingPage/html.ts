/** Markup that may stand in a page as it is. */
export class Html {
	constructor(readonly text: string) {}
}

/** False and undefined leave nothing. */
type Part = string | number | Html | readonly Html[] | false | undefined;

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function markupOf(part: Part): string {
	if (part === undefined || part === false) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map(({ text }) => text).join('');
	return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

/** A piece of HTML. Values are escaped, unless `html` made them. Attributes must be quoted in the template. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
	let text = strings[0];
	for (const [index, part] of parts.entries()) text += markupOf(part) + strings[index + 1];
	return new Html(text);
}
