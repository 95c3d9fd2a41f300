import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

import { act, oauthCredential, tokenCredential, type PlatformRun } from './platform';
import { createSandbox, type Sandbox } from '../../../sandbox/createSandbox';

/** Stands for endpoints that the contract does not show, so the sandbox has none. */
interface Seen {
	method?: string;
	url?: string;
	authorization?: string;
	version?: unknown;
	body: string;
}

let sandbox: Sandbox;
let server: Server;
let url: string;
let seen: Seen[] = [];
let answers: Array<{ status: number; body?: unknown } | 'drop'> = [];

beforeAll(async () => {
	sandbox = await createSandbox();
	server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { method, headers } = request;
			const body = Buffer.concat(chunks).toString();
			seen.push({ method, url: request.url, authorization: headers.authorization, version: headers.version, body });
			const answer = answers.shift() ?? { status: 200, body: { contact: { id: 'contact-ada' } } };
			if (answer === 'drop') return void request.socket.destroy();
			response.writeHead(answer.status, { 'content-type': 'application/json' });
			response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
	seen = [];
	answers = [];
});
afterAll(async () => {
	await sandbox.close();
	await new Promise((resolve) => server.close(resolve));
});

const send = async (parameters: IDataObject, run: PlatformRun = {}) =>
	await act(sandbox, 'apiRequest.send', { path: '/contacts/contact-ada', ...parameters }, {
		credentials: tokenCredential({ url }),
		...run,
	});
const query = (...parameter: Array<[string, string]>) => ({
	queryParameters: { parameter: parameter.map(([name, value]) => ({ name, value })) },
});

describe('API Request > Send', () => {
	it('sends token, Version header, query and JSON body', async () => {
		const { json } = await send({
			method: 'PUT',
			body: '{"firstName":"Ada","tags":["a"]}',
			...query(['limit', '2'], ['tag', 'x'], ['tag', 'y']),
		});
		expect(json).toEqual([{ contact: { id: 'contact-ada' } }]);
		expect(seen).toEqual([
			{
				method: 'PUT',
				url: '/contacts/contact-ada?limit=2&tag=x&tag=y',
				authorization: 'Bearer pit-harbor',
				version: '2021-07-28',
				body: '{"firstName":"Ada","tags":["a"]}',
			},
		]);
	});

	it('keeps the slash at the end, a colon and spaces, and takes the platform URL before the path', async () => {
		await send({ path: `${url}/contacts/` });
		await send({ path: 'contacts/a b:c' });
		expect(seen.map((one) => one.url)).toEqual(['/contacts/', '/contacts/a%20b:c']);
	});

	it('renews an OAuth2 token as every other operation does', async () => {
		const credentials = oauthCredential(sandbox, { remainingSeconds: 60 });
		const { json } = await send({ path: '/calendars/', ...query(['locationId', 'loc-harbor']) }, { credentials });
		expect(json[0]).toHaveProperty('calendars');
		expect(sandbox.control.requests().map(({ path }) => path)).toEqual(['/oauth/token', '/calendars/']);
	}, 15_000);
});

describe('the path', () => {
	it.each([
		'https://evil.example/contacts',
		'//evil.example/contacts',
		'\\\\evil.example/contacts',
		'/\\evil.example',
		'@evil.example/contacts',
		'file:///etc/passwd',
	])('%s cannot lead to another host', async (path) => {
		const { error } = await send({ path });
		if (error) expect(error.message).toContain("'Path'");
		else expect(seen[0].url).toBe('/@evil.example/contacts');
		expect(seen.filter((one) => !one.url?.startsWith('/@evil'))).toEqual([]);
	});
});

describe('a location other than the credential\'s', () => {
	it.each<[string, IDataObject]>([
		['the path', { path: '/locations/loc-summit/tags' }],
		['an encoded path', { path: '/%6cocations/loc%2Dsummit/tags' }],
		['the second of two parts of the path', { path: '/locations/loc-harbor/locations/loc-summit' }],
		['a list in the query', query(['filter[locationIds][]', 'loc-summit'])],
		['the query', query(['locationId', 'loc-summit'])],
		['the query in brackets', query(['filter[location_id]', 'loc-summit'])],
		['one of two', query(['locationId', 'loc-harbor'], ['locationId', 'loc-summit'])],
		['the body', { method: 'POST', body: '{"locationId":"loc-summit"}' }],
		['a nested body', { method: 'POST', body: '{"a":[{"b":{"locationId":{"is":["loc-summit"]}}}]}' }],
	])('is refused in %s', async (_where, parameters) => {
		const { error } = await send(parameters);
		expect(error?.message).toContain("belongs to the location 'loc-harbor'");
		expect(seen).toEqual([]);
	});
});

describe('repeats', () => {
	it('reads after 5xx, writes never', async () => {
		answers = [{ status: 503 }, { status: 200, body: { id: 1 } }];
		expect((await send({})).json).toEqual([{ id: 1 }]);
		answers = [{ status: 503 }];
		const { error } = await send({ method: 'POST' });
		expect(error?.message).toContain('Outcome unknown');
		expect(seen).toHaveLength(3);
	});

	it.each(['DELETE', 'PATCH', 'POST', 'PUT'])('no %s whose answer was lost', async (method) => {
		answers = ['drop'];
		const { error } = await send({ method });
		expect(error?.message).toContain('Outcome unknown');
		expect(seen).toHaveLength(1);
	});
});

describe("as an agent's tool", () => {
	const node = { type: 'n8n-nodes-crm-platform.platformTool' };
	const items = [{ yes: true, method: 'DELETE' }];

	it('reads', async () => {
		expect((await send({}, { node })).json).toHaveLength(1);
	});

	it.each<[string, IDataObject]>([
		['a write', { method: 'POST' }],
		['a write that the model chooses', { method: '={{ $json.method }}' }],
		['a write with the switch turned on by an expression', { method: 'POST', allowWrites: '={{ $json.yes }}' }],
		['a method in small letters', { method: 'delete' }],
	])('refuses %s', async (_what, parameters) => {
		const { error } = await send(parameters, { node, items });
		expect(error?.message).toContain('This tool only reads');
		expect(error?.message).not.toContain('[Item');
		expect(seen).toEqual([]);
	});

	it('writes where a person has turned the switch on', async () => {
		const { error } = await send({ method: 'POST', allowWrites: true }, { node });
		expect(error).toBeUndefined();
		expect(seen.map(({ method }) => method)).toEqual(['POST']);
	});
});

it('Access Token > Get puts out no token because of an expression', async () => {
	const { json } = await act(sandbox, 'accessToken.get', { includeToken: '={{ true }}' });
	expect(json[0]).not.toHaveProperty('accessToken');
});
