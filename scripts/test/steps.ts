import { CHROMIUM, NGINX, POSTGRES, REDIS, type Program } from '../../runtime/programs';

/** One line of the summary. */
export interface Step {
	/** Name of the step on the command line. */
	name: string;
	title: string;
	/** A program of `node_modules/.bin`, or `node`, and its arguments, with a blank between two. */
	command: string;
	/** `first` packs for `n8n`. Two of `n8n` and one of the `checks` run at a time: much waits, so two cores can do three. */
	lane: 'first' | 'checks' | 'n8n';
	/** `npm test` runs the quick ones, `npm test -- all` also the next, a night those that must be named. */
	runs: 'quick' | 'all' | 'named';
	/** Jest counts the tests; another step counts as one, and so does one that repeats tests of another. */
	counts?: 'tests' | 'repeated tests';
	/** Ends a step that hangs; no target. With `--long` six times as much. */
	minutes?: number;
	/** Programs that the machine must have; without them the step is skipped. */
	programs?: readonly Program[];
	/** Further environment variables. */
	env?: Readonly<Record<string, string>>;
}

/** The seed of the tests' order and of their random values, in the steps that shuffle; random in CI. */
export const SEED =
	process.env.TEST_SEED ??
	(process.env.CI === 'true' ? String(Math.floor(Math.random() * 2 ** 31)) : undefined);

const check = (name: string, title: string, command: string): Step => ({
	...{ name, title, command, lane: 'checks', runs: 'quick' },
});

/** One test file runs at a time: another lane shares the machine's two cores. Paths stand before the project, for one of which jest would take them. */
const suite = (name: string, title: string, tests = `--selectProjects ${name}`): Step => ({
	...check(name, title, `jest --runInBand ${tests}`),
	...{ runs: 'all', counts: 'tests' },
});

/** They install the packed tarball into a real n8n. */
const withN8n = (...given: Parameters<typeof suite>): Step => ({ ...suite(...given), lane: 'n8n' });

/** Test files that are loaded as one (see jest.config.js), in the order of the seed. */
const bundled = (step: Step, env: Step['env']): Step => ({
	...step,
	command: step.command + (SEED === undefined ? '' : ` --randomize --seed=${SEED}`),
	env: { TEST_BUNDLED: '1', ...(SEED !== undefined && { TEST_SEED: SEED }), ...env },
});

/** Far from UTC, so that what reads the machine's own time zone shows. */
const ELSEWHERE = { TZ: 'Asia/Kathmandu' };

/** Tests once more, as if they ran at that time: Node's own clock is moved, and that of the tests. */
const clock = (
	name: string,
	title: string,
	TEST_CLOCK: string,
	TZ: string,
	tests = '--selectProjects clock',
): Step => {
	const { command, ...step } = bundled(suite(name, title, tests), { TEST_CLOCK, TZ });
	const moved = 'node --require ./test/support/startClock.cjs node_modules/jest/bin/';
	return { ...step, command: moved + command.replace('jest', 'jest.js'), counts: 'repeated tests' };
};

/** Some day of the next ten years. */
const anyDay = () => new Date(Date.now() + Math.random() * 3_650 * 86_400_000).toISOString();

/** In percent, a little below what unit and engine tests reach. */
const FLOOR = '{"global":{"lines":99,"branches":97}}';

/** Everything that `npm test` knows, in the order in which each lane takes it: what breaks most often first. */
export const STEPS: readonly Step[] = [
	{
		...check('n8n', 'n8n, installed where it is missing', 'node scripts/setup.mjs'),
		lane: 'first',
	},
	{ ...check('build', 'compile, pack, check the tarball', 'gulp build'), lane: 'first' },
	{ ...bundled(suite('unit', 'each module by itself'), ELSEWHERE), runs: 'quick' },
	{ ...bundled(suite('engine', "nodes in n8n's engine"), ELSEWHERE), runs: 'quick' },
	check('lint', "n8n's strict lint", 'npm run lint'),
	check('typecheck', 'type check of everything', 'tsc --noEmit -p tsconfig.check.json'),
	check('unused', 'dependencies, files and exports that nobody uses', 'knip'),
	{ ...suite('tools', 'the local platform and the scripts'), env: { TEST_BUNDLED: '1' } },
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
	{
		...clock(
			'any-day',
			'unit and engine tests on some day of ten years, and their coverage',
			anyDay(),
			ELSEWHERE.TZ,
			`--coverage --coverageReporters=json-summary --coverageThreshold=${FLOOR} --selectProjects unit engine`,
		),
		runs: 'named',
	},
	suite(
		'profiles',
		'nodes against every freedom of the contract',
		'test/engine/profiles --selectProjects engine',
	),
	{
		...suite(
			'queue-nginx',
			'the nginx.conf of queue mode',
			'test/queue/nginx.test.ts --selectProjects queue',
		),
		programs: [NGINX],
	},
	{
		...withN8n('smoke', 'every operation, credential and trigger once, in a real n8n'),
		runs: 'quick',
	},
	// The longest ones come first, so that none is left alone at the end.
	{
		...withN8n('e2e-restarts', 'a real n8n on SQLite, which is restarted', '--selectProjects e2e'),
		env: { TEST_BUNDLED: '1', TEST_RESTARTS: '1' },
	},
	{ ...withN8n('browser', 'the editor in Chromium'), programs: [CHROMIUM] },
	{
		...withN8n('e2e-one', 'one real n8n on SQLite', '--selectProjects e2e'),
		env: { TEST_BUNDLED: '1' },
	},
	{
		...withN8n(
			'queue',
			'queue mode on Postgres and Redis',
			'test/queue/queue.test.ts --selectProjects queue',
		),
		programs: [POSTGRES, REDIS, NGINX],
	},
	withN8n('faults', 'forgeries, a full disk, crashes and repeats'),
	{
		...check('scanner', "n8n's scanner on sources and tarball", 'tsx scripts/checks/scanner.ts'),
		lane: 'n8n',
	},
];

/**
 * The steps for the names on the command line, and what prepares n8n for them. `clock` names each `clock-…`.
 * @throws Error when a name is unknown
 */
export function planSteps(names: readonly string[]): Step[] {
	const isCalled = ({ name, runs }: Step, called: string) =>
		name === called ||
		name.startsWith(`${called}-`) ||
		(called === 'all' ? runs !== 'named' : called === runs);
	const unknown = names.filter((name) => !STEPS.some((step) => isCalled(step, name)));
	if (unknown.length > 0) {
		const known = ['quick', 'all', ...STEPS.map(({ name }) => name)].join(', ');
		throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${known}.`);
	}
	const called = names.length > 0 ? names : ['quick'];
	const wanted = STEPS.filter((step) => called.some((name) => isCalled(step, name)));
	const usesN8n = wanted.some(({ lane }) => lane === 'n8n');
	return STEPS.filter((step) => wanted.includes(step) || (usesN8n && step.lane === 'first'));
}
