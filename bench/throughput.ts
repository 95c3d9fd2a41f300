import { compared, perSecond, type Line } from './report';
import type { Result } from './result';
import type { Scale } from './scale';
import { alternate, type Rounds } from './support/alternate';
import { CONNECTIONS, load } from './support/load';
import { packBefore, packEmptyTrigger } from './support/packages';
import { medianOf } from './support/spread';
import { startTriggers, type Peer } from './support/triggers';

/** n8n's settings for its expression engine, which cost more than everything else that is measured. */
const SETTINGS = {
	default: { name: 'n8n as it comes', env: {} },
	legacy: { name: '`N8N_EXPRESSION_ENGINE=legacy`', env: { N8N_EXPRESSION_ENGINE: 'legacy' } },
	lazy: {
		name: '`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true`',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	},
	compileCache: {
		name: '`N8N_EXPRESSION_ENGINE_COMPILE_CACHE=true`',
		env: { N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true' },
	},
} as const satisfies Record<string, { name: string; env: Record<string, string> }>;

type Setting = keyof typeof SETTINGS;

/** About what an otherwise idle machine of two cores answers in a second: makes turns equally long. */
const RATES: Record<Setting, { accepted: number; rejected: number }> = {
	default: { accepted: 20, rejected: 30 },
	legacy: { accepted: 90, rejected: 500 },
	lazy: { accepted: 30, rejected: 30 },
	compileCache: { accepted: 20, rejected: 30 },
};

/** The settings that are only shown, and compared with nothing, get fewer rounds. */
const SHOWN_ROUNDS = 0.4;

/** Two designs of one trigger lie closer together than two triggers. */
const AGAINST_ROUNDS = 1.3;

const PEERS: Record<Peer, string> = {
	ours: 'Platform Trigger',
	before: 'Platform Trigger of the other commit',
	headerAuth: 'built-in Webhook, Header Auth',
	open: 'built-in Webhook, open',
	empty: 'empty community trigger, version 1',
	emptyVersion2: 'empty community trigger, version 2',
};

const ACCEPTED = 200;
const REJECTED: Partial<Record<Peer, number>> = { ours: 401, before: 401, headerAuth: 403 };

interface Turn {
	/** Answers a second. */
	rate: number;
	/** Milliseconds of n8n's processor time for each, the execution included. */
	cpuMs: number;
}

interface Measured {
	accepted: Rounds<Peer, Turn>;
	rejected: Rounds<Peer, Turn>;
}

/** One n8n, each trigger in turn. */
async function measure(
	tarballs: readonly string[],
	setting: Setting,
	peers: readonly Peer[],
	scale: Scale,
	rounds: number,
): Promise<Measured> {
	const triggers = await startTriggers(tarballs, peers, SETTINGS[setting].env);
	const turn = (peer: Peer, expected: number, rate: number) => async (): Promise<Turn> => {
		const amount = Math.ceil((scale.n8nTurnSeconds * rate) / CONNECTIONS) * CONNECTIONS;
		const before = triggers.cpuTime();
		const forged = expected !== ACCEPTED;
		const answers = await load(triggers.urlOf(peer), { amount, expected, forged });
		await triggers.idle();
		return { rate: answers, cpuMs: (triggers.cpuTime() - before) / amount };
	};
	const inTurn = async (turns: Array<[Peer, () => Promise<Turn>]>) =>
		await alternate(Object.fromEntries(turns) as Record<Peer, () => Promise<Turn>>, rounds);
	const { accepted, rejected } = RATES[setting];
	try {
		return {
			accepted: await inTurn(peers.map((peer) => [peer, turn(peer, ACCEPTED, accepted)])),
			// By themselves, since n8n still tidies up for a while after the executions of an event.
			rejected: await inTurn(
				peers.flatMap((peer) => {
					const status = REJECTED[peer];
					return status === undefined ? [] : [[peer, turn(peer, status, rejected)]];
				}),
			),
		};
	} finally {
		await triggers.stop();
	}
}

/**
 * Events and forgeries that a running n8n answers in a second, and what each costs it.
 *
 * @param against tarball of the package of another commit; then nothing else is measured
 */
export async function benchThroughput(scale: Scale, { against }: { against?: string }): Promise<Result> {
	const further = await (against === undefined ? packEmptyTrigger() : packBefore(against));
	const found = async (setting: Setting, peers: readonly Peer[], share = 1) =>
		await measure([further.tarball], setting, peers, scale, Math.ceil(scale.n8nRounds * share));
	try {
		if (against !== undefined) {
			const peers = ['ours', 'before', 'headerAuth'] as const;
			const usual = await found('default', peers, AGAINST_ROUNDS);
			const legacy = await found('legacy', peers, AGAINST_ROUNDS);
			return { lines: [usual, legacy].flatMap((one, i) => linesOf(i ? 'legacy' : 'default', one)) };
		}
		const peers = ['ours', 'headerAuth', 'open', 'empty', 'emptyVersion2'] as const;
		const measured: Record<Setting, Measured> = {
			default: await found('default', peers),
			legacy: await found('legacy', peers),
			lazy: await found('lazy', peers, SHOWN_ROUNDS),
			compileCache: await found('compileCache', peers, SHOWN_ROUNDS),
		};
		return {
			lines: [...linesOf('default', measured.default), ...linesOf('legacy', measured.legacy)],
			tables: { engine: engineTable(measured, peers) },
		};
	} finally {
		await further.remove();
	}
}

const rateOf = (turns: readonly Turn[]) => turns.map(({ rate }) => rate);
const cpuOf = (turns: readonly Turn[]) => turns.map(({ cpuMs }) => cpuMs);
const cpuTime = (ms: number) => `${ms.toFixed(ms < 10 ? 2 : 1)} ms of processor time`;

/** A twentieth is what the median of so few rounds scatters by. */
const BOUNDS: Partial<Record<Peer, { rate: number; cpu: number }>> = {
	headerAuth: { rate: 0.95, cpu: 1.05 },
	before: { rate: 1, cpu: 1 },
};

/** Ours beside each of the others that were measured with it. */
function linesOf(setting: Setting, { accepted, rejected }: Measured): Line[] {
	const beside = (what: string, turns: Rounds<Peer, Turn>) =>
		(Object.keys(turns) as Peer[])
			.filter((peer) => peer !== 'ours')
			.flatMap((peer) => {
				const bounds = BOUNDS[peer];
				const line = { what: `${what}, ${SETTINGS[setting].name}`, beside: PEERS[peer] };
				const rate = bounds && { atLeast: bounds.rate };
				const cpu = bounds && { atMost: bounds.cpu };
				return [
					compared({ ...line, bound: rate }, rateOf(turns.ours), rateOf(turns[peer]), perSecond),
					compared({ ...line, bound: cpu }, cpuOf(turns.ours), cpuOf(turns[peer]), cpuTime),
				];
			});
	return [...beside('accepted events', accepted), ...beside('rejected forgeries', rejected)];
}

/** What only n8n can change: each setting is another start of n8n, so there are no ratios. */
function engineTable(measured: Record<Setting, Measured>, peers: readonly Peer[]) {
	const cell = (turns: readonly Turn[]) =>
		`${perSecond(medianOf(rateOf(turns)))}, ${medianOf(cpuOf(turns)).toFixed(1)} ms`;
	return {
		header: ['accepted events a second, processor time for each', ...peers.map((peer) => PEERS[peer])],
		rows: (Object.keys(SETTINGS) as Setting[]).map((setting) => [
			SETTINGS[setting].name,
			...peers.map((peer) => cell(measured[setting].accepted[peer])),
		]),
	};
}
