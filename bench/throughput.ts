import { compared, perSecond, type Line } from './report';
import { alternate, type Rounds, type Scale } from './support/rounds';
import { CONNECTIONS, load } from './support/load';
import { PEERS, startTriggers, type Peer } from './support/triggers';

/** n8n's settings for its expression engine, which cost more than everything else that is measured. */
interface Setting {
	name: string;
	env: Record<string, string>;
	/** About what an otherwise idle machine of two cores responds to in a second: makes turns equally long. */
	rates: { accepted: number; rejected: number };
	/** The bound, as a part of the empty trigger's processor time for an event. */
	cpuAtMost?: number;
}

const SETTINGS: Setting[] = [
	{ name: 'n8n as it comes', env: {}, rates: { accepted: 20, rejected: 30 }, cpuAtMost: 1.06 },
	{
		name: '`N8N_EXPRESSION_ENGINE=legacy`',
		env: { N8N_EXPRESSION_ENGINE: 'legacy' },
		rates: { accepted: 90, rejected: 500 },
	},
];

const ACCEPTED = 200;
const REJECTED = { ours: 401, headerAuth: 403 };

interface Turn {
	/** Responses a second. */
	rate: number;
	/** Milliseconds of n8n's processor time for each, the execution included. */
	cpuMs: number;
}

type Rejecting = keyof typeof REJECTED;

interface Measured {
	accepted: Rounds<Peer, Turn>;
	rejected: Rounds<Rejecting, Turn>;
}

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
	const { accepted, rejected } = rates;
	const accepting = (peer: Peer) => turn(peer, ACCEPTED, accepted);
	const rejecting = (peer: Rejecting) => turn(peer, REJECTED[peer], rejected);
	try {
		const peers = {
			ours: accepting('ours'),
			headerAuth: accepting('headerAuth'),
			empty: accepting('empty'),
		};
		return {
			accepted: await alternate(peers, scale.n8nRounds),
			// By themselves, since n8n still tidies up for a while after the executions of an event.
			rejected: await alternate(
				{ ours: rejecting('ours'), headerAuth: rejecting('headerAuth') },
				scale.n8nRounds,
			),
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

/**
 * Ours beside n8n's Webhook, and beside what n8n itself costs. The rate has no bound: Deduplicate waits for one write of
 * n8n's database before each response. The Webhook has none: n8n makes no isolate for its own nodes.
 */
function linesOf({ name, cpuAtMost }: Setting, { accepted, rejected }: Measured): Line[] {
	const beside = (
		what: string,
		peer: Peer,
		ours: Turn[],
		theirs: Turn[],
		bound?: Line['bound'],
	) => {
		const line = { what: `${what}, ${name}`, beside: PEERS[peer] };
		const of = (key: keyof Turn, turns: Turn[]) => turns.map((turn) => turn[key]);
		return [
			compared(line, of('rate', ours), of('rate', theirs), perSecond),
			compared({ ...line, bound }, of('cpuMs', ours), of('cpuMs', theirs), cpuTime),
		];
	};
	return [
		...beside(
			'accepted events',
			'empty',
			accepted.ours,
			accepted.empty,
			cpuAtMost ? { atMost: cpuAtMost } : undefined,
		),
		...beside('accepted events', 'headerAuth', accepted.ours, accepted.headerAuth),
		...beside('rejected forgeries', 'headerAuth', rejected.ours, rejected.headerAuth),
	];
}
