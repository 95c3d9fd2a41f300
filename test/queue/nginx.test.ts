import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { freePorts } from '../../runtime/ports';
import { startBackend } from '../support/queue/backend';
import type { Backend } from '../support/queue/backend';
import { CleanUp } from '../support/queue/cleanUp';
import { startNginx } from '../support/queue/nginx';

/** Above the `fail_timeout` of the configuration. */
const BACK_WITHIN_MS = 15_000;

/** The shipped configuration by itself: what it sends where, in front of servers that only tell. */
describe('examples/queue-mode/nginx.conf', () => {
	const cleanUp = new CleanUp();
	let url: string;
	let main: Backend;
	let processors: [Backend, Backend];

	beforeAll(async () => {
		const folder = await mkdtemp(join(tmpdir(), 'nginx-conf-'));
		cleanUp.add(async () => await rm(folder, { recursive: true, force: true }));
		// The unprivileged nginx passes through to its own folder.
		await chmod(folder, 0o711);
		const start = async (name: string) => {
			const backend = await startBackend(name);
			cleanUp.add(async () => await backend.close());
			return backend;
		};
		main = await start('main');
		processors = [await start('processor 1'), await start('processor 2')];
		const [port] = await freePorts(1);
		const webhookPorts = processors.map((processor) => processor.port);
		const options = { name: 'nginx', port, routing: 'hash', mainPort: main.port, webhookPorts } as const;
		const nginx = await startNginx(folder, options);
		cleanUp.add(async () => await nginx.stop());
		url = nginx.url;
	}, 60_000);

	afterAll(async () => await cleanUp.run(), 30_000);

	const servedBy = async (path: string) => await (await fetch(`${url}${path}`)).text();

	it.each(['webhook', 'mcp', 'form', 'webhook-waiting', 'form-waiting'])(
		'/%s/ belongs to the webhook processors',
		async (endpoint) => {
			expect(await servedBy(`/${endpoint}/some-path`)).toMatch(/^processor/);
		},
	);

	it.each(['', 'rest/push', 'webhook-test/a', 'mcp-test/a', 'form-test/a', 'mcp-server/http'])(
		'/%s belongs to main',
		async (path) => {
			expect(await servedBy(`/${path}`)).toBe('main');
		},
	);

	it('one path keeps its processor, whatever the query; other paths spread', async () => {
		const seen = new Set<string>();
		for (let n = 0; n < 40; n++) {
			const answers = [];
			for (const query of ['', '?a=1', '?b=2']) answers.push(await servedBy(`/webhook/path-${n}${query}`));
			expect(new Set(answers).size).toBe(1);
			seen.add(answers[0]);
		}
		expect([...seen].sort()).toEqual(['processor 1', 'processor 2']);
	});

	it('the host keeps its port, and a proxy before it keeps its word on TLS', async () => {
		await fetch(`${url}/rest/login`);
		expect(main.last()).toMatchObject({ host: new URL(url).host, 'x-forwarded-proto': 'http' });
		await fetch(`${url}/webhook/a`, { headers: { 'x-forwarded-proto': 'https' } });
		const headers = processors.map((processor) => processor.last());
		expect(headers.map((found) => found['x-forwarded-proto'])).toContain('https');
		expect(headers.map(({ host }) => host)).toContain(new URL(url).host);
	});

	it("hands on the editor's wish for a WebSocket", async () => {
		expect(await headersOfUpgrade(url, main)).toMatchObject({
			connection: 'upgrade',
			upgrade: 'websocket',
		});
	});

	it('the bytes of a body arrive as they were sent', async () => {
		const body = Buffer.from('{ "a":1,\r\n"ü": "\\u00e9" }');
		const echoed = await fetch(`${url}/webhook/echo`, { method: 'POST', body });
		expect(Buffer.from(await echoed.arrayBuffer())).toEqual(body);
	});

	it('an MCP stream is passed on as it comes', async () => {
		const response = await fetch(`${url}/mcp/stream`);
		const reader = response.body!.getReader();
		const { value } = await reader.read();
		// The second half comes once the first has been seen: a proxy that gathers would wait for it.
		expect(Buffer.from(value!).toString()).toBe('first half');
		processors.forEach((processor) => processor.finishStream());
		expect(Buffer.from((await reader.read()).value!).toString()).toBe('second half');
	});

	it('a processor that is not ready gets nothing, and gets its paths back', async () => {
		const path = '/webhook/ready-or-not';
		const mine = await servedBy(path);
		const [serving, other] = mine === 'processor 1' ? processors : [...processors].reverse();
		serving.ready = false;
		const answers = [];
		for (let n = 0; n < 10; n++) answers.push(await servedBy(path));
		expect(answers).toEqual(answers.map(() => other.name));

		other.ready = false;
		const refused = await fetch(`${url}${path}`, { method: 'POST', body: 'event' });
		expect(refused.status).toBe(500);

		serving.ready = true;
		other.ready = true;
		const deadline = Date.now() + BACK_WITHIN_MS;
		while ((await servedBy(path)) !== mine && Date.now() < deadline) await delay(200);
		expect(await servedBy(path)).toBe(mine);
	}, 40_000);
});

/** The headers with which a request for a WebSocket arrives at the server behind nginx. */
async function headersOfUpgrade(url: string, backend: Backend): Promise<IncomingHttpHeaders> {
	const headers = { connection: 'Upgrade', upgrade: 'websocket' };
	await new Promise<void>((resolve, reject) => {
		const request = httpRequest(`${url}/rest/push`, { headers }, (response) => {
			response.resume().once('end', resolve);
		});
		request.once('error', reject).end();
	});
	return backend.last();
}
