/**
 * One jest project a suite, so that `jest --selectProjects unit` runs one of them.
 * Unit and engine tests run at every change; the others start real servers.
 */
const transform = {
	'^.+\\.ts$': [
		'@swc/jest',
		{ jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' }, sourceMaps: 'inline' },
	],
};

const suite = (name, extra = {}) => ({
	displayName: name,
	rootDir: __dirname,
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	transform,
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.runtime'],
	...extra,
});

module.exports = {
	projects: [
		suite('unit'),
		suite('engine'),
		suite('e2e'),
		suite('faults'),
		suite('queue'),
		suite('browser'),
		suite('compat'),
	],
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageProvider: 'v8',
};
