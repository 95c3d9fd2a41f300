import { config } from '@n8n/node-cli/eslint';

/** n8n's rules without those for code inside n8n: this runs on a developer's machine only. */
export default [
	...config,
	{
		files: ['**/*.ts'],
		rules: {
			'no-console': 'off',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
			],
			'@n8n/community-nodes/no-dangerous-functions': 'off',
			'@n8n/community-nodes/no-restricted-globals': 'off',
			'@n8n/community-nodes/no-restricted-imports': 'off',
			'@n8n/community-nodes/require-node-api-error': 'off',
		},
	},
];
