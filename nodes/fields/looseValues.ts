/**
 * Values that n8n hands on as they come: it converts no types, whatever the parameter's own type, so
 * an expression or a language model can give text for a switch, and a word such as `null` for no text.
 */

/**
 * A switch. The text 'false', which JavaScript takes for true, is off; 0 and 1 count as they do where
 * n8n converts by itself.
 *
 * @param fallback for any other value
 */
export function toBoolean(value: unknown, fallback: boolean): boolean {
	switch (String(value).trim().toLowerCase()) {
		case 'true':
		case '1':
			return true;
		case 'false':
		case '0':
			return false;
		default:
			return fallback;
	}
}

/** A model must fill in each field of a tool, and writes these for an empty value. */
const WORDS_FOR_NOTHING = ['null', 'undefined'];

/**
 * A text without surrounding white space, or the digits of a number; empty where nothing was meant.
 * Only for fields in which exactly `null` or `undefined` can be nothing else: ids, names, zones and
 * titles. A search word or a signed body can be just that.
 */
export function toFilledInText(value: unknown): string {
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string') return '';
	const text = value.trim();
	return WORDS_FOR_NOTHING.includes(text) ? '' : text;
}
