/**
 * `npm run bench`: what the trigger costs beside n8n's own Webhook, and beside a community trigger that does nothing.
 * What is compared takes turns; each ratio is that of two turns of one round, and the table has their median.
 */
import { cpus, loadavg, release, type } from 'node:os';

import { buildPackage } from '../scripts/build';
import { showHelp } from '../scripts/help.mjs';
import { toTable } from '../test/support/print';
import { PEERS, startTriggers, type Figure, type Load, type Peer, type Turn } from './triggers';

const USAGE = `npm run bench              events a second, and a burst
npm run bench -- burst     one of them: events, burst
npm run bench -- --quick   tries everything out; the figures mean nothing`;

/** n8n's settings for its expression engine, which cost more than everything else that is measured. */
const ENGINES = [
	// About what an otherwise idle machine of two cores responds to in a turn of 1.5 seconds.
	{ engine: 'n8n as it comes', env: {} as Record<string, string>, accepted: 30, forged: 50 },
	{
		engine: '`N8N_EXPRESSION_ENGINE=legacy`',
		env: { N8N_EXPRESSION_ENGINE: 'legacy' },
		accepted: 140,
		forged: 750,
	},
];

type Engine = (typeof ENGINES)[number];
type Turns = Partial<Record<Peer, Turn[]>>;

/** A table's row: ours beside a peer. */
interface Row {
	what: string;
	figure: Figure;
	turns: Turns;
	peer: Exclude<Peer, 'ours'>;
	/** The bound of the ratio's median. */
	atMost?: number;
}

/**
 * Lets each have its turn in each round. Each round begins with another one, and every second goes backwards, so that
 * none always profits from, or pays for, the one before it.
 */
async function alternate(
	peers: Peer[],
	rounds: number,
	turn: (peer: Peer) => Promise<Turn>,
): Promise<Turns> {
	const turns: Turns = {};
	for (let round = 0; round < rounds; round++) {
		const order = peers.map((_, index) => peers[(index + round) % peers.length]);
		for (const peer of round % 2 === 0 ? order : order.reverse())
			(turns[peer] ??= []).push(await turn(peer));
	}
	return turns;
}

/** Events and forgeries that one running n8n responds to in a second, and what each costs it: many short turns even out its pauses. */
async function benchEvents({ engine, env, accepted, forged }: Engine, isQuick: boolean) {
	const triggers = await startTriggers(env);
	const measure = async (peers: Peer[], load: Load) => {
		const turn = async (peer: Peer) => await triggers.load(peer, load);
		await alternate(peers, 1, turn);
		return await alternate(peers, isQuick ? 1 : 21, turn);
	};
	try {
		const events = await measure(['ours', 'headerAuth', 'empty'], { amount: accepted });
		const forgeries = await measure(['ours', 'headerAuth'], { amount: forged, isForged: true });
		const rowsOf = (what: string, turns: Turns, peer: Row['peer'], atMost?: number): Row[] => [
			{ what: `${what}, ${engine}`, figure: 'responses a second', turns, peer },
			{ what: `${what}, ${engine}`, figure: 'ms of processor time each', turns, peer, atMost },
		];
		return [
			// The rate has no bound: Deduplicate waits for one write of n8n's database before each response.
			...rowsOf('accepted events', events, 'empty', env.N8N_EXPRESSION_ENGINE ? undefined : 1.06),
			// Nor has the Webhook: n8n makes no isolate for its own nodes.
			...rowsOf('accepted events', events, 'headerAuth'),
			...rowsOf('rejected forgeries', forgeries, 'headerAuth'),
		];
	} finally {
		await triggers.stop();
	}
}

/** Many events at once, as at a bulk import. n8n starts anew for each burst, as it keeps what it has grown by. */
async function benchBurst({ engine, env }: Engine, isQuick: boolean): Promise<Row[]> {
	const load = { amount: 300, connections: 50 };
	const turns = await alternate(['ours', 'headerAuth'], isQuick ? 1 : 3, async (peer) => {
		const triggers = await startTriggers(env);
		try {
			await triggers.load(peer, { amount: 50 });
			return await triggers.load(peer, load);
		} finally {
			await triggers.stop();
		}
	});
	const what = `${load.amount} events over ${load.connections} connections, ${engine}`;
	const row = { what, turns, peer: 'headerAuth' } as const;
	return [
		{ ...row, figure: 's to the last response', atMost: 1.1 },
		{ ...row, figure: "MB of n8n's memory at its peak", atMost: 1.3 },
	];
}

const TOPICS = { events: benchEvents, burst: benchBurst };

/** The median, and what stands at both ends. */
function spreadOf(values: number[]) {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
	return { median, min: sorted[0], max: sorted.at(-1)! };
}

/** The row's cells, and whether its bound is held. */
function shown({ what, figure, turns, peer, atMost = Infinity }: Row) {
	const [ours, theirs] = [turns.ours!, turns[peer]!].map((of) => of.map((turn) => turn[figure]));
	const { median, min, max } = spreadOf(ours.map((value, round) => value / theirs[round]));
	const text = (value: number) => value.toPrecision(3);
	const holds = median <= atMost;
	const bound = atMost === Infinity ? '' : `≤ ${atMost}: ${holds ? 'held' : '**not held**'}`;
	const figures = [ours, theirs].map((values) => text(spreadOf(values).median));
	const ratio = `${text(median)} (${text(min)}–${text(max)})`;
	return { holds, cells: [what, figure, figures[0], PEERS[peer], figures[1], ratio, bound] };
}

/** @returns the exit code: 1 where a bound is not held, unless the figures mean nothing */
async function main(args: string[]): Promise<number> {
	showHelp(USAGE);
	const isQuick = args.includes('--quick');
	const isNamed = ([topic]: [string, unknown]) => args.includes(topic);
	const all = Object.entries(TOPICS);
	const topics = all.some(isNamed) ? all.filter(isNamed) : all;
	await buildPackage();
	console.log(
		`${cpus().length} cores (${cpus()[0].model}), ${type()} ${release()}, n8n 2.41.1, ${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0].toFixed(1)} at the start`,
	);
	let holdAll = true;
	for (const [topic, bench] of topics) {
		const rows: Row[] = [];
		for (const engine of ENGINES) rows.push(...(await bench(engine, isQuick)));
		const lines = rows.map(shown);
		const header = ['what', 'figure', 'ours', 'beside', 'theirs', 'ratio (min–max)', 'bound'];
		const table = toTable(
			header,
			lines.map(({ cells }) => cells),
		);
		console.log(`\n${topic}\n${table}`);
		holdAll &&= lines.every(({ holds }) => holds);
	}
	return holdAll || isQuick ? 0 : 1;
}

void main(process.argv.slice(2)).then((code) => process.exit(code));
