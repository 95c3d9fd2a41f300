/** The beginning of a text, without half a surrogate pair at its end, which other servers refuse. */
export function shorten(text: string, length: number): string {
	return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
