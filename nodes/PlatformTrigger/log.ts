import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../utils/boundedMap';

type Context = IWebhookFunctions | IExecuteFunctions;

/** The workflow and the node's id, which a rename does not change. */
export function triggerKey(context: Context): string {
	return `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
}

/** A flood of forged requests must not become a flood of log lines. */
const LOG_INTERVAL_MS = 60_000;

/** Counts by trigger and text; beyond the bound, the texts that were logged longest ago are dropped. */
const tallies = new BoundedMap<string, { loggedAt: number; silent: number }>(1_000);

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
		tally.silent += 1;
		return;
	}
	tallies.set(key, { loggedAt: performance.now(), silent: 0 });
	const times = tally?.silent ? ` (${tally.silent + 1} times since the last such line)` : '';
	const { id, name } = context.getWorkflow();
	context.logger.warn(
		`${context.getNode().name} in workflow '${name ?? ''}' (${id ?? ''}) ${what}${times}: ${text}`,
	);
}

/** When each failed execution was asked for, by trigger and text. */
const failures = new BoundedMap<string, number>(1_000);

/** Whether it is so long since this last was true for the trigger and the text. */
export function isDue(context: Context, text: string, intervalMs: number): boolean {
	const key = `${triggerKey(context)}:${text}`;
	const last = failures.get(key);
	if (last !== undefined && performance.now() - last < intervalMs) return false;
	failures.set(key, performance.now());
	return true;
}
