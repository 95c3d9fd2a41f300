import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../utils/boundedMap';

/** A flood of forged requests must not become a flood of log lines. */
const INTERVAL_MS = 60_000;

/** By trigger and reason; beyond it, counts that were silent longest are dropped. */
const tallies = new BoundedMap<string, { loggedAt: number; silent: number }>(1_000);

/** Calls `write` at most once in `intervalMs` for each key, with the number of calls since, this one included. */
export function throttle(
	key: string,
	now: number,
	write: (count: number) => void,
	intervalMs = INTERVAL_MS,
): void {
	const tally = tallies.get(key);
	// A clock that was set back must not silence the line until it catches up.
	if (tally && Math.abs(now - tally.loggedAt) < intervalMs) {
		tally.silent += 1;
		return;
	}
	tallies.set(key, { loggedAt: now, silent: 0 });
	write((tally?.silent ?? 0) + 1);
}

type Context = IWebhookFunctions | IExecuteFunctions;

/** The workflow and the node's id, which a rename does not change. */
export function triggerKey(context: Context): string {
	return `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
}

/**
 * One line a minute for each reason, with its count. Never body, signature or key material.
 *
 * @param intervalMs Infinity for one line in the life of the process
 */
export function tellOperator(
	context: Context,
	reason: string,
	what: string,
	text: string,
	intervalMs?: number,
): void {
	const write = (count: number) => {
		const times = count === 1 ? '' : ` (${count} times since the last such line)`;
		const { id, name } = context.getWorkflow();
		context.logger.warn(
			`${context.getNode().name} in workflow '${name ?? ''}' (${id ?? ''}) ${what}${times}: ${text}`,
		);
	};
	throttle(`${triggerKey(context)}:${reason}`, Date.now(), write, intervalMs);
}
