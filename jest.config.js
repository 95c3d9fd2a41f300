/**
 * One jest project a suite, so that `jest --selectProjects unit` runs one of them.
 * Unit and engine tests run at every change; the others start real servers.
 */
const transform = {
	'^.+\\.ts$': [
		'@swc/jest',
		{ jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' }, sourceMaps: 'inline' },
	],
	// A dependency of openapi-backend that is an ES module, which jest cannot require on Node 20.
	'node_modules/@apidevtools/.+\\.js$': [
		'@swc/jest',
		{ jsc: { parser: { syntax: 'ecmascript' }, target: 'es2022' }, module: { type: 'commonjs' } },
	],
};

const suite = (name, extra = {}) => ({
	displayName: name,
	rootDir: __dirname,
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	transform,
	transformIgnorePatterns: ['/node_modules/(?!@apidevtools/)'],
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.runtime'],
	...extra,
});

module.exports = {
	projects: [
		suite('unit'),
		suite('engine', { setupFiles: ['<rootDir>/test/support/quietEngine.ts'] }),
		suite('e2e'),
		suite('faults'),
		suite('queue'),
		suite('browser'),
		suite('compat'),
	],
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	// V8's own counting reports on every script of the process, n8n-core's 2,000 modules included,
	// which cost half a second a test file.
	coverageProvider: 'babel',
};
