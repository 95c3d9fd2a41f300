import { CHROMIUM, NGINX, POSTGRES, REDIS, type Program } from '../../runtime/programs';

/** One line of the summary. */
export interface Step {
	/** Name of the step on the command line. */
	name: string;
	title: string;
	/** Arguments for Node. */
	args: readonly string[];
	/** Ends a step that hangs; no target. With `--long` six times as much. */
	minutes: number;
	/** `first` packs for `n8n`, of which two run at a time, beside the `checks`: much waits, so two cores can do three. */
	lane: 'first' | 'checks' | 'n8n';
	/** `npm test` runs the quick ones, `npm test -- all` also the next, a night those that must be named. */
	runs: 'quick' | 'all' | 'named';
	/** Jest counts the tests; another step counts as one, and so does one that repeats tests of another. */
	counts?: 'tests' | 'repeated tests';
	/** Programs that the machine must have; without them the step is skipped. */
	programs?: readonly Program[];
	/** Further environment variables. */
	env?: Readonly<Record<string, string>>;
	/** Runs in random order in CI. */
	shuffles?: boolean;
}

const JEST = 'node_modules/jest/bin/jest.js';

type Rest = Omit<Step, 'name' | 'title' | 'args' | 'lane' | 'runs'> &
	Partial<Pick<Step, 'lane' | 'runs'>>;

const check = (name: string, title: string, args: string[], rest: Rest): Step => ({
	name,
	title,
	args,
	lane: 'checks',
	runs: 'quick',
	...rest,
});

/** One test file runs at a time: another lane shares the machine's two cores. The project stands last: jest takes paths behind it for further projects. */
const suite = (
	name: string,
	title: string,
	rest: Rest,
	args: string[] = [],
	project = name.split('-')[0],
): Step =>
	check(name, title, [JEST, '--runInBand', ...args, '--selectProjects', project], {
		counts: 'tests',
		...rest,
	});

/** They install the packed tarball into a real n8n. */
const withN8n = (name: string, title: string, rest: Rest, args?: string[]): Step =>
	suite(name, title, { lane: 'n8n', runs: 'all', ...rest }, args);

/** In percent, a little below what unit and engine tests reach. */
const FLOOR = JSON.stringify({ global: { lines: 99, branches: 97 } });
const COVERAGE = ['--coverage', '--coverageReporters=json-summary', `--coverageThreshold=${FLOOR}`];

/** Test files that are loaded as one: see jest.config.js. */
const BUNDLED = { TEST_BUNDLED: '1' };
/** Far from UTC, so that what reads the machine's own time zone shows. */
const ELSEWHERE = { ...BUNDLED, TZ: 'Asia/Kathmandu' };

/** Tests once more, as if they ran at that time: Node's own clock is moved, and that of the tests. */
const clock = (
	name: string,
	title: string,
	time: string,
	TZ: string,
	args = ['--selectProjects', 'clock'],
	runs: Step['runs'] = 'all',
): Step =>
	check(name, title, ['--require', './test/support/startClock.cjs', JEST, '--runInBand', ...args], {
		...{
			counts: 'repeated tests',
			minutes: 10,
			runs,
			shuffles: true,
			env: { ...BUNDLED, TEST_CLOCK: time, TZ },
		},
	});

/** Some day of the next ten years. */
const anyDay = () => new Date(Date.now() + Math.random() * 3_650 * 86_400_000).toISOString();

const RELEASE = '2.x';

