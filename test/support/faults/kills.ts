import type { StoredExecution } from '../executions';
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

/**
 * What is not documented, one line an event: an event never runs only if n8n died in its execution, which
 * then stands as crashed in the list; no event is lost, and none runs twice.
 */
export function unexplained(
	{ lost, never, twice }: Tally,
	executions: readonly StoredExecution[],
	kills: readonly Kill[],
): string[] {
	const crashedAtKill = (event: string) =>
		executions.some(
			({ eventId, status, createdAt }) =>
				eventId === event && status === 'crashed' && kills.some(({ to }) => createdAt <= to),
		);
	return [
		...lost.map((event) => `${event} was lost`),
		...never.filter((event) => !crashedAtKill(event)).map((event) => `${event} never ran`),
		...twice.map((event) => `${event} ran more than once`),
	];
}
