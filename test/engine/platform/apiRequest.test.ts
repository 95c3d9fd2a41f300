import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

import { act, oauthCredential, tokenCredential, type PlatformRun } from './platform';
import { useSandbox } from '../../support/useSandbox';

/** Stands for endpoints that the contract does not show, so the sandbox has none. */
interface Seen {
	method?: string;
	url?: string;
	authorization?: string;
	version?: unknown;
	body: string;
}

const sandbox = useSandbox();
let server: Server;
let url: string;
let seen: Seen[] = [];
let answers: Array<{ status: number; body?: unknown }> = [];

beforeAll(async () => {
	server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { method, headers } = request;
			const body = Buffer.concat(chunks).toString();
			seen.push({ method, url: request.url, authorization: headers.authorization, version: headers.version, body });
			const answer = answers.shift() ?? { status: 200, body: { contact: { id: 'contact-ada' } } };
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
afterAll(async () => await new Promise((resolve) => server.close(resolve)));

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

	it('renews an OAuth2 token as every other operation does', async () => {
		const credentials = oauthCredential(sandbox, { remainingSeconds: 60 });
		const { json } = await send({ path: '/calendars/', ...query(['locationId', 'loc-harbor']) }, { credentials });
		expect(json[0]).toHaveProperty('calendars');
		expect(sandbox.control.requests().map(({ path }) => path)).toEqual(['/oauth/token', '/calendars/']);
	}, 15_000);
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