/** Everything that `npm test` knows, what breaks most often first. */
export const STEPS: readonly Step[] = [
	check('n8n', `n8n ${RELEASE}, installed where it is missing`, ['scripts/setup.mjs', RELEASE], {
		lane: 'first',
		minutes: 20,
	}),
	check('build', 'compile, pack, check the tarball', ['node_modules/gulp/bin/gulp.js', 'build'], {
		lane: 'first',
		minutes: 5,
	}),
	suite('unit', 'each module by itself', { minutes: 10, env: ELSEWHERE, shuffles: true }),
	suite('engine', "nodes in n8n's engine", { minutes: 10, env: ELSEWHERE, shuffles: true }),
	check('lint', "n8n's strict lint", ['scripts/lint.mjs'], { minutes: 10 }),
	check(
		'typecheck',
		'type check of everything',
		['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.check.json'],
		{ minutes: 5 },
	),
	check(
		'unused',
		'dependencies, files and exports that nobody uses',
		['node_modules/knip/bin/knip.js'],
		{ minutes: 5 },
	),
	suite('tools', 'the local platform and the scripts', { minutes: 10, runs: 'all' }),
	clock(
		'clock-spring',
		'what reads a clock: the night in which clocks go forward',
		'2027-03-14T06:59:45Z',
		'America/New_York',
	),
	clock(
		'clock-autumn',
		'what reads a clock: the night in which clocks go back',
		'2027-10-31T00:59:45Z',
		'Europe/Berlin',
	),
	clock(
		'clock-leap',
		'what reads a clock: the end of a leap day, on the other side of the date line',
		'2028-02-29T23:59:30Z',
		'Pacific/Kiritimati',
	),
	clock(
		'any-day',
		'unit and engine tests on some day of ten years, and their coverage',
		anyDay(),
		ELSEWHERE.TZ,
		[...COVERAGE, '--selectProjects', 'unit', 'engine'],
		'named',
	),
	suite(
		'profiles',
		'nodes against every freedom of the contract',
		{ minutes: 20, runs: 'all' },
		['test/engine/profiles'],
		'engine',
	),
	suite(
		'queue-nginx',
		'the nginx.conf of queue mode',
		{ minutes: 5, programs: [NGINX], runs: 'all' },
		['test/queue/nginx.test.ts'],
	),
	check(
		'scanner',
		"n8n's scanner on sources and tarball",
		['--import', 'tsx', 'scripts/checks/scanner.ts'],
		{ lane: 'n8n', minutes: 5 },
	),
	withN8n('smoke', 'every operation, credential and trigger once, in a real n8n', {
		minutes: 10,
		runs: 'quick',
	}),
	withN8n('e2e', 'a real n8n on SQLite', { minutes: 20, env: BUNDLED }),
	withN8n('faults', 'forgeries, and what n8n holds', { minutes: 30 }, ['test/faults/receiving']),
	withN8n(
		'queue',
		'queue mode on Postgres and Redis',
		{ minutes: 30, programs: [POSTGRES, REDIS, NGINX] },
		['test/queue/queue.test.ts'],
	),
	withN8n('browser', 'the editor in Chromium', { minutes: 30, programs: [CHROMIUM] }),
	withN8n('faults-starts', 'crashes, duplicates, and starts that fail', { minutes: 20 }, [
		'test/faults/crashes',
		'test/faults/slowOrFailing',
	]),
	check(
		'versions',
		'the smoke test in n8n 2.x from the first on',
		['--import', 'tsx', 'scripts/versions.ts'],
		{ lane: 'n8n', minutes: 120, runs: 'named' },
	),
];

/**
 * The steps for the names on the command line, and what prepares n8n for them. `clock` names each `clock-…`.
 * @throws Error when a name is unknown
 */
export function planSteps(names: readonly string[]): Step[] {
	const isCalled = (step: string, name: string) => step === name || step.startsWith(`${name}-`);
	const known = ['quick', 'all', ...STEPS.map(({ name }) => name)];
	const unknown = names.filter((name) => !known.some((step) => isCalled(step, name)));
	if (unknown.length > 0)
		throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
	const groups =
		names.length === 0 || names.includes('quick')
			? ['quick']
			: names.includes('all')
				? ['quick', 'all']
				: [];
	const wanted = STEPS.filter(
		({ name, runs }) => groups.includes(runs) || names.some((one) => isCalled(name, one)),
	);
	const usesN8n = wanted.some(({ lane }) => lane === 'n8n');
	return STEPS.filter((step) => wanted.includes(step) || (usesN8n && step.lane === 'first'));
}
