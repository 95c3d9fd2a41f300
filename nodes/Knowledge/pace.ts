import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { RunScope } from '../shared/router';
import { readConcurrency } from './concurrency';

/** Measured with 10 to 100 in flight: of more, some wait for the others; fewer wait for the timer. */
const TOGETHER = { few: 2, many: 3 };
const MANY_IN_FLIGHT = 50;

/**
 * Resolves when one more request may begin.
 *
 * n8n opens a connection for each request, so a request leaves only when the event loop has come back
 * to its socket. Where fifty answers come in together, the first of the next fifty requests would
 * wait until the last of them has been made up; all of them then leave, and are answered, together
 * again, with this process and the server idle in turn. A few at a time keep both of them busy.
 */
export async function turnToSend(this: IExecuteFunctions, run: RunScope): Promise<void> {
	const pace = await run.once('pace', async (): Promise<Pace> => {
		const inFlight = readConcurrency.call(this);
		return { together: inFlight < MANY_IN_FLIGHT ? TOGETHER.few : TOGETHER.many, begun: 0 };
	});
	while (pace.begun >= pace.together) await pace.nextTurn;
	pace.begun += 1;
	pace.nextTurn ??= sleep(0).then(() => {
		pace.begun = 0;
		pace.nextTurn = undefined;
	});
}

interface Pace {
	/** Requests that may begin before the event loop turns to its sockets again. */
	together: number;
	/** In this turn of the event loop. */
	begun: number;
	nextTurn?: Promise<void>;
}
