import { sleep } from 'n8n-workflow';

import type { RunScope } from '../shared/router';

/** Requests that may begin before the event loop turns to its sockets again. */
const BEGIN_TOGETHER = 3;

/**
 * Resolves when one more request may begin.
 *
 * n8n opens a connection for each request, so a request leaves only when the event loop has come back
 * to its socket. Where fifty answers come in together, the first of the next fifty requests would
 * wait until the last of them has been made up; all of them then leave, and are answered, together
 * again, with this process and the server idle in turn. A few at a time keep both of them busy.
 */
export async function turnToSend(run: RunScope): Promise<void> {
	const pace = await run.once('pace', async (): Promise<Pace> => ({ begun: 0 }));
	while (pace.begun >= BEGIN_TOGETHER) await pace.nextTurn;
	pace.begun += 1;
	pace.nextTurn ??= sleep(0).then(() => {
		pace.begun = 0;
		pace.nextTurn = undefined;
	});
}

interface Pace {
	/** In this turn of the event loop. */
	begun: number;
	nextTurn?: Promise<void>;
}
