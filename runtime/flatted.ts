/**
 * Reads the format in which n8n stores execution data: a JSON array whose first entry is the root and
 * in which every string that is a property value or an array element is the index of another entry.
 * That lets several places share one object; the result shares it likewise.
 * @throws SyntaxError when the text is not JSON, Error when an index points nowhere
 */
export function parseFlatted(text: string): unknown {
	const entries = JSON.parse(text) as unknown[];
	const revived = new Map<number, unknown>();

	function entryAt(index: number): unknown {
		if (revived.has(index)) return revived.get(index);
		if (!Number.isInteger(index) || index < 0 || index >= entries.length) {
			throw new Error(`The execution data has no entry ${index}`);
		}
		const entry = entries[index];
		if (typeof entry !== 'object' || entry === null) return entry;
		const target: Record<string, unknown> | unknown[] = Array.isArray(entry) ? [] : {};
		// Known before its parts are read, since they may point back to it.
		revived.set(index, target);
		for (const [key, value] of Object.entries(entry)) {
			const part: unknown = typeof value === 'string' ? entryAt(Number(value)) : value;
			Object.defineProperty(target, key, {
				value: part,
				enumerable: true,
				writable: true,
				configurable: true,
			});
		}
		return target;
	}

	return entryAt(0);
}
