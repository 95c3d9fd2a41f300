import fc from 'fast-check';
import { setTimeout as delay } from 'node:timers/promises';
import { print, printTable } from '../support/print';
import type { FaultHarness } from '../support/faults/faultHarness';
import { CONTACT } from '../support/faults/lines';
import type { Inspector } from '../support/faults/inspector';
import { rawRequest, type RawResponse } from '../support/faults/rawRequest';
import { countStatuses, inLanes } from '../support/deliver';
import { ALLOWED, slowVariants, variants, type Variant } from '../support/faults/variants';
import { DRAWING_MS, drawSeed } from '../support/long';

/** A call ends within so long, from the moment at which n8n hands it to the trigger. */
const CALL_ENDS_MS = 15_000;

/** What is kept after a collection of garbage may differ by so much. */
const FLAT_MB = 80;

/** Isolates of calls that are held open: what is measured here does grow. */
const HELD_MB = 40;
const HELD_AFTER_MS = 4_000;
const WARM_UP_MS = 5_000;

interface Outcome {
	variant: Variant;
	responses: RawResponse[];
}

/** What the receiving part does with bytes of any kind. n8n as it is shipped. */
export function bytes(harness: () => FaultHarness, inspector: () => Inspector): void {
	const port = () => harness().n8n.port;
	const path = () => new URL(harness().line.url).pathname;

	async function round(variant: Variant, seed: number): Promise<Outcome> {
		const { requests, atOnce, openMs, draw } = variant;
		const drawn = fc.sample(draw, { seed, numRuns: requests });
		const responses = await inLanes(requests, atOnce, async (n) => {
			return await rawRequest(port(), { ...drawn[n], openMs });
		});
		return { variant, responses };
	}

	it('connections that stay open: each call ends within 15 s of its last byte', async () => {
		const hold = async (openMs?: number) =>
			await Promise.all(slowVariants(path(), openMs).map(async (each) => await round(each, 1)));
		// So many calls at once bring n8n to its size under load, which it keeps; a leak comes each time.
		await hold(WARM_UP_MS);
		const before = await inspector().keptMb();
		const rounds = hold();
		await delay(HELD_AFTER_MS);
		// One collection: a further one could last until the calls have ended.
		const held = (await inspector().keptMb(1)) - before;
		const all = await rounds;
		const kept = (await inspector().keptMb()) - before;
		const slowestOf = (outcomes: Outcome[]) =>
			Math.max(...outcomes.flatMap(({ responses }) => responses.map(({ took }) => took)));
		const slowest = slowestOf(all);
		// What gets a response at once waits for its turn as long as all the others do.
		const turnTakes = slowestOf(all.filter(({ variant }) => variant.respondsAtOnce));
		tabulate(all);
		print(`while they were held, n8n grew by ${held} MB; afterwards by ${kept} MB`);
		expect(withoutResponse(all)).toEqual([]);
		expect(slowest).toBeLessThanOrEqual(CALL_ENDS_MS + turnTakes);
		expect(refusedStatuses(all)).toEqual([]);
		expect(held).toBeGreaterThan(HELD_MB);
		expect(kept).toBeLessThanOrEqual(FLAT_MB);
	}, 120_000);

	it(`${DRAWING_MS / 1_000} s of bytes at random: responses as allowed, nothing started, memory flat`, async () => {
		const { line, database, deliver } = harness();
		const seed = drawSeed('bytes at random');
		const started = await database.executions.count(line.workflowId);
		const all = variants(path());
		const outcomes = new Map(all.map((variant) => [variant, { variant, responses: [] as RawResponse[] }]));
		const deadline = performance.now() + DRAWING_MS;
		let first = 0;
		for (let turn = 0; performance.now() < deadline; turn++) {
			for (const variant of all) {
				const { responses } = await round(variant, seed + turn);
				outcomes.get(variant)!.responses.push(...responses);
			}
			first ||= await inspector().keptMb();
		}
		const done = [...outcomes.values()];
		const requests = done.reduce((sum, { responses }) => sum + responses.length, 0);
		// The first turn compiles what it meets.
		const grown = (await inspector().keptMb()) - first;
		const executions = (await database.executions.count(line.workflowId)) - started;
		tabulate(done);
		print(`${requests} requests: ${executions} executions, n8n grew by ${grown} MB`);
		expect(refusedStatuses(done)).toEqual([]);
		expect(withoutResponse(done)).toEqual([]);
		expect(executions).toBe(0);
		expect(grown).toBeLessThanOrEqual(FLAT_MB);

		const genuine = { type: CONTACT, webhookEventId: 'evt-after-the-bytes' };
		expect(await deliver(line, genuine)).toMatchObject({ status: 200 });
	}, DRAWING_MS + 60_000);

	it('a genuine delivery of any legal form is accepted: in chunks, byte by byte, as identity', async () => {
		const { sandbox, settled } = harness();
		const event = (id: string) => JSON.stringify({ type: CONTACT, webhookEventId: id });
		const start = (payload: string, more: string[]) =>
			[
				`POST ${path()} HTTP/1.1`,
				'Host: localhost',
				`x-platform-signature: ${sandbox.control.sign(payload)}`,
				...more,
				'',
				'',
			].join('\r\n');
		const length = (payload: string) => `content-length: ${payload.length}`;
		const forms: Record<string, (payload: string) => string[]> = {
			'evt-in-chunks': (payload) => [
				start(payload, ['transfer-encoding: chunked']),
				...[...payload].map((char) => `1\r\n${char}\r\n`),
				'0\r\n\r\n',
			],
			'evt-byte-by-byte': (payload) => [start(payload, [length(payload)]), ...payload],
			'evt-identity': (payload) => [
				start(payload, [length(payload), 'content-encoding: identity']) + payload,
			],
		};
		const ids = Object.keys(forms);
		const responses = await Promise.all(
			ids.map(async (id) => {
				const pieces = forms[id](event(id));
				return await rawRequest(port(), { pieces, pauseMs: 20, openMs: 10_000 });
			}),
		);
		expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 200));
		expect(await settled(ids)).toMatchObject({ once: ids.length });
	}, 60_000);
}

function refusedStatuses(outcomes: readonly Outcome[]): string[] {
	return outcomes.flatMap(({ variant, responses }) =>
		responses.flatMap(({ status }) =>
			status === undefined || ALLOWED.includes(status) ? [] : [`${variant.name}: ${status}`],
		),
	);
}

/** The variants in which a sender waited in vain. */
function withoutResponse(outcomes: readonly Outcome[]): string[] {
	const some = outcomes.filter(({ responses }) => responses.some(({ gaveUp }) => gaveUp));
	return some.map(({ variant }) => variant.name);
}

function tabulate(outcomes: readonly Outcome[]): void {
	printTable(
		'requests with bytes at random, and their responses',
		['variant', 'requests', 'at once', 'open for', 'responses', 'slowest'],
		outcomes.map(({ variant, responses }) => [
			variant.name,
			responses.length,
			variant.atOnce,
			`${variant.openMs / 1_000} s`,
			Object.entries(countStatuses(responses))
				.map(([status, count]) => `${count} × ${status}`)
				.join(', '),
			`${Math.round(Math.max(...responses.map(({ took }) => took)))} ms`,
		]),
	);
}
