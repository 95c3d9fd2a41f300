/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on a developer's machine, never inside n8n */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { N8nApiError, Session } from '../../../runtime/http';

describe('Session', () => {
	let server: Server;
	let answer: (request: IncomingMessage, response: ServerResponse) => void;
	let session: Session;

	beforeEach(async () => {
		server = createServer((request, response) => answer(request, response));
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		session = new Session(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	});

	afterEach(async () => {
		server.close();
		await once(server, 'close');
	});

	it('sends cookies back, replaces and deletes them', async () => {
		const received: Array<string | undefined> = [];
		const cookies = [['n8n-auth=one; Path=/; HttpOnly', 'other=2'], ['n8n-auth=a=b'], ['other=']];
		answer = (request, response) => {
			received.push(request.headers.cookie);
			response.setHeader('set-cookie', cookies[received.length - 1] ?? []);
			response.end('{"data":null}');
		};
		for (let call = 0; call < 4; call++) await session.call({ path: '/x' });
		expect(received).toEqual([
			undefined,
			'n8n-auth=one; other=2',
			'n8n-auth=a=b; other=2',
			'n8n-auth=a=b',
		]);
	});

	it('unwraps the envelope, sends query and body', async () => {
		answer = (request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const { method, url } = request;
				const body = Buffer.concat(chunks).toString();
				response.end(JSON.stringify({ data: { method, url, body } }));
			});
		};
		const call = { method: 'POST', path: '/a', query: { q: 'ä &' }, body: { x: 1 } } as const;
		expect(await session.call(call)).toEqual({
			method: 'POST',
			url: '/rest/a?q=%C3%A4+%26',
			body: '{"x":1}',
		});
	});

	it("throws n8n's own message, without its stack trace", async () => {
		answer = (_, response) => {
			response.statusCode = 400;
			response.end('{"code":400,"message":"Too short","stacktrace":"at somewhere"}');
		};
		const thrown = await session.call({ path: '/credentials' }).catch((error: unknown) => error);
		expect(thrown).toBeInstanceOf(N8nApiError);
		expect(thrown).toMatchObject({
			status: 400,
			message: 'GET /credentials answered 400: Too short',
		});
	});

	it('leaves redirects to the caller', async () => {
		answer = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end();
		const response = await session.fetch(`${session.baseUrl}/x`);
		expect(response.headers.get('location')).toBe('/elsewhere');
	});
});
