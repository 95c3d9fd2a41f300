import { setTimeout as delay } from 'node:timers/promises';
import { deliver } from '../test/support/deliver';
import { builtIn } from '../test/support/queue/workflows';
import { compared, seconds, type Line } from './report';
import type { Scale } from './scale';
import { timed } from './support/alternate';
import { signedBody } from './support/rawDelivery';
import { startTriggers } from './support/triggers';

/** Executions that take so many seconds, of which n8n runs so many at once. */
const SLOW_S = 5;
const LIMIT = 5;

const SLOW_EVENTS = 30;

/** Of a type that is not selected. */
const UNUSED = 10;

/** What starts nothing gets its response within a second, however many events wait for n8n. */
export async function benchFullQueue({ rounds }: Scale): Promise<Line[]> {
	const slow = builtIn('wait', 'Slow', { amount: SLOW_S }, { typeVersion: 1.1 });
	const triggers = await startTriggers({ N8N_CONCURRENCY_PRODUCTION_LIMIT: String(LIMIT) }, slow);
	const send = async (number: number, type?: string) => {
		const { body, header } = signedBody(number, type);
		const { status } = await deliver(triggers.urlOf('ours'), body, { signature: header });
		if (status !== 200) throw new Error(`The trigger responded ${status}`);
	};
	const sendAll = async (count: number, first: number, type?: string) =>
		await Promise.all(Array.from({ length: count }, async (_, n) => await send(first + n, type)));
	try {
		const inHand = sendAll(rounds * LIMIT + SLOW_EVENTS, 0);
		// Until n8n has all of them in hand.
		await delay(3_000);
		const took: number[] = [];
		for (let round = 0; round < rounds; round++) {
			took.push(await timed(async () => await sendAll(UNUSED, 1_000 + round * UNUSED, 'Unused')));
		}
		await inHand;
		await triggers.idle();
		const line = { what: `${UNUSED} events of a type that is not selected, ${SLOW_EVENTS} slow ones in hand`, beside: 'a second', bound: { atMost: 1 } };
		return [compared(line, took, took.map(() => 1_000), seconds)];
	} finally {
		await triggers.stop();
	}
}
