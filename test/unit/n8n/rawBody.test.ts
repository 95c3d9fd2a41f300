import { readRawBody } from '../../../nodes/n8n/delivery';
import type { BodyRequest } from '../../../nodes/n8n/delivery';

function request(read: () => Promise<Buffer>, encoding?: string): BodyRequest {
	const made: BodyRequest = {
		headers: encoding === undefined ? {} : { 'content-encoding': encoding },
		readRawBody: async () => void (made.rawBody = await read()),
	};
	return made;
}

it('gives the bytes as they were sent', async () => {
	const bytes = Buffer.from('{"type":"ContactCreate"}');
	expect(await readRawBody(request(async () => bytes))).toEqual({ kind: 'bytes', bytes });
});

it('takes the bytes that n8n has read before', async () => {
	const bytes = Buffer.from('{}');
	expect(await readRawBody({ headers: {}, rawBody: bytes })).toEqual({ kind: 'bytes', bytes });
});

it.each(['gzip', 'deflate', 'br', 'GZIP', 'gzip, identity', 'x'])(
	'does not begin to read a body encoded with %s',
	async (encoding) => {
		const read = jest.fn(async () => Buffer.from('{}'));
		expect(await readRawBody(request(read, encoding))).toEqual({ kind: 'encoded' });
		expect(read).not.toHaveBeenCalled();
	},
);

it.each(['identity', ' Identity ', ''])('reads a body encoded with %p', async (encoding) => {
	expect((await readRawBody(request(async () => Buffer.from('{}'), encoding))).kind).toBe('bytes');
});

it('ends when the body does not', async () => {
	const began = performance.now();
	const never = request(async () => await new Promise<Buffer>(() => {}));
	expect(await readRawBody(never, undefined, 30)).toEqual({ kind: 'unfinished' });
	expect(performance.now() - began).toBeLessThan(10_000);
});

it('ends when it is told that nobody waits any longer', async () => {
	const never = request(async () => await new Promise<Buffer>(() => {}));
	expect(await readRawBody(never, Promise.resolve())).toEqual({ kind: 'unfinished' });
});

it.each([
	[{ status: 413 }, 'tooLarge'],
	[{ status: 400 }, 'missing'],
	[{}, 'missing'],
])('tells why reading stopped (%p)', async (fields, kind) => {
	const failing = request(async () => await Promise.reject(Object.assign(new Error('x'), fields)));
	expect(await readRawBody(failing)).toEqual({ kind });
});

it('says that there is none when n8n leaves no bytes', async () => {
	expect(await readRawBody({ headers: {} })).toEqual({ kind: 'missing' });
	expect(await readRawBody({ headers: {}, rawBody: '{}' })).toEqual({ kind: 'missing' });
});
