import type { N8nRelease } from '../../runtime/paths';
import { CHROMIUM, NGINX, POSTGRES, REDIS, type Requirement } from './requirements';

/** One line of the summary. */
export interface Step {
	/** What the step is called on the command line; several are jest projects that share one process. */
	names: readonly string[];
	title: string;
	/** Arguments for Node, or for jest. */
	args: readonly string[];
	/** Jest counts the tests; another step counts as one. */
	isSuite: boolean;
	/** Ends a step that hangs; no target. With `--long` six times as much. */
	minutes: number;
	/** Steps without whose success this one has nothing to run on. */
	needs: readonly string[];
	/** What the machine must have; without it the step is skipped. */
	requirements: readonly Requirement[];
	/** Which n8n it starts; installed first where it is missing. */
	n8n?: N8nRelease;
	/** Left out unless named on the command line, or needed by a step that is. */
	onlyWhenNamed?: boolean;
	/** Always as with `--long`. */
	long?: boolean;
}

const check = (
	name: string,
	title: string,
	args: string[],
	rest: Partial<Step> & { minutes: number },
): Step => ({ names: [name], title, args, isSuite: false, needs: [], requirements: [], ...rest });

/** Real servers share the machine's two cores, so their test files run one after the other. */
const suite = (name: string, title: string, rest: Partial<Step> & { minutes: number }): Step => ({
	names: [name],
	title,
	args: ['--selectProjects', name, '--runInBand'],
	isSuite: true,
	// They install the packed tarball into a real n8n.
	needs: ['build'],
	requirements: [],
	n8n: '2.x',
	...rest,
});

const COVERAGE = [
	'--coverage',
	'--coverageReporters=text',
	'--coverageReporters=json-summary',
	'--coverageDirectory=coverage',
];

/** In percent, a little below what unit and engine tests reach together. */
const COVERAGE_FLOOR = `--coverageThreshold=${JSON.stringify({ global: { lines: 98, branches: 91 } })}`;

/** Jest leaves one core unused by default, which on two cores is half of them. */
const quickSuites = (names: readonly string[]): Step => ({
	names,
	title: "pure modules, and nodes in n8n's engine",
	args: [
		...['--selectProjects', ...names, '--maxWorkers=100%', ...COVERAGE],
		...(names.length > 1 ? [COVERAGE_FLOOR] : []),
	],
	isSuite: true,
	minutes: 10,
	needs: [],
	requirements: [],
});

const tsx = (script: string) => ['--import', 'tsx', script];

/** Everything that `npm test` knows, in order: what is cheap and breaks most often comes first. */
export const STEPS: readonly Step[] = [
	check('build', 'compile, pack, check the tarball', ['node_modules/gulp/bin/gulp.js', 'build'], {
		minutes: 5,
	}),
	check('lint', "n8n's strict lint", ['scripts/lint.mjs'], { minutes: 10 }),
	check(
		'typecheck',
		'type check of everything',
		['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.check.json'],
		{ minutes: 5 },
	),
	check('unused', 'dependencies, files and exports that nobody uses', ['node_modules/knip/bin/knip.js'], {
		minutes: 5,
	}),
	check('scanner', "n8n's scanner on sources and tarball", tsx('scripts/checks/scanner.ts'), {
		minutes: 5,
		needs: ['build'],
	}),
	quickSuites(['unit', 'engine']),
	suite('e2e', 'a real n8n on SQLite', { minutes: 40 }),
	suite('faults', 'crashes, duplicates and forgeries', { minutes: 40 }),
	suite('queue', 'queue mode on Postgres and Redis', {
		minutes: 40,
		requirements: [POSTGRES, REDIS, NGINX],
	}),
	suite('browser', 'the editor in Chromium', { minutes: 40, requirements: [CHROMIUM] }),
	suite('compat', 'a smoke test in the newest n8n 1.x', {
		minutes: 20,
		n8n: '1.x',
		onlyWhenNamed: true,
	}),
	suite('profiles', 'nodes against every freedom of the contract', {
		minutes: 20,
		args: ['test/engine/profiles', '--selectProjects', 'engine', '--runInBand'],
		needs: [],
		n8n: undefined,
		onlyWhenNamed: true,
		long: true,
	}),
];

/**
 * The steps to run for the names on the command line; without names, all but those that must be
 * named. What a named step needs is added; of suites that run together only the named remain.
 *
 * @throws Error when a name is unknown
 */
export function planSteps(names: readonly string[]): Step[] {
	const known = STEPS.flatMap((step) => step.names);
	const unknown = names.filter((name) => !known.includes(name));
	if (unknown.length > 0) {
		throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
	}
	if (names.length === 0) return STEPS.filter((step) => !step.onlyWhenNamed);

	const isNamed = (step: Step) => step.names.some((name) => names.includes(name));
	const wanted = [...names, ...STEPS.filter(isNamed).flatMap((step) => step.needs)];
	return STEPS.flatMap((step) => {
		const left = step.names.filter((name) => wanted.includes(name));
		if (left.length === 0) return [];
		return left.length < step.names.length ? [quickSuites(left)] : [step];
	});
}
