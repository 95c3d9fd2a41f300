import type { INodeProperties } from 'n8n-workflow';

import type { Authentication } from '../platformApi/credential';

/** Which of the platform's credentials a node uses. */
export const authenticationField: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'OAuth2', value: 'oAuth2' },
		{ name: 'Private Integration Token', value: 'accessToken' },
	],
	default: 'oAuth2',
};

/** What is chosen in 'Authentication'. */
export function toAuthentication(chosen: unknown): Authentication {
	return chosen === 'accessToken' ? 'accessToken' : 'oAuth2';
}

/** The parameter `authentication`, which cannot hold an expression and so is one for all items. */
export function authenticationOf(context: object): Authentication {
	const { getNodeParameter } = context as { getNodeParameter: (...given: unknown[]) => unknown };
	return toAuthentication(getNodeParameter.call(context, 'authentication', 0, 'oAuth2'));
}
