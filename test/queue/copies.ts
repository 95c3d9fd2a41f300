import { setTimeout as delay } from 'node:timers/promises';

import type { PublishedWorkflow } from '../support/queue/workflows';
import type { Harness } from './harness';

/** Pairs whose two copies reached different processors; only those can tell something. */
const SPLIT_PAIRS = 30;

/** Which processor a copy meets is chance once other events come between, and a machine may be slow. */
const SENDING_MS = 25_000;
const ENOUGH_PAIRS = 10;

/** Other events wait for nobody, but no more than these are open at once: a slow machine must not drown. */
const OTHERS_A_SECOND = 10;
const OTHERS_OPEN = 4;

/** Pairs of copies, sent to the processors in turn. */
export interface Copies {
	event: string;
	/** Time between the two copies. */
	delayMs: number;
	/** Pairs under way at once, so that a long delay is shared. */
	lanes: number;
}

/**
 * Sends pairs of copies until enough of them have met different processors.
 * @returns the ids of those pairs
 * @throws Error when a copy is not accepted, or too few pairs have met different processors in time
 */
export async function sendPairs(
	{ sender, roundRobinUrl }: Harness,
	{ path }: PublishedWorkflow,
	{ event: type, delayMs, lanes }: Copies,
): Promise<string[]> {
	const url = `${roundRobinUrl}${path}`;
	const deadline = Date.now() + SENDING_MS;
	const split: string[] = [];
	async function lane(_: unknown, index: number): Promise<void> {
		// Lanes in step would send bursts, in which processors overwrite each other's saves.
		await delay((index * delayMs) / lanes);
		while (split.length < SPLIT_PAIRS && Date.now() < deadline) {
			const event = sender.event(type);
			const first = sender.send(url, event);
			if (delayMs > 0) await delay(delayMs);
			const answers = await Promise.all([first, sender.send(url, event)]);
			if (answers.some(({ status }) => status !== 200)) throw new Error('A copy was not accepted');
			if (answers[0].servedBy !== answers[1].servedBy) split.push(event.id);
		}
	}
	await Promise.all(Array.from({ length: lanes }).map(lane));
	if (split.length < ENOUGH_PAIRS) {
		throw new Error(`Only ${split.length} pairs reached different processors in ${SENDING_MS} ms`);
	}
	return split.slice(0, SPLIT_PAIRS);
}

/**
 * Sends other events until told to stop, at moments that keep no beat: with a steady one, the turns
 * of the processors could give both copies of every pair to the same processor.
 * @returns a function that stops it, and tells how many events a second there were
 */
export function sendOthers(
	{ sender, roundRobinUrl }: Harness,
	{ path }: PublishedWorkflow,
	type: string,
): () => Promise<number> {
	const open = new Set<Promise<unknown>>();
	const begun = performance.now();
	let going = true;
	let sent = 0;
	async function send(): Promise<void> {
		await sender.send(`${roundRobinUrl}${path}`, sender.event(type));
		sent += 1;
	}
	async function run(): Promise<void> {
		while (going) {
			if (open.size < OTHERS_OPEN) {
				const sending = send().finally(() => open.delete(sending));
				open.add(sending);
			}
			// Exponential gaps: a Poisson process of the wanted rate.
			await delay((-Math.log(1 - Math.random()) * 1_000) / OTHERS_A_SECOND);
		}
		await Promise.all(open);
	}
	const running = run();
	return async () => {
		going = false;
		await running;
		return (sent / (performance.now() - begun)) * 1_000;
	};
}
