/** RFC 9110, 5.6.2 and 5.5: a line break in a value would begin another header. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const HEADER_VALUE = /^[\t\x20-\x7E\x80-\xFF]*$/;

/** Wrong values of these headers make a server wait, or mix up requests (RFC 9110, 7.6.1 and 8.6; RFC 9112). */
const HEADERS_OF_CONNECTION = [
	'connection',
	'content-encoding',
	'content-length',
	'content-type',
	'expect',
	'host',
	'keep-alive',
	'te',
	'trailer',
	'transfer-encoding',
	'upgrade',
];

function belongsToConnection(headerName: string): boolean {
	const name = headerName.toLowerCase();
	return HEADERS_OF_CONNECTION.includes(name) || name.startsWith('proxy-');
}

/**
 * Why a typed header cannot be sent, as sentences with the labels of its fields; undefined where it can be sent.
 *
 * @param nameLabel the label of the field for the name
 * @param valueLabel the label of the field for the value
 */
export function headerFault(
	name: string,
	value: string,
	nameLabel: string,
	valueLabel: string,
): string | undefined {
	if (!HEADER_NAME.test(name)) {
		return `'${nameLabel}' cannot be sent. Use letters, digits and hyphens only, such as X-API-Key, without a colon or spaces.`;
	}
	if (belongsToConnection(name))
		return `'${nameLabel}' cannot be ${name}: n8n sets this header itself.`;
	if (HEADER_VALUE.test(value)) return undefined;
	return `'${valueLabel}' cannot be sent. It must be one line of Latin characters: paste it again, without line breaks.`;
}
