import jest from 'eslint-plugin-jest';

import base from '../runtime/eslint.config.mjs';

/** Functions that assert for their test: those whose names begin with `expect`. */
const assertFunctionNames = ['expect*'];

/** All tests run, and each asserts something, whatever happens. */
export default [
	...base,
	{
		files: ['**/*.ts', '**/*.cjs'],
		plugins: { jest },
		rules: {
			'jest/expect-expect': ['error', { assertFunctionNames }],
			'jest/no-conditional-expect': 'error',
			'jest/no-disabled-tests': 'error',
			'jest/no-focused-tests': 'error',
			'jest/valid-expect': 'error',
			'jest/valid-expect-in-promise': 'error',
			'no-restricted-syntax': [
				'error',
				{
					selector: "MemberExpression[object.name=/^(it|test)$/][property.name='failing']",
					message: 'A test that has to fail may fail for any reason.',
				},
				{
					selector:
						"CallExpression[callee.object.name='jest'][callee.property.name='useFakeTimers']",
					message: 'The clock is set by support/clock.ts.',
				},
			],
		},
	},
	{ files: ['support/clock.ts'], rules: { 'no-restricted-syntax': 'off' } },
	{
		files: ['smoke/**', 'engine/profiles/**'],
		rules: {
			'jest/expect-expect': ['error', { assertFunctionNames: ['expect', 'run', 'fc.assert'] }],
		},
	},
	// They define tests, and none of their own.
	{
		files: ['browser/person.ts', 'bundled/**', 'support/browser/browser.ts'],
		rules: { 'jest/expect-expect': 'off', 'jest/no-conditional-expect': 'off' },
	},
];
