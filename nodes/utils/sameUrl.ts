/** Two spellings of one address: case of the host, default port, a slash at the end. */
export function isSameUrl(a: string, b: string): boolean {
	return normalizedUrl(a) === normalizedUrl(b);
}

function normalizedUrl(url: string): string {
	try {
		return new URL(url).href.replace(/\/+$/, '');
	} catch {
		return url;
	}
}
