/** Names that forms and people use, beside those that Intl knows. */
const OTHER_NAMES: Record<string, string> = {
	england: 'GB',
	'great britain': 'GB',
	holland: 'NL',
	'united states of america': 'US',
	usa: 'US',
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

let codesByName: Map<string, string> | undefined;

/** The codes of all countries by their English names in lower case. */
function readCodes(): Map<string, string> {
	const codes = new Map(Object.entries(OTHER_NAMES));
	const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
	for (const first of LETTERS) {
		for (const second of LETTERS) {
			const code = `${first}${second}`;
			const name = names.of(code);
			// A code of the past has the name of what took its place: BU is that of MM.
			const [current] = Intl.getCanonicalLocales(`und-${code}`);
			if (name !== undefined && current === `und-${code}`) codes.set(name.toLowerCase(), code);
		}
	}
	return codes;
}

/** The code of two capital letters of a country (ISO 3166), by its English name or its code; undefined for other words. */
export function countryCodeOf(words: string): string | undefined {
	if (/^[a-z]{2}$/i.test(words)) return words.toUpperCase();
	codesByName ??= readCodes();
	return codesByName.get(words.toLowerCase());
}
