/** Returns what the function returns, or `fallback` if it throws. */
export function tryOr<T, Fallback>(read: () => T, fallback: Fallback): Fallback | T {
	try {
		return read();
	} catch {
		return fallback;
	}
}
