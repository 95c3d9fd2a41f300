/** Markup that may be put into a page as it is. Only `html` makes it, from texts that it escapes. */
export class Html {
	constructor(readonly text: string) {}
}

/** What may stand in a template; false and undefined leave nothing. */
type Part = string | number | Html | readonly Html[] | false | undefined;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function markupOf(part: Part): string {
	if (part === undefined || part === false) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map(({ text }) => text).join('');
	return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

/**
 * A piece of HTML. Whatever is filled in is escaped unless it came out of `html` itself, so a name
 * cannot become markup. Attributes must be quoted in the template.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
	return new Html(strings.reduce((text, next, index) => text + markupOf(parts[index - 1]) + next));
}
