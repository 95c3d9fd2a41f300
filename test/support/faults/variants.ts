import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { RawRequest } from './rawRequest';

/** A kind of request that nobody's platform would send. None of them carries a valid signature. */
export interface Variant {
	name: string;
	/** Requests in one round. */
	requests: number;
	atOnce: number;
	/** How long a connection stays open after its last byte, unless the server closes it. */
	openMs: number;
	/** Of those that stay open: nothing more can come, so the server need not wait. */
	respondsAtOnce?: boolean;
	draw: Arbitrary<Omit<RawRequest, 'openMs'>>;
}

/** What a response may be: ours, and n8n's and Node's own (404, 408, 431). */
export const ALLOWED = [200, 400, 401, 404, 408, 413, 415, 429, 431];

const QUICK = { requests: 40, atOnce: 8, openMs: 30_000 } as const;

const wellFormed = () => randomBytes(64).toString('base64');
const sixtyFour = fc
	.uint8Array({ minLength: 64, maxLength: 64 })
	.map((bytes) => Buffer.from(bytes).toString('base64'));
const text = fc.string({ unit: 'binary', maxLength: 200 });
const body = fc.uint8Array({ maxLength: 5_000 }).map((bytes) => Buffer.from(bytes));
const json = fc
	.record({ type: fc.constantFrom('ContactCreate', '', 'x'), value: fc.jsonValue() })
	.map((value) => Buffer.from(JSON.stringify(value)));
const anyBody = fc.oneof(body, json);

/** Header values without line breaks, which would end the header. */
const value = text.map((chars) => chars.replace(/[\r\n\0]/g, ' '));
const signature = fc.oneof(fc.constant(undefined), value, sixtyFour);

type Headers = Array<[string, string | number | undefined]>;

function head(path: string, headers: Headers, method = 'POST'): string {
	const lines = headers.flatMap(([name, content]) =>
		content === undefined ? [] : [`${name}: ${content}`],
	);
	return [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');
}

function chunked(bytes: Buffer, size: number): Buffer[] {
	const chunks: Buffer[] = [];
	for (let at = 0; at < bytes.length; at += size) {
		const part = bytes.subarray(at, at + size);
		chunks.push(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]));
	}
	return chunks;
}

const ENCODERS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, 'x-other': Buffer.from };

/** @param path of the webhook */
export function variants(path: string): Variant[] {
	const post = (sign: string | undefined, bytes: Buffer, ...more: Headers) =>
		head(path, [['x-platform-signature', sign], ['content-length', bytes.length], ...more]);
	return [
		{
			...QUICK,
			name: 'headers and bodies at random',
			draw: fc.tuple(signature, anyBody, value, value).map(([sign, bytes, type, other]) => ({
				pieces: [post(sign, bytes, ['content-type', type], ['x-other', other]), bytes],
			})),
		},
		{
			...QUICK,
			name: 'heads that are no heads',
			draw: fc
				.tuple(fc.constantFrom('POST', 'GET', 'HEAD', 'PUT', 'x', ''), text, signature)
				.map(([method, junk, sign]) => ({
					pieces: [head(path + junk, [['x-platform-signature', sign], [junk, junk]], method)],
					afterwards: 'halfClose' as const,
				})),
		},
		{
			...QUICK,
			name: 'headers of 1 to 64 kB',
			draw: fc.integer({ min: 1_000, max: 64_000 }).map((length) => ({
				pieces: [post('A'.repeat(length), Buffer.from('{}')), '{}'],
			})),
		},
		{
			...QUICK,
			name: 'in chunks',
			draw: fc
				.tuple(anyBody, fc.integer({ min: 1, max: 700 }), fc.boolean())
				.map(([bytes, size, broken]) => ({
					pieces: [
						head(path, [['x-platform-signature', wellFormed()], ['transfer-encoding', 'chunked']]),
						...chunked(bytes, size),
						broken ? 'zz\r\n\r\n' : '0\r\n\r\n',
					],
				})),
		},
		{
			...QUICK,
			name: 'compressed, also only in name, also broken off',
			draw: fc
				.tuple(anyBody, fc.constantFrom(...Object.keys(ENCODERS)), fc.double({ min: 0.1, max: 1 }))
				.map(([plain, encoding, share]) => {
					const whole = Buffer.from(ENCODERS[encoding as keyof typeof ENCODERS](plain));
					const bytes = whole.subarray(0, Math.ceil(whole.length * share));
					return { pieces: [post(wellFormed(), bytes, ['content-encoding', encoding]), bytes] };
				}),
		},
		...[20, 1_500].map((openMs) => ({
			requests: 24,
			atOnce: 8,
			openMs,
			name: `cut off by the sender after ${openMs} ms`,
			draw: fc
				.tuple(anyBody, fc.double({ min: 0, max: 0.99 }), fc.constantFrom(undefined, 'gzip'))
				.map(([plain, share, encoding]) => {
					const bytes = encoding ? gzipSync(plain) : plain;
					const first = post(wellFormed(), bytes, ['content-encoding', encoding]);
					const pieces = [first, bytes.subarray(0, Math.floor(bytes.length * share))];
					return { pieces, afterwards: 'close' as const };
				}),
		})),
		{
			name: 'larger than n8n takes',
			requests: 4,
			atOnce: 2,
			openMs: 10_000,
			draw: fc.constant(Buffer.alloc(17_000_000, 'x')).map((bytes) => ({ pieces: [post(wellFormed(), bytes), bytes] })),
		},
	];
}

/** Those that keep their connections open: once a run, beside the others. */
export function slowVariants(path: string, openMs = 60_000): Variant[] {
	const open = { requests: 10, atOnce: 10, openMs } as const;
	const start = (...more: Headers) =>
		head(path, [['x-platform-signature', wellFormed()], ...more]);
	return [
		{
			...open,
			name: 'trickling, then silent',
			draw: fc.constantFrom(undefined, 'gzip').map((encoding) => ({
				pieces: [start(['content-length', 1_000], ['content-encoding', encoding]), ...'trickle'],
				pauseMs: 500,
			})),
		},
		{
			...open,
			name: 'in chunks, without an end',
			draw: fc.constantFrom(undefined, 'gzip').map((encoding) => ({
				pieces: [
					start(['transfer-encoding', 'chunked'], ['content-encoding', encoding]),
					...chunked(gzipSync(randomBytes(3_000)), 500),
				],
			})),
		},
		{
			...open,
			name: 'a head without its body',
			draw: fc.constant({ pieces: [start(['content-length', 1_000])] }),
		},
		{
			...open,
			name: 'half closed before the end of the body',
			respondsAtOnce: true,
			draw: fc.constant({ pieces: [start(['content-length', 1_000]), 'half'], afterwards: 'halfClose' as const }),
		},
	];
}
