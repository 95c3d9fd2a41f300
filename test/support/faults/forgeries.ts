import { randomBytes } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import type { SigningKey } from '../keys';

export interface Forgery {
	/** Header names and values, in order; a name may occur twice. */
	headers: Array<[string, string]>;
	body: Buffer;
}

const HEADER = 'x-platform-signature';

function signed(signature: string, body: Buffer | string, ...more: Array<[string, string]>): Forgery {
	return {
		headers: [['content-type', 'application/json'], [HEADER, signature], ...more],
		body: Buffer.from(body),
	};
}

function typed(contentType: string, body: Buffer | string, ...more: Array<[string, string]>): Forgery {
	return { headers: [['content-type', contentType], ...more], body: Buffer.from(body) };
}

/**
 * Ways to get past a signature check. Each is given a genuine body and the platform's key, of which
 * it may use whatever an attacker could have seen: signatures of other deliveries.
 */
export const FORGERIES: Record<string, (body: string, key: SigningKey, other: SigningKey) => Forgery> = {
	'no signature': (body) => typed('application/json', body),
	'empty signature': (body) => signed('', body),
	'random signature': (body) => signed(randomBytes(64).toString('base64'), body),
	'signature of zeros': (body) => signed(Buffer.alloc(64).toString('base64'), body),
	'signed with another key': (body, _key, other) => signed(other.sign(body), body),
	'signature of another body': (body, key) => signed(key.sign(`${body} `), body),
	'one byte changed': (body, key) => signed(key.sign(body), body.replace('c-', 'C-')),
	'empty body': (_body, key) => signed(key.sign(''), ''),
	'signature given twice': (body, key) =>
		signed(key.sign(body), body, ['X-Platform-Signature', key.sign(body)]),
	'a wrong signature before the right one': (body, key, other) =>
		signed(other.sign(body), body, ['X-PLATFORM-SIGNATURE', key.sign(body)]),
	'two signatures in one header': (body, key) => signed(`${key.sign(body)}, ${key.sign(body)}`, body),
	'in another header': (body, key) => typed('application/json', body, ['x-signature', key.sign(body)]),
	'malformed JSON': () => signed(randomBytes(64).toString('base64'), '{"type":"ContactCreate"'),
	'malformed JSON, no signature': () => typed('application/json', '{"type":"ContactCreate"'),
	'url-encoded': () => typed('application/x-www-form-urlencoded', 'type=ContactCreate'),
	'multipart': () =>
		typed(
			'multipart/form-data; boundary=x',
			'--x\r\nContent-Disposition: form-data; name="type"\r\n\r\nContactCreate\r\n--x--\r\n',
			[HEADER, randomBytes(64).toString('base64')],
		),
	'xml': () => typed('application/xml', '<type>ContactCreate</type>', [HEADER, randomBytes(64).toString('base64')]),
	'binary': () => typed('application/octet-stream', randomBytes(200), [HEADER, randomBytes(64).toString('base64')]),
	'compressed with gzip': (body, _key, other) =>
		signed(other.sign(body), gzipSync(body), ['content-encoding', 'gzip']),
	'compressed with deflate': (body, _key, other) =>
		signed(other.sign(body), deflateSync(body), ['content-encoding', 'deflate']),
	'gzip that is none': (body, key) => signed(key.sign(body), body, ['content-encoding', 'gzip']),
	'gzip that is cut off': (body, key) =>
		signed(key.sign(body), gzipSync(body).subarray(0, -9), ['content-encoding', 'gzip']),
	'event type that is not selected': (body, _key, other) => {
		const unselected = body.replace('ContactCreate', 'ContactUpdate');
		return signed(other.sign(unselected), unselected);
	},
};
