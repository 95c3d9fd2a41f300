/** What HTML would take for markup. */
const ESCAPED: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
};

const LINE_BREAK = /\r\n|[\r\n\u2028\u2029]/;

const TAB = '    ';

/** One line as HTML. Mail programs show several blanks as one, and none at the beginning of a line. */
function htmlOfLine(line: string): string {
	const escaped = line.replace(/[&<>"]/g, (character) => ESCAPED[character]);
	return escaped
		.replaceAll('\t', TAB)
		.replace(/^ /, '&nbsp;')
		.replace(/ (?= )/g, '&nbsp;');
}

/** A text as HTML that shows it as it is written: its characters, its line breaks and its blanks. */
export const htmlOf = (plain: string): string =>
	plain.split(LINE_BREAK).map(htmlOfLine).join('<br>\n');
