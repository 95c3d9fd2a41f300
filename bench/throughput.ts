import { compared, perSecond, type Line } from './report';
import type { Scale } from './scale';
import { alternate, type Rounds } from './support/alternate';
import { CONNECTIONS, load } from './support/load';
import { PEERS, startTriggers, type Peer } from './support/triggers';

/** n8n's settings for its expression engine, which cost more than everything else that is measured. */
interface Setting {
	name: string;
	env: Record<string, string>;
	/** About what an otherwise idle machine of two cores responds to in a second: makes turns equally long. */
	rates: { accepted: number; rejected: number };
}

const SETTINGS: Setting[] = [
	{ name: 'n8n as it comes', env: {}, rates: { accepted: 20, rejected: 30 } },
	{
		name: '`N8N_EXPRESSION_ENGINE=legacy`',
		env: { N8N_EXPRESSION_ENGINE: 'legacy' },
		rates: { accepted: 90, rejected: 500 },
	},
];

const ACCEPTED = 200;
const REJECTED: Record<Peer, number> = { ours: 401, headerAuth: 403 };

interface Turn {
	/** Responses a second. */
	rate: number;
	/** Milliseconds of n8n's processor time for each, the execution included. */
	cpuMs: number;
}

type Measured = Record<'accepted' | 'rejected', Rounds<Peer, Turn>>;

/** One n8n, each trigger in turn. */
async function measure({ env, rates }: Setting, scale: Scale): Promise<Measured> {
	const triggers = await startTriggers(env);
	const turn = (peer: Peer, expected: number, rate: number) => async (): Promise<Turn> => {
		const amount = Math.ceil((scale.n8nTurnSeconds * rate) / CONNECTIONS) * CONNECTIONS;
		const before = triggers.cpuTime();
		const forged = expected !== ACCEPTED;
		const responses = await load(triggers.urlOf(peer), { amount, expected, forged });
		await triggers.idle();
		return { rate: responses, cpuMs: (triggers.cpuTime() - before) / amount };
	};
	const inTurn = async (expected: (peer: Peer) => number, rate: number) => {
		const turns = { ours: turn('ours', expected('ours'), rate), headerAuth: turn('headerAuth', expected('headerAuth'), rate) };
		return await alternate(turns, scale.n8nRounds);
	};
	try {
		return {
			accepted: await inTurn(() => ACCEPTED, rates.accepted),
			// By themselves, since n8n still tidies up for a while after the executions of an event.
			rejected: await inTurn((peer) => REJECTED[peer], rates.rejected),
		};
	} finally {
		await triggers.stop();
	}
}

/** Events and forgeries that a running n8n responds to in a second, and what each costs it. */
export async function benchThroughput(scale: Scale): Promise<Line[]> {
	const lines: Line[] = [];
	for (const setting of SETTINGS) lines.push(...linesOf(setting, await measure(setting, scale)));
	return lines;
}

const cpuTime = (ms: number) => `${ms.toFixed(ms < 10 ? 2 : 1)} ms of processor time`;

/** Ours beside n8n's. */
function linesOf({ name }: Setting, { accepted, rejected }: Measured): Line[] {
	const beside = (what: string, { ours, headerAuth }: Rounds<Peer, Turn>) => {
		const line = { what: `${what}, ${name}`, beside: PEERS.headerAuth };
		const of = (key: keyof Turn, turns: Turn[]) => turns.map((turn) => turn[key]);
		// A twentieth is what the median of so few rounds scatters by.
		return [
			compared({ ...line, bound: { atLeast: 0.95 } }, of('rate', ours), of('rate', headerAuth), perSecond),
			compared({ ...line, bound: { atMost: 1.05 } }, of('cpuMs', ours), of('cpuMs', headerAuth), cpuTime),
		];
	};
	return [...beside('accepted events', accepted), ...beside('rejected forgeries', rejected)];
}
