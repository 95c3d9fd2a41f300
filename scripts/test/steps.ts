import type { N8nRelease } from '../../runtime/paths';
import { CHROMIUM, NGINX, POSTGRES, REDIS, type Program } from '../../runtime/programs';

/** One line of the summary. */
export interface Step {
	/** What the step is called on the command line. */
	name: string;
	title: string;
	/** Arguments for Node. */
	args: readonly string[];
	/** Jest counts the tests; another step counts as one. */
	isSuite: boolean;
	/** Ends a step that hangs; no target. With `--long` six times as much. */
	minutes: number;
	/** Steps without whose success this one has nothing to run on; they are added. */
	needs: readonly string[];
	/** Steps whose failure makes this one a waste of time, where they run as well. */
	after: readonly string[];
	/** What the machine must have; without it the step is skipped. */
	programs: readonly Program[];
	/** Of the two that there are: steps with one run side by side. */
	cores: 1 | 2;
	/** `npm test` runs the quick ones, `npm test -- all` also the next, a night those that must be named. */
	runs: 'quick' | 'all' | 'named';
	/** Further environment variables. */
	env?: Readonly<Record<string, string>>;
	/** Runs in random order in CI. */
	shuffles?: boolean;
}

const JEST = 'node_modules/jest/bin/jest.js';

type Rest = Partial<Step> & Pick<Step, 'minutes'>;

const check = (name: string, title: string, args: string[], rest: Rest): Step => ({
	...{ name, title, args, isSuite: false, needs: [], after: [], programs: [], cores: 1, runs: 'quick' },
	...rest,
});

/** Other steps share the machine's two cores, so one test file runs at a time unless told otherwise. */
function suite(name: string, title: string, rest: Rest, args = ['--runInBand'], project = name.split('-')[0]): Step {
	// The project stands last: jest takes paths behind it for further projects.
	const all = [JEST, ...args, '--selectProjects', project];
	return check(name, title, all, { isSuite: true, ...rest });
}

/** They install the packed tarball into a real n8n. */
const withN8n = (name: string, title: string, rest: Rest, args?: string[]): Step =>
	suite(name, title, { needs: ['build', 'n8n'], after: ['unit', 'engine'], cores: 2, runs: 'all', ...rest }, args);

const install = (name: string, release: N8nRelease, rest: Partial<Step> = {}) =>
	check(name, `n8n ${release}, installed where it is missing`, ['scripts/setup.mjs', release], { minutes: 20, ...rest });

/** In percent, a little below what the unit tests reach. */
const FLOOR = JSON.stringify({ global: { lines: 94, branches: 93 } });
const COVERAGE = ['--coverage', '--coverageReporters=json-summary', `--coverageThreshold=${FLOOR}`];

/** Files of test/e2e that start an n8n with settings of their own; all others share one. */
export const E2E_ALONE = ['n8nQuirks', 'oauth', 'start', 'trigger'];

/** Test files that are loaded as one: see jest.config.js. */
const BUNDLED = { TEST_BUNDLED: '1' };

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Unit and engine tests once more, as if they ran at that time. Node's own clock is moved, and that of the tests. */
const clock = (name: string, title: string, time: string, TZ = 'UTC'): Step =>
	check(
		`clock-${name}`,
		`unit and engine tests: ${title}`,
		['--require', './test/support/startClock.cjs', JEST, '--maxWorkers=2', '--selectProjects', 'unit', 'engine'],
		{ isSuite: true, minutes: 10, runs: 'all', shuffles: true, env: { ...BUNDLED, TEST_CLOCK: time, TZ } },
	);

const PROFILES = ['test/engine/profiles', '--runInBand'];

