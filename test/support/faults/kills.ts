import type { StoredExecution } from './database';
import type { Delivery, FaultHarness } from './faultHarness';
import type { Tally } from './tally';

/** A SIGKILL of n8n: it was alive at `from`, and dead at `to` (milliseconds since the epoch). */
export interface Kill {
	from: number;
	to: number;
}

type Attempt = Delivery['attempts'][number];

const begunAt = ({ at }: Attempt) => Date.parse(at);
const endedAt = (attempt: Attempt) => begunAt(attempt) + attempt.durationMs;

/** An attempt that waited for an answer while n8n was killed. */
function isCutOff(attempt: Attempt, { from, to }: Kill): boolean {
	return attempt.status === undefined && begunAt(attempt) <= to && endedAt(attempt) >= from;
}

export async function killN8n({ n8n }: FaultHarness): Promise<Kill> {
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
 * The events that were answered last before each kill. n8n may have died before it recorded that it had
 * answered them: then they run again if the platform repeats them all the same.
 *
 * @param most events of one kill
 */
export function answeredLast(
	kills: readonly Kill[],
	deliveries: readonly Delivery[],
	most: number,
): Set<string> {
	const answers = deliveries
		.flatMap(({ webhookEventId, attempts }) => attempts.map((attempt) => ({ webhookEventId, attempt })))
		.filter(({ attempt }) => attempt.status === 200)
		.sort((one, other) => endedAt(other.attempt) - endedAt(one.attempt));
	const before = ({ to }: Kill) => answers.filter(({ attempt }) => endedAt(attempt) <= to);
	return new Set(
		kills.flatMap((kill) => before(kill).slice(0, most).map(({ webhookEventId }) => webhookEventId)),
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
 * - an event runs again only if n8n died before anybody was answered, once for each such death
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

	function deathsBeforeAnswer(event: string): number {
		const attempts = attemptsOf(event);
		const answers = attempts.filter(({ status }) => status === 200).map(endedAt);
		return kills.filter(
			(kill) =>
				attempts.some((attempt) => isCutOff(attempt, kill)) &&
				answers.every((answered) => answered >= kill.from),
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
			.filter((event) => runs(event) > 1 + deathsBeforeAnswer(event))
			.map((event) => `${event} ran ${runs(event)} times`),
	];
}
