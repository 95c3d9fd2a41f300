import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of `nodes/`, or `credentials`. */
const room = process.env.MUTATION_ROOM ?? 'booking';

const folder = join('.runtime/mutation', room);

/** Changes the code of one room in small ways, and prints what no unit test notices. */
export default {
	mutate: [room === 'credentials' ? 'credentials/*.ts' : `nodes/${room}/**/*.ts`],
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'test/mutation/jest.config.cjs',
		// The unit tests are loaded as one file, so that n8n is loaded once for each change.
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
	// What runs when a module is loaded: the descriptions, which every test would be run for.
	ignoreStatic: true,
	// The text of a message may change; that there is one is seen by the other mutations.
	mutator: { excludedMutations: ['StringLiteral'] },
	ignorePatterns: ['.runtime', 'coverage', 'dist', 'docs/pictures'],
	concurrency: 2,
	// n8n's modules, loaded anew for each change, are not all released.
	maxTestRunnerReuse: 40,
	dryRunTimeoutMinutes: 60,
	timeoutMS: 60_000,
	incremental: true,
	incrementalFile: join(folder, 'incremental.json'),
	reporters: ['progress-append-only', 'clear-text', 'json'],
	clearTextReporter: { logTests: false, reportTests: false, allowColor: false, allowEmojis: false },
	jsonReporter: { fileName: join(folder, 'report.json') },
	// Elsewhere than here, where the lint would take it for sources.
	tempDirName: join(tmpdir(), 'n8n-nodes-crm-platform-mutation'),
	cleanTempDir: 'always',
	allowConsoleColors: false,
};