/** Everything that `npm test` knows, in order: what others wait for, then what breaks most often. */
export const STEPS: readonly Step[] = [
	install('n8n', '2.x'),
	check('build', 'compile, pack, check the tarball', ['node_modules/gulp/bin/gulp.js', 'build'], { minutes: 5 }),
	suite('unit', 'each module by itself', { minutes: 10, env: BUNDLED, shuffles: true }, ['--runInBand', ...COVERAGE]),
	suite('engine', "nodes in n8n's engine", { minutes: 10, env: BUNDLED, shuffles: true }),
	check('lint', "n8n's strict lint", ['scripts/lint.mjs'], { minutes: 10 }),
	check('typecheck', 'type check of everything', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.check.json'], {
		minutes: 5,
	}),
	check('unused', 'dependencies, files and exports that nobody uses', ['node_modules/knip/bin/knip.js'], { minutes: 5 }),
	check('scanner', "n8n's scanner on sources and tarball", ['--import', 'tsx', 'scripts/checks/scanner.ts'], {
		minutes: 5,
		needs: ['build'],
	}),
	withN8n('smoke', 'every operation, credential and trigger once, in a real n8n', { minutes: 10, cores: 1, runs: 'quick' }),
	withN8n('e2e', 'a real n8n on SQLite', { minutes: 20, cores: 1, env: BUNDLED }),
	withN8n('e2e-alone', 'what needs an n8n of its own', { minutes: 20, cores: 1 }, [`--testPathPatterns=e2e/(${E2E_ALONE.join('|')})\\.`]),
	withN8n('browser', 'the editor in Chromium', { minutes: 30, cores: 1, programs: [CHROMIUM] }),
	suite('tools', 'the local platform and the scripts', { minutes: 10, runs: 'all' }),
	clock('37', 'in 37 days', daysFromNow(37)),
	clock('400', 'in 400 days', daysFromNow(400)),
	clock('spring', 'the night in which clocks go forward', '2027-03-14T06:59:45Z', 'America/New_York'),
	clock('autumn', 'the night in which clocks go back', '2027-10-31T00:59:45Z', 'Europe/Berlin'),
	clock('leap', 'the end of a leap day, on the other side of the date line', '2028-02-29T23:59:30Z', 'Pacific/Kiritimati'),
	{ ...clock('random', 'some day of ten years', daysFromNow(Math.random() * 3_650), 'Asia/Kathmandu'), name: 'any-day', runs: 'named' },
	suite('profiles', 'nodes against every freedom of the contract', { minutes: 20, runs: 'all' }, PROFILES, 'engine'),
	suite('queue-nginx', 'the nginx.conf of queue mode', { minutes: 5, programs: [NGINX], runs: 'all' }, [
		'test/queue/nginx.test.ts',
		'--runInBand',
	]),
	withN8n('faults', 'crashes, duplicates and forgeries', { minutes: 30 }),
	withN8n('queue', 'queue mode on Postgres and Redis', { minutes: 30, programs: [POSTGRES, REDIS, NGINX] }, [
		'test/queue/queue.test.ts',
		'--runInBand',
	]),
	check('versions', 'the smoke test in n8n 2.x from the first on', ['--import', 'tsx', 'scripts/versions.ts'], {
		...{ minutes: 120, needs: ['build'], cores: 2, runs: 'named' },
	}),
];

/** For the command line. */
export const NAMES = STEPS.map(({ name }) => name);

/**
 * The steps to run for the names on the command line: without names or for `quick` the quick ones, for `all` also those
 * that take longer. `e2e` also names `e2e-alone`. What a step needs is added.
 *
 * @throws Error when a name is unknown
 */
export function planSteps(names: readonly string[]): Step[] {
	const isNamed = (name: string) => names.some((wanted) => name === wanted || name.startsWith(`${wanted}-`));
	const known = ['quick', 'all', ...NAMES];
	const unknown = names.filter((name) => !known.some((step) => step === name || step.startsWith(`${name}-`)));
	if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
	const isWanted = ({ name, runs }: Step) =>
		isNamed(name) ||
		(runs === 'quick' && (names.length === 0 || names.includes('quick'))) ||
		(runs !== 'named' && names.includes('all'));
	const wanted = STEPS.filter(isWanted).flatMap(({ name, needs }) => [name, ...needs]);
	return STEPS.filter(({ name }) => wanted.includes(name));
}
