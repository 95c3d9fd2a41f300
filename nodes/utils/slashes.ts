/** A text without the slashes at its end. A pattern would look at each slash of a long row of them again and again. */
export function withoutSlashesAtEnd(text: string): string {
	let end = text.length;
	while (text.charAt(end - 1) === '/') end--;
	return text.slice(0, end);
}
