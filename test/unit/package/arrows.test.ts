import { join } from 'node:path';

import { REPOSITORY } from '../../../runtime/paths';
import { run } from '../../../runtime/process';

interface Cruise {
	summary: {
		totalCruised: number;
		violations: Array<{
			from: string;
			to: string;
			rule: { name: string };
			cycle?: Array<{ name: string }>;
		}>;
	};
}

it('the imports go one way: no circles, and from a node to the rooms below it', async () => {
	const cli = join(
		REPOSITORY,
		'node_modules',
		'dependency-cruiser',
		'bin',
		'dependency-cruise.mjs',
	);
	const config = join(__dirname, 'arrows.config.cjs');
	const args = [
		cli,
		'--config',
		config,
		'--output-type',
		'json',
		'nodes',
		'credentials',
		'sandbox',
		'runtime',
	];
	const { summary } = JSON.parse(await run(process.execPath, args, { cwd: REPOSITORY })) as Cruise;
	expect(summary.totalCruised).toBeGreaterThan(50);
	const violations = summary.violations.map(({ from, to, rule, cycle }) => {
		const way = cycle ? [from, ...cycle.map(({ name }) => name)] : [from, to];
		return `${rule.name}: ${way.join(' -> ')}`;
	});
	expect(violations).toEqual([]);
}, 60_000);
