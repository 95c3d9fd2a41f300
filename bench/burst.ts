import { compared, megabytes, seconds, type Line } from './report';
import { load } from './support/load';
import { alternate, type Scale } from './support/rounds';
import { PEERS, startTriggers } from './support/triggers';

/** A bulk import: each event is sent once. */
const EVENTS = 300;
const CONNECTIONS = 50;
const WARM_UP = 50;

/** n8n starts anew for each burst, as it keeps what it has grown by. */
const ROUNDS = 3;

const ENGINES = {
	'n8n as it comes': {},
	'`N8N_EXPRESSION_ENGINE=legacy`': { N8N_EXPRESSION_ENGINE: 'legacy' },
};

interface Burst {
	/** Until the last response. */
	ms: number;
	/** Bytes that n8n holds at most. */
	most: number;
}

async function burst(env: Record<string, string>, peer: 'ours' | 'headerAuth'): Promise<Burst> {
	const triggers = await startTriggers(env);
	try {
		const given = { forged: false, expected: 200 };
		await load(triggers.urlOf(peer), { ...given, amount: WARM_UP });
		await triggers.idle();
		triggers.forgetPeak();
		const rate = await load(triggers.urlOf(peer), {
			...given,
			amount: EVENTS,
			connections: CONNECTIONS,
		});
		await triggers.idle();
		return { ms: (EVENTS / rate) * 1_000, most: triggers.peakMemory() };
	} finally {
		await triggers.stop();
	}
}

/** Many events at once, which a trigger either takes or puts off: what that costs beside n8n's Webhook. */
export async function benchBurst({ rounds }: Scale): Promise<Line[]> {
	const lines: Line[] = [];
	for (const [name, env] of Object.entries(ENGINES)) {
		const measures = {
			ours: async () => await burst(env, 'ours'),
			theirs: async () => await burst(env, 'headerAuth'),
		};
		const { ours, theirs } = await alternate(measures, Math.min(rounds, ROUNDS), { warmUp: false });
		const line = (
			figure: string,
			key: keyof Burst,
			show: (value: number) => string,
			atMost: number,
		) => {
			const what = `${EVENTS} events over ${CONNECTIONS} connections, ${name}: ${figure}`;
			const [own, other] = [ours, theirs].map((bursts) => bursts.map((each) => each[key]));
			return compared({ what, beside: PEERS.headerAuth, bound: { atMost } }, own, other, show);
		};
		const memory = line("n8n's memory at its peak", 'most', megabytes, 1.3);
		lines.push(line('time to the last response', 'ms', seconds, 1.1), memory);
	}
	return lines;
}
