/** A request body read by its content type. */
export interface ParsedBody {
	contentType: string;
	value: unknown;
	/** Why the bytes are not what the content type says */
	violation?: string;
}

/**
 * Reads JSON and form-encoded bodies; anything else stays text. Never throws: what cannot be read
 * violates the contract, which is recorded.
 */
export function parseBody(bytes: Buffer, contentTypeHeader: string | undefined): ParsedBody {
	const contentType = (contentTypeHeader ?? '').split(';')[0].trim().toLowerCase();
	if (bytes.length === 0) return { contentType, value: undefined };
	const text = bytes.toString('utf8');
	if (contentType === 'application/json') {
		try {
			return { contentType, value: JSON.parse(text) };
		} catch {
			return { contentType, value: text, violation: 'body is not JSON' };
		}
	}
	if (contentType === 'application/x-www-form-urlencoded') {
		return { contentType, value: parseForm(text) };
	}
	return { contentType, value: text };
}

/** Fields given twice become arrays, which no schema of a single value accepts. */
function parseForm(text: string): Record<string, string | string[]> {
	const fields: Record<string, string | string[]> = {};
	const params = new URLSearchParams(text);
	for (const name of new Set(params.keys())) {
		const values = params.getAll(name);
		fields[name] = values.length === 1 ? values[0] : values;
	}
	return fields;
}
