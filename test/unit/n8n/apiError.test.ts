import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { apiError } from '../../../nodes/n8n/apiError';

const node = { name: 'Node', type: 'test', typeVersion: 1 } as INode;
const MESSAGE = "No feature found for slug 'econnrefused ECONNREFUSED'";

it('keeps the message as it was given', () => {
	expect(apiError(node, MESSAGE, { description: 'Do this', httpCode: '404' })).toMatchObject({
		message: MESSAGE,
		description: 'Do this',
		httpCode: '404',
	});
});

it('has no description where none is given', () => {
	expect(apiError(node, MESSAGE)).toMatchObject({ message: MESSAGE, description: undefined });
});

it('is still needed: n8n replaces a message that holds a socket code', () => {
	expect(new NodeApiError(node, { message: MESSAGE }, { message: MESSAGE }).message).not.toBe(MESSAGE);
});
