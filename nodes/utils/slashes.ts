/** A text without the slashes at its end. It is no regular expression, which would take seconds for a long row of slashes. */
export function withoutSlashesAtEnd(text: string): string {
	let end = text.length;
	while (text.charAt(end - 1) === '/') end--;
	return text.slice(0, end);
}
