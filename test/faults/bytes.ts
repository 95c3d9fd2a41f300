import fc, { type Arbitrary } from 'fast-check';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { countStatuses, inLanes } from '../support/deliver';
import { CONTACT, type FaultHarness } from '../support/faults/faultHarness';
import type { Inspector } from '../support/faults/inspector';
import { head, rawRequest, type RawRequest, type RawResponse } from '../support/faults/rawRequest';
import { DRAWING_MS, drawSeed } from '../support/long';
import { print, printTable } from '../support/print';

/** What a response may be: ours, and n8n's and Node's own (404, 408, 431). */
const ALLOWED = [200, 400, 401, 404, 408, 413, 415, 429, 431];

/** A call ends within so long, from the moment at which n8n hands it to the trigger. */
const CALL_ENDS_MS = 15_000;

/** What is kept after a collection of garbage may differ by so much. */
const FLAT_MB = 80;

/** Isolates of calls that are held open: what is measured here does grow. */
const HELD_MB = 40;
const HELD_AFTER_MS = 4_000;
const OPEN_MS = 60_000;

/** Above n8n's limit of 16 MB. */
const LARGE = 'x'.repeat(17_000_000);

/** A kind of request that nobody's platform would send. None of them carries a valid signature. */
interface Variant {
	requests: number;
	openMs: number;
	draw: Arbitrary<Omit<RawRequest, 'openMs'>>;
}

const body = fc.uint8Array({ maxLength: 5_000 }).map((bytes) => Buffer.from(bytes));
/** Without line breaks, which would end the header. */
const headerValue = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replace(/[\r\n\0]/g, ' '));
const sixtyFour = () => randomBytes(64).toString('base64');

const chunk = (bytes: Buffer) => [`${bytes.length.toString(16)}\r\n`, bytes, '\r\n'];

const variantsOf = (path: string): Record<string, Variant> => ({
	'headers and bodies at random': {
		...{ requests: 40, openMs: 30_000 },
		draw: fc.tuple(fc.option(headerValue), body, headerValue).map(([sign, bytes, type]) => ({
			pieces: [head(path, { 'x-platform-signature': sign ?? undefined, 'content-length': bytes.length, 'content-type': type }), bytes],
		})),
	},
	'in chunks, also broken ones': {
		...{ requests: 40, openMs: 30_000 },
		draw: fc.tuple(body, fc.boolean()).map(([bytes, isBroken]) => ({
			pieces: [
				head(path, { 'x-platform-signature': sixtyFour(), 'transfer-encoding': 'chunked' }),
				...(bytes.length > 0 ? chunk(bytes) : []),
				isBroken ? 'zz\r\n\r\n' : '0\r\n\r\n',
			],
		})),
	},
	'compressed, also only in name, also broken off': {
		...{ requests: 40, openMs: 30_000 },
		draw: fc.tuple(body, fc.constantFrom('gzip', 'deflate', 'br', 'x-other'), fc.boolean()).map(([plain, encoding, isWhole]) => {
			const bytes = gzipSync(plain).subarray(0, isWhole ? undefined : 15);
			const headers = { 'content-length': bytes.length, 'content-encoding': encoding };
			return { pieces: [head(path, { 'x-platform-signature': sixtyFour(), ...headers }), bytes] };
		}),
	},
	'cut off by the sender': {
		...{ requests: 16, openMs: 1_500 },
		draw: body.map((bytes) => ({
			pieces: [head(path, { 'x-platform-signature': sixtyFour(), 'content-length': bytes.length + 1 }), bytes],
		})),
	},
});

/** They keep their connections open. */
const slowVariantsOf = (path: string, openMs: number): Record<string, Variant> => ({
	'trickling, then silent': {
		...{ requests: 10, openMs },
		draw: fc.constantFrom(undefined, 'gzip').map((encoding) => ({
			pieces: [head(path, { 'x-platform-signature': sixtyFour(), 'content-length': 1_000, 'content-encoding': encoding }), ...'trickle'],
			pauseMs: 500,
		})),
	},
	'in chunks, without an end': {
		...{ requests: 20, openMs },
		draw: fc.constantFrom(undefined, 'gzip').map((encoding) => ({
			pieces: [
				head(path, { 'x-platform-signature': sixtyFour(), 'transfer-encoding': 'chunked', 'content-encoding': encoding }),
				...chunk(gzipSync(randomBytes(3_000)).subarray(0, 500)),
			],
		})),
	},
});

