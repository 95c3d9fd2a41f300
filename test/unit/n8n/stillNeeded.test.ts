import { NodeApiError, type IExecuteFunctions } from 'n8n-workflow';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { aroundEnd, silenceResponse } from '../../../nodes/n8n/delivery';
import { contextOf, SOURCE } from '../../support/context';
import { node } from '../platformApi/fakePlatform';

/** Each fails once the pinned n8n, or Node, no longer needs what works around it. */

it('n8n replaces a message that holds a socket code', () => {
	const message = 'The platform could not be reached (nothing listens on this port, ECONNREFUSED)';
	expect(new NodeApiError(node, { message }, { message }).message).not.toBe(message);
});

it('n8n does not say that the engine runs a tool', () => {
	const { context } = contextOf('execute', { type: 'platformTool', parameters: {} });
	expect((context as IExecuteFunctions).isToolExecution()).toBe(false);
});

it('n8n gives a request to a waiting node no item to read for, no run of a loop and no end of the wait', () => {
	const { context } = contextOf('webhook', {
		type: 'platform',
		parameters: {},
		runs: [{ startTime: 0, executionTime: 0, executionIndex: 0, source: [SOURCE] }],
		additionalData: { executionId: 'e-1', httpRequest: { method: 'GET', headers: {} } as never },
		mode: 'webhook',
	});
	// The second argument is a fallback.
	expect(context.getNodeParameter('absent', 0)).toBe(0);
	expect(context.evaluateExpression('{{ $runIndex }}')).toBe(0);
	const offered = [];
	for (let at: object = context; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
		offered.push(...Object.getOwnPropertyNames(at));
	expect(offered.filter((name) => /wait/i.test(name))).toEqual([]);
});

it('Node emits nothing for a response that ends on a closed connection', async () => {
	const response = new ServerResponse(new IncomingMessage(new Socket()));
	const told = jest.fn();
	response.once('finish', told);
	aroundEnd(
		response as never,
		() => {},
		() => told('after'),
	);
	const socket = new Socket();
	response.assignSocket(socket);
	socket.destroy();
	response.end('ok');
	await pause(20);
	expect(told.mock.calls).toEqual([['after']]);
});

it('a response that has ended throws where n8n responds once more, as Express does', () => {
	type Telling = ServerResponse & Record<'json' | 'send', (body: unknown) => unknown>;
	const response = new ServerResponse(new IncomingMessage(new Socket())) as Telling;
	const tell = () => response.setHeader('content-type', 'application/json').end();
	Object.assign(response, { json: tell, send: tell });
	response.writeHead(401).end();
	expect(() => response.json({})).toThrow('headers');
	silenceResponse(response);
	expect([response.json({}), response.send('failed')]).toEqual([response, response]);
});
