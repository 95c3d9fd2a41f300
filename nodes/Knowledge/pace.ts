import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { RunScope } from '../shared/router';
import { readConcurrency } from './concurrency';

/** Measured with 10, 20, 50 and 100 in flight: more of them wait for each other, fewer for a timer. */
const MOST_TOGETHER = 3;
const IN_FLIGHT_FOR_EACH = 10;

/**
 * Resolves when one more request may begin.
 *
 * n8n opens a connection for each request, so a request leaves only when the event loop has come back
 * to its socket. Where fifty answers come in together, the first of the next fifty requests would
 * wait until the last of them has been made up; all of them then leave, and are answered, together
 * again, with this process and the server idle in turn. A few at a time keep both of them busy.
 */
export async function turnToSend(this: IExecuteFunctions, run: RunScope): Promise<void> {
	const pace = await run.once(
		'pace',
		async (): Promise<Pace> => ({
			together: Math.min(Math.ceil(readConcurrency.call(this) / IN_FLIGHT_FOR_EACH), MOST_TOGETHER),
			begun: 0,
		}),
	);
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