/** What the receiving part does with bytes of any kind. n8n as it is shipped. */
export function bytes(harness: () => FaultHarness, inspector: () => Inspector): void {
	const port = () => harness().n8n.port;
	const path = () => new URL(harness().line.url).pathname;

	async function round({ requests, openMs, draw }: Variant, seed: number, atOnce = 8): Promise<RawResponse[]> {
		const drawn = fc.sample(draw, { seed, numRuns: requests });
		return await inLanes(requests, atOnce, async (n) => await rawRequest(port(), { ...drawn[n], openMs }));
	}

	it('connections that stay open: each call ends within 15 s of its last byte', async () => {
		const hold = async (openMs: number) =>
			await Promise.all(Object.values(slowVariantsOf(path(), openMs)).map(async (each) => await round(each, 1, each.requests)));
		// So many calls at once bring n8n to its size under load, which it keeps; a leak comes each time.
		await hold(5_000);
		const before = await inspector().keptMb();
		const rounds = hold(OPEN_MS);
		await delay(HELD_AFTER_MS);
		// One collection: a further one could last until the calls have ended.
		const held = (await inspector().keptMb(1)) - before;
		// What gets a response at once waits for its turn as long as all the others do.
		const { took: turnTakes } = await rawRequest(port(), { pieces: [head(path(), { 'content-length': 0 })], openMs: OPEN_MS });
		const responses = (await rounds).flat();
		const kept = (await inspector().keptMb()) - before;
		const slowest = Math.max(...responses.map(({ took }) => took));
		print(`${responses.length} connections that stay open: at most ${slowest} ms; n8n grew by ${held} MB, afterwards by ${kept} MB`);
		expect(responses.filter(({ gaveUp }) => gaveUp)).toEqual([]);
		expect(slowest).toBeLessThanOrEqual(CALL_ENDS_MS + turnTakes);
		expect(responses.filter(({ status }) => status && !ALLOWED.includes(status))).toEqual([]);
		expect(held).toBeGreaterThan(HELD_MB);
		expect(kept).toBeLessThanOrEqual(FLAT_MB);
	}, 120_000);

	it(`${DRAWING_MS / 1_000} s of bytes at random: responses as allowed, nothing started, memory flat`, async () => {
		const { line, executions, getsThrough } = harness();
		const seed = drawSeed('bytes at random');
		const started = await executions.count(line.workflowId);
		const outcomes = Object.entries(variantsOf(path())).map(([name, variant]) => ({ name, variant, responses: [] as RawResponse[] }));
		const deadline = performance.now() + DRAWING_MS;
		let first = 0;
		for (let turn = 0; turn < 2 || performance.now() < deadline; turn++) {
			for (const { variant, responses } of outcomes) responses.push(...(await round(variant, seed + turn)));
			// The first turn compiles what it meets.
			first ||= await inspector().keptMb();
		}
		const grown = (await inspector().keptMb()) - first;
		const counted = outcomes.map(({ name, responses }) => [name, JSON.stringify(countStatuses(responses))]);
		printTable(`bytes at random, for which n8n grew by ${grown} MB`, ['variant', 'responses'], counted);
		const responses = outcomes.flatMap(({ variant, ...rest }) => rest.responses.map((each) => ({ ...each, waits: variant.openMs >= 30_000 })));
		expect(responses.filter(({ status }) => status && !ALLOWED.includes(status))).toEqual([]);
		expect(responses.filter(({ gaveUp, waits }) => gaveUp && waits)).toEqual([]);
		expect(await executions.count(line.workflowId)).toBe(started);
		expect(grown).toBeLessThanOrEqual(FLAT_MB);
		await getsThrough('evt-after-the-bytes');
	}, DRAWING_MS + 60_000);

	it('a genuine delivery of any legal form is accepted: in chunks, byte by byte, as identity; a larger one gets 413', async () => {
		const { sandbox, settled, deliver } = harness();
		const event = (id: string) => JSON.stringify({ type: CONTACT, webhookEventId: id });
		const start = (payload: string, more: Record<string, string | number>) =>
			head(path(), { 'x-platform-signature': sandbox.control.sign(payload), ...more });
		const forms: Record<string, (payload: string) => string[]> = {
			'evt-in-chunks': (payload) => [
				start(payload, { 'transfer-encoding': 'chunked' }),
				...[...payload].map((char) => `1\r\n${char}\r\n`),
				'0\r\n\r\n',
			],
			'evt-byte-by-byte': (payload) => [start(payload, { 'content-length': payload.length }), ...payload],
			'evt-identity': (payload) => [start(payload, { 'content-length': payload.length, 'content-encoding': 'identity' }) + payload],
		};
		const ids = Object.keys(forms);
		const sent = ids.map(async (id) => await rawRequest(port(), { pieces: forms[id](event(id)), pauseMs: 20, openMs: 10_000 }));
		expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(ids.map(() => 200));
		expect(await settled(ids)).toMatchObject({ once: ids.length });
		expect(await deliver({ webhookEventId: 'evt-large', note: LARGE })).toMatchObject({ status: 413 });
	}, 60_000);
}
