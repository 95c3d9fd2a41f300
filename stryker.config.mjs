import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of each, the tests that are run against its changes, and the share of them, in percent, that must be noticed. */
const rooms = JSON.parse(readFileSync('test/mutation/rooms.json', 'utf8'));

/** room.test.cjs refuses one that there is not. */
const room = process.env.MUTATION_ROOM ?? '';

const folder = join('.runtime/mutation', room);

/** Changes the code of one room. Stryker changes no number and deletes no single statement. */
export default {
	mutate: [room === 'credentials' ? 'credentials/*.ts' : `nodes/${room}/**/*.ts`],
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'test/mutation/jest.config.cjs',
		// They are found by name (room.test.cjs).
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
	// What runs when a module is loaded: the descriptions, which every test would be run for.
	ignoreStatic: true,
	// The text of a message may change; that there is one is seen by the other mutations.
	mutator: { excludedMutations: ['StringLiteral'] },
	ignorePatterns: ['.runtime', 'coverage', 'dist', 'docs/pictures'],
	concurrency: 2,
	// n8n's modules, loaded anew for each test file, are not all released.
	maxTestRunnerReuse: 40,
	dryRunTimeoutMinutes: 60,
	timeoutMS: 60_000,
	incremental: true,
	incrementalFile: join(folder, 'incremental.json'),
	reporters: ['progress-append-only', 'clear-text', 'json'],
	clearTextReporter: { logTests: false, reportTests: false, allowColor: false, allowEmojis: false },
	thresholds: { high: 100, low: 100, break: rooms[room]?.floor },
	jsonReporter: { fileName: join(folder, 'report.json') },
	// Elsewhere than here, where the lint would take it for sources.
	tempDirName: join(tmpdir(), 'n8n-nodes-crm-platform-mutation'),
	cleanTempDir: 'always',
	allowConsoleColors: false,
};
