import { NodeApiError, type INode } from 'n8n-workflow';

import { apiError } from '../../../nodes/n8n/apiError';

const node = { name: 'Node', type: 'test', typeVersion: 1 } as INode;
const message = "No feature found for slug 'econnrefused ECONNREFUSED'";

it('keeps the message as it was given', () => {
	const given = { description: 'Do this', httpCode: '404' };
	expect(apiError(node, message, given)).toMatchObject({ message, ...given });
	expect(apiError(node, message)).toMatchObject({ message, description: undefined });
});

it('is still needed: n8n replaces a message that holds a socket code', () => {
	expect(new NodeApiError(node, { message }, { message }).message).not.toBe(message);
});
