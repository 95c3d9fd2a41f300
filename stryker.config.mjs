import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = process.env.MUTATION_FOLDER ?? '.runtime/mutation';

/** scripts/mutation.ts runs Stryker once for each room, and says which, where, and how much must be noticed. */
export default {
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
	thresholds: { high: 100, low: 100, break: Number(process.env.MUTATION_FLOOR ?? 0) },
	jsonReporter: { fileName: join(folder, 'report.json') },
	// Elsewhere than here, where the lint would take it for sources.
	tempDirName: join(tmpdir(), 'n8n-nodes-crm-platform-mutation'),
	cleanTempDir: 'always',
	allowConsoleColors: false,
};
