import { parseArgs } from 'node:util';

import { buildPackage } from '../scripts/build';
import { toTable as markdown } from '../scripts/lib/table';
import { describeMachine } from './machine';
import { holds, toTable, type Line } from './report';
import type { Result } from './result';
import { FULL, QUICK, type Scale } from './scale';

type Benchmark = (scale: Scale, options: { against?: string }) => Promise<Result>;

/** Loaded one by one, after the package has been packed: they import what is packed. */
const TOPICS: Record<string, () => Promise<Benchmark>> = {
	verify: async () => (await import('./verify')).benchVerify,
	webhook: async () => (await import('./webhook')).benchWebhook,
	lookups: async () => (await import('./lookups')).benchLookUps,
	bookings: async () => (await import('./bookings')).benchBookings,
	memory: async () => (await import('./memory')).benchMemory,
	loading: async () => (await import('./loading')).benchLoading,
	throughput: async () => (await import('./throughput')).benchThroughput,
	starts: async () => (await import('./starts')).benchStarts,
};

const USAGE = `npm run bench                    all benchmarks
npm run bench -- --check         fails when a bound is not held
npm run bench -- --only verify   some of them: ${Object.keys(TOPICS).join(', ')}
npm run bench -- --quick         tries everything out; the figures mean nothing
npm run bench -- --only throughput --against <tarball>
                                 beside the packed package of another commit, in the same turns`;

/** Something that the person who started it can set right. */
class UsageError extends Error {}

function readArguments() {
	const { values } = parseArgs({
		options: {
			check: { type: 'boolean', default: false },
			quick: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
			against: { type: 'string' },
			only: { type: 'string', multiple: true, default: Object.keys(TOPICS) },
		},
	});
	if (values.quick && values.check) {
		throw new UsageError('The figures of --quick mean nothing: nothing to check');
	}
	const only = values.only.flatMap((names) => names.split(','));
	const unknown = only.find((name) => !Object.hasOwn(TOPICS, name));
	if (unknown !== undefined) throw new UsageError(`There is no benchmark '${unknown}'`);
	if (values.against !== undefined && only.join() !== 'throughput') {
		throw new UsageError('--against goes with --only throughput');
	}
	return { ...values, only };
}

/** @returns the exit code */
async function main(): Promise<number> {
	const { check, quick, help, against, only } = readArguments();
	if (help) {
		console.log(USAGE);
		return 0;
	}
	await buildPackage();
	await import('./support/packed');

	const results: Result[] = [];
	for (const topic of only) {
		const machine = describeMachine();
		const begun = Date.now();
		const benchmark = await TOPICS[topic]();
		const result = await benchmark(quick ? QUICK : FULL, { against });
		const took = `${topic}: ${((Date.now() - begun) / 1000).toFixed(0)} s; ${machine}`;
		console.log(`\n${took}\n${toTable(result.lines)}`);
		for (const { header, rows } of Object.values(result.tables ?? {})) {
			console.log(`\n${markdown(header, rows)}`);
		}
		results.push(result);
	}
	const allHeld = report(results.flatMap(({ lines }) => lines));
	return check && !allHeld ? 1 : 0;
}

/** Prints what is not held. */
function report(lines: readonly Line[]): boolean {
	const bounds = lines.filter(({ bound }) => bound);
	const broken = bounds.filter((line) => !holds(line));
	console.log(`\n${bounds.length - broken.length} bounds held, ${broken.length} not held`);
	for (const { what, ours, beside, theirs } of broken) {
		console.log(`  not held: ${what}: ${ours}; ${beside}: ${theirs}`);
	}
	return broken.length === 0;
}

main().then(
	(code) => process.exit(code),
	(reason: unknown) => {
		console.error(reason instanceof Error ? reason.message : reason);
		if (reason instanceof UsageError) console.error(`\n${USAGE}`);
		process.exit(1);
	},
);
