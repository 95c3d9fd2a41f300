/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, no-console -- runs on a developer's machine, never inside n8n */
import { parseArgs } from 'node:util';

import { describeMachine } from './machine';
import { fails, holds, toTable, type Line } from './report';
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
npm run bench -- --check         fails when a bound is broken; one known to be out of reach has a floor
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
	if (values.quick && (values.check || values.write)) {
		throw new Error(`The figures of --quick mean nothing: nothing to check or to write\n\n${USAGE}`);
	}
	const only = values.only.flatMap((names) => names.split(','));
	const unknown = only.find((name) => !Object.hasOwn(TOPICS, name));
	if (unknown !== undefined) throw new Error(`There is no benchmark '${unknown}'\n\n${USAGE}`);
	const partial = only.length < Object.keys(TOPICS).length;
	if (values.write && partial) throw new Error(`--write takes all of one run\n\n${USAGE}`);
	return { ...values, only, partial };
}

/** @returns the exit code */
async function main(): Promise<number> {
	const { check, quick, write, help, only, partial } = readArguments();
	if (help) {
		console.log(USAGE);
		return 0;
	}
	const { buildPackage } = await import('../scripts/lib/build.mjs');
	await buildPackage(REPOSITORY);
	await import('./support/packed');

	const machine = describeMachine();
	console.log(machine);
	const begun = Date.now();
	const lines: Line[] = [];
	for (const topic of only) lines.push(...(await measure(topic, quick ? QUICK : FULL)));
	const took = `${((Date.now() - begun) / 60_000).toFixed(1)} minutes`;
	const table = toTable(lines);
	console.log(`\n${machine}; ${took}\n\n${table}`);
	if (write) await writeTable(`${machine}; ${took}`, table);
	const failed = report(lines);
	if (partial) console.log(`Partial: only ${only.join(', ')} of ${Object.keys(TOPICS).join(', ')}`);
	return check && failed ? 1 : 0;
}

async function measure(topic: string, scale: Scale): Promise<Line[]> {
	const begun = Date.now();
	const benchmark = await TOPICS[topic]();
	const found = await benchmark(scale);
	console.log(`\n${topic} (${((Date.now() - begun) / 1000).toFixed(0)} s)\n${toTable(found)}`);
	return found;
}

/** Prints what is not held. @returns whether any of it fails a check */
function report(lines: readonly Line[]): boolean {
	const bounds = lines.filter(({ bound }) => bound);
	const broken = bounds.filter((line) => !holds(line));
	const failed = broken.filter(fails);
	console.log(
		`\n${bounds.length - broken.length} bounds held, ${failed.length} broken, ${broken.length - failed.length} out of reach for a known reason`,
	);
	for (const line of broken) {
		const verdict = fails(line) ? 'broken' : `out of reach, ${line.unreachable?.why}`;
		console.log(`  ${verdict}: ${line.what}, beside ${line.beside}`);
	}
	return failed.length > 0;
}

main().then(
	(code) => process.exit(code),
	(reason: unknown) => {
		console.error(reason instanceof Error ? reason.stack : reason);
		process.exit(1);
	},
);
