/** What a function returns, or something else where it throws. */
export function tried<T, Otherwise>(find: () => T, otherwise: Otherwise): Otherwise | T {
	try {
		return find();
	} catch {
		return otherwise;
	}
}
