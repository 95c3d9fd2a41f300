/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, no-console -- runs on a developer's machine, never inside n8n */
import { parseArgs } from 'node:util';

import { describeMachine } from './machine';
import { holds, toTable, type Line } from './report';
import { FULL, QUICK, type Scale } from './scale';
import { REPOSITORY } from '../runtime/paths';
import { writeTable } from './writeTable';

type Benchmark = (scale: Scale) => Promise<Line[]>;

/** Loaded one by one, after the package has been packed: they import what is packed. */
const TOPICS: Record<string, () => Promise<Benchmark>> = {
	verify: async () => (await import('./verify')).benchVerify,
	webhook: async () => (await import('./webhook')).benchWebhook,
	staticData: async () => (await import('./staticData')).benchStaticData,
	httpLookups: async () => (await import('./httpLookups')).benchLookUps,
	bookings: async () => (await import('./bookings')).benchBookings,
	memory: async () => (await import('./memory')).benchMemory,
	loading: async () => (await import('./loading')).benchLoading,
	n8nThroughput: async () => (await import('./n8nThroughput')).benchThroughput,
	starts: async () => (await import('./starts')).benchStarts,
};

const USAGE = `npm run bench                    all benchmarks, one table
npm run bench -- --check         fails when a bound is broken, other than one known to be out of reach
npm run bench -- --only verify   some of them: ${Object.keys(TOPICS).join(', ')}
npm run bench -- --quick         tries everything out; the figures mean nothing
npm run bench -- --write         puts table and machine into docs/performance.md`;

function readArguments() {
	const { values } = parseArgs({
		options: {
			check: { type: 'boolean', default: false },
			quick: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
			only: { type: 'string', multiple: true, default: Object.keys(TOPICS) },
		},
	});
	const only = values.only.flatMap((names) => names.split(','));
	const unknown = only.find((name) => !Object.hasOwn(TOPICS, name));
	if (unknown !== undefined) throw new Error(`There is no benchmark '${unknown}'\n\n${USAGE}`);
	return { ...values, only };
}

/** @returns the exit code */
async function main(): Promise<number> {
	const { check, quick, write, help, only } = readArguments();
	if (help) {
		console.log(USAGE);
		return 0;
	}
	const { buildPackage } = await import('../scripts/lib/build.mjs');
	await buildPackage(REPOSITORY);
	await import('./support/packed');

	const machine = describeMachine();
	console.log(machine);
	const lines: Line[] = [];
	for (const topic of only) {
		const begun = Date.now();
		const benchmark = await TOPICS[topic]();
		const found = await benchmark(quick ? QUICK : FULL);
		lines.push(...found);
		console.log(`\n${topic} (${((Date.now() - begun) / 1000).toFixed(0)} s)\n${toTable(found)}`);
	}
	const table = toTable(lines);
	console.log(`\n${machine}\n\n${table}`);
	if (write) await writeTable(machine, table);

	const bounds = lines.filter(({ bound }) => bound);
	const broken = bounds.filter((line) => !holds(line));
	console.log(`\n${bounds.length - broken.length} bounds held, ${broken.length} broken`);
	for (const { what, beside, unreachable } of broken) {
		console.log(`  broken: ${what}, beside ${beside}${unreachable ? ` (${unreachable})` : ''}`);
	}
	return check && broken.some(({ unreachable }) => !unreachable) ? 1 : 0;
}

main().then(
	(code) => process.exit(code),
	(reason: unknown) => {
		console.error(reason instanceof Error ? reason.stack : reason);
		process.exit(1);
	},
);
