import { NodeOperationError, type INode } from 'n8n-workflow';

import { withoutSlashesAtEnd } from '../utils/slashes';

/** A scheme at the beginning, whichever it is. */
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:(\/|$)/i;

/** A typed address without a slash at its end, and with https:// where it has no scheme. @throws NodeOperationError for no address */
export function readAddress(
	node: INode,
	typed: unknown,
	label: string,
	credential: string,
): string {
	const refuse = (what: string, description: string) =>
		new NodeOperationError(node, `'${label}' of the ${credential} credential ${what}`, {
			description,
		});
	const text = typeof typed === 'string' ? withoutSlashesAtEnd(typed.trim()) : '';
	const address = HAS_SCHEME.test(text) ? text : `https://${text}`;
	if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) {
		throw refuse(
			'is not a web address',
			`Enter the address of the API in '${label}', beginning with https://`,
		);
	}
	// The address itself stays out of the message: it may hold a password or a key.
	if (/[?#\\]|^https?:\/\/[^/]*@/i.test(address)) {
		throw refuse(
			'contains more than an address',
			`Remove any user name or password, and everything from '?' or '#' on, from '${label}'. A key has a field of its own.`,
		);
	}
	return address;
}

/** An id that cannot be a part of an address. */
export class PathSegmentError extends Error {}

/** Encodes an id as one segment of a path (n8n 2.0 has no `toPathSegment`). @throws {PathSegmentError} */
export function pathSegment(id: string): string {
	const trimmed = id.trim();
	// Dots would send the request elsewhere; a lone half of a surrogate pair cannot be encoded.
	if (['', '.', '..'].includes(trimmed) || /\p{Surrogate}/u.test(trimmed)) {
		throw new PathSegmentError(`'${trimmed}' is not an ID. Enter the ID as the platform shows it.`);
	}
	return encodeURIComponent(trimmed);
}
