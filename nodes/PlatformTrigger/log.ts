import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../utils/boundedMap';

type Context = IWebhookFunctions | IExecuteFunctions;

/** The workflow and the node's id, which a rename does not change. */
export function triggerKey(context: Context): string {
	return `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
}

/** A flood of forged requests must not become a flood of log lines. */
const LOG_INTERVAL_MS = 60_000;

/** How often a text was logged, and not logged. */
interface Tally {
	/** In milliseconds of `performance.now()`. */
	loggedAt: number;
	/** How often it was left out since then. */
	leftOut: number;
}

/** By trigger and text; beyond the bound, the texts that were logged longest ago are dropped. */
const tallies = new BoundedMap<string, Tally>(1_000);

/** Logs a text once an interval (Infinity: once a process). It must hold no body, signature or key. */
export function tellOperator(
	context: Context,
	what: string,
	text: string,
	intervalMs = LOG_INTERVAL_MS,
): void {
	const key = `${triggerKey(context)}:${text}`;
	const tally = tallies.get(key);
	if (tally && performance.now() - tally.loggedAt < intervalMs) {
		tally.leftOut += 1;
		return;
	}
	tallies.set(key, { loggedAt: performance.now(), leftOut: 0 });
	const times = tally?.leftOut ? ` (${tally.leftOut + 1} times since the last such line)` : '';
	const { id, name } = context.getWorkflow();
	context.logger.warn(
		`${context.getNode().name} in workflow '${name ?? ''}' (${id ?? ''}) ${what}${times}: ${text}`,
	);
}

/** When an execution was last failed to show a text, by trigger and text, in milliseconds of `performance.now()`. */
const lastFailures = new BoundedMap<string, number>(1_000);

/** True once an interval for each trigger and text: then an execution is to fail, so that somebody sees the text. */
export function isFailureDue(context: Context, text: string, intervalMs: number): boolean {
	const key = `${triggerKey(context)}:${text}`;
	const last = lastFailures.get(key);
	if (last !== undefined && performance.now() - last < intervalMs) return false;
	lastFailures.set(key, performance.now());
	return true;
}
