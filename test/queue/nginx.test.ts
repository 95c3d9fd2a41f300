import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { waitFor } from '../../runtime/polling';
import { freePorts } from '../../runtime/ports';
import { startBackend, type Backend } from '../support/queue/backend';
import { startNginx } from '../support/queue/nginx';

/** An address of a Platform Trigger. */
const TRIGGER = '/webhook/2d35cc25/webhook';

/** The shipped configuration by itself: what it sends where, in front of servers that only tell. */
describe('examples/queue-mode/nginx.conf', () => {
	let folder: string;
	let nginx: Awaited<ReturnType<typeof startNginx>>;
	let url: string;
	let main: Backend;
	let processors: Backend[];

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'nginx-conf-'));
		// The unprivileged nginx passes through to its own folder.
		await chmod(folder, 0o711);
		[main, ...processors] = await Promise.all(
			['main', 'processor 1', 'processor 2'].map(startBackend),
		);
		const [port] = await freePorts(1);
		const webhookPorts = processors.map((processor) => processor.port);
		nginx = await startNginx(folder, { port, mainPort: main.port, webhookPorts });
		({ url } = nginx);
	}, 60_000);

	afterEach(async () => {
		await Promise.all(
			[main, ...processors].map(async (backend) => await backend.close().catch(() => {})),
		);
		await nginx.stop();
		await rm(folder, { recursive: true, force: true });
	}, 30_000);

	const servedBy = async (path: string) => await (await fetch(`${url}${path}`)).text();
	const post = async (path: string, body: BodyInit = 'event') =>
		await fetch(`${url}${path}`, { method: 'POST', body });

	/** The two processors, that of the path first. */
	async function inOrder(path: string): Promise<Backend[]> {
		return (await servedBy(path)) === 'processor 1' ? processors : [...processors].reverse();
	}

	/** Posts so many, and ends the path's processor once it has them all. */
	async function postWhileDying(path: string, count: number, method = 'POST'): Promise<Response[]> {
		const [first] = await inOrder(path);
		const before = first.received();
		first.silent = true;
		const responses = Promise.all(
			Array.from({ length: count }, async () => await fetch(`${url}${path}`, { method })),
		);
		await waitFor('the processor to have all', async () => first.received() === before + count);
		await first.close();
		return await responses;
	}

	it('webhooks, forms, MCP servers and what waits belong to the processors, the rest to main', async () => {
		for (const path of ['webhook/a', 'mcp/a', 'form/a', 'webhook-waiting/a', 'form-waiting/a'])
			expect(await servedBy(`/${path}`)).toMatch(/^processor/);
		const others = ['rest/push', 'webhook-test/a', 'mcp-test/a', 'form-test/a', 'mcp-server/http'];
		for (const path of ['', ...others]) expect(await servedBy(`/${path}`)).toBe('main');
		expect((await fetch(`${url}/n8n-ready/first`)).status).toBe(404);
	});

	it('one path keeps its processor, whatever the query; other paths spread', async () => {
		const seen = new Set<string>();
		for (let n = 0; n < 20; n++) {
			const names = [];
			for (const query of ['', '?a=1', '?b=2'])
				names.push(await servedBy(`/webhook/path-${n}${query}`));
			expect(new Set(names).size).toBe(1);
			seen.add(names[0]);
		}
		expect([...seen].sort()).toEqual(['processor 1', 'processor 2']);
	});

	it('the host keeps its port, and a proxy before it keeps its word on TLS', async () => {
		await fetch(`${url}/rest/login`);
		expect(main.last()).toMatchObject({ host: new URL(url).host, 'x-forwarded-proto': 'http' });
		const [first] = await inOrder(TRIGGER);
		await fetch(`${url}${TRIGGER}`, { headers: { 'x-forwarded-proto': 'https' } });
		expect(first.last()).toMatchObject({ host: new URL(url).host, 'x-forwarded-proto': 'https' });
	});

	it("hands on the editor's wish for a WebSocket", async () => {
		// `fetch` sends no such headers.
		const asked = get(`${url}/rest/push`, {
			headers: { connection: 'Upgrade', upgrade: 'websocket' },
		});
		const [response] = (await once(asked, 'response')) as [IncomingMessage];
		response.resume();
		expect(main.last()).toMatchObject({ connection: 'upgrade', upgrade: 'websocket' });
	});

	it('a form takes large files, a trigger no more than n8n', async () => {
		const large = Buffer.alloc(20_000_000);
		expect((await post('/form/upload', large)).status).toBe(200);
		expect((await post(TRIGGER, large)).status).toBe(413);
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

	it.each([TRIGGER, '/webhook/a', '/form/a', '/webhook-waiting/1', '/mcp/a'])(
		'%s: a processor that is not ready gets nothing, and its paths once it is',
		async (path) => {
			const [first, second] = await inOrder(path);
			first.ready = false;
			const seen = await Promise.all(
				Array.from({ length: 30 }, async () => await (await post(path)).text()),
			);
			expect(seen).toEqual(seen.map(() => second.name));
			second.ready = false;
			expect((await post(path)).status).toBe(503);
			first.ready = true;
			expect(await servedBy(path)).toBe(first.name);
		},
	);

	it('the second takes all that is open when the first dies, though it was not ready a while ago', async () => {
		const [, second] = await inOrder(TRIGGER);
		// A path of the second one, so that nginx asks it.
		let path = '';
		for (let n = 0; path === '' || (await servedBy(path)) !== second.name; n++)
			path = `/webhook/${n}/webhook`;
		second.ready = false;
		await servedBy(path);
		second.ready = true;

		const responses = await postWhileDying(TRIGGER, 60);
		expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
		expect(new Set(await Promise.all(responses.map(async (each) => await each.text())))).toEqual(
			new Set([second.name]),
		);
	});

	it('both are down: 503, after which HighLevel sends an event again for up to three days', async () => {
		await Promise.all(processors.map(async (processor) => await processor.close()));
		const { status, headers } = await post(TRIGGER);
		expect([status, headers.get('retry-after')]).toEqual([503, '30']);
	});

	it.each([
		['/webhook/a', '502 Bad Gateway'],
		['/form/a', '502 Bad Gateway'],
		// A contact's page says what may have happened.
		['/webhook-waiting/1', 'Your booking may have been made'],
		['/form-waiting/1', 'Your booking may have been made'],
	])('%s: what broke off is not sent again, it may have been done', async (path, text) => {
		const [, second] = await inOrder(path);
		const before = second.received();
		const [posted] = await postWhileDying(path, 1);
		expect([posted.status, second.received() - before]).toEqual([502, 0]);
		expect(posted.headers.get('content-type')).toContain('text/html');
		expect(await posted.text()).toContain(text);
		expect(await servedBy(path)).toBe(second.name);
	});

	it('the link of the page for a booking that broke off leads to the address of the form, with its decision', async () => {
		const path = '/webhook-waiting/1?signature=s&wait=w&do=book&slot=1&offer=o&notice=unknown';
		const [posted] = await postWhileDying(path, 1);
		const [, href] = /<a href="([^"]*)">/.exec(await posted.text()) ?? [];
		expect(new URL(href, posted.url).href).toBe(url + path);
	});
});
