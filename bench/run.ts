/**
 * `npm run bench`: what the trigger costs beside n8n's own Webhook, and beside a community trigger that does nothing.
 * What is compared takes turns; each ratio is that of two turns of one round, and the table has their median.
 */
import { cpus, release, type } from 'node:os';

import { buildPackage } from '../scripts/build';
import { showHelp } from '../scripts/help.mjs';
import { toTable } from '../test/support/print';
import { PEERS, startTriggers, type Load, type Peer, type Turn } from './triggers';

/** n8n's settings for its expression engine, which cost more than everything else that is measured. */
const ENGINES = [
	// About what an otherwise idle machine of two cores responds to in a turn of 1.5 seconds.
	{
		engine: 'n8n as it comes',
		env: {} as Record<string, string>,
		accepted: 30,
		forged: 50,
		bound: 1.06,
	},
	{
		engine: '`N8N_EXPRESSION_ENGINE=legacy`',
		env: { N8N_EXPRESSION_ENGINE: 'legacy' },
		...{ accepted: 140, forged: 750, bound: Infinity },
	},
];

type Engine = (typeof ENGINES)[number];
type Turns = Record<Peer, Turn[]>;

let holdAll = true;

/** Rounds in which each has its turn; every second goes backwards, so that none always pays for the one before it. */
async function alternate(
	peers: Peer[],
	rounds: number,
	turn: (peer: Peer) => Promise<Turn>,
): Promise<Turns> {
	const turns: Turns = { ours: [], headerAuth: [], empty: [] };
	for (let round = 0; round < rounds; round++)
		for (const peer of round % 2 === 0 ? peers : [...peers].reverse())
			turns[peer].push(await turn(peer));
	return turns;
}

/** Events and forgeries that one running n8n responds to in a second, and what each costs it: many short turns even out its pauses. */
async function benchEvents({ engine, env, accepted, forged, bound }: Engine) {
	const triggers = await startTriggers(env);
	const measure = async (peers: Peer[], load: Load) => {
		const turn = async (peer: Peer) => await triggers.load(peer, load);
		await alternate(peers, 1, turn);
		return await alternate(peers, 21, turn);
	};
	try {
		const events = await measure(['ours', 'headerAuth', 'empty'], { amount: accepted });
		const forgeries = await measure(['ours', 'headerAuth'], { amount: forged, isForged: true });
		// A rate has no bound: Deduplicate waits for one write of n8n's database before each response. Nor has the
		// Webhook: n8n makes no isolate for its own nodes.
		return (['responses a second', 'ms of processor time each'] as const).flatMap((figure) => [
			rowOf(
				`accepted events, ${engine}`,
				figure,
				events,
				'empty',
				/^ms/.test(figure) ? bound : Infinity,
			),
			rowOf(`accepted events, ${engine}`, figure, events, 'headerAuth'),
			rowOf(`rejected forgeries, ${engine}`, figure, forgeries, 'headerAuth'),
		]);
	} finally {
		await triggers.stop();
	}
}

/** Many events at once, as at a bulk import. n8n starts anew for each burst, as it keeps what it has grown by. */
async function benchBurst({ engine, env }: Engine) {
	const turns = await alternate(['ours', 'headerAuth'], 3, async (peer) => {
		const triggers = await startTriggers(env);
		try {
			await triggers.load(peer, { amount: 50 });
			return await triggers.load(peer, { amount: 300, connections: 50 });
		} finally {
			await triggers.stop();
		}
	});
	const what = `300 events over 50 connections, ${engine}`;
	return [
		rowOf(what, 's to the last response', turns, 'headerAuth', 1.1),
		rowOf(what, "MB of n8n's memory at its peak", turns, 'headerAuth', 1.3),
	];
}

const TOPICS = { events: benchEvents, burst: benchBurst };

const sorted = (values: number[]) => [...values].sort((a, b) => a - b);
/** Of an odd number of rounds. */
const median = (values: number[]) => sorted(values)[(values.length - 1) / 2];
const text = (value: number) => value.toPrecision(3);

/** A row of the table: ours beside a peer. @param atMost the bound of the ratio's median */
function rowOf(what: string, figure: keyof Turn, turns: Turns, peer: Peer, atMost = Infinity) {
	const [ours, theirs] = [turns.ours, turns[peer]].map((of) => of.map((turn) => turn[figure]));
	const ratios = sorted(ours.map((value, round) => value / theirs[round]));
	const holds = median(ratios) <= atMost;
	holdAll &&= holds;
	return [
		...[what, figure, text(median(ours)), PEERS[peer], text(median(theirs))],
		`${text(median(ratios))} (${text(ratios[0])}–${text(ratios.at(-1)!)})`,
		atMost === Infinity ? '' : `≤ ${atMost}: ${holds ? 'held' : '**not held**'}`,
	];
}

/** @returns the exit code: 1 where a bound is not held */
async function main(args: string[]): Promise<number> {
	showHelp(`npm run bench              events a second, and a burst
npm run bench -- burst     one of them: events, burst`);
	await buildPackage();
	const date = new Date().toISOString().slice(0, 10);
	console.log(`${cpus().length} cores (${cpus()[0].model}), ${type()} ${release()}, ${date}`);
	for (const [topic, bench] of Object.entries(TOPICS)) {
		if (args.length > 0 && !args.includes(topic)) continue;
		const rows: string[][] = [];
		for (const engine of ENGINES) rows.push(...(await bench(engine)));
		const header = ['what', 'figure', 'ours', 'beside', 'theirs', 'ratio (min–max)', 'bound'];
		console.log(`\n${topic}\n${toTable(header, rows)}`);
	}
	return holdAll ? 0 : 1;
}

void main(process.argv.slice(2)).then((code) => process.exit(code));
