import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { parseArgs } from 'node:util';

import { buildPackage } from '../scripts/build';
import { benchBurst } from './burst';
import { holds, toTable, type Line } from './report';
import { FULL, QUICK, type Scale } from './support/rounds';
import { benchThroughput } from './throughput';

const TOPICS: Record<string, (scale: Scale) => Promise<Line[]>> = {
	throughput: benchThroughput,
	burst: benchBurst,
};

const USAGE = `npm run bench                    all benchmarks
npm run bench -- throughput      some of them: ${Object.keys(TOPICS).join(', ')}
npm run bench -- --quick         tries everything out; the figures mean nothing`;

/** @returns the exit code: 1 where a bound is not held */
async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		options: { quick: { type: 'boolean' }, help: { type: 'boolean' } },
		allowPositionals: true,
	});
	const unknown = positionals.filter((name) => !Object.hasOwn(TOPICS, name));
	if (values.help || unknown.length > 0) {
		console.log(USAGE);
		return unknown.length > 0 ? 2 : 0;
	}
	await buildPackage();
	const missed: Line[] = [];
	for (const topic of positionals.length > 0 ? positionals : Object.keys(TOPICS)) {
		const machine = describeMachine();
		const begun = Date.now();
		const lines = await TOPICS[topic](values.quick ? QUICK : FULL);
		console.log(
			`\n${topic}: ${((Date.now() - begun) / 1000).toFixed(0)} s; ${machine}\n${toTable(lines)}`,
		);
		missed.push(...lines.filter((line) => !holds(line)));
	}
	for (const { what, ours, beside, theirs } of missed) {
		console.log(`not held: ${what}: ${ours}; ${beside}: ${theirs}`);
	}
	// Quick figures mean nothing.
	return !values.quick && missed.length > 0 ? 1 : 0;
}

/** In one line: what the figures were measured on, and how busy it was with other things. */
function describeMachine(): string {
	const cores = cpus();
	const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
	const day = new Date().toISOString().slice(0, 10);
	const load = `load ${loadavg()[0].toFixed(1)} at the start`;
	return `${cores.length} cores (${cores[0].model}), ${memory}, ${type()} ${release()}, Node ${process.versions.node}, n8n 2.41.1; ${day}, ${load}`;
}

void main().then((code) => process.exit(code));
