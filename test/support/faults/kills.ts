import type { StoredExecution } from './database';
import type { Delivery, FaultHarness } from './faultHarness';
import type { Tally } from './tally';

/** A SIGKILL of n8n: it was alive at `from`, and dead at `to` (milliseconds since the epoch). */
export type Kill = Awaited<ReturnType<typeof killN8n>>;

type Attempt = Delivery['attempts'][number];

const begunAt = ({ at }: Attempt) => Date.parse(at);
const endedAt = (attempt: Attempt) => begunAt(attempt) + attempt.durationMs;

/** An attempt that waited for a response while n8n was killed. */
function isCutOff(attempt: Attempt, { from, to }: Kill): boolean {
	return attempt.status === undefined && begunAt(attempt) <= to && endedAt(attempt) >= from;
}

export async function killN8n({ n8n }: FaultHarness) {
	const from = Date.now();
	await n8n.kill();
	return { from, to: Date.now() };
}

/** How many attempts the kills cut off. */
export function cutOffBy(kills: readonly Kill[], deliveries: readonly Delivery[]): number {
	const attempts = deliveries.flatMap((delivery) => delivery.attempts);
	return kills.flatMap((kill) => attempts.filter((attempt) => isCutOff(attempt, kill))).length;
}

/** The trigger gathers for a second what it then records of responses, and writes it behind other writes. */
export const UNRECORDED_MS = 2_000;

/** The events whose responses n8n may not have recorded: they run again if the platform repeats them all the same. */
export function respondedLast(kills: readonly Kill[], deliveries: readonly Delivery[]): Set<string> {
	const isLast = (attempt: Attempt) =>
		attempt.status === 200 &&
		kills.some(({ from, to }) => endedAt(attempt) >= from - UNRECORDED_MS && endedAt(attempt) <= to);
	return new Set(
		deliveries.filter(({ attempts }) => attempts.some(isLast)).map(({ webhookEventId }) => webhookEventId),
	);
}

/** What happened, as far as somebody outside of n8n can tell. */
export interface Witnesses {
	executions: readonly StoredExecution[];
	deliveries: readonly Delivery[];
	kills: readonly Kill[];
}

/**
 * What the documented exceptions do not explain, one line an event:
 * - an event runs again only if n8n died before it recorded that anybody got a response, once for each such death
 * - an event never runs only if n8n died in its execution, which then stands as crashed in the list
 * - no event is lost
 */
export function unexplained(
	{ lost, never, twice }: Tally,
	runs: (event: string) => number,
	{ executions, deliveries, kills }: Witnesses,
): string[] {
	const attemptsOf = (event: string) =>
		deliveries
			.filter(({ webhookEventId }) => webhookEventId === event)
			.flatMap(({ attempts }) => attempts);

	function deathsBeforeResponse(event: string): number {
		const attempts = attemptsOf(event);
		const responses = attempts.filter(({ status }) => status === 200).map(endedAt);
		return kills.filter(
			(kill) =>
				(attempts.some((attempt) => isCutOff(attempt, kill)) || responses.some((at) => at <= kill.to)) &&
				responses.every((at) => at >= kill.from - UNRECORDED_MS),
		).length;
	}
	const crashedAtKill = (event: string) =>
		executions.some(
			({ eventId, status, createdAt }) =>
				eventId === event && status === 'crashed' && kills.some(({ to }) => createdAt <= to),
		);
	return [
		...lost.map((event) => `${event} was lost`),
		...never.filter((event) => !crashedAtKill(event)).map((event) => `${event} never ran`),
		...twice
			.filter((event) => runs(event) > 1 + deathsBeforeResponse(event))
			.map((event) => `${event} ran ${runs(event)} times`),
	];
}
