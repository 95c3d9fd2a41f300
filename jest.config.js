/**
 * One jest project a suite, so that `jest --selectProjects unit` runs one of them.
 * Unit and engine tests run at every change; the others start real servers.
 */

/** Packages without CommonJS, which jest cannot require: a part of openapi-backend, get-port, and execa. */
const ES_MODULES = `(${[
	'@apidevtools/.+',
	'get-port',
	...['execa', '@sindresorhus/merge-streams', '@sec-ant/readable-stream', 'figures', 'get-stream'],
	...[
		'human-signals',
		'is-plain-obj',
		'is-stream',
		'is-unicode-supported',
		'npm-run-path',
		'parse-ms',
	],
	...['path-key', 'pretty-ms', 'strip-final-newline', 'unicorn-magic', 'yoctocolors'],
].join('|')})`;

const transform = {
	'^.+\\.ts$': [
		'@swc/jest',
		{
			jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
			sourceMaps: 'inline',
		},
	],
	[`node_modules/${ES_MODULES}/.+\\.js$`]: [
		'@swc/jest',
		{ jsc: { parser: { syntax: 'ecmascript' }, target: 'es2022' }, module: { type: 'commonjs' } },
	],
};

/** Tests of what is around the nodes; they run with `npm test -- all`. */
const TOOLS = ['sandbox', 'scripts', 'runtime'];

/** `npm test` loads many files as one, so that n8n-core, or a running n8n, serves all of them. */
const isBundled = process.env.TEST_BUNDLED === '1';
const bundle = (name) => isBundled && { testMatch: [`<rootDir>/test/bundled/${name}.test.cjs`] };

const suite = (name, extra = {}) => ({
	displayName: name,
	rootDir: __dirname,
	testEnvironment: 'node',
	// Jest is slow at looking up globals that are not named here: tweetnacl took 74 ms a signature in place of 11.
	sandboxInjectedGlobals: [
		'Array',
		'Error',
		'Intl',
		'JSON',
		'Map',
		'Math',
		'Number',
		'Object',
		'Promise',
		'RegExp',
		'Set',
		'String',
		'Symbol',
	],
	testMatch: [`<rootDir>/test/${name}/**/*.{test,spec}.ts`],
	transform,
	transformIgnorePatterns: [`/node_modules/(?!(.+/node_modules/)?${ES_MODULES}/)`],
	moduleNameMapper: {
		// Its map of exports has no entry for require.
		'^unicorn-magic$': '<rootDir>/node_modules/unicorn-magic/node.js',
	},
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.runtime'],
	...extra,
});

/** All that reads the time runs in the tests' process, so that it can be a time of their own. */
const ownClock = {
	setupFiles: ['<rootDir>/test/support/startClock.cjs', '<rootDir>/test/support/quietEngine.ts'],
	setupFilesAfterEnv: ['<rootDir>/test/support/afterEach.ts'],
};

module.exports = {
	// Several times what the slowest takes when nothing else runs.
	testTimeout: 20_000,
	projects: [
		suite('unit', {
			...ownClock,
			testPathIgnorePatterns: [`/test/unit/(${TOOLS.join('|')})/`],
			...bundle('unit'),
		}),
		suite('tools', {
			testMatch: TOOLS.map((folder) => `<rootDir>/test/unit/${folder}/**/*.{test,spec}.ts`),
			setupFilesAfterEnv: ['<rootDir>/test/support/afterEach.ts'],
			...bundle('tools'),
		}),
		suite('engine', { ...ownClock, ...bundle('engine') }),
		suite('clock', { ...ownClock, testMatch: ['<rootDir>/test/bundled/clock.test.cjs'] }),
		suite('smoke'),
		suite('e2e', bundle('e2e')),
		suite('faults'),
		suite('queue'),
		suite('browser'),
	],
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	// V8's own counting reports on every script of the process, n8n-core's 2,000 modules included,
	// which cost half a second a test file.
	coverageProvider: 'babel',
};
