/** Words that Title Case leaves in lower case. */
const SMALL_WORDS = new Set(
	'a an and as at but by for from if in into nor of on or per so than the to up via vs with yet'.split(
		' ',
	),
);

/** Names and labels: each word begins with a capital, a digit or a sign, small words aside. */
export function isTitleCase(text: string): boolean {
	return text
		.split(/[\s/-]+/)
		.every((word, index) => !/^[a-z]/.test(word) || (index > 0 && SMALL_WORDS.has(word)));
}

/** Actions: a capital first, then none but in abbreviations and names that contain one. */
export function isSentenceCase(text: string): boolean {
	const [first, ...others] = text.split(' ');
	return /^[A-Z0-9]/.test(first) && !others.some((word) => /^[A-Z][a-z]+$/.test(word));
}

/** n8n's style: one sentence has no full stop, several end in one. */
export function hasRightFullStop(text: string): boolean {
	const plain = text.replace(/<[^>]+>/g, '').replace(/\be\.g\.|\bi\.e\.|\betc\./g, '');
	const severalSentences = /[.!?]['")]?\s+['"(]?[A-Z]/.test(plain);
	return severalSentences === /[.!?]['")]?$/.test(plain.trim());
}
