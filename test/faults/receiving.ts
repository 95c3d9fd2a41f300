import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { countStatuses, inLanes } from '../support/deliver';
import { CONTACT, until, type FaultHarness } from '../support/faults/faultHarness';
import { head, rawRequest, type RawResponse } from '../support/faults/rawRequest';
import { DRAWING_MS, drawSeed } from '../support/long';
import { print } from '../support/print';

/** The statuses that may come: ours, and n8n's and Node's own (404, 408, 431). */
const ALLOWED = [200, 400, 401, 404, 408, 413, 415, 429, 431, 503];

/** A call ends within so long. */
const CALL_ENDS_MS = 15_000;

/** Above n8n's limit of 16 MB. */
const LARGE = 'x'.repeat(17_000_000);

/** What nobody's platform would send, each part at random. None of it carries a valid signature. */
const drawing = fc
	.record({
		// Without line breaks, which would end the header.
		sign: fc
			.string({ unit: 'binary', maxLength: 200 })
			.map((text) => text.replace(/[\r\n\0]/g, ' ')),
		isLikeOne: fc.boolean(),
		encoding: fc.constantFrom(undefined, undefined, undefined, 'gzip', 'deflate', 'br', 'x-other'),
		body: fc.uint8Array({ maxLength: 5_000 }).map((bytes) => Buffer.from(bytes)),
		framing: fc.constantFrom('whole', 'chunks', 'broken chunks', 'cut off'),
	})
	.map(({ sign, isLikeOne, encoding, body, framing }) => {
		const bytes = encoding ? gzipSync(body).subarray(0, body.length) : body;
		const isCut = framing === 'cut off';
		const headers = {
			'x-platform-signature': isLikeOne ? randomBytes(64).toString('base64') : sign,
			'content-encoding': encoding,
		};
		const whole = { ...headers, 'content-length': bytes.length + Number(isCut) };
		const inChunks = [
			...(bytes.length > 0 ? [`${bytes.length.toString(16)}\r\n`, bytes, '\r\n'] : []),
			framing === 'chunks' ? '0\r\n\r\n' : 'zz\r\n\r\n',
		];
		// The sender breaks off what it has cut off.
		return {
			openMs: isCut ? 1_500 : 30_000,
			pieces: (to: string) =>
				framing.endsWith('chunks')
					? [head(to, { ...headers, 'transfer-encoding': 'chunked' }), ...inChunks]
					: [head(to, whole), bytes],
		};
	});

/** So many at once, and in a round. */
const LANES = 8;
const ROUND = 130;

/** Each costs n8n a second of waiting for its database, one after the other. */
const FAILING = 4;
/** Larger than what SQLite may have free in the pages that it has already. */
const LARGE_TEXT = 'x'.repeat(200_000);

const OPEN_MS = 120_000;

/**
 * What the receiving part does with bytes of any kind, slow ones too, and with a database that fails. How many slow
 * bodies it waits for: test/unit/trigger/deliveryQueue.test.ts.
 */
export function receiving(harness: FaultHarness): void {
	const port = () => harness.n8n.port;
	const path = () => new URL(harness.url).pathname;

	async function round(seed: number): Promise<RawResponse[]> {
		const requests = fc.sample(drawing, { seed, numRuns: ROUND });
		return await inLanes(ROUND, LANES, async (n) => {
			const { pieces, openMs } = requests[n];
			return await rawRequest(port(), { pieces: pieces(path()), openMs });
		});
	}

	it(
		`${DRAWING_MS / 1_000} s of bytes at random: responses as allowed, nothing started`,
		async () => {
			const { workflowId, executions, getsThrough } = harness;
			const seed = drawSeed('bytes at random');
			const started = await executions.count(workflowId);
			const responses: RawResponse[] = [];
			const deadline = performance.now() + DRAWING_MS;
			let turn = 0;
			do responses.push(...(await round(seed + turn++)));
			while (performance.now() < deadline);
			const statuses = countStatuses(responses);
			print(`bytes at random: ${JSON.stringify(statuses)}`);
			// Where there is none, the sender has broken off.
			const { none: _none, ...told } = statuses;
			expect(Object.keys(told).filter((status) => !ALLOWED.includes(Number(status)))).toEqual([]);
			expect(responses.filter(({ took }) => took > CALL_ENDS_MS)).toEqual([]);
			expect(await executions.count(workflowId)).toBe(started);
			await getsThrough('evt-after-the-bytes');
		},
		DRAWING_MS + 180_000,
	);

	it('a genuine delivery of any legal form is accepted: in chunks, byte by byte, as identity; a larger one gets 413', async () => {
		const { sandbox, settled, deliver } = harness;
		const event = (id: string) => JSON.stringify({ type: CONTACT, webhookEventId: id });
		const start = (payload: string, more: Record<string, string | number>) =>
			head(path(), { 'x-platform-signature': sandbox.sign(payload), ...more });
		const ids = ['evt-in-chunks', 'evt-byte-by-byte', 'evt-identity'];
		const [inChunks, byByte, whole] = ids.map(event);
		const sent = [
			[
				start(inChunks, { 'transfer-encoding': 'chunked' }),
				...[...inChunks].map((char) => `1\r\n${char}\r\n`),
				'0\r\n\r\n',
			],
			[start(byByte, { 'content-length': byByte.length }), ...byByte],
			[start(whole, { 'content-length': whole.length, 'content-encoding': 'identity' }) + whole],
		].map(async (pieces) => await rawRequest(port(), { pieces, pauseMs: 20, openMs: OPEN_MS }));
		expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(ids.map(() => 200));
		expect(await settled(ids)).toMatchObject({ once: ids.length });
		expect(await deliver({ webhookEventId: 'evt-large', note: LARGE })).toMatchObject({
			status: 413,
		});
	}, 180_000);

	it('the disk is full: 503, nothing remembered, each runs once by retry', async () => {
		const { n8n, sandbox, setDiskFull, emit, deliveriesOf, settled, settledExecutions } = harness;
		const before = n8n.log().length;
		const patience = { timeoutMs: 240_000, maxAttempts: 1_000, backoffMs: [2_000] };
		sandbox.setDelivery({ ...patience, maxInFlight: FAILING });
		await setDiskFull(true);
		const events = emit(FAILING, { note: LARGE_TEXT });
		const statuses = () =>
			deliveriesOf(events).map(({ attempts }) => attempts.flatMap(({ status }) => status ?? []));
		await until('a refusal of each event', () => statuses().every((each) => each.length > 0));
		expect(await settledExecutions(events)).toEqual([]);
		await setDiskFull(false);
		const result = await settled(events);
		print(`disk full, then retries: ${JSON.stringify(result)}`);
		expect([...new Set(statuses().flat())].sort()).toEqual([200, 503]);
		expect(result).toMatchObject({ once: FAILING, further: 0 });
		expect(n8n.log().slice(before)).toContain('SQLITE_FULL');
	}, 300_000);
}
