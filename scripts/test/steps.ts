import { CHROMIUM, NGINX, POSTGRES, REDIS, type Requirement } from './requirements';

/** One line of the summary: something that runs a command and passes or fails as a whole. */
export interface CheckStep {
	kind: 'check';
	name: string;
	title: string;
	/** Arguments for Node. */
	command: string[];
	timeLimitMinutes: number;
	/** Names of steps without whose success this one has nothing to run on. */
	needs: string[];
	/** Left out unless named on the command line, or needed by a step that is. */
	onlyWhenNamed?: boolean;
}

/** Jest projects that run in one process, so that their coverage is counted together. */
export interface SuiteStep {
	kind: 'suites';
	suites: string[];
	title: string;
	jestArguments: string[];
	/** Further ones when none of the suites is left out. */
	argumentsForAll?: string[];
	requirements: Requirement[];
	timeLimitMinutes: number;
	needs: string[];
	/** Left out unless named on the command line. */
	onlyWhenNamed?: boolean;
}

export type Step = CheckStep | SuiteStep;

/** Real servers share the machine's two cores, so their test files run one after the other. */
const ONE_BY_ONE = ['--runInBand'];

/** Jest leaves one core unused by default, which on two cores is half of them. */
const ON_ALL_CORES = ['--maxWorkers=100%'];

const COVERAGE = [
	'--coverage',
	'--coverageReporters=text',
	'--coverageReporters=json-summary',
	'--coverageDirectory=coverage',
];

/** In percent, a little below what is reached; docs/decisions.md says what is left untested. */
const COVERAGE_FLOOR = [
	`--coverageThreshold=${JSON.stringify({ global: { lines: 98, branches: 91 } })}`,
];

const check = (
	name: string,
	title: string,
	command: string[],
	rest: { timeLimitMinutes: number; needs?: string[]; onlyWhenNamed?: boolean },
): CheckStep => ({ kind: 'check', name, title, command, needs: [], ...rest });

const heavySuite = (
	name: string,
	title: string,
	rest: Pick<SuiteStep, 'timeLimitMinutes' | 'onlyWhenNamed'> &
		Partial<Pick<SuiteStep, 'requirements' | 'needs'>>,
): SuiteStep => ({
	kind: 'suites',
	suites: [name],
	title,
	jestArguments: ONE_BY_ONE,
	requirements: [],
	// They install the packed tarball into a real n8n.
	needs: ['build'],
	...rest,
});

/**
 * Everything that `npm test` knows, in the order in which it runs: what is cheap and breaks most
 * often comes first. The time limits end a step that hangs; they are no targets.
 */
export const STEPS: readonly Step[] = [
	check('build', 'compile, pack, check the tarball', ['node_modules/gulp/bin/gulp.js', 'build'], {
		timeLimitMinutes: 5,
	}),
	check('lint', "n8n's strict lint", ['node_modules/@n8n/node-cli/bin/n8n-node.mjs', 'lint'], {
		timeLimitMinutes: 10,
	}),
	check(
		'typecheck',
		'type check of everything',
		['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.check.json'],
		{ timeLimitMinutes: 5 },
	),
	check(
		'scanner',
		"n8n's scanner on sources and tarball",
		['--import', 'tsx', 'scripts/checks/scanner.ts'],
		{ timeLimitMinutes: 5, needs: ['build'] },
	),
	{
		kind: 'suites',
		suites: ['unit', 'engine'],
		title: "pure modules, and nodes in n8n's engine",
		jestArguments: [...ON_ALL_CORES, ...COVERAGE],
		argumentsForAll: COVERAGE_FLOOR,
		requirements: [],
		timeLimitMinutes: 10,
		needs: [],
	},
	heavySuite('e2e', 'a real n8n on SQLite', { timeLimitMinutes: 20 }),
	heavySuite('faults', 'crashes, duplicates and forgeries', { timeLimitMinutes: 25 }),
	heavySuite('queue', 'queue mode on Postgres and Redis', {
		timeLimitMinutes: 25,
		requirements: [POSTGRES, REDIS, NGINX],
	}),
	heavySuite('browser', 'the editor in Chromium', {
		timeLimitMinutes: 20,
		requirements: [CHROMIUM],
	}),
	check('older-n8n', 'install the newest n8n 1.x', ['scripts/setupOlderN8n.mjs'], {
		timeLimitMinutes: 30,
		onlyWhenNamed: true,
	}),
	heavySuite('compat', 'a smoke test in the newest n8n 1.x', {
		timeLimitMinutes: 20,
		needs: ['build', 'older-n8n'],
		onlyWhenNamed: true,
	}),
];

/** The names by which a step is called on the command line. */
export const namesOf = (step: Step) => (step.kind === 'check' ? [step.name] : step.suites);

/**
 * The steps to run for the names on the command line; without names, all but those that must be
 * named. What a named step needs is added; of suites that run together only the named remain.
 *
 * @throws Error when a name is unknown
 */
export function planSteps(names: readonly string[], steps: readonly Step[] = STEPS): Step[] {
	const known = steps.flatMap(namesOf);
	const unknown = names.filter((name) => !known.includes(name));
	if (unknown.length > 0) {
		throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
	}
	if (names.length === 0)
		return steps.filter((step) => !step.onlyWhenNamed);

	const wanted = new Set(names);
	for (const step of steps) {
		if (namesOf(step).some((name) => wanted.has(name)))
			step.needs.forEach((need) => wanted.add(need));
	}
	return steps
		.map((step) => (step.kind === 'suites' ? withSuites(step, wanted) : step))
		.filter((step) => namesOf(step).some((name) => wanted.has(name)));
}

function withSuites(step: SuiteStep, wanted: Set<string>): SuiteStep {
	const suites = step.suites.filter((suite) => wanted.has(suite));
	if (suites.length === step.suites.length) return step;
	return { ...step, suites, argumentsForAll: undefined };
}
