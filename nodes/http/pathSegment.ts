/** An id that cannot be a part of an address; the message names its field. */
export class PathSegmentError extends Error {
	override readonly name = 'PathSegmentError';
}

/**
 * Encodes an id as one segment of a path. `.` and `..` survive encoding but are removed when a URL
 * is normalized, which would send the request elsewhere. (n8n-workflow's own `toPathSegment` is
 * missing in n8n 1.x.)
 *
 * @param label of the field that the id comes from, for the message
 * @throws {PathSegmentError} for an empty id, `.` and `..`, and what is no text
 */
export function pathSegment(id: string, label: string): string {
	const trimmed = id.trim();
	// A lone half of a surrogate pair cannot be encoded.
	if (['', '.', '..'].includes(trimmed) || /\p{Surrogate}/u.test(trimmed)) {
		throw new PathSegmentError(
			`'${label}' cannot be '${trimmed}'. Enter the ID as the platform shows it.`,
		);
	}
	return encodeURIComponent(trimmed);
}
