/** A character as it may be repeated: as it is, URL-encoded, or escaped in JSON, HTML or JavaScript. */
function formsOf(character: string): string {
	const plain = character.replace(/[^\w\s]/g, '\\$&');
	const code = character.charCodeAt(0);
	const hex = code.toString(16);
	const percent = Buffer.from(character).toString('hex').replace(/../g, '%$&');
	return `(?:\\\\?${plain}|${percent}|\\\\u0*${hex}|\\\\x${hex}|&#x0*${hex};|&#0*${code};)`;
}

/** A text of a stranger without the secrets in it, in whatever case and form. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
	const known = secrets.filter((secret) => secret !== '');
	const masked = known.reduce(
		(cleaned, secret) =>
			cleaned.replace(new RegExp(Array.from(secret, formsOf).join(''), 'gi'), '[hidden]'),
		text,
	);
	// A token that n8n has just renewed is not known here.
	return masked.replace(/\bBearer\s+[\w.~+/=-]+/gi, 'Bearer [hidden]');
}
