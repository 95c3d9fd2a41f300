import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';

import { MAX_BODY_BYTES, readBody } from '../../../nodes/http/readBody';

const signal = new AbortController().signal;

it.each<[what: string, pieces: string[], expected: unknown]>([
	['JSON in pieces', ['{"id":', '"a"}'], { id: 'a' }],
	['JSON behind a byte order mark', ['\uFEFF[1]'], [1]],
	['a web page', ['<html>'], '<html>'],
	['an empty body', [], ''],
])('%s is read from a stream', async (_, pieces, expected) => {
	const stream = Readable.from(pieces.map((piece) => Buffer.from(piece)));
	expect(await readBody(stream, signal)).toEqual(expected);
});

it('a character that two pieces share is read as one', async () => {
	const bytes = Buffer.from('"é"');
	const stream = Readable.from([bytes.subarray(0, 2), bytes.subarray(2)]);
	expect(await readBody(stream, signal)).toBe('é');
});

it('what n8n has read already is taken as it is', async () => {
	const body = { id: 'a' };
	expect(await readBody(body, signal)).toBe(body);
});

/** A body that never ends. */
function endless(pieceLength: number) {
	const piece = Buffer.alloc(pieceLength, 'x');
	return new Readable({
		read() {
			setImmediate(() => this.push(piece));
		},
	});
}

it('a body beyond the largest size is not read on, and its connection is closed', async () => {
	const stream = endless(1024 * 1024);
	await expect(readBody(stream, signal)).rejects.toMatchObject({ code: 'ERR_BODY_TOO_LARGE' });
	expect(stream.destroyed).toBe(true);
	expect(stream.readableLength).toBeLessThan(MAX_BODY_BYTES);
});

it('a body of the largest size is read, and one byte more is too many', async () => {
	const largest = Buffer.alloc(MAX_BODY_BYTES, 'x');
	expect(await readBody(Readable.from([largest]), signal)).toHaveLength(MAX_BODY_BYTES);
	const larger = Readable.from([largest, Buffer.from('x')]);
	// A failure prints no body.
	const reading = readBody(larger, signal).then(() => 'was read');
	await expect(reading).rejects.toMatchObject({ code: 'ERR_BODY_TOO_LARGE' });
});

it('a body that is still being read when its time is over is not read on', async () => {
	const stream = endless(10);
	const controller = new AbortController();
	const reading = readBody(stream, controller.signal);
	controller.abort();
	await expect(reading).rejects.toThrow();
	expect(stream.destroyed).toBe(true);
});

it('a body that breaks off is told as one', async () => {
	const stream = new Readable({ read() {} });
	const reading = readBody(stream, signal);
	stream.push('{"id":');
	stream.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
	await expect(reading).rejects.toMatchObject({ code: 'ERR_BAD_RESPONSE' });
});

it('a body that has been read leaves nothing on the signal, which may outlast it', async () => {
	const { signal: ownSignal } = new AbortController();
	await readBody(Readable.from([Buffer.from('{}')]), ownSignal);
	expect(getEventListeners(ownSignal, 'abort')).toEqual([]);
});
